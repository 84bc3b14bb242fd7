#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing and builds what the examples run: horatio, horatio-operator, and the ride-sharing module with
# Flink in its target/lib. Without tests. Sourced by the scripts beside it, whose paths it sets.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
horatio="$root/.build/release/operator/cli/horatio"
operator="$root/.build/release/operator/process/horatio-operator"
example="$root/examples/ride-sharing"
logs="$root/.build/logs"

step() { printf '== %s\n' "$*"; }

logged() {  # NAME COMMAND...: output to a log, whose end is shown if the command fails
  local log="$logs/$1.log"
  shift
  "$@" >"$log" 2>&1 </dev/null || { tail -n 40 "$log"; echo "whole log: $log"; return 1; }
}

build_examples() {
  mkdir -p "$logs"
  step "looking for the packages that the build needs"
  "$root/integration-tests/install.sh"
  step "building the native process and the command line tool (.build/release; minutes at first, seconds later)"
  export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
  (cd "$root" && logged configure-release cmake --preset release)
  (cd "$root" && logged build-products cmake --build --preset release -j "$(nproc)" --target horatio horatio-operator)
  step "building the Flink adapter and the example job with Maven"
  logged maven-package mvn -B -ntp -f "$root/integration-tests/pom.xml" -pl :horatio-ride-sharing -am package -DskipTests
}

run_job() {  # arguments of QuickstartJob
  java -Xmx2g -cp "$example/target/classes:$example/target/lib/*" org.horatio.examples.ridesharing.QuickstartJob \
    --operator "$operator" "$@" </dev/null
}
