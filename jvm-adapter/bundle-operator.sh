#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bundle-operator.sh EXECUTABLE OUTPUT: puts horatio-operator, without its symbols, and its SHA-256 into a folder of the
# jar. The executable must be fully static, so that it runs on any Linux; where there is none, the jar goes without.
set -eu
executable=$1
out=$2
rm -rf "$out"
if [ ! -f "$executable" ]; then
  echo "bundle: there is no $executable, the jar goes without one (cmake --build --preset release --target horatio-operator)"
  exit 0
fi
if LC_ALL=C readelf -lW "$executable" | grep -q INTERP; then
  echo "bundle: $executable needs shared libraries, the jar goes without it (configure with -DHORATIO_STATIC=ON)"
  exit 0
fi
mkdir -p "$out"
strip -o "$out/horatio-operator" "$executable"
sha256sum <"$out/horatio-operator" | cut -d ' ' -f 1 >"$out/horatio-operator.sha256"
