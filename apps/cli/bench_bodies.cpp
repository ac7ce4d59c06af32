#include "apps/cli/bench_bodies.h"

#include "retake/elasticity/body_file.h"
#include "scenes/scene.h"

namespace retake::cli {

Body paper_body(const BenchContext& context, const std::string& mesh) {
  const std::filesystem::path file = context.data / "papers" / mesh;
  if (!std::filesystem::exists(file)) {
    throw BenchSkipped{file.string() + " is absent (set RETAKE_DATA or --data)"};
  }
  Body body = read_body(file);
  body.pins = read_pinned_vertices(file.parent_path() / "con_nodes.bou", body.vertex_count());
  return body;
}

Body tumble_body(const BenchContext& context) {
  return build_scene("tumble", SceneSize::full, context.progress).body;
}

}  // namespace retake::cli
