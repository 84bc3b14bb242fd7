#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands that README.md shows exist, can be run, and know the options that it gives them.

usage: readme_test.py SOURCE_ROOT
"""
import os
import pathlib
import re
import sys

OUR_SCRIPT = re.compile(r"(?:^|[\s`(])((?:examples|integration-tests|\.ci)/[\w./-]+\.sh|\.ci/run)((?:[ \t]+[^\s`#|>]+)*)")
LINK = re.compile(r"\]\(([\w./-]+)\)|`((?:engine|bridge|operator|jvm-adapter|integration-tests|examples)/[\w./-]+)`")
README_COMMANDS = ["examples/quickstart.sh", "integration-tests/run.sh"]


def faults_of(root):
    text = (root / "README.md").read_text(encoding="utf-8")
    for command in README_COMMANDS:
        if command not in text:
            yield f"README.md does not show {command}"
    for script, arguments in OUR_SCRIPT.findall(text):
        path = root / script
        if not path.is_file() or not os.access(path, os.X_OK):
            yield f"README.md shows {script}, which does not exist or cannot be run"
            continue
        source = path.read_text(encoding="utf-8")
        for option in re.findall(r"--[a-z][a-z-]*", arguments):
            if option not in source:
                yield f"README.md gives {script} the option {option}, which it does not know"
    for groups in LINK.findall(text):
        target = next(filter(None, groups))
        if not (root / target).exists():
            yield f"README.md points to {target}, which does not exist"


def main():
    faults = list(faults_of(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(faults) if faults else "README.md keeps its word")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
