#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the names and reasons of the skipped tests of Maven modules, from Surefire's reports.

usage: name_skipped.py MODULE_FOLDER...
"""
import pathlib
import sys
import xml.etree.ElementTree


def skipped_tests(folder):
    for report in sorted(pathlib.Path(folder).glob("target/surefire-reports/TEST-*.xml")):
        for case in xml.etree.ElementTree.parse(report).iter("testcase"):
            skipped = case.find("skipped")
            if skipped is not None:
                yield f"{case.get('classname')}.{case.get('name')}", skipped.get("message") or "no reason given"


for module in sys.argv[1:]:
    for name, reason in skipped_tests(module):
        print(f"skipped: {name}: {reason}")
