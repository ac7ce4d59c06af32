#!/usr/bin/env bash
# Draws the pictures of the README again: one frame of every scene, and the softest modes of one.
set -euo pipefail
cd "$(dirname "$0")/.."
retake=build/release/apps/cli/retake
"$retake" scene --gallery docs/pictures/scenes.png
"$retake" modes dino --count 12 --picture docs/pictures/dino-modes.png
