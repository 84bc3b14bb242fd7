#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what building and testing Horatio needs and this machine lacks (Debian 12 or a relative of it, through apt).
# Quick when nothing is missing. Both examples/quickstart.sh and integration-tests/run.sh start with it. Arguments are
# packages that are wanted as well.
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache pkg-config                     # the C++ build
  libboost-dev libboost-test-dev libboost-iostreams-dev       # tests; gz and xz input of the command line tool
  libzmq3-dev cppzmq-dev libmsgpack-cxx-dev                   # data plane
  thrift-compiler libthrift-dev                               # control plane
  liblz4-dev                                                  # frozen state in files
  libcli11-dev nlohmann-json3-dev libspdlog-dev               # command lines, JSON, the process's log
  tao-pegtl-dev libabsl-dev                                   # parser, hash tables
  libsodium-dev libnorm-dev libpgm-dev libbsd-dev libmd-dev   # what libzmq.a needs: horatio-operator is fully static
  binutils                                                    # readelf and strip: the executable in the adapter's jar
  graphviz                                                    # pictures of `horatio run --profile`
  python3                                                     # tests of the tree, names of skipped tests
)

# A JDK of 17 or later and a Maven that are there are taken as they are.
jdk_major() { javac -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'; }
major=$(command -v javac >/dev/null && jdk_major || true)
[ "${major:-0}" -ge 17 ] || packages+=(openjdk-17-jdk-headless)
command -v mvn >/dev/null || packages+=(maven)
# Flink's distribution comes through pip.
python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)
packages+=("$@")

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "install: this machine has no apt; Horatio needs (by their Debian names): ${packages[*]}" >&2
  echo "install: going on in the belief that they are there" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "install: all packages are there"
  exit 0
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install: needs root or sudo to install: ${missing[*]}" >&2; exit 1; }
  root=(sudo)
fi
echo "install: installing ${missing[*]}"
quietly=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o Dpkg::Use-Pty=0 -o Acquire::Retries=3)
"${quietly[@]}" update
"${quietly[@]}" install --no-install-recommends "${missing[@]}" </dev/null >/dev/null
echo "install: done"
