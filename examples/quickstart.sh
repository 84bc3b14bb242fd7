#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Horatio and runs a Flink job that answers Kleene queries through the native process.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: examples/quickstart.sh [options]

Installs what is missing, builds, and runs a Flink job (in one JVM, parallelism 2) that sends a generated ride-sharing
stream to a horatio-operator process and prints what the queries of examples/ride-sharing/ride-sharing.hql count.

  --events N             how many events to generate (default 200,000: 20 minutes of stream)
  --seed S               of the generator (default 1)
  --out-of-order MS      how far an event may come behind the newest before it (default 2000)
  --csv FILE             read a CSV (also .gz, .xz) instead of generating
  --workload FILE        the queries (with --csv; default ride-sharing.hql)
  --key A[,B]            the attributes by which the stream is split (default district; with --csv needed)
  --time-column NAME     of the CSV, in milliseconds (default ts)
  --type-column NAME     of the CSV (default type; a workload with one TYPE needs none)
  --parallelism N        of the Flink job (default 2)
  --format table|csv     how to print the rows (default table)
  --rows N               how many rows of the table to print (default 40; 0: all)

Example: examples/quickstart.sh --csv trades.csv.xz --time-column ts_ms --key symbol \
           --workload examples/ride-sharing/stock-runs.hql
TEXT
}

for argument in "$@"; do
  case "$argument" in -h | --help) usage; exit 0 ;; esac
done

source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
build_examples >&2
step "running the job" >&2
run_job "$@"
