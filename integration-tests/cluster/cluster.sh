#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A Flink session cluster of several processes on this machine, every listener of it on loopback.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: integration-tests/cluster/cluster.sh fetch
       integration-tests/cluster/cluster.sh start FOLDER [TASKMANAGERS]
       integration-tests/cluster/cluster.sh add-taskmanager FOLDER
       integration-tests/cluster/cluster.sh flink FOLDER ARGUMENTS...
       integration-tests/cluster/cluster.sh stop FOLDER

  fetch            downloads Flink 2.3.0 through pip (330 MB, once) into .build/flink-2.3.0
  start            a JobManager and 2 (or so many) TaskManagers of 2 slots on free ports; their configuration, logs,
                   process ids, checkpoints and temporary files are in FOLDER, which is made
  add-taskmanager  one more
  flink            Flink's command line for that cluster: run, list, stop, ...
  stop             ends what start and add-taskmanager have started

$HORATIO_FLINK_HOME names another distribution instead of the one that is downloaded.
TEXT
}

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
export FLINK_HOME="${HORATIO_FLINK_HOME:-$root/.build/flink-2.3.0/pyflink}"
export FLINK_IDENT_STRING=horatio

fetch() {
  [ ! -x "$FLINK_HOME/bin/flink" ] || return 0
  local target="$root/.build/flink-2.3.0" part="$root/.build/flink-2.3.0.part"
  rm -rf "$part" && mkdir -p "$part/wheels"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
    --python-version 3.11 --platform manylinux2014_x86_64 -d "$part/wheels" -r "$here/flink.txt"
  python3 - "$part" <<'PYTHON'
import pathlib
import sys
import zipfile

part = pathlib.Path(sys.argv[1])
for wheel in sorted((part / "wheels").glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        whole = "libraries" in wheel.name
        names = [name for name in archive.namelist()
                 if whole or name.startswith(("pyflink/bin/", "pyflink/conf/", "pyflink/log/"))]
        archive.extractall(part, names)
    wheel.unlink()
for script in (part / "pyflink/bin").iterdir():
    script.chmod(0o755)
PYTHON
  rm -rf "$target"
  mv "$part" "$target"
}

free_ports() {  # COUNT
  python3 -c '
import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(one.getsockname()[1] for one in sockets))' "$1"
}

configure() {  # FOLDER
  local folder="$1" rpc rest
  mkdir -p "$folder"/{conf,log,pid,tmp,checkpoints,savepoints}
  cp "$FLINK_HOME"/conf/log4j*.properties "$folder/conf/"
  read -r rpc rest <<<"$(free_ports 2)"
  cat >"$folder/conf/config.yaml" <<YAML
env.java.opts.all: $(sed -n 's/^ *all: *//p' "$FLINK_HOME/conf/config.yaml")
jobmanager.rpc.address: localhost
jobmanager.rpc.port: $rpc
jobmanager.bind-host: localhost
jobmanager.memory.process.size: 1200m
taskmanager.host: localhost
taskmanager.bind-host: localhost
taskmanager.numberOfTaskSlots: 2
taskmanager.memory.process.size: 1728m
# What horatio-operator may use beside each TaskManager.
taskmanager.memory.task.off-heap.size: 256m
rest.address: localhost
rest.bind-address: localhost
rest.port: $rest
io.tmp.dirs: $folder/tmp
heartbeat.interval: 1 s
heartbeat.timeout: 10 s
restart-strategy.type: fixed-delay
restart-strategy.fixed-delay.attempts: 100
restart-strategy.fixed-delay.delay: 200 ms
execution.checkpointing.interval: 500 ms
execution.checkpointing.dir: file://$folder/checkpoints
execution.checkpointing.savepoint-dir: file://$folder/savepoints
YAML
}

use() {  # FOLDER
  [ -f "$1/conf/config.yaml" ] || { echo "cluster: there is none in $1" >&2; exit 2; }
  export FLINK_CONF_DIR="$1/conf" FLINK_LOG_DIR="$1/log" FLINK_PID_DIR="$1/pid"
}

command="${1:-}"
case "$command" in
  fetch) fetch ;;
  start | add-taskmanager | flink | stop)
    [ $# -ge 2 ] || { usage >&2; exit 2; }
    folder="$(realpath -m "$2")"
    shift 2
    case "$command" in
      start)
        fetch
        configure "$folder"
        use "$folder"
        "$FLINK_HOME/bin/jobmanager.sh" start
        for _ in $(seq "${1:-2}"); do "$FLINK_HOME/bin/taskmanager.sh" start; done
        ;;
      add-taskmanager) use "$folder"; "$FLINK_HOME/bin/taskmanager.sh" start ;;
      flink) use "$folder"; exec "$FLINK_HOME/bin/flink" "$@" ;;
      stop)
        use "$folder"
        "$FLINK_HOME/bin/taskmanager.sh" stop-all
        "$FLINK_HOME/bin/jobmanager.sh" stop-all
        ;;
    esac
    ;;
  -h | --help) usage ;;
  *) usage >&2; exit 2 ;;
esac
