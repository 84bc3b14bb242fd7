# SPDX-License-Identifier: Apache-2.0
"""A session cluster for tests: started and ended by cluster.sh, asked over Flink's REST interface."""
import json
import pathlib
import re
import subprocess
import time
import urllib.request

SCRIPT = pathlib.Path(__file__).parent / "cluster.sh"
DEADLINE_SECONDS = 120


def until(condition, what):
    """Waits for what condition() gives, with a deadline that only a fault reaches."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"did not come true in {DEADLINE_SECONDS} s: {what}")


class Session:
    """A cluster whose files are in a folder."""

    def __init__(self, folder, environment):
        self.folder = pathlib.Path(folder)
        self.environment = environment
        self.rest = None

    def _script(self, *arguments):
        done = subprocess.run([SCRIPT, arguments[0], self.folder, *arguments[1:]], env=self.environment,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{arguments} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self, taskmanagers):
        self._script("start", str(taskmanagers))
        port = re.search(r"^rest\.port: (\d+)$", (self.folder / "conf/config.yaml").read_text(), re.M).group(1)
        self.rest = f"http://127.0.0.1:{port}"
        self.await_taskmanagers(taskmanagers)

    def stop(self):
        self._script("stop")

    def add_taskmanager(self):
        self._script("add-taskmanager")

    def await_taskmanagers(self, count):
        until(lambda: self.overview().get("taskmanagers") == count, f"{count} TaskManagers are there")

    def overview(self):
        try:
            return self.get("/overview")
        except OSError:
            return {}

    def pids(self, kind):
        """Of the JVMs that were started: standalonesession or taskexecutor."""
        return [int(pid) for pid in (self.folder / f"pid/flink-horatio-{kind}.pid").read_text().split()]

    def jvms(self):
        return self.pids("standalonesession") + self.pids("taskexecutor")

    def flink(self, *arguments):
        return self._script("flink", *(str(argument) for argument in arguments))

    def submit(self, *arguments):
        """flink run -d; the id of the job."""
        output = self.flink("run", "-d", *arguments)
        return re.search(r"JobID ([0-9a-f]{32})", output).group(1)

    def get(self, path):
        with urllib.request.urlopen(self.rest + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path, content):
        request = urllib.request.Request(self.rest + path, json.dumps(content).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def upload(self, jar):
        """For submissions over REST; the name under which it is known."""
        boundary = "jar-of-the-job"
        head = (f'--{boundary}\r\nContent-Disposition: form-data; name="jarfile"; filename="{jar.name}"\r\n'
                "Content-Type: application/x-java-archive\r\n\r\n")
        body = head.encode() + jar.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
        request = urllib.request.Request(self.rest + "/jars/upload", body,
                                         {"Content-Type": f"multipart/form-data; boundary={boundary}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["filename"].rsplit("/", 1)[-1]

    def state(self, job):
        return self.get(f"/jobs/{job}")["state"]

    def restored(self, job):
        """What the job was restored from last, or nothing."""
        return self.get(f"/jobs/{job}/checkpoints")["latest"]["restored"]

    def await_finished(self, job):
        state = until(lambda: (lambda now: now if now in ("FINISHED", "FAILED", "CANCELED") else None)(self.state(job)),
                      f"job {job} has ended")
        if state != "FINISHED":
            raise AssertionError(f"job {job} has {state}:\n{json.dumps(self.get(f'/jobs/{job}/exceptions'))[:4000]}")


def children(pid):
    """Processes that this one has started and that have not ended."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            state, parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(folder.name))
    return found


def sidecars(jvm):
    """Its horatio-operator processes."""
    names = []
    for child in children(jvm):
        try:
            name = pathlib.Path(f"/proc/{child}/comm").read_text().strip()
        except OSError:
            continue
        if "horatio-operator".startswith(name) and name.startswith("horatio-op"):
            names.append(child)
    return names


def listeners(pid):
    """Addresses on which a process accepts connections, as the kernel prints them: hexadecimal, words reversed."""
    sockets = set()
    for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(str(link.readlink()))
        except OSError:
            continue
    found = []
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            field = line.split()
            if field[3] == "0A" and f"socket:[{field[9]}]" in sockets:
                found.append(field[1].split(":")[0])
    return found


def is_loopback(address):
    """127.0.0.0/8, also as an IPv6 address, and ::1."""
    if len(address) == 8:
        return address[6:] == "7F"
    return address == "0" * 24 + "01000000" or (address[:24] == "0" * 16 + "FFFF0000" and address[30:] == "7F")


def user_class_loaders(pid):
    """How many class loaders of jobs a JVM of the cluster still has after it has collected garbage."""
    for _ in range(3):
        subprocess.run(["jcmd", str(pid), "GC.run"], check=True, capture_output=True)
        time.sleep(0.3)
    statistics = subprocess.run(["jcmd", str(pid), "VM.classloader_stats"], check=True, capture_output=True, text=True)
    return sum("ChildFirstClassLoader" in line for line in statistics.stdout.splitlines())
