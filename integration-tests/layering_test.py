#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the tree to its architecture: who may include whom, who owns which third-party header, what stays out of text.

usage: layering_test.py SOURCE_ROOT
Every fault is printed as FILE:LINE: reason; the exit code is 1 if there is one.
"""
import pathlib
import re
import sys
import unittest

ROOMS = ["engine/trend", "engine/sequence", "engine/episode", "engine/match"]
ENGINE = ["engine"]
ALL = ["engine", "bridge", "operator"]

# Folder -> what it may include besides itself. The longest folder that holds a file speaks for it.
MAY_INCLUDE = {
    "engine/model": [],
    "engine/numbers": [],
    "engine/query": ["engine/model"],
    "engine/automaton": ["engine/model"],
    "engine/predicate": ["engine/model", "engine/numbers"],
    "engine/shed": ["engine/model", "engine/numbers"],
    **{room: ["engine/model", "engine/numbers", "engine/automaton", "engine/predicate"] for room in ROOMS},
    "engine/plan": ENGINE,
    "engine/bench": ENGINE,
    "bridge/frames": ["engine/model"],
    "bridge/transport": ["engine/model", "bridge/frames"],
    "bridge/control": ["engine/model"],
    "operator": ALL,
    "integration-tests/process": ["engine/model", "bridge"],
    "integration-tests": [],
    "examples": [],
}

# A test may make its input with the parser and set its room against the whole engine, but rooms stay apart even there.
TEST_MAY_ALSO_INCLUDE = ["engine/model", "engine/numbers", "engine/query", "engine/automaton", "engine/predicate", "engine/plan"]

# First part of a third-party header -> the only places that include it.
OWNERS = {
    "msgpack": ["bridge/frames/frame_codec.cc"],
    "zmq": ["bridge/transport"],
    "lz4.h": ["operator/process/block_file.cc"],
    "thrift": ["bridge/control", "operator"],
    "tao": ["engine/query"],
    "CLI": ["operator"],
    "nlohmann": ["operator", "bridge/frames", "integration-tests/process"],
    "spdlog": ["operator"],
    "boost/iostreams": ["operator/cli"],
}

# The engine has no sockets, threads, clocks, files or logs. Benchmarks and tests may print and measure.
IMPURE = re.compile(
    r"^(thread|mutex|shared_mutex|condition_variable|atomic|future|chrono|ctime|time\.h|fstream|iostream|filesystem|cstdio|"
    r"stdio\.h|unistd\.h|sys/.*|netinet/.*|arpa/.*|pthread\.h)$"
)

# Joined here so that this file does not hold what it looks for.
FORBIDDEN_TEXT = [
    "/" + "work/", "/tmp/" + "build", "deb." + "debian.org", "repo." + "maven", "repo1." + "maven", "py" + "pi.org",
    "python" + "hosted.org", "crates" + ".io", "npm" + "js.org", "proxy." + "golang",
]

SOURCES = {".h", ".cc", ".cpp", ".hpp", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def longest_folder(path, table):
    return max((folder for folder in table if inside(path, folder)), key=len, default=None)


def is_test(path):
    name = pathlib.PurePosixPath(path).name
    return "_test." in name or "fuzz" in name or "/testing/" in path or "oracle" in name


def include_fault(path, header):
    """Why `path` may not include `header`, or None."""
    owner = longest_folder(header, OWNERS)
    third_party = owner or next((o for o in OWNERS if re.match(re.escape(o) + r"([./]|$)", header)), None)
    if third_party:
        allowed = OWNERS[third_party]
        return None if any(inside(path, place) for place in allowed) else f"{header} belongs to {', '.join(allowed)}"
    folder = longest_folder(path, MAY_INCLUDE)
    if inside(path, "engine") and IMPURE.match(header):
        return None if is_test(path) or inside(path, "engine/bench") else f"the engine is pure: no <{header}>"
    if not any(inside(header, top) for top in ALL + ["integration-tests", "examples"]):
        return None
    if folder is None:
        return f"no rule for this folder: add it to {pathlib.Path(__file__).name}"
    allowed = [folder] + MAY_INCLUDE[folder]
    if is_test(path) and inside(path, "engine"):
        allowed = allowed + TEST_MAY_ALSO_INCLUDE
    return None if any(inside(header, place) for place in allowed) else f"{folder} may not include {header}"


def text_faults(line):
    return [f"names a package host or a place of one machine: {text}" for text in FORBIDDEN_TEXT if text in line]


def tree(root):
    skipped = {".git", ".build", "target", "__pycache__", "node_modules"}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.is_file() and not skipped.intersection(relative.parts):
            yield path, relative.as_posix()


def faults_of(root):
    for path, name in tree(root):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # golden frames and other data
        for number, line in enumerate(lines, 1):
            for fault in text_faults(line):
                yield f"{name}:{number}: {fault}"
            match = INCLUDE.match(line) if path.suffix in SOURCES else None
            fault = include_fault(name, match.group(2)) if match else None
            if fault:
                yield f"{name}:{number}: {fault}"


class RulesCatchWhatTheyAreFor(unittest.TestCase):
    def test_rooms_do_not_include_each_other(self):
        self.assertIsNotNone(include_fault("engine/trend/a.cc", "engine/episode/b.h"))
        self.assertIsNotNone(include_fault("engine/trend/a_test.cc", "engine/match/b.h"))
        self.assertIsNone(include_fault("engine/trend/a.cc", "engine/model/query.h"))

    def test_engine_stands_alone(self):
        self.assertIsNotNone(include_fault("engine/plan/a.cc", "bridge/frames/frame.h"))
        self.assertIsNotNone(include_fault("engine/plan/a.cc", "chrono"))
        self.assertIsNotNone(include_fault("engine/query/a.cc", "fstream"))
        self.assertIsNone(include_fault("engine/plan/a.cc", "vector"))

    def test_bridge_knows_the_model_only(self):
        self.assertIsNotNone(include_fault("bridge/frames/frame.h", "engine/plan/engine.h"))
        self.assertIsNone(include_fault("bridge/frames/frame.h", "engine/model/value.h"))

    def test_third_party_headers_have_one_owner(self):
        self.assertIsNotNone(include_fault("operator/process/a.cc", "msgpack.hpp"))
        self.assertIsNotNone(include_fault("operator/process/a.cc", "zmq.hpp"))
        self.assertIsNotNone(include_fault("engine/query/a.cc", "thrift/Thrift.h"))
        self.assertIsNone(include_fault("bridge/transport/a.cc", "zmq.hpp"))

    def test_examples_use_the_built_products_only(self):
        self.assertIsNotNone(include_fault("examples/a.cc", "engine/plan/engine.h"))

    def test_text_does_not_name_hosts_or_machines(self):
        self.assertTrue(text_faults("cd " + "/" + "work/main"))
        self.assertFalse(text_faults("cd build"))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromTestCase(RulesCatchWhatTheyAreFor))
    faults = list(faults_of(root))
    print("\n".join(faults) if faults else "the tree keeps its layers")
    return 1 if faults or not result.wasSuccessful() else 0


if __name__ == "__main__":
    sys.exit(main())
