#include "retake/shot/import_body.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <Eigen/Geometry>

#include "retake/elasticity/body_file.h"
#include "retake/elasticity/interior.h"
#include "retake/mesh/bounding_box.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/repair.h"
#include "retake/mesh/topology.h"
#include "retake/shot/import_guess.h"
#include "retake/shot/solid_cache.h"

namespace retake {

namespace {

// A surface with more of its area open than this is a sheet: a box without its lid has 0.2, half a
// ball 0.5, a flat sheet 1.
constexpr double sheet_opening = 0.35;
constexpr double soup_share = 0.2;
constexpr double thickness_of_size = 2e-3;

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

std::string millimetres(double meters) {
  std::ostringstream text;
  text.precision(3);
  text << 1000 * meters << " mm";
  return text.str();
}

double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (const auto& t : mesh.triangles.colwise()) {
    const Vec3 a = mesh.positions.col(t[0]);
    area += (mesh.positions.col(t[1]) - a).cross(mesh.positions.col(t[2]) - a).norm() / 2;
  }
  return area;
}

// Of the flattest surface over the loop: the length of its area vector.
double area_over(const std::vector<int>& loop, const Points& x) {
  Vec3 area = Vec3::Zero();
  const Vec3 origin = x.col(loop.front());
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 a = x.col(loop[i]) - origin, b = x.col(loop[(i + 1) % loop.size()]) - origin;
    area += a.cross(b) / 2;
  }
  return area.norm();
}

Body surface_body(const TriangleMesh& surface) {
  Body body;
  body.rest_positions = surface.positions;
  body.triangles = surface.triangles;
  return body;
}

double diagonal_of(const Points& x) { return bounding_box(x).diagonal(); }

void make_shell(const ImportRequest& request, BodyMaking& making) {
  Body& body = making.body;
  body.triangles = orient_triangles({body.rest_positions, body.triangles}).mesh.triangles;
  body.materials = {request.material.value_or(material_of_name("cloth"))};
  body.thickness = request.thickness;
  if (request.thickness > 0) return;
  body.thickness = thickness_of_size * diagonal_of(body.rest_positions);
  making.assumptions.push_back("the shell is " + millimetres(body.thickness) +
                               " thick (--thickness says otherwise)");
}

void make_solid(const ImportRequest& request, BodyMaking& making, Progress& progress) {
  const TriangleMesh surface = {making.body.rest_positions, making.body.triangles};
  SolidMesh solid = cached_solid(surface, {.cell = request.cell}, {}, progress);
  making.assumptions.push_back(solid.how + " (--cell says how fine)");
  making.assumptions.insert(making.assumptions.end(), solid.notes.begin(), solid.notes.end());
  making.body = make_surface_body(surface, std::move(solid));
  making.body.materials = {request.material.value_or(Material{})};
}

void make_tets(const MeshFile& file, const ImportRequest& request, BodyMaking& making) {
  Notes notes;
  making.body = make_body(file, &notes);
  if (request.material) {
    making.body.materials = {*request.material};
    making.body.material_of_element.clear();
  } else {
    for (const std::string& note : notes_on_materials(file)) making.assumptions.push_back(note);
  }
}

void refuse_unfit(const MeshFile& file, BodyChoice choice) {
  if (file.tets && (choice == BodyChoice::shell || choice == BodyChoice::solid)) {
    throw InputError({.what = "the mesh is made of tets already",
                      .where = file.path.string(),
                      .expected = "--body tets (or none)",
                      .advice = "Give the surface alone to have it filled anew, or as a shell"});
  }
  if (file.tets || choice != BodyChoice::tets) return;
  throw InputError({.what = "the mesh is a surface, without tets",
                    .where = file.path.string(),
                    .expected = "--body solid or shell (or none)"});
}

// Triangles without area have no shape to bend; they stay in what goes out again.
void drop_flat_triangles(TriangleMesh& mesh, std::vector<std::string>& assumptions) {
  const std::vector<int> flat = flat_triangles(mesh);
  if (flat.empty()) return;
  std::vector<int> kept;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    if (!std::binary_search(flat.begin(), flat.end(), t)) kept.push_back(t);
  }
  mesh.triangles = Eigen::Matrix3Xi(mesh.triangles(Eigen::all, kept));
  assumptions.push_back("triangles without area are no part of the body: " +
                        count_and_examples(flat) + " (they go out again as they came)");
}

}  // namespace

SurfaceShape examine_shape(const TriangleMesh& surface) {
  SurfaceShape shape;
  shape.is_closed = examine_edges(surface.triangles).boundary.empty();
  shape.is_thin = shape.is_closed && is_sheet_like(surface);
  const int pieces = components(surface.triangles, surface.vertex_count()).count;
  shape.loose_share = (pieces - 1.0) / std::max(1, surface.triangle_count());
  const double area = area_of(surface);
  double open = 0;
  for (const std::vector<int>& loop : boundary_loops(surface.triangles)) {
    open += area_over(loop, surface.positions);
  }
  shape.opening = area > 0 ? open / area : 0;
  return shape;
}

BodyDecision decide_body(const SurfaceShape& shape) {
  if (shape.is_closed && shape.is_thin) {
    return {BodyChoice::shell, "since it is thin as cloth, though its surface is closed"};
  }
  if (shape.is_closed) return {BodyChoice::solid, "since its surface is closed"};
  if (shape.loose_share > soup_share) {
    return {BodyChoice::solid, "wrapped, since its triangles hardly hang together"};
  }
  if (shape.opening > sheet_opening) {
    return {BodyChoice::shell, "since it is an open sheet"};
  }
  return {BodyChoice::solid, "with its holes closed (" + percent(shape.opening) +
                                 " of its area), since it has a volume"};
}

BodyMaking make_imported_body(const MeshFile& file, const ImportRequest& request,
                              Progress& progress) {
  refuse_unfit(file, request.body);
  BodyMaking making;
  if (file.tets) {
    make_tets(file, request, making);
    making.assumptions.insert(making.assumptions.begin(),
                              "the body is a solid of the file's own tets");
    return making;
  }
  TriangleMesh surface = *file.triangles;
  drop_flat_triangles(surface, making.assumptions);
  if (surface.triangle_count() == 0) {
    throw InputError({.what = "no triangle of the mesh has an area", .where = file.path.string()});
  }
  making.body = surface_body(surface);
  BodyDecision decision = {request.body, "as asked for"};
  if (request.body == BodyChoice::automatic) decision = decide_body(examine_shape(surface));
  const bool is_shell = decision.kind == BodyChoice::shell;
  making.assumptions.push_back(std::string("the body is a ") + (is_shell ? "shell, " : "solid, ") +
                               decision.why + " (--body says otherwise)");
  if (is_shell) {
    make_shell(request, making);
  } else {
    make_solid(request, making, progress);
  }
  return making;
}

}  // namespace retake
