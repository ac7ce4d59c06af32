#!/usr/bin/env bash
# Draws the pictures of the README and of the editor's welcome page again: one frame of every scene,
# and the softest modes of one.
set -euo pipefail
cd "$(dirname "$0")/.."
retake=build/release/apps/cli/retake
"$retake" scene --replace --gallery docs/pictures/scenes.png
"$retake" modes dino --count 12 --replace --picture docs/pictures/dino-modes.png

# Frames in which each shows what it is.
for card in bridge:60 dino:60 curtain:70 flower:60 gull:80 tumble:50 beam:50 plush:60; do
  "$retake" scene "${card%:*}" --frame "${card#*:}" --width 480 --replace --picture "web/public/scenes/${card%:*}.png"
done
