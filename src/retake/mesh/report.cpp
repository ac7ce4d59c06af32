#include "retake/mesh/report.h"

#include <algorithm>
#include <limits>

#include <Eigen/Geometry>

#include "retake/mesh/quality.h"
#include "retake/mesh/repair.h"
#include "retake/mesh/surface.h"
#include "retake/mesh/topology.h"

namespace retake {
namespace {

constexpr std::size_t most_examples = 5;
constexpr double sliver_angle = 2;  // degrees; such tets make stiff, badly conditioned systems

void add(MeshReport& report, const std::string& what, const std::vector<int>& indices,
         const std::string& action, bool is_harmful = true) {
  if (indices.empty()) return;
  const auto end =
      indices.begin() + static_cast<std::ptrdiff_t>(std::min(indices.size(), most_examples));
  report.findings.push_back(
      {what, static_cast<int>(indices.size()), {indices.begin(), end}, action, is_harmful});
}

std::vector<int> first_vertices(const std::vector<Edge>& edges) {
  std::vector<int> vertices;
  for (const Edge& edge : edges) vertices.push_back(edge[0]);
  return vertices;
}

void examine_vertices(MeshReport& report, const Points& positions,
                      const Eigen::MatrixXi& elements) {
  report.vertices = static_cast<int>(positions.cols());
  if (positions.cols() > 0) {
    report.low = positions.rowwise().minCoeff();
    report.high = positions.rowwise().maxCoeff();
  }
  add(report, "vertices that no element uses", unused_vertices(elements, report.vertices),
      "left as they are");
  add(report, "vertices in the place of another one", duplicate_vertices(positions),
      "left as they are", false);
}

// Where the triangles are the shape itself, an edge of more than two of them is a fault. A skin of
// tets may well touch itself along an edge.
void examine_surface(MeshReport& report, const Eigen::Matrix3Xi& triangles) {
  const bool is_the_shape = report.tets == 0;
  const EdgeReport edges = examine_edges(triangles);
  report.triangles = static_cast<int>(triangles.cols());
  report.boundary_edges = static_cast<int>(edges.boundary.size());
  report.non_manifold_edges = static_cast<int>(edges.non_manifold.size());
  report.misoriented_edges = static_cast<int>(edges.misoriented.size());
  report.boundary_loops = static_cast<int>(boundary_loops(triangles).size());
  report.is_closed = edges.boundary.empty();
  add(report, "edges of more than two triangles (one vertex of each)",
      first_vertices(edges.non_manifold), "left as they are", is_the_shape);
  add(report, "edges whose two triangles face opposite ways (one vertex of each)",
      first_vertices(edges.misoriented), "left as they are");
}

double enclosed_volume(const TriangleMesh& mesh) {
  if (mesh.vertex_count() == 0) return 0;
  const Vec3 origin = mesh.positions.col(0);  // near the mesh, against cancellation
  double sum = 0;
  for (const auto& t : mesh.triangles.colwise()) {
    const Mat3 x = mesh.positions(Eigen::all, t).colwise() - origin;
    sum += x.col(0).dot(x.col(1).cross(x.col(2))) / 6;
  }
  return sum;
}

void examine_quality(MeshReport& report, const TetMesh& mesh) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Range& angle = report.dihedral_angle = {infinity, 0, 0};
  Range& ratio = report.radius_ratio = {infinity, 0, 0};
  std::vector<int> slivers;
  for (int t = 0; t < mesh.tet_count(); ++t) {
    const TetQuality q = quality(mesh, t);
    report.volume += q.volume;
    angle.least = std::min(angle.least, q.min_dihedral_angle);
    angle.greatest = std::max(angle.greatest, q.max_dihedral_angle);
    angle.mean += q.min_dihedral_angle / mesh.tet_count();
    ratio.least = std::min(ratio.least, q.radius_ratio);
    ratio.greatest = std::max(ratio.greatest, q.radius_ratio);
    ratio.mean += q.radius_ratio / mesh.tet_count();
    if (q.min_dihedral_angle < sliver_angle && !is_flat(mesh, t)) slivers.push_back(t);
  }
  add(report, "tets with an angle below 2 degrees", slivers, "left as they are", false);
}

void examine_components(MeshReport& report, const Components& components) {
  report.components = components.count;
  if (components.count < 2) return;
  std::vector<int> first;  // element of each component
  for (std::size_t e = 0; e < components.of_element.size(); ++e) {
    if (components.of_element[e] == static_cast<int>(first.size())) {
      first.push_back(static_cast<int>(e));
    }
  }
  add(report, "parts that do not hang together (the first element of each)", first,
      "left as they are", false);
}

}  // namespace

bool MeshReport::is_sound() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const MeshFinding& finding) { return finding.is_harmful; });
}

MeshReport describe(const TetMesh& mesh) {
  MeshReport report;
  report.tets = mesh.tet_count();
  examine_vertices(report, mesh.positions, mesh.tets);
  const TetRepair repair = repair_tets(mesh);
  add(report, "inverted tets", repair.inverted, "turned over");
  add(report, "tets without volume", repair.flat, "left out");
  if (mesh.tet_count() > 0) examine_quality(report, mesh);
  examine_components(report, components(mesh.tets, mesh.vertex_count()));
  examine_surface(report, surface_triangles(repair.mesh));
  return report;
}

MeshReport describe(const TriangleMesh& mesh) {
  MeshReport report;
  examine_vertices(report, mesh.positions, mesh.triangles);
  add(report, "triangles without area", flat_triangles(mesh), "left out");
  examine_components(report, components(mesh.triangles, mesh.vertex_count()));
  examine_surface(report, mesh.triangles);
  if (report.is_closed) report.volume = enclosed_volume(mesh);
  return report;
}

MeshReport describe(const MeshFile& file) {
  MeshReport report;
  if (file.tets) report = describe(*file.tets);
  if (file.triangles) report = describe(*file.triangles);
  report.format = file.format;
  report.counts = file.counts;
  report.notes = file.notes;
  return report;
}

}  // namespace retake
