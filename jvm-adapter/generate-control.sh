#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# generate-control.sh IDL OUTPUT: Java of the control plane by the installed Thrift compiler. The JVM is only a
# client: the server and asynchronous classes are dropped, because those of the compiler's age do not compile against
# libthrift 0.21 and later.
set -eu
idl=$1
out=$2
command -v thrift >/dev/null || { echo "the Thrift compiler is missing: apt-get install thrift-compiler" >&2; exit 1; }
mkdir -p "$out"
thrift --gen java:generated_annotations=suppress -out "$out" "$idl"
service=$out/org/horatio/flink/control/Control.java
awk '
  /^  public (static class (Processor|AsyncProcessor|AsyncClient)[<\ ]|interface AsyncIface )/ { dropping = 1 }
  !dropping { print }
  dropping && /^  }$/ { dropping = 0 }
' "$service" > "$service.client"
mv "$service.client" "$service"
