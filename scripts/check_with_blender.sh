#!/usr/bin/env bash
# Reads PC2 and MDD files of ours with Blender's Mesh Cache modifier, frame by frame and vertex by vertex.
# Skipped where Blender is not installed (Debian: apt-get install --no-install-recommends blender).
#   scripts/check_with_blender.sh [RETAKE]
set -euo pipefail
cd "$(dirname "$0")/.."
retake=$(realpath "${1:-build/release/apps/cli/retake}")

if ! command -v blender >/dev/null; then
  echo "skipped: Blender is not installed"
  exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '{"retake": 1, "scene": "beam", "name": "beam"}' >"$folder/shot.json"
for output in motion.pc2 motion.mdd frames; do
  "$retake" solve "$folder/shot.json" -o "$folder/$output" -q >/dev/null
done
blender --background --factory-startup --python-exit-code 1 --python scripts/check_with_blender.py -- "$folder" |
  grep -E '^(pc2|mdd):'
