#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Horatio and deploys the ride-sharing job to a Flink session cluster on this machine.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: examples/cluster/deploy.sh            builds, starts a cluster if there is none, submits the job, shows its first rows
       examples/cluster/deploy.sh rescale N  stops the job with a savepoint and goes on from it at parallelism N
       examples/cluster/deploy.sh rows       prints the rows that are committed so far
       examples/cluster/deploy.sh stop       ends the cluster; its files stay in .build/cluster

The cluster: a JobManager and two TaskManagers with two slots each, every listener on loopback (the address of Flink's web
page is printed). The job's jar is all that is deployed: it carries horatio-operator, of which each TaskManager starts one.
TEXT
}

source "$(dirname "${BASH_SOURCE[0]}")/../build.sh"
cluster="$root/integration-tests/cluster/cluster.sh"
folder="$root/.build/cluster"
rows="$folder/rows"
job_jar() { echo "$example"/target/horatio-ride-sharing-*-job.jar; }

flink() { "$cluster" flink "$folder" "$@" </dev/null; }

submit() {  # options of flink run
  flink run -d "$@" "$(job_jar)" --workload "$example/ride-sharing.hql" --events 20000000 --rate 20000 --output "$rows" |
    sed -n 's/.*JobID \([0-9a-f]*\)$/\1/p' | tee "$folder/job"
}

show_rows() { find "$rows" -name 'part-*' -exec cat {} + 2>/dev/null | sort -t, -k3,3n -k1,1; }

is_running() {
  local pid="$folder/pid/flink-horatio-standalonesession.pid"
  [ -f "$pid" ] && kill -0 "$(cat "$pid")" 2>/dev/null
}

deploy() {
  build_examples
  if ! is_running; then
    step "starting a JobManager and two TaskManagers (Flink 2.3.0 is downloaded the first time, 330 MB)"
    rm -rf "$folder"
    "$cluster" start "$folder" 2
  fi
  step "flink run -p 3 $(job_jar)"
  submit -p 3
  step "waiting for the first windows to close"
  for _ in $(seq 120); do
    [ "$(show_rows | head -n 10 | wc -l)" -lt 10 ] || break
    sleep 1
  done
  show_rows | head -n 10
  step "Flink's page: http://127.0.0.1:$(sed -n 's/^rest.port: //p' "$folder/conf/config.yaml"); logs: $folder/log"
  step "next: examples/cluster/deploy.sh rescale 2 | rows | stop"
}

rescale() {  # PARALLELISM
  step "flink stop --savepointPath $folder/savepoints"
  local savepoint
  savepoint="$(flink stop --savepointPath "$folder/savepoints" "$(cat "$folder/job")" | sed -n 's/.*Path: //p')"
  step "flink run -s $savepoint -p $1"
  submit -s "$savepoint" -p "$1"
}

case "${1:-}" in
  "") deploy ;;
  rescale) [ $# -eq 2 ] || { usage >&2; exit 2; }; rescale "$2" ;;
  rows) show_rows ;;
  stop) "$cluster" stop "$folder" ;;
  -h | --help) usage ;;
  *) usage >&2; exit 2 ;;
esac
