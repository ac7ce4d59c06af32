#!/usr/bin/env bash
# Builds the editor's page: web/ into web/dist.
set -euo pipefail
cd "$(dirname "$0")/../web"
with_node=../scripts/with_node.sh

# npm leaves a copy of the lock file where it installed; so it is known whether that is still right.
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
  "$with_node" npm ci --no-audit --no-fund --loglevel=error
  touch node_modules/.package-lock.json
fi
"$with_node" npm run --silent build
