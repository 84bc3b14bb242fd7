#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example's jar on a Flink session cluster of several processes, with nothing installed beside it.

usage: cluster_test.py HORATIO JOB_JAR EXAMPLE_FOLDER [--submissions N]

HORATIO is the command line tool, whose rows the cluster has to give; EXAMPLE_FOLDER is examples/ride-sharing, built.
"""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import session
from session import Session, until

EVENTS, SEED, OUT_OF_ORDER, RATE = 900_000, 11, 2_000, 25_000
SMALL_EVENTS = 20_000
# An idle thread of the JVM, waiting in a compiled method, can keep what was inlined there: a heap dump shows no reference
# to such a class loader. It is the one of a job or two, however many there were.
MOST_CLASS_LOADERS, CLASS_LOADER_SECONDS = 2, 60


def step(text):
    print(f"cluster_test: {text}", flush=True)


def expected_rows(arguments, folder, events):
    """Of horatio run over the same events, sorted."""
    csv = folder / "rides.csv"
    example = arguments.example
    subprocess.run(
        ["java", "-cp", f"{example}/target/classes:{example}/target/lib/*",
         "org.horatio.examples.ridesharing.QuickstartJob", "--events", str(events), "--seed", str(SEED),
         "--out-of-order", str(OUT_OF_ORDER), "--dump", csv], check=True, stdin=subprocess.DEVNULL)
    run = subprocess.run(
        [arguments.horatio, "run", "--workload", example / "ride-sharing.hql", "--input", csv, "--allow-lateness",
         str(OUT_OF_ORDER), "--format", "csv"], check=True, capture_output=True, text=True)
    csv.unlink()
    return sorted(run.stdout.splitlines()[1:])


def committed_rows(folder):
    """What the sink has committed, sorted; what is under way begins with a point."""
    rows = []
    for part in folder.glob("part-*"):
        rows += part.read_text().splitlines()
    return sorted(rows)


def assert_same(expected, actual):
    assert len(expected) > 500, f"only {len(expected)} rows to compare"
    for number, (one, other) in enumerate(zip(expected, actual), 1):
        assert one == other, f"row {number}: expected {one}, came {other}"
    assert len(expected) == len(actual), f"expected {len(expected)} rows, came {len(actual)}"


def job_arguments(arguments, rows, events, rate):
    return ["--workload", arguments.example / "ride-sharing.hql", "--events", events, "--seed", SEED, "--out-of-order",
            OUT_OF_ORDER, "--rate", rate, "--output", rows]


def check_listeners(cluster):
    pids = cluster.jvms()
    for jvm in cluster.jvms():
        pids += session.sidecars(jvm)
    addresses = [address for pid in pids for address in session.listeners(pid)]
    assert len(addresses) > len(pids), addresses
    assert all(map(session.is_loopback, addresses)), f"a listener is not on loopback: {addresses}"
    step(f"{len(addresses)} listeners of {len(pids)} processes, all on loopback")


def copies(cluster):
    """Of the executable in the jar."""
    return list((cluster.folder / "tmp").glob("horatio-operator-*"))


def check_nothing_left(cluster):
    def nothing():
        return not copies(cluster) and not any(session.sidecars(jvm) for jvm in cluster.jvms())

    until(nothing, "no horatio-operator and no copy of it is left")


def kill_a_taskmanager(cluster):
    """One that has a process; the process goes with it."""
    victim = until(lambda: next((jvm for jvm in cluster.pids("taskexecutor") if session.sidecars(jvm)), None),
                   "a TaskManager has a horatio-operator")
    orphans = session.sidecars(victim)
    os.kill(victim, signal.SIGKILL)
    until(lambda: not any(is_alive(pid) for pid in orphans), "the processes of the killed TaskManager have ended")
    for copy in copies(cluster):
        if copy.name.startswith(f"horatio-operator-{victim}-"):
            os.utime(copy, (0, 0))  # as if time had passed: the next copy that is made deletes it
    return victim


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_exactly_once(cluster, arguments, folder):
    rows = folder / "rows"
    job = cluster.submit("-p", 3, arguments.jar, *job_arguments(arguments, rows, EVENTS, RATE))
    until(lambda: len(committed_rows(rows)) > 50, "rows are committed")
    check_listeners(cluster)
    assert all(len(session.sidecars(jvm)) == 1 for jvm in cluster.pids("taskexecutor")), "one process per TaskManager"

    before = len(committed_rows(rows))
    killed = kill_a_taskmanager(cluster)
    cluster.add_taskmanager()
    until(lambda: cluster.restored(job), "the job has been restored from a checkpoint")
    until(lambda: len(committed_rows(rows)) > before + 50, "more rows are committed")
    step(f"killed TaskManager {killed} after {before} rows; the job went on")

    cluster.flink("stop", "--savepointPath", cluster.folder / "savepoints", job)
    stopped = len(committed_rows(rows))
    savepoint = next((cluster.folder / "savepoints").iterdir())
    job = cluster.submit("-s", savepoint, "-p", 2, arguments.jar, *job_arguments(arguments, rows, EVENTS, 0))
    cluster.await_finished(job)
    assert cluster.restored(job)["is_savepoint"], "the job did not begin with the savepoint"
    step(f"took a savepoint after {stopped} rows, restored it at parallelism 2 instead of 3")

    expected = expected_rows(arguments, folder, EVENTS)
    assert stopped < len(expected), "the savepoint came too late to test anything"
    assert_same(expected, committed_rows(rows))
    step(f"{len(expected)} rows, the same as of horatio run, each once")
    check_nothing_left(cluster)


def test_class_loaders(cluster, arguments, folder):
    """Submissions over REST: there the JobManager runs the job's main and reads its workload too."""
    expected = expected_rows(arguments, folder, SMALL_EVENTS)
    jar = cluster.upload(arguments.jar)
    start = time.monotonic()
    running = []
    for number in range(arguments.submissions):
        rows = folder / f"small-{number}"
        program = [str(argument) for argument in job_arguments(arguments, rows, SMALL_EVENTS, 0)]
        job = cluster.post(f"/jars/{jar}/run", {"programArgsList": program, "parallelism": 2})["jobid"]
        running.append((job, rows))
        if len(running) == 2 or number + 1 == arguments.submissions:
            for job, rows in running:
                cluster.await_finished(job)
                assert expected == committed_rows(rows), f"the rows of job {job}"
            running.clear()
    step(f"{arguments.submissions} submissions of {len(expected)} rows in {time.monotonic() - start:.0f} s")
    check_nothing_left(cluster)
    jvms = [pid for pid in cluster.jvms() if is_alive(pid)]
    left = [session.user_class_loaders(pid) for pid in jvms]
    end = time.monotonic() + CLASS_LOADER_SECONDS
    while any(left) and time.monotonic() < end:
        time.sleep(1)
        left = [session.user_class_loaders(pid) for pid in jvms]
    assert max(left) <= MOST_CLASS_LOADERS, f"class loaders of jobs are left in JobManager and TaskManagers: {left}"
    step(f"class loaders of jobs that are left in JobManager and TaskManagers: {left}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("horatio", type=pathlib.Path)
    parser.add_argument("jar", type=pathlib.Path)
    parser.add_argument("example", type=pathlib.Path)
    parser.add_argument("--submissions", type=int, default=50)
    arguments = parser.parse_args()
    # The jar alone: no executable is named or on the PATH.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HORATIO_OPERATOR")}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="horatio-cluster-"))
    cluster = Session(folder / "cluster", environment)
    passed = False
    try:
        cluster.start(2)
        test_exactly_once(cluster, arguments, folder)
        test_class_loaders(cluster, arguments, folder)
        passed = True
    finally:
        if cluster.folder.exists():
            jvms = cluster.jvms()
            cluster.stop()
            until(lambda: not any(map(is_alive, jvms)), "every JVM of the cluster has ended")
        if passed:
            shutil.rmtree(folder)
        else:
            step(f"failed; logs are in {folder}/cluster/log")
    step("passed")


if __name__ == "__main__":
    sys.exit(main())
