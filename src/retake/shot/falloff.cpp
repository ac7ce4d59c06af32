#include "retake/shot/falloff.h"

namespace retake {

WeightedPoint falloff_region(const Body& body, int vertex, double radius) {
  if (radius <= 0) return {{vertex, 1}};
  WeightedPoint region;
  const Vec3 center = body.rest_positions.col(vertex);
  for (int v = 0; v < body.vertex_count(); ++v) {
    const double s = (body.rest_positions.col(v) - center).squaredNorm() / (radius * radius);
    if (s < 1) region.push_back({v, (1 - s) * (1 - s)});
  }
  return region;
}

WeightedPoint as_point(WeightedPoint region) {
  double sum = 0;
  for (const WeightedVertex& entry : region) sum += entry.weight;
  for (WeightedVertex& entry : region) entry.weight /= sum;
  return region;
}

WeightedPoint falloff_point(const Body& body, int vertex, double radius) {
  return as_point(falloff_region(body, vertex, radius));
}

}  // namespace retake
