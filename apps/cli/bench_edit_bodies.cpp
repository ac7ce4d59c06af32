// Rows `edit/bodies/...`: the drags of `edit/scenes/...` on bodies that are none of ours, and next
// to the pins of slender ones.
#include <array>

#include "apps/cli/bench_bodies.h"
#include "apps/cli/bench_drag_rows.h"
#include "apps/cli/bench_edit.h"
#include "retake/mesh/surface.h"
#include "retake/modes/mode_cache.h"
#include "retake/shot/import_shot.h"
#include "retake/shot/sources/cache.h"
#include "scenes/hex_cells.h"

namespace retake::cli {

namespace {

constexpr double near_pin = 0.04;  // of the size
constexpr unsigned first_draw = 11;
constexpr int still_frames = 60;

// Free vertices next to pinned ones.
std::vector<int> vertices_near_pins(const Body& body) {
  std::vector<int> near;
  const double most = near_pin * length_of(body);
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (std::binary_search(body.pins.begin(), body.pins.end(), v)) continue;
    const auto is_near = [&](int pin) {
      return (body.rest_positions.col(pin) - body.rest_positions.col(v)).norm() < most;
    };
    if (std::any_of(body.pins.begin(), body.pins.end(), is_near)) near.push_back(v);
  }
  return near;
}

std::vector<int> free_vertices(const Body& body) {
  std::vector<int> free;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (!std::binary_search(body.pins.begin(), body.pins.end(), v)) free.push_back(v);
  }
  return free;
}

// A bar of square cross-section, pinned at its thick end.
Body slender_body(double length, double thick, double thin, double bend) {
  constexpr int along = 40, across = 2;
  HexCells cells;
  cells.add_grid(even_lines(0, 1, along), even_lines(-0.5, 0.5, across),
                 even_lines(-0.5, 0.5, across));
  TetMesh mesh = cells.tet_mesh();
  Body body;
  for (int v = 0; v < static_cast<int>(mesh.positions.cols()); ++v) {
    const Vec3 at = mesh.positions.col(v);
    if (at.x() < 1e-9) body.pins.push_back(v);
    const double width = thick + at.x() * (thin - thick), angle = bend * at.x();
    const Vec3 axis = bend == 0 ? Vec3(length * at.x(), 0, 0)
                                : Vec3(std::sin(angle), 1 - std::cos(angle), 0) * (length / bend);
    mesh.positions.col(v) =
        axis + width * Vec3(-std::sin(angle) * at.y(), std::cos(angle) * at.y(), at.z());
  }
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.triangles = surface_triangles(mesh);
  body.materials = {{.name = "soft rubber", .density = 1000, .young = 5e5, .poisson = 0.4}};
  return body;
}

Dragged still_body(Body body, std::vector<int> (*vertices_of)(const Body&),
                   const BenchContext& context) {
  const std::vector<int> vertices = vertices_of(body);
  return dragged_body(
      std::make_shared<const EditInput>(still_input(std::move(body), 300, still_frames, context)),
      first_draw, vertices);
}

DraggedBodies near_pins() {
  DraggedBodies bodies;
  bodies.emplace_back("stem", [](const BenchContext& context) {
    return still_body(slender_body(1, 0.03, 0.03, 0), vertices_near_pins, context);
  });
  bodies.emplace_back("tail", [](const BenchContext& context) {
    return still_body(slender_body(1, 0.08, 0.02, 1.5), vertices_near_pins, context);
  });
  for (const char* name : {"beam", "flower"}) {
    bodies.emplace_back(name, [name](const BenchContext& context) {
      const Dragged scene = dragged_scene(name, first_draw, context);
      return dragged_body(scene.input, first_draw, vertices_near_pins(scene.input->body));
    });
  }
  return bodies;
}

Dragged imported(const std::vector<const char*>& files, unsigned draw,
                 const BenchContext& context) {
  ImportRequest request;
  for (const char* file : files) {
    request.files.push_back(context.data / "anim" / file);
    if (!std::filesystem::exists(request.files.back()))
      throw BenchSkipped{request.files.back().string() + " is absent (set RETAKE_DATA or --data)"};
  }
  Shot shot = import_shot(request, context.progress).shot;
  EditInput input{.body = shot.body(),
                  .motion = std::make_shared<Motion>(std::move(cache_of(shot)))};
  input.modes = std::make_shared<Modes>(
      cached_modes(input.body, {.count = 300}, {}, context.progress).result.modes);
  return dragged_body(std::make_shared<const EditInput>(std::move(input)), draw);
}

DraggedBodies animations(unsigned draw) {
  DraggedBodies bodies;
  const auto add = [&](const char* name, const std::vector<const char*>& files) {
    bodies.emplace_back(name, [files, draw](const BenchContext& context) {
      return imported(files, draw, context);
    });
  };
  add("elastic_cow", {"elastic_cow/elastic_cow.obj", "elastic_cow/elastic_cow.pc2"});
  add("fish", {"fish_tet/fish.mesh", "fish_tet/fish.pc2"});
  add("flag", {"flag_obj"});
  add("morph_sphere", {"gltf/AnimatedMorphSphere.gltf"});
  add("rigged_simple", {"gltf/RiggedSimple.glb"});
  bodies.emplace_back("dinosaur", [](const BenchContext& context) {
    return still_body(paper_body(context, "dinosaur/volmesh.abq"), free_vertices, context);
  });
  return bodies;
}

template <bool with_pin>
BenchRow animations_met(const BenchContext& context) {
  return count_met(animations(first_draw), with_pin, context);
}

template <bool with_pin>
BenchRow animations_steadiness(const BenchContext& context) {
  return steadiness(animations(first_draw), with_pin, straight_way, context);
}

}  // namespace

std::vector<BenchCase> edit_bodies_bench_cases() {
  return {
      {"edit/bodies/drags", "random drags of others' animations met to 2 %", animations_met<false>},
      {"edit/bodies/beside-a-pin", "the same with another point pinned at the frame",
       animations_met<true>},
      {"edit/bodies/steadiness",
       "how far these bodies go at most for a step of the hand, over that step",
       animations_steadiness<false>},
      {"edit/bodies/steadiness-beside-a-pin", "the same with another point pinned at the frame",
       animations_steadiness<true>},
      {"edit/bodies/near-pins", "drags next to the pins of slender bodies met to 2 %",
       [](const BenchContext& context) { return count_met(near_pins(), false, context); }}};
}

}  // namespace retake::cli
