#include "retake/mesh/repair.h"

#include <algorithm>
#include <map>

#include <Eigen/Geometry>

#include "retake/mesh/quality.h"
#include "retake/mesh/topology.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using Triangles = Eigen::Matrix3Xi;

// For each edge of each triangle (3t + k) the triangle across it, or -1 where there is not exactly
// one.
struct Neighbors {
  std::vector<int> across;
  bool manifold = true;
};

Neighbors find_neighbors(const Triangles& triangles) {
  std::map<Edge, std::vector<int>> uses;
  for (int t = 0; t < triangles.cols(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int a = triangles(k, t), b = triangles((k + 1) % 3, t);
      uses[{std::min(a, b), std::max(a, b)}].push_back(3 * t + k);
    }
  }
  Neighbors neighbors;
  neighbors.across.assign(static_cast<std::size_t>(triangles.size()), -1);
  for (const auto& [edge, corners] : uses) {
    if (corners.size() > 2) neighbors.manifold = false;
    if (corners.size() != 2) continue;
    neighbors.across[static_cast<std::size_t>(corners[0])] = corners[1] / 3;
    neighbors.across[static_cast<std::size_t>(corners[1])] = corners[0] / 3;
  }
  return neighbors;
}

bool runs_through(const Triangles& triangles, int t, int a, int b) {
  for (int k = 0; k < 3; ++k) {
    if (triangles(k, t) == a && triangles((k + 1) % 3, t) == b) return true;
  }
  return false;
}

// Six times the volume between a triangle and the point `origin`.
double swept_volume(const TriangleMesh& mesh, int t, const Vec3& origin) {
  const auto x = [&](int k) -> Vec3 { return mesh.positions.col(mesh.triangles(k, t)) - origin; };
  return x(0).dot(x(1).cross(x(2)));
}

void flip(Triangles& triangles, int t) { std::swap(triangles(1, t), triangles(2, t)); }

// Walks from `seed` over all triangles that hang together, turning those that disagree.
class Patch {
 public:
  Patch(TriangleMesh& mesh, const Neighbors& neighbors, std::vector<bool>& seen, int seed) {
    members = {seed};
    seen[static_cast<std::size_t>(seed)] = true;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const int t = members[i];
      // Turning a triangle moves its edges, so edges are found again by their vertices.
      for (int k = 0; k < 3; ++k) {
        const int other = neighbors.across[static_cast<std::size_t>(3 * t + k)];
        closed = closed && other >= 0;
        if (other < 0) continue;
        const auto [a, b] = shared_edge(mesh.triangles, t, other);
        const bool same_way = runs_through(mesh.triangles, other, a, b);
        if (!seen[static_cast<std::size_t>(other)]) {
          seen[static_cast<std::size_t>(other)] = true;
          members.push_back(other);
          if (same_way) flip(mesh.triangles, other);
        } else if (same_way) {
          orientable = false;
        }
      }
    }
  }

  std::vector<int> members;
  bool closed = true;
  bool orientable = true;

 private:
  // An edge of t, directed as t runs, which `other` has too.
  static Edge shared_edge(const Triangles& triangles, int t, int other) {
    for (int k = 0; k < 3; ++k) {
      const int a = triangles(k, t), b = triangles((k + 1) % 3, t);
      if (runs_through(triangles, other, a, b) || runs_through(triangles, other, b, a))
        return {a, b};
    }
    return {-1, -1};
  }
};

// Sets count the elements that are kept from now on.
void renumber_sets(std::vector<ElementSet>& sets, const std::vector<int>& kept, int count) {
  std::vector<int> number(static_cast<std::size_t>(count), -1);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    number[static_cast<std::size_t>(kept[i])] = static_cast<int>(i);
  }
  for (ElementSet& set : sets) {
    std::vector<int> elements;
    for (const int e : set.elements) {
      if (number[static_cast<std::size_t>(e)] >= 0) {
        elements.push_back(number[static_cast<std::size_t>(e)]);
      }
    }
    set.elements = std::move(elements);
  }
}

