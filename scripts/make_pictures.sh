#!/usr/bin/env bash
# Draws the pictures of README and docs again: one frame of every scene, composed to one sheet, and
# contact sheets of two motions.
set -euo pipefail
cd "$(dirname "$0")/.."
retake=build/release/apps/cli/retake
"$retake" scene --gallery docs/pictures/scenes.png
"$retake" scene bridge --picture docs/pictures/bridge.png --width 320
"$retake" modes dino --count 12 --picture docs/pictures/dino-modes.png
