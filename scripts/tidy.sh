#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy over our own sources; needs a configured build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
find src scenes apps -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 1 clang-tidy -p build/release --quiet 2> >(grep -v 'warnings generated\|^$' >&2 || true)
