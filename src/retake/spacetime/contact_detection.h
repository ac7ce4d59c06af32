#pragma once
#include <array>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/contact.h"
#include "retake/elasticity/obstacle.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"

namespace retake {

// Contacts of a motion that comes without any (Barbic 2012, section 5, "Determining contacts").
// Looked at are the vertices of the body's triangles (a solid without triangles: of its skin) that
// are not pinned. The time is about linear in frames times vertices; nothing depends on the number
// of threads.

struct DetectionOptions {
  double distance = 2e-3;    // of the body's size: nearer than this is a contact
  double neighbourhood = 3;  // mean edge lengths: parts that are nearer at rest do not touch
  // Of a stack of several bodies: which one each vertex belongs to, since bodies touch at rest too.
  std::vector<int> body_of_vertex = {};

  void validate() const;
};

// The diagonal of the box around the rest shape, m: what lengths are given as parts of.
double size_of(const Body& body);

// Vertices nearer to an obstacle than the distance, or inside of it; by frame, vertex, obstacle.
// Throws InputError for a motion that does not fit the body (names frame and counts or vertex).
std::vector<Contact> detect_contacts(const Body& body, const Motion& motion,
                                     const std::vector<Obstacle>& obstacles,
                                     const DetectionOptions& options = {},
                                     Progress& progress = Progress::silent());

// A vertex that touches a triangle of its own body in one frame.
struct SelfContact {
  int frame = 0;
  int vertex = 0;
  std::array<int, 3> triangle = {0, 0, 0};  // its vertices
  Vec3 weights = Vec3::Zero();  // of the nearest point: barycentric, not negative, sum 1
  // Unit, world axes, from the triangle to the vertex; out of the triangle where that vanishes or
  // the vertex lies on the inner side of a solid.
  Vec3 normal = Vec3::UnitY();
};

// For each vertex and frame the nearest triangle within the distance, by frame and vertex. Parts
// that are neighbours at rest (see DetectionOptions) are left out: they are always near.
std::vector<SelfContact> detect_self_contacts(const Body& body, const Motion& motion,
                                              const DetectionOptions& options = {},
                                              Progress& progress = Progress::silent());

}  // namespace retake