void repair_file_tets(MeshFile& file) {
  TetRepair repair = repair_tets(*file.tets);
  const int count = file.tets->tet_count();
  if (repair.kept.empty()) {
    throw InputError({.what = "every tet of the mesh is without volume",
                      .where = file.path.string(),
                      .found = std::to_string(count) + " tets"});
  }
  if (!repair.inverted.empty()) {
    file.notes.push_back("inverted tets were turned over: " + count_and_examples(repair.inverted) +
                         " of " + std::to_string(count) + " (nothing is left to do)");
  }
  if (!repair.flat.empty()) {
    file.notes.push_back("tets without volume were left out: " + count_and_examples(repair.flat) +
                         " of " + std::to_string(count) +
                         " (mesh again if a part now hangs loose)");
    renumber_sets(file.element_sets, repair.kept, count);
  }
  file.tets = std::move(repair.mesh);
}

void repair_file_triangles(MeshFile& file) {
  TriangleMesh& mesh = *file.triangles;
  const std::vector<int> flat = flat_triangles(mesh);
  if (flat.empty()) return;
  if (static_cast<int>(flat.size()) == mesh.triangle_count()) {
    file.notes.push_back(
        "every triangle is without area; they were left as they are (check the file's scale and "
        "faces)");
    return;
  }
  std::vector<int> kept;
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    if (!std::binary_search(flat.begin(), flat.end(), t)) kept.push_back(t);
  }
  file.notes.push_back("triangles without area were left out: " + count_and_examples(flat) +
                       " of " + std::to_string(mesh.triangle_count()));
  renumber_sets(file.element_sets, kept, mesh.triangle_count());
  mesh.triangles = Triangles(mesh.triangles(Eigen::all, kept));
}

}  // namespace

TetRepair repair_tets(const TetMesh& mesh) {
  TetRepair repair;
  repair.mesh = mesh;
  for (int t = 0; t < mesh.tet_count(); ++t) {
    if (is_flat(mesh, t)) {
      repair.flat.push_back(t);
      continue;
    }
    repair.kept.push_back(t);
    if (volume(mesh, t) < 0) {
      repair.inverted.push_back(t);
      std::swap(repair.mesh.tets(2, t), repair.mesh.tets(3, t));
    }
  }
  if (!repair.flat.empty()) {
    repair.mesh.tets = Eigen::Matrix4Xi(repair.mesh.tets(Eigen::all, repair.kept));
  }
  return repair;
}

TriangleRepair orient_triangles(const TriangleMesh& mesh) {
  const Neighbors neighbors = find_neighbors(mesh.triangles);
  TriangleRepair repair;
  repair.mesh = mesh;
  repair.is_orientable = neighbors.manifold;
  std::vector<bool> seen(static_cast<std::size_t>(mesh.triangle_count()), false);
  for (int seed = 0; seed < mesh.triangle_count(); ++seed) {
    if (seen[static_cast<std::size_t>(seed)]) continue;
    const Patch patch(repair.mesh, neighbors, seen, seed);
    repair.is_orientable = repair.is_orientable && patch.orientable;
    if (!patch.closed) continue;
    const Vec3 origin = mesh.positions.col(mesh.triangles(0, seed));
    double enclosed = 0;
    for (const int t : patch.members) enclosed += swept_volume(repair.mesh, t, origin);
    for (const int t : patch.members) {
      if (enclosed < 0) flip(repair.mesh.triangles, t);
    }
  }
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    if (repair.mesh.triangles.col(t) != mesh.triangles.col(t)) repair.flipped.push_back(t);
  }
  return repair;
}

MeshFile repaired(MeshFile file) {
  if (file.tets) repair_file_tets(file);
  if (file.triangles) repair_file_triangles(file);
  return file;
}

std::string count_and_examples(const std::vector<int>& indices) {
  constexpr std::size_t most_examples = 5;
  std::string text = std::to_string(indices.size());
  text += indices.size() > most_examples ? " (such as " : " (";
  for (std::size_t i = 0; i < std::min(indices.size(), most_examples); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(indices[i]);
  }
  return text + ")";
}

}  // namespace retake
