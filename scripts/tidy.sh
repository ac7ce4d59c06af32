#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy over the library; needs a configured build/release.
# --all: the programs too, whose JSON and option templates take as long as all the rest.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=(src scenes)
[ "${1:-}" = --all ] && folders+=(apps)
find "${folders[@]}" -name '*.cpp' -print0 |
  xargs -0 -P "$(nproc)" -n 1 clang-tidy -p build/release --quiet 2> >(grep -v 'warnings generated\|^$' >&2 || true)
