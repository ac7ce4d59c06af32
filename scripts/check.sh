#!/usr/bin/env bash
# What takes long and finds what tests alone do not: clang-tidy, and the tests again under sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

step "packages"
scripts/install_packages.sh test

step "clang-tidy"
scripts/tidy.sh

step "build with address and undefined-behaviour sanitizers"
cmake --preset asan
cmake --build --preset asan

# Scenes are large: two of them are built under sanitizers, the others in release alone, like examples
# that simulate them, the tests that import all of the data folder, and those that measure memory, of which
# sanitizers keep much.
step "tests with sanitizers"
ctest --preset asan -j "$(nproc)" --output-on-failure \
  -E 'ExamplesOfSimulations|ExampleOfSimulation|scenes/(SceneSizes|.*/(bridge|dino|flower|gull|plush|tumble))|NeedNoMoreMemory|ImportData.EveryAnimation'

step "all passed"
