#!/usr/bin/env bash
# Every check and test, from nothing: packages, layout, format, build, the page, tests, tidy, tests under
# sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

step "packages"
scripts/install_packages.sh test

step "includes and format"
scripts/check_includes.sh
scripts/format.sh

step "release build"
cmake --preset release -DRETAKE_TESTS=ON -DRETAKE_UNITY=ON -DRETAKE_BENCHMARKS=ON
cmake --build --preset release

step "the page: types, lint, format, unit tests"
(cd web && ../scripts/with_node.sh npm run --silent check && ../scripts/with_node.sh npm run --silent test)

step "release tests"
ctest --preset release -j "$(nproc)" --output-on-failure

step "the editor in a browser"
(cd web && RETAKE=$PWD/../build/release/apps/cli/retake ../scripts/with_node.sh npm run --silent e2e)

step "point caches in Blender"
scripts/check_with_blender.sh

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
