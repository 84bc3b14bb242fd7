#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Horatio and runs a Flink job that answers Kleene queries through the native process.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: examples/quickstart.sh [options]

Installs what is missing, builds, and runs a Flink job (in one JVM, parallelism 2) that sends a generated ride-sharing
stream to a horatio-operator process and prints what the queries of examples/ride-sharing/ride-sharing.hql count.

  --events N             how many events to generate (default 200000: 20 minutes of stream)
  --seed S               of the generator (default 1)
  --out-of-order MS      how far events are shuffled, and how far the watermark stays back (default 2000; of a CSV 0)
  --parallelism N        of the Flink job (default 2)
  --format table|csv     how to print the rows (default table; csv is the very text of horatio run)
  --rows N               how many rows of the table to print (default 40; 0: all)
  --output FILE          where to print them
  --dump FILE            write the generated events as a CSV instead of running the job

A CSV instead of the generator (also .gz and .xz; it has a header):
  --csv FILE
  --workload FILE        the queries (default examples/ride-sharing/ride-sharing.hql)
  --key A[,B]            the columns by which the stream is split; every GROUP BY must contain them
  --time-column NAME     an integer in milliseconds (default ts)
  --type-column NAME     the event type (default type); a workload with one TYPE needs none

Example: examples/quickstart.sh --csv trades.csv.xz --time-column ts_ms --key symbol \
           --workload examples/ride-sharing/stock-runs.hql
TEXT
}

for argument in "$@"; do
  case "$argument" in -h | --help) usage; exit 0 ;; esac
done

source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
workload=()
case " $* " in *" --workload "*) ;; *) workload=(--workload "$example/ride-sharing.hql") ;; esac

build_examples >&2
step "running the job in a Flink of its own (one JVM)" >&2
run_job "${workload[@]}" "$@"
