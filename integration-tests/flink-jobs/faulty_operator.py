#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for horatio-operator: runs the real one and passes its data plane on, until a fault is due.

Arguments: --operator=PATH, --faults=FOLDER, all others are those of horatio-operator. The folder has a file for each
fault: "ACTION PLACE [KIND NUMBER]". A process takes the first that is left; what it has done is renamed to "done-...". ACTION: KILL, TERM, STOP (signals), CUT (the connections end),
MUTE (the connections stay, nothing passes). PLACE: "start" (before it is ready), "ready" (after), "in" or "out" (at
frame NUMBER of KIND from or to the JVM; kinds as in bridge/FRAMES.md). LIMIT=BYTES for "start" is the largest file
that it can write.
"""
import ctypes
import json
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading


class Fault:
    """At most one of a process; fires once."""

    def __init__(self, folder):
        self.path = None
        self.action = self.place = ""
        self.kind = self.left = 0
        self.lock = threading.Lock()
        for name in sorted(os.listdir(folder)):
            taken = os.path.join(folder, f"taken-{name}")
            if not name.startswith(("done-", "taken-")) and self.take(os.path.join(folder, name), taken):
                break

    def take(self, path, taken):
        try:
            os.rename(path, taken)
        except FileNotFoundError:
            return False  # another process was faster
        self.path = path
        with open(taken, encoding="utf-8") as file:
            words = file.read().split()
        self.action, self.place = words[0], words[1]
        if len(words) > 2:
            self.kind, self.left = int(words[2]), int(words[3])
        return True

    def is_due(self, place, kind=0):
        with self.lock:
            if self.path is None or self.place != place or self.kind != kind:
                return False
            self.left -= 1
            if self.left > 0:
                return False
            folder, name = os.path.split(self.path)
            os.rename(os.path.join(folder, f"taken-{name}"), os.path.join(folder, f"done-{name}"))
            self.path = None
            return True

    def put_back(self):
        if self.path is not None:
            folder, name = os.path.split(self.path)
            os.rename(os.path.join(folder, f"taken-{name}"), self.path)


def receive(source, size):
    data = bytearray()
    while len(data) < size:
        part = source.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def integer(data, at):
    """A msgpack uint and where it ends."""
    width = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}.get(data[at], 0)
    return (int.from_bytes(data[at + 1:at + 1 + width], "big"), at + 1 + width) if width else (data[at], at + 1)


def kind_of(body):
    """The kind of a frame, the third element of its array."""
    at = {0xDC: 3, 0xDD: 5}.get(body[0], 1)
    for _ in range(2):
        _, at = integer(body, at)
    return integer(body, at)[0]


class Proxy:
    """The data plane between the JVM and the real process."""

    def __init__(self, fault, child, port):
        self.fault, self.child, self.port = fault, child, port
        self.mute = threading.Event()
        self.sockets = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            jvm, _ = self.listener.accept()
            operator = socket.create_connection(("127.0.0.1", self.port))
            for side in (jvm, operator):
                side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.sockets += [jvm, operator]
            for arguments in ((jvm, operator, "in"), (operator, jvm, "out")):
                threading.Thread(target=self.pump, args=arguments, daemon=True).start()

    def pump(self, source, target, place):
        try:
            for _ in range(64):  # the greeting, of which each side waits for parts
                target.sendall(receive(source, 1))
            while True:
                head = receive(source, 1)
                length = receive(source, 8 if head[0] & 2 else 1)
                body = receive(source, struct.unpack(">Q", length)[0] if head[0] & 2 else length[0])
                if not head[0] & 4 and self.fault.is_due(place, kind_of(body)):
                    self.act()
                if self.mute.is_set():
                    threading.Event().wait()
                target.sendall(head + length + body)
        except (EOFError, OSError):
            self.end(source, target)

    def end(self, *sockets):
        for one in sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended already

    def act(self):
        if self.fault.action == "CUT":
            self.end(*self.sockets)
            raise EOFError
        if self.fault.action == "MUTE":
            self.mute.set()
        else:
            strike(self.child, self.fault.action)


def strike(child, action):
    child.send_signal(getattr(signal, "SIG" + action))


def end_as(child):
    """Ends as the child has ended."""
    code = child.wait()
    if code < 0 and code != -signal.SIGXFSZ:
        signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 128 - code)


def in_child(limit):
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it may be stopped when this process is killed
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def main():
    own = dict(argument[2:].split("=", 1) for argument in sys.argv if argument.startswith(("--operator=", "--faults=")))
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith(("--operator=", "--faults="))]
    fault = Fault(own["faults"])
    limit = int(fault.action[6:]) if fault.action.startswith("LIMIT=") else None
    child = subprocess.Popen([own["operator"]] + arguments, stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: in_child(limit))
    signal.signal(signal.SIGTERM, lambda *_: strike(child, "TERM"))
    if fault.is_due("start") and limit is None:
        strike(child, fault.action)
    line = child.stdout.readline()
    if line:
        ready = json.loads(line)
        proxy = Proxy(fault, child, int(ready["data"].rsplit(":", 1)[1]))
        ready["data"] = f"tcp://127.0.0.1:{proxy.listener.getsockname()[1]}"
        if fault.is_due("ready"):
            strike(child, fault.action)
        print(json.dumps(ready), flush=True)
    threading.Thread(target=lambda: [print(rest, end="", flush=True) for rest in child.stdout], daemon=True).start()
    child.wait()
    fault.put_back()
    end_as(child)


main()
