#include "retake/spacetime/contact_detection.h"

#include <cmath>
#include <string>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/spacetime/frame_chunks.h"
#include "retake/spacetime/motion_check.h"
#include "retake/spacetime/surface_vertices.h"

namespace retake {

namespace {

// Distances to one obstacle in frame after frame. A distance changes by no more than the vertex
// moves: far vertices need not be looked at again before they have come that far.
class DistanceWatch {
 public:
  DistanceWatch(const Obstacle& obstacle, double distance, std::size_t vertices)
      : obstacle_(obstacle), near_(distance), seen_(vertices) {}

  // Whether the k-th vertex is nearer than the distance at `point`; `surface` is there then.
  bool is_near(std::size_t k, const Vec3& point) {
    Sight& sight = seen_[k];
    if (sight.distance - (point - sight.point).norm() >= near_) return false;
    surface_ = distance_to(obstacle_, point);
    sight = {point, surface_.distance};
    return surface_.distance < near_;
  }
  const SurfaceDistance& surface() const { return surface_; }

 private:
  struct Sight {
    Vec3 point = Vec3::Zero();
    double distance = -1;  // m; below 0: not seen yet, or inside
  };

  const Obstacle& obstacle_;
  double near_;  // m
  SurfaceDistance surface_;
  std::vector<Sight> seen_;
};

std::vector<Contact> contacts_in_frames(const Motion& motion, int first, int last,
                                        const std::vector<int>& vertices,
                                        const std::vector<Obstacle>& obstacles, double distance) {
  std::vector<DistanceWatch> watches;
  for (const Obstacle& obstacle : obstacles)
    watches.emplace_back(obstacle, distance, vertices.size());
  std::vector<Contact> contacts;
  for (int frame = first; frame < last; ++frame) {
    const FrameView positions = motion.frames[static_cast<std::size_t>(frame)];
    for (std::size_t k = 0; k < vertices.size(); ++k) {
      const Vec3 point = positions.col(vertices[k]).cast<double>();
      for (std::size_t o = 0; o < watches.size(); ++o) {
        if (!watches[o].is_near(k, point)) continue;
        contacts.push_back({frame, vertices[k], static_cast<int>(o), watches[o].surface().normal});
      }
    }
  }
  return contacts;
}

}  // namespace

void DetectionOptions::validate() const {
  const auto require = [](bool holds, const std::string& what, double found) {
    if (holds) return;
    throw InputError({.what = what, .expected = "0 or more", .found = std::to_string(found)});
  };
  require(std::isfinite(distance) && distance >= 0, "distance of contacts", distance);
  require(std::isfinite(neighbourhood) && neighbourhood >= 0, "neighbourhood of a vertex",
          neighbourhood);
}

double size_of(const Body& body) {
  const Points& rest = body.rest_positions;
  return bounding_box(rest).diagonal();
}

std::vector<Contact> detect_contacts(const Body& body, const Motion& motion,
                                     const std::vector<Obstacle>& obstacles,
                                     const DetectionOptions& options, Progress& progress) {
  options.validate();
  for (const Obstacle& obstacle : obstacles) validate(obstacle);
  check_fits(body, motion);
  if (obstacles.empty()) return {};
  const std::vector<int> vertices = touchable_vertices(body, outer_triangles(body));
  const double distance = options.distance * size_of(body);
  return gather_over_frames<Contact>(
      motion.frame_count(), "find contacts", progress, [&](int first, int last) {
        return contacts_in_frames(motion, first, last, vertices, obstacles, distance);
      });
}

}  // namespace retake
