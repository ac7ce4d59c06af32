#!/usr/bin/env bash
# Every test, from nothing: packages, layout, format, build, the page, tests, the editor in a browser.
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

step "all passed"
