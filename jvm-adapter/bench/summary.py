#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Medians over the forks of bench.csv.

usage: summary.py BENCH_CSV OUT_DIR
Writes OUT_DIR/summary.csv (for plots), and OUT_DIR/summary.md with what each variant is compared with.
"""
import csv
import pathlib
import statistics
import sys

BASELINES = {
    "horatio-1": "no-op", "horatio-1-wide": "no-op", "horatio-50": "no-op", "horatio-50-10s": "no-op",
    "horatio-50-mixed": "no-op", "horatio-500": "no-op", "window": "no-op", "horatio-pairs": "window",
    "horatio-1-text": "no-op-text", "horatio-1-million-keys": "no-op-million-keys",
    "exact-5": "cep-5", "exact-8": "cep-8", "exact-10": "cep-10", "exact-12": "cep-12",
    "exact-60": "exact-5", "approx-60": "approx-5", "approx-1000": "approx-5", "approx-10000": "approx-5",
}
FIGURES = ["latency_p50_ms", "latency_p99_ms", "checkpoint_ms", "checkpoint_bytes", "heap_peak_bytes", "process_peak_bytes"]


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0]
    cuts = statistics.quantiles(values, n=4, method="inclusive")
    return cuts[0], cuts[2]


def medians(rows):
    """Of one variant: forks, median and quartiles of the throughput, medians of the rest."""
    speeds = [float(row["events_per_s"]) for row in rows]
    low, high = quartiles(speeds)
    out = {"forks": len(rows), "events_per_s": statistics.median(speeds), "low": low, "high": high}
    for figure in FIGURES:
        values = [float(row[figure]) for row in rows if row[figure]]
        out[figure] = statistics.median(values) if values else None
    return out


def read(path):
    variants = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            variants.setdefault(row["variant"], []).append(row)
    return {name: medians(rows) for name, rows in variants.items()}


def number(value, unit=1.0, digits=1):
    return "" if value is None else f"{value / unit:,.{digits}f}"


def speed(value):
    return f"{value / 1e6:.2f} M" if value >= 1e6 else f"{value:,.0f}"


def line(name, of, variants):
    base = BASELINES.get(name)
    ratio = f"{of['events_per_s'] / variants[base]['events_per_s']:,.2f} x {base}" if base in variants else ""
    cells = [
        name, str(of["forks"]), speed(of["events_per_s"]), f"{speed(of['low'])} to {speed(of['high'])}", ratio,
        number(of["latency_p50_ms"]), number(of["latency_p99_ms"]), number(of["checkpoint_ms"], digits=0),
        number(of["checkpoint_bytes"], 2**20, 2), number(of["heap_peak_bytes"], 2**20, 0),
        number(of["process_peak_bytes"], 2**20, 0),
    ]
    return "| " + " | ".join(cells) + " |"


def main():
    variants = read(sys.argv[1])
    out = pathlib.Path(sys.argv[2])
    head = [
        "variant", "forks", "events/s", "quartiles", "ratio", "p50 ms", "p99 ms", "checkpoint ms", "MiB", "heap MiB",
        "process MiB",
    ]
    table = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    table += [line(name, of, variants) for name, of in variants.items()]
    (out / "summary.md").write_text("\n".join(table) + "\n")
    with open(out / "summary.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["variant", "n", *list(next(iter(variants.values())))])
        for name, of in variants.items():
            last = name.rsplit("-", 1)[-1]
            writer.writerow([name, last if last.isdigit() else "", *["" if v is None else v for v in of.values()]])


if __name__ == "__main__":
    main()
