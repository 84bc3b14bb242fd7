#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Horatio, checks that `horatio run` and the Flink job give the same rows, and prints how fast each was.
set -euo pipefail

case "${1:-}" in
  -h | --help)
    echo "usage: examples/bench.sh [EVENTS]    ride-sharing events to generate (default 2000000); needs about 70 bytes of disk each"
    exit 0
    ;;
esac
events="${1:-2000000}"

source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
build_examples
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
workload="$example/ride-sharing.hql"

step "writing $events events as a CSV"
run_job --events "$events" --dump "$work/rides.csv"
step "horatio run"
"$horatio" run --workload "$workload" --input "$work/rides.csv" --allow-lateness 2000 --output "$work/run.csv" \
  --format csv --stats "$work/stats.json"
step "the same events in a Flink job"
run_job --workload "$workload" --events "$events" --format csv --output "$work/job.csv" 2>"$work/job.txt" ||
  { cat "$work/job.txt"; exit 1; }
cmp "$work/run.csv" "$work/job.csv"
step "equal row for row; $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
python3 - "$work/stats.json" <<'PYTHON'
import json
import sys

stats = json.load(open(sys.argv[1]))
for part in ("read_seconds", "engine_seconds", "total_seconds"):
    seconds = stats[part]
    print(f"horatio run, {part}: {seconds:.3f} s, {stats['events'] / max(seconds, 1e-9):,.0f} events/s")
print(f"horatio run, most memory: {stats['peak_rss_bytes'] / 2**20:.0f} MiB; {stats['rows']:,} rows")
PYTHON
cat "$work/job.txt"
