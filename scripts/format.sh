#!/usr/bin/env bash
# Checks that our C++ is formatted as .clang-format says; --fix formats it.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(--dry-run --Werror)
[ "${1:-}" = --fix ] && mode=(-i)
find src scenes apps tests benchmarks \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 -P "$(nproc)" -n 16 clang-format "${mode[@]}"
