#pragma once
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/mesh/distance_field.h"

namespace retake {

// One piece of a sculpture, joined to those before it by a fillet about `blend` wide.
struct Part {
  DistanceField field;
  double blend = 0.05;  // metres
  Eigen::Vector3f color = {0.6f, 0.6f, 0.6f};
  int material = 0;
};

// A ball that is only looked at: an eye, the tip of a nose.
struct Bead {
  Vec3 center;
  double radius = 0.03;
  Eigen::Vector3f color = {0.13f, 0.14f, 0.16f};
};

// A body described by the pieces that it is made of.
struct Sculpture {
  std::vector<Part> parts;
  std::vector<Bead> beads;
  bool on_floor = false;  // what would be below y = 0 is cut off flat
};

struct SculptOptions {
  double tet_spacing = 0.1;    // metres
  double skin_spacing = 0.03;  // of the render surface, metres
  double padding = 0;          // by which the tets reach beyond the skin, so that thin parts hold
};

DistanceField solid_of(const Sculpture& sculpture);

// The colour of the part that is nearest to a point; colours run into each other a little.
Eigen::Vector3f color_at(const Sculpture& sculpture, const Vec3& point);

// The sculpture's coloured surface, carried by the tets.
RenderSurface skin_of(const Sculpture& sculpture, const TetMesh& tets, double spacing);

// Tets with material_of_element, and a coloured render surface. Materials and pins are for the
// scene to give.
Body sculpt(const Sculpture& sculpture, const SculptOptions& options);

// Carries the whole sculpture along.
void move(Sculpture& sculpture, const Vec3& way);

// The same part on the other side of the plane z = 0.
Part mirrored(const Part& part);

// Both of them.
void add_pair(Sculpture& sculpture, const Part& part);
void add_pair(Sculpture& sculpture, const Bead& bead);

// Vertices of the body at rest for which `chosen` says yes, ascending.
std::vector<int> vertices_where(const Body& body, const std::function<bool(const Vec3&)>& chosen);

}  // namespace retake
