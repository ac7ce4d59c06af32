#include "apps/server/engine/heat.h"

#include <algorithm>

#include "retake/numerics/parallel_for.h"
#include "retake/shot/falloff.h"

namespace retake::server {

namespace {

constexpr double error_radius_of_size = 0.08;  // around a handle

// The largest of all obstacles at one vertex.
float depth_at(const std::vector<Obstacle>& obstacles, const Vec3& point) {
  double depth = 0;
  for (const Obstacle& obstacle : obstacles) {
    depth = std::max(depth, -distance_to(obstacle, point).distance);
  }
  return static_cast<float>(depth);
}

}  // namespace

Eigen::VectorXf penetration(const std::vector<Obstacle>& obstacles,
                            const Eigen::Matrix3Xf& positions) {
  Eigen::VectorXf depth = Eigen::VectorXf::Zero(positions.cols());
  if (obstacles.empty()) return depth;
  parallel_for(
      positions.cols(),
      [&](std::ptrdiff_t v) { depth[v] = depth_at(obstacles, positions.col(v).cast<double>()); },
      1024);
  return depth;
}

HeatMaker::HeatMaker(const OpenShot& shot) : shot_(shot), strain_(shot.body()) {}

// Each wish of the frame, as far as it was missed, fading around its vertex.
Eigen::VectorXf HeatMaker::handle_error(int frame) const {
  Eigen::VectorXf heat = Eigen::VectorXf::Zero(shot_.body().vertex_count());
  for (const Layer* layer : active_layers(shot_.document.shot().layers)) {
    const auto* wished = layer->content.find<WishLayer>();
    const EditReport* report = shot_.evaluation.report(layer->id);
    if (wished == nullptr || report == nullptr) continue;
    for (const WishReport& wish : report->wishes) {
      const LayerWish* asked = find_wish(*wished, wish.id);
      if (wish.frame != frame || asked == nullptr || asked->wish.point.empty()) continue;
      const int vertex = asked->wish.point.front().vertex;
      const double radius = error_radius_of_size * shot_.size;
      for (const auto& [v, share] : falloff_region(shot_.body(), vertex, radius)) {
        heat[v] = std::max(heat[v], static_cast<float>(share * wish.miss));
      }
    }
  }
  return heat;
}

Eigen::VectorXf HeatMaker::of(const Look& look, const Eigen::Matrix3Xf& positions) const {
  switch (look.heat) {
    case Heat::edit_size:
      return (positions - shot_.evaluation.source_motion().frame(look.frame)).colwise().norm();
    case Heat::strain:
      return strain_.at_vertices(strain_.read(positions).strain);
    case Heat::penetration:
      return penetration(shot_.evaluation.stage().obstacles, positions);
    case Heat::handle_error:
      return handle_error(look.frame);
    case Heat::none:
      break;
  }
  return {};
}

}  // namespace retake::server
