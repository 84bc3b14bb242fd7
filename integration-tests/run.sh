#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds Horatio and runs all of its tests.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: integration-tests/run.sh [--quick] [--long]

Runs, one after the other, and stops at the first that fails:
  install   missing Debian packages (as root or through sudo)
  build     the release preset
  ctest     C++ unit, differential, fuzz and process tests; layering; README
  maven     the adapter's tests, the examples' tests, Flink jobs on a MiniCluster with the real process
  bench     the benchmark of the adapter, short: answers against Flink CEP and a window written by hand
  cluster   the example's jar on a Flink session cluster of three JVMs: a TaskManager killed, a savepoint, another
            parallelism, rows compared; 50 submissions leave no class loader (downloads Flink once, 330 MB)
  asan      the tests of decoder, parser, state, file reader and engine once more under AddressSanitizer and UBSan
  tsan      the process tests under ThreadSanitizer
  --quick   leaves asan and tsan out
  --long    200 faults of each kind during a job instead of 6, 1,000 restarts instead of 200, a state of 3 GiB instead of
            64 MiB (4 GiB of disk, 10 GiB of memory): half an hour more

Real event data is looked for in $HORATIO_DATA, else in ../shared/data beside this checkout; tests that need it are
skipped by name where it is absent. Logs: .build/logs.
TEXT
}

quick=false
maven_options=()
for argument in "$@"; do
  case "$argument" in
    --quick) quick=true ;;
    --long) maven_options+=(-Dhoratio.faults=200 -Dhoratio.restarts=1000 -Dhoratio.state.mib=3072) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
logs="$root/.build/logs"
mkdir -p "$logs"
jobs="$(nproc)"
if [ -z "${HORATIO_DATA:-}" ] && [ -d "$root/../shared/data" ]; then
  HORATIO_DATA="$(cd "$root/../shared/data" && pwd)"
fi
export HORATIO_DATA="${HORATIO_DATA:-}"
export HORATIO_OPERATOR="$root/.build/release/operator/process/horatio-operator"
export HORATIO_CLI="$root/.build/release/operator/cli/horatio"
# One compiler cache serves every checkout of this machine.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

# Runs a command with its output in a log; shows the end of the log where it fails.
logged() {
  local log="$logs/$1.log"
  shift
  "$@" >"$log" 2>&1 </dev/null || { tail -n 60 "$log"; echo "whole log: $log"; return 1; }
}

configure_and_build() {  # PRESET, more arguments of cmake --build
  local preset="$1"
  shift
  logged "configure-$preset" cmake --preset "$preset" &&
    logged "build-$preset" cmake --build --preset "$preset" -j "$jobs" "$@"
}

run_ctest() {  # PRESET, more arguments of ctest
  local preset="$1" status=0
  shift
  ctest --preset "$preset" --no-tests=error "$@" </dev/null 2>&1 | tee "$logs/ctest-$preset.log" || status=$?
  grep -h '^skipped: ' ".build/$preset/Testing/Temporary/LastTest.log" || true  # tests that name themselves so
  return "$status"
}

# Surefire prints a line per class and a total per module; the rest stays in the log.
run_maven() {
  mvn -B -ntp -f integration-tests/pom.xml test -Dhoratio.operator="$HORATIO_OPERATOR" "${maven_options[@]}" </dev/null 2>&1 | tee "$logs/maven.log" |
    { grep --line-buffered -E 'Tests run:|ERROR|FAILURE|BUILD' || true; }
}

# A skipped test is named with its reason, from the reports of Surefire.
name_skipped() {
  python3 integration-tests/name_skipped.py jvm-adapter examples/ride-sharing integration-tests/flink-jobs
}

stage_install() { integration-tests/install.sh; }
stage_build() { configure_and_build release; }
stage_ctest() { run_ctest release -LE maven; }
stage_maven() { run_maven && name_skipped; }
stage_bench() {
  jvm-adapter/bench/bench.sh --short --only window,horatio-pairs,horatio-50,cep-5,exact-5,approx-10000 "$logs"
}
stage_cluster() {
  logged maven-package mvn -B -ntp -f integration-tests/pom.xml -pl :horatio-ride-sharing -am package -DskipTests
  python3 integration-tests/cluster/cluster_test.py "$HORATIO_CLI" \
    examples/ride-sharing/target/horatio-ride-sharing-*-job.jar "$root/examples/ride-sharing"
}
stage_asan() { run_group asan damage_tests; }
stage_tsan() { run_group tsan threaded_tests; }

run_group() {  # PRESET GROUP: see horatio_test_group in CMakeLists.txt
  configure_and_build "$1" --target "$2" && run_ctest "$1" -R "$(cat ".build/$1/$2.txt")"
}

done_stages=()
run_stage() {
  local name="$1" start=$SECONDS
  echo "==== $name"
  # A subshell of its own with errexit: a function in a condition would run without it.
  set +e
  (set -e; "stage_$name")
  local status=$?
  set -e
  if [ "$status" -ne 0 ]; then
    echo "==== $name failed after $((SECONDS - start)) s; passed before: ${done_stages[*]:-nothing}"
    exit 1
  fi
  done_stages+=("$name ($((SECONDS - start)) s)")
}

stages=(install build ctest maven bench cluster)
$quick || stages+=(asan tsan)
[ -n "$HORATIO_DATA" ] || echo "real event data: none (set HORATIO_DATA); its tests will be skipped"
for stage in "${stages[@]}"; do
  run_stage "$stage"
done

echo "==== all passed: ${done_stages[*]}"
grep -h -E 'tests passed|Total Test time' "$logs"/ctest-*.log || true
