#include "scenes/sculpture.h"

#include <algorithm>
#include <cmath>

#include "retake/mesh/isosurface.h"
#include "retake/mesh/lattice_mesher.h"
#include "retake/mesh/surface.h"
#include "scenes/lofts.h"

namespace retake {
namespace {

Vec3 across(const Vec3& p) { return {p.x(), p.y(), -p.z()}; }

const Part& nearest_part(const Sculpture& sculpture, const Vec3& point) {
  return *std::min_element(
      sculpture.parts.begin(), sculpture.parts.end(),
      [&](const Part& a, const Part& b) { return a.field(point) < b.field(point); });
}

// Colours run into each other over about this length.
constexpr double color_bleed = 0.008;

}  // namespace

Eigen::Vector3f color_at(const Sculpture& sculpture, const Vec3& point) {
  const double nearest = nearest_part(sculpture, point).field(point);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double total = 0;
  for (const Part& part : sculpture.parts) {
    const double behind = (part.field(point) - nearest) / color_bleed;
    if (behind > 20) continue;
    sum += std::exp(-behind) * part.color.cast<double>();
    total += std::exp(-behind);
  }
  return (sum / total).cast<float>();
}

DistanceField solid_of(const Sculpture& sculpture) {
  std::vector<BlendedField> fields;
  for (const Part& part : sculpture.parts) fields.push_back({part.field, part.blend});
  const DistanceField solid = union_field(std::move(fields));
  return sculpture.on_floor ? cut_field(solid, Vec3::Zero(), Vec3::UnitY()) : solid;
}

RenderSurface skin_of(const Sculpture& sculpture, const TetMesh& tets, double spacing) {
  std::vector<TriangleMesh> meshes = {extract_isosurface(
      solid_of(sculpture), {.spacing = Vec3::Constant(spacing), .relaxations = 6})};
  for (const Bead& bead : sculpture.beads) meshes.push_back(ball(bead.center, bead.radius));
  RenderSurface skin;
  skin.mesh = merged(meshes);
  skin.colors.resize(3, skin.mesh.vertex_count());
  int v = 0;
  for (; v < meshes[0].vertex_count(); ++v)
    skin.colors.col(v) = color_at(sculpture, skin.mesh.positions.col(v));
  for (std::size_t b = 0; b < sculpture.beads.size(); ++b)
    for (int i = 0; i < meshes[b + 1].vertex_count(); ++i)
      skin.colors.col(v++) = sculpture.beads[b].color;
  skin.embedding = embed(skin.mesh.positions, tets);
  return skin;
}

Body sculpt(const Sculpture& sculpture, const SculptOptions& options) {
  const DistanceField solid = solid_of(sculpture);
  DistanceField padded = {[=](const Vec3& p) { return solid(p) - options.padding; },
                          {solid.box.min() - Vec3::Constant(options.padding),
                           solid.box.max() + Vec3::Constant(options.padding)}};
  if (sculpture.on_floor) padded = cut_field(padded, Vec3::Zero(), Vec3::UnitY());
  const TetMesh mesh = mesh_solid(padded, {.spacing = options.tet_spacing});

  Body body;
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.triangles = surface_triangles(mesh);
  for (int t = 0; t < mesh.tet_count(); ++t) {
    Vec3 middle = Vec3::Zero();
    for (int c = 0; c < 4; ++c) middle += mesh.positions.col(mesh.tets(c, t)) / 4;
    body.material_of_element.push_back(nearest_part(sculpture, middle).material);
  }
  body.render_surface = skin_of(sculpture, mesh, options.skin_spacing);
  return body;
}

void move(Sculpture& sculpture, const Vec3& way) {
  for (Part& part : sculpture.parts) {
    const auto distance = part.field.distance;
    part.field.distance = [distance, way](const Vec3& p) { return distance(p - way); };
    part.field.box.translate(way);
  }
  for (Bead& bead : sculpture.beads) bead.center += way;
}

Part mirrored(const Part& part) {
  Part other = part;
  const DistanceField field = part.field;
  other.field.distance = [field](const Vec3& p) { return field(across(p)); };
  other.field.box = Eigen::AlignedBox3d(across(field.box.min()));
  other.field.box.extend(across(field.box.max()));
  return other;
}

void add_pair(Sculpture& sculpture, const Part& part) {
  sculpture.parts.push_back(part);
  sculpture.parts.push_back(mirrored(part));
}

void add_pair(Sculpture& sculpture, const Bead& bead) {
  sculpture.beads.push_back(bead);
  sculpture.beads.push_back({across(bead.center), bead.radius, bead.color});
}

std::vector<int> vertices_where(const Body& body, const std::function<bool(const Vec3&)>& chosen) {
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v)
    if (chosen(body.rest_positions.col(v))) vertices.push_back(v);
  return vertices;
}

}  // namespace retake
