// What is measured frame by frame.
#include <set>

#include "apps/server/engine/heat.h"
#include "apps/server/engine/inspection.h"
#include "apps/server/engine/strain.h"

namespace retake::server {

namespace {

Reading largest(const Eigen::VectorXf& values) {
  Reading reading;
  if (values.size() == 0) return reading;
  Eigen::Index vertex = 0;
  reading.value = values.maxCoeff(&vertex);
  reading.vertex = static_cast<int>(vertex);
  return reading;
}

// Tets that are flat or inside out, and where `input` has volumes, were not so there; triangles
// have no inside.
Reading inverted_tets(const StrainMeter& meter, const Eigen::VectorXf& volumes,
                      const Eigen::VectorXf& input = {}) {
  Reading reading;
  for (Eigen::Index e = 0; e < volumes.size(); ++e) {
    if (volumes[e] > 0 || !meter.is_tet(e) || (input.size() > 0 && input[e] <= 0)) continue;
    if (reading.value == 0) reading.vertex = meter.vertex_of(static_cast<int>(e));
    reading.value += 1;
  }
  return reading;
}

}  // namespace

Measurements measure(const Inspected& shot, const Limits& limits, Progress& progress) {
  const StrainMeter meter(*shot.body);
  Measurements measured;
  measured.penetration.resize(shot.obstacles.size());
  std::vector<std::set<int>> inside(shot.obstacles.size());
  const std::size_t frames = shot.result->frames.size();
  for (std::size_t t = 0; t < frames; ++t) {
    progress.update("checking frames", static_cast<double>(t) / static_cast<double>(frames));
    const FrameView positions = shot.result->frames[t];
    const StrainMeter::Reading read = meter.read(positions);
    measured.strain.push_back(largest(read.strain));
    if (measured.strain.back().vertex >= 0) {
      measured.strain.back().vertex = meter.vertex_of(measured.strain.back().vertex);
    }
    measured.inverted.push_back(inverted_tets(meter, read.volume));
    measured.newly_inverted.push_back(
        measured.inverted.back().value > 0
            ? inverted_tets(meter, read.volume, meter.volumes(shot.source->frames[t]))
            : Reading{});
    measured.edit_size.push_back(
        largest((positions - shot.source->frames[t]).colwise().norm().transpose()));
    for (std::size_t i = 0; i < shot.obstacles.size(); ++i) {
      const Eigen::VectorXf depth = penetration({shot.obstacles[i]}, positions);
      measured.penetration[i].push_back(largest(depth));
      for (Eigen::Index v = 0; v < depth.size(); ++v) {
        if (depth[v] > limits.penetration) inside[i].insert(static_cast<int>(v));
      }
    }
  }
  for (const auto& vertices : inside) {
    measured.penetrating.emplace_back(vertices.begin(), vertices.end());
  }
  return measured;
}

}  // namespace retake::server
