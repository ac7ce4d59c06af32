#!/usr/bin/env bash
# Draws the pictures of the README and of the editor's welcome page again: input beside result and a drag in the
# editor as loops, one frame of every scene, and the softest modes of one.
set -euo pipefail
cd "$(dirname "$0")/.."
retake=build/release/apps/cli/retake
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$retake" solve examples/dino_head.json --frames 64:128 -o "$scratch/dino.pc2" --loop docs/pictures/loop.png --width 320 --replace
"$retake" scene --replace --gallery docs/pictures/scenes.png
"$retake" modes dino --count 12 --replace --picture docs/pictures/dino-modes.png

# Frames in which each shows what it is.
for card in bridge:60 dino:60 curtain:70 flower:60 gull:80 tumble:50 beam:50 plush:60; do
  "$retake" scene "${card%:*}" --frame "${card#*:}" --width 480 --replace --picture "web/public/scenes/${card%:*}.png"
done

# In a browser, where there is one.
if [ -x "${CHROMIUM:-/usr/bin/chromium}" ] && [ -d web/node_modules ]; then
  scripts/with_node.sh npm --prefix web run --silent drag-loop
else
  echo "docs/pictures/drag.webp stays as it is: it needs Chromium, and npm ci in web/" >&2
fi
