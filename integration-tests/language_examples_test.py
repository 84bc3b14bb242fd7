#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every example of the pages is what the tool answers.

usage: language_examples_test.py HORATIO PAGE...

Fenced blocks of a page, by the first word behind the fence:
  hql     a workload. One without STREAM has that of the hql block with a STREAM before it. It must be accepted, unless
          an error block follows.
  events  the input, as CSV, of the results that follow.
  result  all that `horatio run` prints for the workload and the events before it; further words behind the fence are
          options of the tool (`result --format json`).
  explain text that `horatio explain` prints for the workload before it, line for line within the whole.
  error   lines of which each is part of what is said when the workload before it is refused.
A block without a word is a workload if it has a STREAM. Others (java, sql, text) are not looked at.
"""
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(.*)$")
STREAM = re.compile(r"^\s*STREAM\b", re.MULTILINE)
STATEMENT = re.compile(r"^\s*STREAM\b.*?;", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass
class Block:
    kind: str
    options: list
    line: int
    text: str


def blocks_of(page):
    block = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if fence and block is None:
            words = fence.group(1).split()
            block = Block(words[0] if words else "", words[1:], number, "")
        elif fence:
            if block.kind == "" and STREAM.search(block.text):
                block.kind = "hql"
            yield block
            block = None
        elif block is not None:
            block.text += line + "\n"
    if block is not None:
        raise ValueError(f"{page}:{block.line}: the block has no end")


class Page:
    """Runs the blocks of a page in their order."""

    def __init__(self, tool, path, folder):
        self.tool, self.path, self.folder = tool, path, folder
        self.workload, self.stream, self.events = None, "", None
        self.expects_refusal = False
        self.examples, self.faults = 0, []

    def check(self):
        blocks = list(blocks_of(self.path))
        for block, following in zip(blocks, blocks[1:] + [None]):
            if block.kind == "hql":
                self.expects_refusal = following is not None and following.kind == "error"
            check = getattr(self, "check_" + block.kind, None) if block.kind else None
            if check:
                check(block)
        return self

    def run(self, *arguments):
        done = subprocess.run([self.tool, *arguments], capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def fault(self, block, text):
        self.faults.append(f"{self.path}:{block.line}: {text}")

    def write(self, name, text):
        path = pathlib.Path(self.folder) / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def check_hql(self, block):
        self.examples += 1
        text = block.text
        if STREAM.search(text):
            self.stream = STATEMENT.search(text).group(0)
        else:
            text = self.stream + "\n" + text
        self.workload = self.write("workload.hql", text)
        code, _, told = self.run("explain", "--workload", self.workload)
        if not self.expects_refusal and code != 0:
            self.fault(block, f"the workload is refused:\n{told}")
        if self.expects_refusal and code == 0:
            self.fault(block, "the workload is not refused")

    def check_events(self, block):
        self.events = self.write("events.csv", block.text)

    def check_result(self, block):
        if self.workload is None or self.events is None:
            self.fault(block, "a result needs an hql and an events block before it")
            return
        options = block.options if "--format" in block.options else ["--format", "csv", *block.options]
        code, printed, told = self.run("run", "--workload", self.workload, "--input", self.events, *options)
        if code != 0 or printed != block.text:
            self.fault(block, f"expected\n{block.text}printed (exit code {code})\n{printed}{told}")

    def check_explain(self, block):
        _, printed, told = self.run("explain", "--workload", self.workload)
        if block.text not in printed:
            self.fault(block, f"expected, as a part,\n{block.text}printed\n{printed}{told}")

    def check_error(self, block):
        _, _, told = self.run("explain", "--workload", self.workload)
        for line in block.text.splitlines():
            if line.strip() and line.strip() not in told:
                self.fault(block, f"expected, as a part,\n{line.strip()}\ntold\n{told}")


def main():
    tool, pages = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    faults = []
    for path in pages:
        with tempfile.TemporaryDirectory() as folder:
            page = Page(tool, path, folder).check()
        faults += page.faults
        if page.examples == 0:
            faults.append(f"{path}: there is no example")
        print(f"{path.name}: {page.examples} workloads")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
