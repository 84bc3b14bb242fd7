#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the operator with a no-op, with Flink CEP and with a window written by hand, in one run (README.md).
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: jvm-adapter/bench/bench.sh [--forks N] [--only NAMES] [--short] OUT_DIR

Builds what is missing, then runs each variant in JVMs of its own, one after the other, N times round (default 10,
about two hours). OUT_DIR gets bench.csv (a line per fork), summary.csv and summary.md (medians and ratios) and
*.svg. What is in bench.csv already is kept and counts, so a run that was broken off goes on.
  --only NAMES   the variants in this list, separated by commas
  --short        a minute or two: answers are checked, nothing is timed
TEXT
}

forks=10
only=""
short=""
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --forks) forks="$2"; shift 2 ;;
    --only) only="${2//,/ }"; shift 2 ;;
    --short) short=1; shift ;;
    --*) usage >&2; exit 2 ;;
    *) break ;;
  esac
done
[ $# -eq 1 ] || { usage >&2; exit 2; }
out="$1"
mkdir -p "$out"

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
[ -f "$root/.build/release/CMakeCache.txt" ] || (cd "$root" && cmake --preset release >/dev/null)
cmake --build "$root/.build/release" --target horatio-operator >/dev/null
mvn -B -ntp -q -f "$root/integration-tests/pom.xml" -pl :horatio-flink-bench -am package -DskipTests

bench() {
  java -Xmx4g -Dhoratio.operator="$root/.build/release/operator/process/horatio-operator" \
    -cp "$here/target/classes:$here/target/lib/*" org.horatio.bench.FlinkBench "$@"
}

[ -n "$only" ] || only="$(bench --list)"
if [ -n "$short" ]; then
  for variant in $only; do
    bench "$variant" 0 check
    echo "$variant: the answer is right"
  done
  exit 0
fi

csv="$out/bench.csv"
[ -s "$csv" ] || bench --header >"$csv"
for fork in $(seq "$forks"); do
  for variant in $only; do
    grep -q "^$variant,$fork," "$csv" && continue
    # One process at a time may measure on a machine.
    status=0
    line="$(exec 9>"${TMPDIR:-/tmp}/horatio-bench.lock"; flock 9; bench "$variant" "$fork")" || status=$?
    if [ "$status" -eq 0 ]; then
      echo "$line" >>"$csv"
      echo "$(date +%T) fork $fork of $forks: $(cut -d, -f1,5 <<<"$line" | tr , ' ') events/s"
    elif [ "$status" -eq 3 ]; then
      echo "fork $fork of $variant is left out: others kept the machine busy"
    else
      exit "$status"
    fi
  done
done

python3 "$here/summary.py" "$csv" "$out"
command -v gnuplot >/dev/null || "$root/integration-tests/install.sh" gnuplot-nox
gnuplot -e "dir='$out'" "$here/plots.gp"
cat "$out/summary.md"
