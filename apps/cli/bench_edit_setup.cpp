#include <algorithm>

#include <Eigen/Geometry>

#include "apps/cli/bench_bodies.h"
#include "apps/cli/bench_edit.h"
#include "retake/mesh/bounding_box.h"
#include "retake/modes/mode_cache.h"

namespace retake::cli {

EditInput still_input(Body body, int modes, int frames, const BenchContext& context) {
  auto motion = std::make_shared<Motion>();
  motion->fps = 30;
  motion->frames.assign(static_cast<std::size_t>(frames), body.rest_positions.cast<float>());
  auto basis = std::make_shared<Modes>(
      cached_modes(body, {.count = modes}, {}, context.progress).result.modes);
  return {.body = std::move(body), .motion = std::move(motion), .modes = std::move(basis)};
}

EditInput still_bridge(const BenchContext& context, int modes, int frames) {
  return still_input(paper_body(context, "bridge/bridge.abq"), modes, frames, context);
}

double length_of(const Body& body) { return bounding_box(body.rest_positions).diagonal(); }

int free_vertex_near(const Body& body, int vertex) {
  const int n = body.vertex_count();
  vertex %= n;
  while (std::binary_search(body.pins.begin(), body.pins.end(), vertex)) vertex = (vertex + 1) % n;
  return vertex;
}

int mesh_neighbour(const Body& body, int vertex) {
  for (Eigen::Index t = 0; t < body.tets.cols(); ++t) {
    const auto tet = body.tets.col(t);
    if ((tet.array() != vertex).all()) continue;
    for (const int other : tet) {
      if (other != vertex && !std::binary_search(body.pins.begin(), body.pins.end(), other))
        return other;
    }
  }
  return vertex;
}

Wish pull(const EditInput& input, int vertex, int frame, const Vec3& by) {
  const auto& positions = input.motion->frames[static_cast<std::size_t>(frame)];
  return {.name = "vertex " + std::to_string(vertex),
          .frame = frame,
          .point = {{vertex, 1}},
          .target = positions.col(vertex).cast<double>() + by};
}

namespace {

int nearest_free_vertex(const Body& body, const Vec3& point) {
  int best = 0;
  double least = 1e300;
  for (int v = 0; v < body.vertex_count(); ++v) {
    const double distance = (body.rest_positions.col(v) - point).squaredNorm();
    if (distance >= least || std::binary_search(body.pins.begin(), body.pins.end(), v)) continue;
    least = distance;
    best = v;
  }
  return best;
}

}  // namespace

std::vector<int> bridge_grabs(const Body& body, int count) {
  const Vec3 low = body.rest_positions.rowwise().minCoeff(),
             high = body.rest_positions.rowwise().maxCoeff();
  Eigen::Index top = 0;
  body.rest_positions.row(1).maxCoeff(&top);
  const double deck = low.y() + 0.36 * (high.y() - low.y());
  const Vec3 middle = 0.5 * (low + high);
  const auto at = [&](double x, double y) {
    return Vec3(low.x() + x * (high.x() - low.x()), y, middle.z());
  };
  std::vector<int> grabs = {static_cast<int>(top), nearest_free_vertex(body, at(0.5, deck)),
                            nearest_free_vertex(body, at(0.02, deck))};
  for (const double x : {0.15, 0.3, 0.4, 0.6, 0.7, 0.85, 0.95}) {
    grabs.push_back(nearest_free_vertex(body, at(x, deck)));
  }
  grabs.resize(static_cast<std::size_t>(count));
  return grabs;
}

MatX mast_pulled(const EditInput& input, CostKind kind, int modes, const BenchContext& context) {
  EditSettings settings{.modes = modes};
  settings.cost.kind = kind;
  settings.cost.reach = usual_reach(kind);
  settings.exact_handles = false;
  MotionEdit edit(input, settings, context.progress);
  edit.add(
      pull(input, bridge_grabs(input.body, 1)[0], 60, Vec3(0, 0, 0.02 * length_of(input.body))));
  edit.solve();
  return edit.amplitudes();
}

namespace {

constexpr double crushed_volume = 0.02;  // of that at rest

template <class Positions>
double volume_of(const Eigen::Vector4i& tet, const Positions& positions) {
  const auto corner = [&](int c) { return Vec3(positions.col(tet[c]).template cast<double>()); };
  const Vec3 a = corner(0);
  return (corner(1) - a).cross(corner(2) - a).dot(corner(3) - a);
}

}  // namespace

InvertedFrames newly_inverted(const EditInput& input, const Motion& motion) {
  InvertedFrames frames;
  const Body& body = input.body;
  for (std::size_t t = 0; t < motion.frames.size(); ++t) {
    bool sound = false, crushed = false;
    for (Eigen::Index e = 0; e < body.tets.cols(); ++e) {
      const Eigen::Vector4i tet = body.tets.col(e);
      if (volume_of(tet, motion.frames[t]) > 0) continue;
      const double before = volume_of(tet, input.motion->frames[t]);
      const bool was_crushed = before <= crushed_volume * volume_of(tet, body.rest_positions);
      sound = sound || !was_crushed;
      crushed = crushed || (was_crushed && before > 0);
    }
    frames.sound += sound ? 1 : 0;
    frames.crushed += crushed ? 1 : 0;
  }
  return frames;
}

int trunk_of(const Body& body) {
  Eigen::Index tip = 0;
  body.rest_positions.row(0).maxCoeff(&tip);
  return static_cast<int>(tip);
}

Json contact_counts(const EditReport& report) {
  return {{"contacts", report.contacts},
          {"contact_sites", report.contact_sites},
          {"contact_rows", report.contact_rows}};
}

}  // namespace retake::cli
