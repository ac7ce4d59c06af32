#!/usr/bin/env bash
# Runs a command with a Node that is new enough for the page's tools (Vite 8: 20.19 or later).
#   scripts/with_node.sh COMMAND...
# Where the system's is older (Debian 12 has 18), its npm first installs the package node@22 into
# build/node.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
local_node=$root/build/node

# Some machines reach the registry through certificates of their own.
certificates=/etc/ssl/certs/ca-certificates.crt
[ -f "$certificates" ] && export NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-$certificates}"

is_new_enough() {
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
           process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}

if ! is_new_enough node; then
  bin=$local_node/node_modules/node/bin
  if ! is_new_enough "$bin/node"; then
    if ! command -v npm >/dev/null; then
      echo "Neither Node 20.19 or later nor npm is here: scripts/install_packages.sh build" >&2
      exit 1
    fi
    echo "Node here is older than 20.19; installing node@22 into build/node" >&2
    mkdir -p "$local_node"
    npm install --prefix "$local_node" --no-audit --no-fund --loglevel=error node@22 >&2
  fi
  export PATH=$bin:$PATH
fi
exec "$@"
