#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden frames of this folder from FRAMES.md alone: it shares no code with the C++ or the Java codec.

    make_golden.py [DIRECTORY]     (default: the folder of this script)

One .bin per frame; golden.json says what each one holds, and for the frames of bad/ which error code a decoder must
give (engine/model/status.h). Both codecs are tested against these files field by field.
"""
import json
import pathlib
import struct
import sys

MAGIC = 0x48524154
VERSION = 1 * 256 + 3

KINDS = {
    "HELLO": 1, "HELLO_OK": 2, "RESTORE": 3, "RESTORE_DONE": 4, "PANES": 5, "WATERMARK": 6, "BARRIER": 7,
    "BARRIER_ACK": 8, "SNAPSHOT": 9, "RELEASE": 10, "RESULT": 11, "DRAINED_WATERMARK": 12, "CREDIT": 13,
    "RESULT_CREDIT": 14, "REJECTED": 15, "QUERY_CHANGE": 16, "PING": 17, "PONG": 18, "END_OF_INPUT": 19,
    "ERROR": 20, "BYE": 21,
}
ENCODINGS = {"INT64": 0, "FLOAT64": 1, "BOOL": 2, "TEXT": 3, "TEXT_DICTIONARY": 4, "UINT64": 5, "NULL": 6}
BAD_FRAME, UNSUPPORTED_VERSION, UNKNOWN_KIND, LIMIT_EXCEEDED = 300, 301, 302, 303
LOWEST = -(2 ** 63)


# ---- msgpack, narrowest form; wide=True: the widest form of integers and of the headers of bins ----

def integer(value, wide=False):
    if value >= 0:
        if wide:
            return b"\xcf" + struct.pack(">Q", value)
        if value < 0x80:
            return struct.pack(">B", value)
        for tag, code, limit in ((0xCC, ">B", 1 << 8), (0xCD, ">H", 1 << 16), (0xCE, ">I", 1 << 32)):
            if value < limit:
                return bytes([tag]) + struct.pack(code, value)
        return b"\xcf" + struct.pack(">Q", value)
    if wide:
        return b"\xd3" + struct.pack(">q", value)
    if value >= -32:
        return struct.pack(">b", value)
    for tag, code, limit in ((0xD0, ">b", 1 << 7), (0xD1, ">h", 1 << 15), (0xD2, ">i", 1 << 31)):
        if value >= -limit:
            return bytes([tag]) + struct.pack(code, value)
    return b"\xd3" + struct.pack(">q", value)


def text(value):
    data = value.encode("utf-8")
    n = len(data)
    if n < 32:
        return bytes([0xA0 | n]) + data
    if n < 1 << 8:
        return b"\xd9" + struct.pack(">B", n) + data
    if n < 1 << 16:
        return b"\xda" + struct.pack(">H", n) + data
    return b"\xdb" + struct.pack(">I", n) + data


def binary(data, wide=False):
    n = len(data)
    if n < 1 << 8 and not wide:
        return b"\xc4" + struct.pack(">B", n) + data
    if n < 1 << 16 and not wide:
        return b"\xc5" + struct.pack(">H", n) + data
    return b"\xc6" + struct.pack(">I", n) + data


def boolean(value):
    return b"\xc3" if value else b"\xc2"


def array_header(n):
    if n < 16:
        return bytes([0x90 | n])
    if n < 1 << 16:
        return b"\xdc" + struct.pack(">H", n)
    return b"\xdd" + struct.pack(">I", n)


def array(elements):
    return array_header(len(elements)) + b"".join(elements)


def envelope(kind, session, seq, body, magic=MAGIC, version=VERSION, wide=False):
    head = [integer(magic), integer(version, wide), integer(kind, wide), integer(session, wide), integer(seq, wide)]
    return array(head + body)


# ---- columns: each element is described as JSON (what a reader must find) and as bytes ----

def packed(code, values):
    return struct.pack("<%d%s" % (len(values), code), *values)


def validity(values, always=False):
    if not always and all(value is not None for value in values):
        return b""
    bits = bytearray((len(values) + 7) // 8)
    for row, value in enumerate(values):
        if value is not None:
            bits[row // 8] |= 1 << (row % 8)
    return bytes(bits)


def offsets_and_bytes(texts):
    offsets, data = [0], b""
    for item in texts:
        data += item.encode("utf-8")
        offsets.append(len(data))
    return packed("I", offsets), data


def column_bins(encoding, values):
    if encoding == "NULL":
        return b"", b"", b"", b""
    filler = "" if encoding.startswith("TEXT") else 0
    filled = [filler if value is None else value for value in values]
    valid = validity(values)
    if encoding == "TEXT":
        offsets, data = offsets_and_bytes(filled)
        return valid, offsets, data, b""
    if encoding == "TEXT_DICTIONARY":
        words = []
        for value in values:
            if value is not None and value not in words:
                words.append(value)
        words = words or [""]  # the codes of NULL rows must be valid too
        offsets, data = offsets_and_bytes(words)
        return valid, packed("I", [0 if v is None else words.index(v) for v in values]), offsets, data
    code = {"INT64": "q", "FLOAT64": "d", "BOOL": "B", "UINT64": "Q"}[encoding]
    return valid, packed(code, filled), b"", b""


def column(encoding, values):
    return {"encoding": encoding, "values": values}


def column_elements(description, wide=False):
    bins = column_bins(description["encoding"], description["values"])
    return [integer(ENCODINGS[description["encoding"]], wide)] + [binary(b, wide) for b in bins]


def block_elements(block, wide=False):
    table = b"".join(struct.pack("<qII", p["start"], p["first_row"], p["rows"]) for p in block["panes"])
    elements = [
        integer(block["type"], wide), integer(block["rows"], wide), binary(table, wide),
        binary(packed("H", block["key_groups"]), wide), binary(packed("q", block["times"]), wide),
        binary(packed("I", block["arrivals"]), wide), integer(len(block["columns"]), wide),
    ]
    for description in block["columns"]:
        elements += column_elements(description, wide)
    return elements


def panes_body(body, wide=False):
    blocks = array([array(block_elements(block, wide)) for block in body["blocks"]])
    return [integer(body["oldest_arrival_ns"], wide), integer(body["oldest_ingest_ms"], wide), blocks]


def result_body(body):
    """The elements of 1.0; what 1.1 appends is appended by result_body_1_1()."""
    cells = []
    for cell in body["cells"]:
        cells += column_elements(cell["column"])
        cells += [binary(packed("B", cell["status"])), binary(packed("d", [float(b) for b in cell["bounds"]]))]
    group = [element for description in body["group"] for element in column_elements(description)]
    return [
        integer(body["query"]), integer(body["rows"]), boolean(body["windowed"]), binary(packed("q", body["starts"])),
        binary(packed("q", body["ends"])), binary(packed("H", body["key_groups"])),
        binary(packed("d", body["shed"])), binary(packed("B", body["partial"])), array(group), array(cells),
    ]


def result_body_1_1(body):
    bound_texts = [element for description in body["bound_texts"] for element in column_elements(description)]
    return result_body(body) + [binary(packed("q", body["times"])), array(bound_texts)]


# ---- the scalar kinds: field name and type, in the order of FRAMES.md ----

SCALAR_FIELDS = {
    "HELLO": [("token", "str"), ("job", "str"), ("operator", "str"), ("subtask", "int"), ("attempt", "str"),
              ("try", "int"), ("max_parallelism", "int"), ("first_key_group", "int"), ("last_key_group", "int"),
              ("workload_hash", "str"), ("columns", "str"), ("result_credit", "int"), ("max_frame", "int")],
    "HELLO_OK": [("process_version", "str"), ("event_credit", "int"), ("max_frame", "int"), ("workload_hash", "str")],
    "RESTORE": [("key_group", "int"), ("offset", "int"), ("last", "bool"), ("chunk", "bin")],
    "RESTORE_DONE": [("first_key_group", "int"), ("last_key_group", "int"), ("count", "int"), ("crc", "int"),
                     ("skipped_partial", "int")],
    "WATERMARK": [("time", "int")],
    "BARRIER": [("checkpoint", "int"), ("newest_unsent", "int")],
    "BARRIER_ACK": [("checkpoint", "int"), ("last_result_seq", "int"), ("watermark", "int")],
    "SNAPSHOT": [("checkpoint", "int"), ("key_group", "int"), ("offset", "int"), ("limit", "int"), ("chunk", "bin")],
    "RELEASE": [("checkpoint", "int")],
    "DRAINED_WATERMARK": [("time", "int")],
    "CREDIT": [("bytes", "int")],
    "RESULT_CREDIT": [("bytes", "int")],
    "REJECTED": [("count", "int"), ("code", "int"), ("reason", "str")],
    "QUERY_CHANGE": [("change", "int"), ("workload_hash", "str")],
    "PING": [("nonce", "int")],
    "PONG": [("nonce", "int"), ("progress", "int"), ("state", "int")],
    "END_OF_INPUT": [],
    "ERROR": [("code", "int"), ("message", "str"), ("remedy", "str")],
    "BYE": [],
}


def scalar_body(kind, body, wide=False):
    elements = []
    for name, form in SCALAR_FIELDS[kind]:
        value = body[name]
        if form == "int":
            elements.append(integer(value, wide))
        elif form == "str":
            elements.append(text(value))
        elif form == "bool":
            elements.append(boolean(value))
        else:
            elements.append(binary(bytes.fromhex(value), wide))  # bins stand in golden.json as hexadecimal digits
    return elements


def body_elements(kind, body, wide=False):
    if kind == "PANES":
        return panes_body(body, wide)
    if kind == "RESULT":
        return result_body_1_1(body)
    return scalar_body(kind, body, wide)


# ---- the frames ----

class Golden:
    def __init__(self, directory):
        self.directory = directory
        self.frames = []
        self.bad_frames = []

    def write(self, name, data):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def good(self, name, kind, session, seq, body, wide=False, version=VERSION, data=None):
        """narrowest: the bytes are those that a writer of narrowest forms makes."""
        plain = data is None
        if plain:
            data = envelope(KINDS[kind], session, seq, body_elements(kind, body, wide), version=version, wide=wide)
        self.write(name + ".bin", data)
        self.frames.append({"file": name + ".bin", "kind": kind, "version": version, "session": session, "seq": seq,
                            "narrowest": plain and not wide, "body": body})

    def bad(self, name, code, data, why):
        self.write("bad/" + name + ".bin", data)
        self.bad_frames.append({"file": "bad/" + name + ".bin", "code": code, "why": why})


def scalar_frames(golden):
    golden.good("hello", "HELLO", 0, 0, {
        "token": "5f1d7a9e0c3b4d2a8e6f70b1c2d3e4f5", "job": "a1b2c3d4e5f60718293a4b5c6d7e8f90",
        "operator": "cbc357ccb763df2852fee8c4fc7d55f2", "subtask": 3, "attempt": "9f0c_cbc357cc_3_0", "try": 2,
        "max_parallelism": 128, "first_key_group": 32, "last_key_group": 63, "workload_hash": "sha256:00ff",
        "columns": "Travel(district,speed);Pickup(district)", "result_credit": 4 << 20, "max_frame": 16 << 20})
    golden.good("hello_unicode", "HELLO", 0, 0, {
        "token": "", "job": "Z\u00fcrich \u2192 \u6771\u4eac \U0001f695", "operator": "o" * 31, "subtask": 0,
        "attempt": "a" * 32, "try": 0, "max_parallelism": 32768, "first_key_group": 0, "last_key_group": 32767,
        "workload_hash": "h" * 255, "columns": "C" * 256, "result_credit": 2 ** 64 - 1, "max_frame": 0})
    golden.good("hello_ok", "HELLO_OK", 7, 0, {
        "process_version": "0.1.0", "event_credit": 8 << 20, "max_frame": 16 << 20, "workload_hash": "sha256:00ff"})
    golden.good("restore", "RESTORE", 7, 1, {"key_group": 33, "offset": 5000000000, "last": True, "chunk": "00ff10fe"})
    golden.good("restore_empty", "RESTORE", 7, 2, {"key_group": 34, "offset": 0, "last": False, "chunk": ""})
    golden.good("restore_done", "RESTORE_DONE", 7, 3, {
        "first_key_group": 32, "last_key_group": 63, "count": 2, "crc": 0xE3069283, "skipped_partial": 0})
    golden.good("restore_done_skipped", "RESTORE_DONE", 7, 4, {
        "first_key_group": 32, "last_key_group": 63, "count": 2, "crc": 0xE3069283, "skipped_partial": 5000000000})
    golden.good("watermark", "WATERMARK", 7, 301, {"time": -1})
    golden.good("watermark_before_time", "WATERMARK", 7, 302, {"time": LOWEST})
    golden.good("watermark_epoch", "WATERMARK", 7, 303, {"time": 1381104000000})
    golden.good("watermark_wide", "WATERMARK", 7, 304, {"time": 5}, wide=True)
    golden.good("watermark_wide_negative", "WATERMARK", 7, 305, {"time": -5}, wide=True)
    golden.good("barrier", "BARRIER", 7, 400, {"checkpoint": 9, "newest_unsent": 1381104000000})
    golden.good("barrier_ack", "BARRIER_ACK", 7, 65536, {
        "checkpoint": 9, "last_result_seq": 65535, "watermark": -7})
    golden.good("snapshot_request", "SNAPSHOT", 7, 401, {
        "checkpoint": 9, "key_group": 40, "offset": 1 << 40, "limit": 262144, "chunk": ""})
    golden.good("snapshot", "SNAPSHOT", 7, 65537, {
        "checkpoint": 9, "key_group": 40, "offset": 0, "limit": 3, "chunk": "010203"})
    golden.good("release", "RELEASE", 7, 402, {"checkpoint": 9})
    golden.good("drained_watermark", "DRAINED_WATERMARK", 7, 70000, {"time": -62135596800000})
    golden.good("drained_end", "DRAINED_WATERMARK", 7, 70001, {"time": 2 ** 63 - 1})
    golden.good("credit", "CREDIT", 7, 12, {"bytes": 123456})
    golden.good("result_credit", "RESULT_CREDIT", 7, 13, {"bytes": 2 ** 32})
    golden.good("rejected", "REJECTED", 7, 14, {"count": 2, "code": 200, "reason": "Travel.speed: NULL in a key"})
    golden.good("query_change", "QUERY_CHANGE", 7, 15, {"change": 1, "workload_hash": "sha256:11ee"})
    golden.good("ping", "PING", 7, 16, {"nonce": 2 ** 63 + 1})
    golden.good("pong", "PONG", 7, 17, {"nonce": 2 ** 63 + 1, "progress": 987654321, "state": 2})
    golden.good("end_of_input", "END_OF_INPUT", 7, 18, {})
    golden.good("error", "ERROR", 7, 19, {
        "code": 303, "message": "PANES has 17000000 bytes, at most 16777216 are taken", "remedy": "send smaller frames"})
    golden.good("error_without_session", "ERROR", 0, 0, {
        "code": 306, "message": "the token is not that of this process", "remedy": ""})
    golden.good("bye", "BYE", 7, 300, {})


def travel_block(first_arrival=0):
    return {
        "type": 0, "rows": 3,
        "panes": [{"start": -10000, "first_row": 0, "rows": 2}, {"start": 0, "first_row": 2, "rows": 1}],
        "key_groups": [32, 63, 40], "times": [-10000, -1, 0],
        "arrivals": [first_arrival + 2, first_arrival, first_arrival + 1],
        "columns": [column("INT64", [-7, 2 ** 63 - 1, LOWEST]), column("FLOAT64", [0.1, -0.0, 1e308])],
    }


def panes_frames(golden):
    golden.good("panes", "PANES", 7, 20, {
        "oldest_arrival_ns": 123456789012345, "oldest_ingest_ms": 1381104000123, "blocks": [travel_block()]})

    rows = 9
    every = {
        "type": 5, "rows": rows, "panes": [{"start": 0, "first_row": 0, "rows": rows}],
        "key_groups": list(range(rows)), "times": list(range(rows)), "arrivals": list(range(rows)),
        "columns": [
            column("INT64", [1, None, 3, None, 5, 6, 7, 8, None]),
            column("FLOAT64", [None, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]),
            column("BOOL", [True, False, None, True, True, False, False, True, True]),
            column("TEXT", ["", "a", None, "\u00e9\u6771", "b" * 40, "", None, "x", "\U0001f695"]),
            column("TEXT_DICTIONARY", ["north", "south", None, "north", "", "south", "north", "north", "south"]),
            column("TEXT_DICTIONARY", [None] * rows),
            column("NULL", [None] * rows),
        ],
    }
    golden.good("panes_every_encoding", "PANES", 7, 21, {
        "oldest_arrival_ns": -5, "oldest_ingest_ms": LOWEST, "blocks": [every]})

    pickup = {
        "type": 1, "rows": 2, "panes": [{"start": LOWEST, "first_row": 0, "rows": 2}], "key_groups": [0, 65535],
        "times": [LOWEST + 1, 2 ** 63 - 1], "arrivals": [4, 0], "columns": [],
    }
    two = [travel_block(first_arrival=1), pickup]
    golden.good("panes_two_blocks", "PANES", 7, 22, {
        "oldest_arrival_ns": 1, "oldest_ingest_ms": LOWEST, "blocks": two})
    golden.good("panes_wide", "PANES", 7, 23, {
        "oldest_arrival_ns": 1, "oldest_ingest_ms": LOWEST, "blocks": two}, wide=True)

    many = 300
    golden.good("panes_many_rows", "PANES", 7, 24, {
        "oldest_arrival_ns": 1, "oldest_ingest_ms": 2, "blocks": [{
            "type": 0, "rows": many,
            "panes": [{"start": 100 * p, "first_row": 100 * p, "rows": 100} for p in range(3)],
            "key_groups": [r % 7 for r in range(many)], "times": list(range(many)),
            "arrivals": [many - 1 - r for r in range(many)],
            "columns": [column("TEXT_DICTIONARY", ["d%d" % (r % 11) for r in range(many)]),
                        column("FLOAT64", [r / 8 for r in range(many)])]}]})
    golden.good("panes_no_blocks", "PANES", 7, 25, {"oldest_arrival_ns": 0, "oldest_ingest_ms": 0, "blocks": []})


def result(query, cells, starts=None, ends=None, key_groups=None, group=(), **others):
    """The body of a RESULT frame; without starts its rows have no window."""
    rows = len(cells[0]["column"]["values"])
    body = {
        "query": query, "rows": rows, "windowed": starts is not None, "starts": starts or [], "ends": ends or [],
        "key_groups": key_groups or [0] * rows, "shed": [], "partial": [], "group": list(group), "cells": cells,
        "times": [], "bound_texts": []}
    body.update(others)
    return body


def cell(encoding, values, status=(), bounds=()):
    return {"column": column(encoding, values), "status": list(status), "bounds": list(bounds)}


def result_frames(golden):
    plain = result(
        0, [cell("UINT64", [1, 2 ** 64 - 1, 3])], [-20, 0, 0], [10, 30, 30], [32, 33, 63],
        [column("TEXT_DICTIONARY", ["north", "south", "north"]), column("INT64", [1, 2, None])])
    golden.good("result", "RESULT", 7, 30, plain)
    golden.good("result_text_counts", "RESULT", 7, 31, result(1, [cell("TEXT", ["7", str(2 ** 100)], [0, 0])]))
    golden.good("result_every_status", "RESULT", 7, 32, result(
        4000, [
            cell("UINT64", [5, None, 7], [0, 2, 0]),
            cell("FLOAT64", [1.25, -3.5, None], [1, 1, 0], [0.5, 1e-9, 0.0]),
            cell("INT64", [-1, 0, None])],
        [0, 0, 0], [1, 1, 1], [1, 2, 3],
        [column("BOOL", [True, False, None]), column("FLOAT64", [-0.0, 2.5, None]), column("TEXT", ["a", "", None]),
         column("NULL", [None, None, None])],
        shed=[0.0, 0.25, 1.0], partial=[0, 1, 0]))
    golden.good("result_big_numbers", "RESULT", 7, 33, result(
        2, [
            cell("TEXT", [str(-(2 ** 100)), "-7", None]),
            cell("TEXT", ["1267650600228229401496703205.37", "-0.05", "12.00"]),
            cell("TEXT", ["9" * 300, "0", "1"])],
        [0, 0, 0], [9, 9, 9]))
    # A bound beyond doubles is infinite among the bounds; bound_texts has a column for each of the cells.
    golden.good("result_beyond_doubles", "RESULT", 7, 34, result(
        3, [
            cell("TEXT", ["2.5000000000000000e+0", "-1.2345678901234567e+400", None], [1, 1, 2],
                 [1.2e-3, "inf", 0.0]),
            cell("UINT64", [1, 2, 3]),
            cell("FLOAT64", [0.0, 1.5, None], [1, 1, 0], [0.0, "inf", 0.0])],
        [0, 0, 0], [9, 9, 9],
        bound_texts=[column("TEXT", [None, "1.2e+385", None]), column("NULL", [None] * 3), column("NULL", [None] * 3)]))
    golden.good("result_windows_of_events", "RESULT", 7, 35, result(
        4, [cell("UINT64", [3, 1])], [0, 5], [10, 15], times=[1381104000123, 2 ** 63 - 1]))


def older_minor_version(golden):
    """RESULT as 1.0 writes it, without the elements that 1.1 appended; BARRIER and its answer without that of 1.2, RESTORE_DONE without
    that of 1.3."""
    body = result(0, [cell("UINT64", [1, 3], [0, 0], [])], [0, 30], [30, 60], [32, 63], [column("INT64", [1, None])])
    golden.good("older_minor_result", "RESULT", 7, 42, body, version=256,
                data=envelope(KINDS["RESULT"], 7, 42, result_body(body), version=256))
    body = {"first_key_group": 32, "last_key_group": 63, "count": 2, "crc": 0xE3069283, "skipped_partial": 0}
    golden.good("older_minor_restore_done", "RESTORE_DONE", 7, 45, body, version=258,
                data=envelope(KINDS["RESTORE_DONE"], 7, 45, scalar_body("RESTORE_DONE", body)[:4], version=258))
    body = {"checkpoint": 9, "newest_unsent": LOWEST}
    golden.good("older_minor_barrier", "BARRIER", 7, 44, body, version=257,
                data=envelope(KINDS["BARRIER"], 7, 44, scalar_body("BARRIER", body)[:1], version=257))
    body = {"checkpoint": 9, "last_result_seq": 65535, "watermark": LOWEST}
    golden.good("older_minor_barrier_ack", "BARRIER_ACK", 7, 43, body, version=257,
                data=envelope(KINDS["BARRIER_ACK"], 7, 43, scalar_body("BARRIER_ACK", body)[:2], version=257))


def bad_results(golden):
    fine = dict(cells=[cell("UINT64", [1, 2])], query=0)
    none = column("NULL", [None, None])

    def refused(name, why, **others):
        golden.bad(name, BAD_FRAME, envelope(KINDS["RESULT"], 7, 51, result_body_1_1(result(**fine, **others))), why)

    refused("result_times_cut", "times for 1 of 2 rows", times=[1])
    refused("result_bound_texts_more", "2 columns of bound texts for 1 of cells", bound_texts=[none, none])
    refused("result_bound_texts_numbers", "bound texts that are no TEXT", bound_texts=[column("FLOAT64", [1.0, 2.0])])


def newer_minor_version(golden):
    """Appended elements, in the outer array and in a block, are of no meaning to a reader of this version."""
    version = VERSION + 1
    extra = [text("new"), binary(b"\x01\x02"), array([integer(1), array([text("deep")])]), b"\xc0",
             b"\xcb" + struct.pack(">d", 1.5), boolean(True)]
    body = {"time": 77}
    golden.good("newer_minor_watermark", "WATERMARK", 7, 40, body, version=version,
                data=envelope(KINDS["WATERMARK"], 7, 40, scalar_body("WATERMARK", body) + extra, version=version))
    body = {"oldest_arrival_ns": 1, "oldest_ingest_ms": 2, "blocks": [travel_block()]}
    block = array(block_elements(body["blocks"][0]) + [integer(9), binary(b"zzz")])
    golden.good("newer_minor_panes", "PANES", 7, 41, body, version=version,
                data=envelope(KINDS["PANES"], 7, 41, [integer(1), integer(2), array([block])] + extra,
                              version=version))


def raw_panes(elements):
    return envelope(KINDS["PANES"], 7, 50, [integer(0), integer(0), array([array(elements)])])


def changed_block(**changes):
    block = travel_block()
    block.update(changes)
    return raw_panes(block_elements(block))


def one_column(encoding, *bins):
    """A PANES frame of one block of 3 rows with one column of the bins as given."""
    block = travel_block()
    block["columns"] = []
    elements = block_elements(block)
    elements[6] = integer(1)
    return raw_panes(elements + [integer(encoding)] + [binary(b) for b in bins])


def bad_envelopes(golden):
    bye = KINDS["BYE"]
    golden.bad("empty", BAD_FRAME, b"", "no bytes")
    golden.bad("not_an_array", BAD_FRAME, b"GET / HTTP/1.1\r\n", "not msgpack of ours")
    golden.bad("short_envelope", BAD_FRAME, array([integer(MAGIC), integer(VERSION), integer(bye)]), "3 of 5 elements")
    golden.bad("wrong_magic", BAD_FRAME, envelope(bye, 7, 1, [], magic=0x48524155), "magic is another")
    golden.bad("major_version_2", UNSUPPORTED_VERSION, envelope(bye, 7, 1, [], version=512), "version 2.0")
    golden.bad("major_version_0", UNSUPPORTED_VERSION, envelope(bye, 7, 1, [], version=5), "version 0.5")
    golden.bad("unknown_kind", UNKNOWN_KIND, envelope(22, 7, 1, []), "kind 22")
    golden.bad("kind_0", UNKNOWN_KIND, envelope(0, 7, 1, []), "kind 0")
    golden.bad("missing_body", BAD_FRAME, envelope(KINDS["WATERMARK"], 7, 1, []), "WATERMARK without its time")
    golden.bad("wrong_element_type", BAD_FRAME, envelope(KINDS["WATERMARK"], 7, 1, [text("now")]), "time is a text")
    golden.bad("negative_uint", BAD_FRAME, envelope(KINDS["CREDIT"], 7, 1, [integer(-1)]), "bytes is negative")
    golden.bad("trailing_bytes", BAD_FRAME, envelope(bye, 7, 1, []) + b"\x00", "a byte after the frame")
    golden.bad("cut_off", BAD_FRAME, envelope(KINDS["QUERY_CHANGE"], 7, 1, [integer(1), text("abcdef")])[:-2],
               "the last text lacks 2 bytes")
    golden.bad("map", BAD_FRAME, envelope(bye, 7, 1, [b"\x81\x01\x02"]), "maps are not part of the format")
    golden.bad("extension", BAD_FRAME, envelope(bye, 7, 1, [b"\xd4\x01\x02"]), "extensions are not part of the format")
    golden.bad("pong_state", BAD_FRAME, envelope(KINDS["PONG"], 7, 1, [integer(1), integer(2), integer(3)]), "state 3")


def bad_limits(golden):
    golden.bad("array_of_2_28", LIMIT_EXCEEDED, b"\xdd\x10\x00\x00\x00", "outer array of 2^28")
    golden.bad("outer_array_65", LIMIT_EXCEEDED, envelope(KINDS["BYE"], 7, 1, [integer(0)] * 60), "65 elements")
    golden.bad("blocks_of_2_28", LIMIT_EXCEEDED,
               envelope(KINDS["PANES"], 7, 1, [integer(0), integer(0), b"\xdd\x10\x00\x00\x00"]), "list of 2^28 blocks")
    golden.bad("blocks_4097", LIMIT_EXCEEDED,
               envelope(KINDS["PANES"], 7, 1, [integer(0), integer(0), array([array([])] * 4097)]), "4,097 blocks")
    golden.bad("depth_bomb", LIMIT_EXCEEDED, envelope(KINDS["BYE"], 7, 1, [b"\x91" * 10000 + b"\x01"]),
               "arrays within arrays, 10,000 deep")
    golden.bad("text_too_long", LIMIT_EXCEEDED, envelope(KINDS["ERROR"], 7, 1, [
        integer(1), text("m" * 65537), text("")]), "a text of 64 KiB and a byte")
    golden.bad("rows_over_limit", LIMIT_EXCEEDED, changed_block(rows=2 ** 20 + 1), "2^20 + 1 rows declared")
    elements = block_elements(travel_block())
    elements[6] = integer(4097)
    golden.bad("columns_4097", LIMIT_EXCEEDED, raw_panes(elements), "4,097 columns declared")


def bad_panes(golden):
    pane = lambda start, first_row, rows: {"start": start, "first_row": first_row, "rows": rows}
    golden.bad("pane_gap", BAD_FRAME, changed_block(panes=[pane(-10000, 0, 1), pane(0, 2, 1)]), "row 1 has no pane")
    golden.bad("pane_overlap", BAD_FRAME, changed_block(panes=[pane(-10000, 0, 2), pane(0, 1, 2)]), "row 1 has two")
    golden.bad("pane_short", BAD_FRAME, changed_block(panes=[pane(-10000, 0, 2)]), "row 2 has no pane")
    golden.bad("pane_beyond", BAD_FRAME, changed_block(panes=[pane(-10000, 0, 2 ** 32 - 1)]), "more rows than there are")
    golden.bad("pane_of_no_rows", BAD_FRAME, changed_block(panes=[pane(0, 0, 3), pane(1, 3, 0)]), "an empty pane")
    golden.bad("block_of_no_rows", BAD_FRAME,
               changed_block(rows=0, panes=[], key_groups=[], times=[], arrivals=[], columns=[]), "a block of no rows")
    golden.bad("times_cut", BAD_FRAME, changed_block(times=[-10000, -1]), "times for 2 of 3 rows")
    golden.bad("key_groups_cut", BAD_FRAME, changed_block(key_groups=[32]), "key groups for 1 of 3 rows")
    golden.bad("arrival_twice", BAD_FRAME, changed_block(arrivals=[0, 1, 1]), "arrival number 1 twice")
    golden.bad("arrival_beyond", BAD_FRAME, changed_block(arrivals=[0, 1, 3]), "arrival number 3 of 3 rows")
    elements = block_elements(travel_block())
    golden.bad("block_lacks_column", BAD_FRAME, raw_panes(elements[:-5]), "2 columns declared, 1 is there")


def bad_columns(golden):
    i64 = packed("q", [1, 2, 3])
    golden.bad("column_cut", BAD_FRAME, one_column(0, b"", i64[:-1], b"", b""), "23 of 24 bytes")
    golden.bad("column_too_long", BAD_FRAME, one_column(0, b"", i64 + b"\x00", b"", b""), "25 of 24 bytes")
    golden.bad("column_extra_bin", BAD_FRAME, one_column(0, b"", i64, b"\x00", b""), "INT64 with a b")
    golden.bad("column_encoding", BAD_FRAME, one_column(7, b"", i64, b"", b""), "encoding 7")
    golden.bad("uint64_in_panes", BAD_FRAME, one_column(5, b"", i64, b"", b""), "UINT64 belongs to RESULT")
    golden.bad("validity_size", BAD_FRAME, one_column(0, b"\x07\x00", i64, b"", b""), "validity of 2 bytes for 3 rows")
    golden.bad("bool_2", BAD_FRAME, one_column(2, b"", b"\x00\x02\x01", b"", b""), "a BOOL of 2")
    golden.bad("text_offsets_cut", BAD_FRAME, one_column(3, b"", packed("I", [0, 1, 2]), b"ab", b""), "3 of 4 offsets")
    golden.bad("text_offset_not_0", BAD_FRAME, one_column(3, b"", packed("I", [1, 1, 2, 2]), b"ab", b""), "first is 1")
    golden.bad("text_offsets_descend", BAD_FRAME, one_column(3, b"", packed("I", [0, 2, 1, 2]), b"ab", b""), "2, 1")
    golden.bad("text_last_offset", BAD_FRAME, one_column(3, b"", packed("I", [0, 1, 1, 3]), b"ab", b""), "3 of 2 bytes")
    words = packed("I", [0, 1, 2])
    golden.bad("dictionary_code", BAD_FRAME, one_column(4, b"", packed("I", [0, 1, 2]), words, b"ab"), "code 2 of 2")
    golden.bad("dictionary_code_of_null", BAD_FRAME, one_column(4, b"\x03", packed("I", [0, 1, 9]), words, b"ab"),
               "code 9 in the place of a NULL")
    golden.bad("dictionary_empty", BAD_FRAME, one_column(4, b"", packed("I", [0, 0, 0]), b"", b""), "no offsets at all")
    golden.bad("null_with_values", BAD_FRAME, one_column(6, b"", i64, b"", b""), "NULL with values")


def main():
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
    golden = Golden(directory)
    scalar_frames(golden)
    panes_frames(golden)
    result_frames(golden)
    older_minor_version(golden)
    newer_minor_version(golden)
    bad_envelopes(golden)
    bad_limits(golden)
    bad_panes(golden)
    bad_columns(golden)
    bad_results(golden)
    lists = [',\n'.join(json.dumps(entry) for entry in entries) for entries in (golden.frames, golden.bad_frames)]
    page = '{"frames": [\n%s\n], "bad": [\n%s\n]}\n' % tuple(lists)
    (directory / "golden.json").write_text(page, encoding="ascii")


if __name__ == "__main__":
    main()
