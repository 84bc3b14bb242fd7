#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures and draws Figures 9 to 13 of HAMLET (FIGURES.md).
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: engine/bench/hamlet/figures.sh [--short] [--figure N] [--runs N] [--limit SECONDS] OUT_DIR

Builds hamlet_figures where it is missing or old, runs it, and draws its CSV files with gnuplot (the package
gnuplot-nox is installed if there is none). OUT_DIR gets figureN.csv, figureN.md and figureN.svg.
  --short   a few seconds: answers are compared, nothing is timed or drawn

Real data is looked for in $HORATIO_DATA, else in ../shared/data beside this checkout, else generated.
TEXT
}

[ $# -gt 0 ] || { usage >&2; exit 2; }
case "$1" in -h | --help) usage; exit 0 ;; esac
out="${!#}"
options=("${@:1:$#-1}")
case "$out" in --*) usage >&2; exit 2 ;; esac

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../../.." && pwd)"
data="${HORATIO_DATA:-$root/../shared/data}"
mkdir -p "$out"
if [ -d "$data" ]; then
  unpacked="$(mktemp -d)"
  trap 'rm -rf "$unpacked"' EXIT
  gzip -dc "$data/citibike_jc_2020.csv.gz" >"$unpacked/citibike_jc_2020.csv"
  xz -dc "$data/stock_ticks_20131008.csv.xz" >"$unpacked/stock_ticks_20131008.csv"
  options+=(--data "$unpacked")
fi

export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
build="$root/.build/release"
[ -f "$build/CMakeCache.txt" ] || (cd "$root" && cmake --preset release >/dev/null)
cmake --build "$build" --target hamlet_figures >/dev/null
"$build/engine/bench/hamlet/hamlet_figures" "${options[@]}" "$out"

for option in "${options[@]}"; do [ "$option" = --short ] && exit 0; done
command -v gnuplot >/dev/null || "$root/integration-tests/install.sh" gnuplot-nox
for csv in "$out"/figure*.csv; do
  figure="$(basename "$csv" .csv)"
  names="$(tail -n +2 "$csv" | cut -d, -f7 | awk '!seen[$0]++' | tr '\n' ' ')"
  gnuplot -e "figure='${figure#figure}'; dir='$out'; names='$names'" "$here/plots.gp" \
    2> >(grep -v "no valid points" >&2 || true)  # a line of which nothing was left out has no crosses
done
