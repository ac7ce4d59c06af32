"""Inside Blender: caches put on a mesh by the Mesh Cache modifier, against the bytes of the PC2 file."""

import array
import pathlib
import struct
import sys

import bpy

SIZE_TOLERANCE = 1e-6  # metres: float32 positions of about a metre


def read_pc2(path):
    """The first frame's number, and x y z of all vertices a frame."""
    data = path.read_bytes()
    points, start, _, count = struct.unpack("<iffi", data[16:32])
    numbers = array.array("f", data[32:])
    length = 3 * points
    return int(start), [numbers[t * length : (t + 1) * length] for t in range(count)]


def mesh_from_obj(path):
    lines = [line.split() for line in path.read_text().splitlines()]
    vertices = [tuple(map(float, words[1:4])) for words in lines if words[:1] == ["v"]]
    faces = [
        tuple(int(word.split("/")[0]) - 1 for word in words[1:]) for words in lines if words[:1] == ["f"]
    ]
    mesh = bpy.data.meshes.new("body")
    mesh.from_pydata(vertices, [], faces)
    return mesh


def add_cache(body, path, start):
    cache = body.modifiers.new("cache", "MESH_CACHE")
    cache.cache_format = path.suffix[1:].upper()
    cache.filepath = str(path)
    cache.frame_start = start
    cache.interpolation = "NONE"


def largest_difference(body, expected):
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    found = array.array("f", bytes(4 * len(expected)))
    evaluated.data.vertices.foreach_get("co", found)
    return max(abs(a - b) for a, b in zip(found, expected))


def check(folder, ending):
    start, frames = read_pc2(folder / "motion.pc2")
    body = bpy.data.objects.new("body", mesh_from_obj(min((folder / "frames").iterdir())))
    bpy.context.scene.collection.objects.link(body)
    add_cache(body, folder / f"motion.{ending}", start)
    worst = 0
    for number, expected in enumerate(frames):
        bpy.context.scene.frame_set(start + number)
        worst = max(worst, largest_difference(body, expected))
    print(f"{ending}: {len(frames)} frames, {len(frames[0]) // 3} vertices, largest difference {worst:g}")
    bpy.data.objects.remove(body)
    if worst > SIZE_TOLERANCE:
        raise SystemExit(f"{ending}: Blender shows other positions")


for format_ending in ("pc2", "mdd"):
    check(pathlib.Path(sys.argv[-1]), format_ending)
