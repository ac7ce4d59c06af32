#!/usr/bin/env bash
# Draws the pictures of docs/poses.md again: a beam that is bent by 180 degrees and one that is twisted by
# 720, pinned at one end and at both, by rotations and strains, modal warping and linear modes; and, where
# the data is there ($RETAKE_DATA), the poses of two models.
set -euo pipefail
cd "$(dirname "$0")/.."
retake=$PWD/build/release/apps/cli/retake
pictures=$PWD/docs/pictures/poses
mkdir -p "$pictures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A bar of 40 x 4 x 4 cells along x, its left end pinned (held: both ends), and two poses of it.
python3 - "$work" <<'PYTHON'
import json, math, sys

folder, cells, size = sys.argv[1], (40, 4, 4), 0.05
length, middle = cells[0] * size, cells[1] * size / 2
index = lambda i, j, k: (i * (cells[1] + 1) + j) * (cells[2] + 1) + k
points = [(i * size, j * size, k * size) for i in range(cells[0] + 1)
          for j in range(cells[1] + 1) for k in range(cells[2] + 1)]
tets = []
for i in range(cells[0]):
    for j in range(cells[1]):
        for k in range(cells[2]):
            for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1), (2, 1, 0)):
                corner, tet = [i, j, k], [index(i, j, k)]
                for axis in order:
                    corner[axis] += 1
                    tet.append(index(*corner))
                if order in ((1, 0, 2), (0, 2, 1), (2, 1, 0)):
                    tet[2], tet[3] = tet[3], tet[2]
                tets.append(tet)

def bent(p):
    rate = math.pi / length
    radius = 1 / rate - (p[1] - middle)
    return (radius * math.sin(rate * p[0]), middle + 1 / rate - radius * math.cos(rate * p[0]), p[2])

def twisted(p):
    angle = 4 * math.pi * p[0] / length
    y, z = p[1] - middle, p[2] - middle
    return (p[0], middle + y * math.cos(angle) - z * math.sin(angle),
            middle + y * math.sin(angle) + z * math.cos(angle))

def write_mesh(name, positions):
    with open(f"{folder}/{name}.mesh", "w") as file:
        print("MeshVersionFormatted 2\nDimension 3\nVertices\n%d" % len(positions), file=file)
        for x, y, z in positions:
            print(f"{x:.9g} {y:.9g} {z:.9g} 0", file=file)
        print("Tetrahedra\n%d" % len(tets), file=file)
        for tet in tets:
            print(*(v + 1 for v in tet), 0, file=file)
        print("End", file=file)

write_mesh("bar", points)
write_mesh("bent", [bent(p) for p in points])
write_mesh("twisted", [twisted(p) for p in points])
views = {"bent": {"eye": [0.9, 1.0, 4.4], "target": [0.9, 0.85, 0]},
         "twisted": {"eye": [1.4, 1.0, 3.2], "target": [1.0, 0.1, 0]}}
left, right = list(range(25)), list(range(len(points) - 25, len(points)))
for pose, view in views.items():
    for held, shapes in [(held, shapes) for held in ("", "-held")
                         for shapes in ("rotation_strain", "modal_warping", "linear")]:
        shot = {"retake": 1, "name": pose,
                "body": {"mesh": "bar.mesh", "pins": left + (right if held else []),
                         "material": {"name": "rubber", "density": 1000, "young": 1e6, "poisson": 0.4}},
                "source": {"kind": "poses", "fps": 24, "frames": 25, "modes": 100, "preset": "direct", "shapes": shapes,
                           "poses": [{"frame": 0}, {"frame": 24, "mesh": pose + ".mesh"}]},
                "view": {**view, "vertical_field_of_view": 30}, "color": [0.27, 0.5, 0.72]}
        json.dump(shot, open(f"{folder}/{pose}{held}-{shapes}.json", "w"))
PYTHON
for pose in bent twisted bent-held twisted-held; do
  for shapes in rotation_strain modal_warping linear; do
    "$retake" solve "$work/$pose-$shapes.json" -o "$pictures/$pose-$shapes.png" --tiles 4 --width 240 --replace -q
  done
done

data=${RETAKE_DATA:-../shared/data}/poses
[ -d "$data" ] || exit 0
for model in cheburashka cylinder; do
  "$retake" import "$data/$model" --poses -o "$work/$model.json" -q
  "$retake" solve "$work/$model.json" -o "$pictures/$model.png" --tiles 16 --width 240 --replace -q
  "$retake" import "$data/$model" --feel jelly -o "$work/$model-jelly.json" -q
  "$retake" solve "$work/$model-jelly.json" -o "$pictures/$model-jelly.png" --tiles 16 --width 240 --replace -q
done
