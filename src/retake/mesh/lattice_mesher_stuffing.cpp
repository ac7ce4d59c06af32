#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake::lattice {
namespace {

using Place = Eigen::Vector3i;  // in half spacings: all even (corner of a cube) or all odd (centre)

// Vertices nearer to a cut than this share of the edge are moved onto it. The values are those of
// Labelle and Shewchuk (2007, Table 1) for all angles above 10.78 degrees.
constexpr double long_share = 0.24999, short_share = 0.41189;

constexpr double most_points = 5e7;

struct Lattice {
  Vec3 origin;
  double half;  // metres
  Place size;   // number of places along each axis, of either parity

  Lattice(const Eigen::AlignedBox3d& box, double spacing) : half(spacing / 2) {
    // A cube of air on each side; the origin is a multiple of the spacing, so that a solid which is
    // moved by whole cubes has the same tets.
    Place low, high;
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = 2 * (static_cast<int>(std::floor(box.min()[axis] / spacing)) - 1);
      high[axis] = 2 * (static_cast<int>(std::ceil(box.max()[axis] / spacing)) + 1);
    }
    origin = low.cast<double>() * half;
    size = high - low + Place::Ones();
    if (size.cast<double>().prod() > most_points)
      throw InputError({.what = "the lattice is too fine for the solid",
                        .expected = "at most " + std::to_string(most_points) + " points",
                        .found = std::to_string(size.cast<double>().prod()),
                        .advice = "Use a larger spacing"});
  }
  Vec3 position(const Place& p) const { return origin + half * p.cast<double>(); }
  std::int64_t index(const Place& p) const {
    return p.x() + size.x() * (p.y() + static_cast<std::int64_t>(size.y()) * p.z());
  }
  bool contains(const Place& p) const {
    return p.minCoeff() >= 0 && (p.array() < size.array()).all();
  }
};

bool is_lattice_point(const Place& p) {
  return (p.x() & 1) == (p.y() & 1) && (p.y() & 1) == (p.z() & 1);
}
bool same_kind(const Place& a, const Place& b) { return (a.x() & 1) == (b.x() & 1); }

// The eight short edges and the six long ones of a lattice point.
const std::array<Place, 14>& neighbours() {
  static const std::array<Place, 14> all = {
      Place{-1, -1, -1}, Place{1, -1, -1}, Place{-1, 1, -1}, Place{1, 1, -1}, Place{-1, -1, 1},
      Place{1, -1, 1},   Place{-1, 1, 1},  Place{1, 1, 1},   Place{-2, 0, 0}, Place{2, 0, 0},
      Place{0, -2, 0},   Place{0, 2, 0},   Place{0, 0, -2},  Place{0, 0, 2}};
  return all;
}

enum class Side : std::int8_t { outside = -1, surface = 0, inside = 1 };

// The lattice with its points warped onto the surface and the cuts that remain.
class CutLattice {
 public:
  CutLattice(const DistanceField& solid, double spacing)
      : lattice_(solid.box, spacing), solid_(solid) {
    classify();
    warp();
  }
  const Lattice& lattice() const { return lattice_; }
  Side side(const Place& p) const { return sides_[at(p)]; }

  // Index of the mesh vertex at a lattice point, or at the cut between an inside and an outside
  // one.
  int vertex(const Place& p) {
    const auto [found, is_new] = vertex_of_.try_emplace(lattice_.index(p), next());
    if (is_new) positions_.push_back(where(p));
    return found->second;
  }
  int cut_vertex(const Place& inside, const Place& outside) {
    const auto [found, is_new] = vertex_of_.try_emplace(edge_key(inside, outside), next());
    if (is_new) positions_.push_back(cut(inside, outside));
    return found->second;
  }
  const std::vector<Vec3>& positions() const { return positions_; }

 private:
  std::size_t at(const Place& p) const { return static_cast<std::size_t>(lattice_.index(p)); }
  int next() const { return static_cast<int>(positions_.size()); }
  Vec3 where(const Place& p) const {
    const auto moved = moved_.find(lattice_.index(p));
    return moved == moved_.end() ? lattice_.position(p) : moved->second;
  }
  std::int64_t edge_key(const Place& a, const Place& b) const {
    const std::int64_t ia = lattice_.index(a), ib = lattice_.index(b);
    return -1 - (std::min(ia, ib) * static_cast<std::int64_t>(sides_.size()) + std::max(ia, ib));
  }
  void classify();
  void warp();
  Vec3 cut(const Place& inside, const Place& outside) const;

  Lattice lattice_;
  const DistanceField& solid_;
  std::vector<Side> sides_;
  std::unordered_map<std::int64_t, Vec3> moved_;     // warped lattice points
  std::unordered_map<std::int64_t, int> vertex_of_;  // lattice points, and edges below zero
  std::vector<Vec3> positions_;
};

void CutLattice::classify() {
  sides_.assign(static_cast<std::size_t>(lattice_.size.cast<std::int64_t>().prod()), Side::outside);
  parallel_for(lattice_.size.z(), [&](std::ptrdiff_t z) {
    for (int y = 0; y < lattice_.size.y(); ++y)
      for (int x = 0; x < lattice_.size.x(); ++x) {
        const Place p(x, y, static_cast<int>(z));
        if (!is_lattice_point(p)) continue;
        const double d = solid_(lattice_.position(p));
        sides_[at(p)] = d < 0 ? Side::inside : d > 0 ? Side::outside : Side::surface;
      }
  });
}

// Where the edge passes through the surface: bisection, since fields may have kinks.
Vec3 CutLattice::cut(const Place& inside, const Place& outside) const {
  constexpr int halvings = 24;
  Vec3 in = lattice_.position(inside), out = lattice_.position(outside);
  for (int i = 0; i < halvings; ++i) {
    const Vec3 middle = (in + out) / 2;
    (solid_(middle) < 0 ? in : out) = middle;
  }
  return (in + out) / 2;
}

void CutLattice::warp() {
  for (int z = 0; z < lattice_.size.z(); ++z)
    for (int y = 0; y < lattice_.size.y(); ++y)
      for (int x = 0; x < lattice_.size.x(); ++x) {
        const Place p(x, y, z);
        if (!is_lattice_point(p) || side(p) == Side::surface) continue;
        const Vec3 here = lattice_.position(p);
        double nearest = 1e300;
        Vec3 target = here;
        for (const Place& way : neighbours()) {
          const Place q = p + way;
          if (!lattice_.contains(q) || static_cast<int>(side(p)) * static_cast<int>(side(q)) >= 0)
            continue;
          const Vec3 c = side(p) == Side::inside ? cut(p, q) : cut(q, p);
          const double distance = (c - here).norm();
          const double edge = (lattice_.position(q) - here).norm();
          const double share = same_kind(p, q) ? long_share : short_share;
          if (distance < share * edge && distance < nearest) {
            nearest = distance;
            target = c;
          }
        }
        if (nearest == 1e300) continue;
        sides_[at(p)] = Side::surface;
        moved_[lattice_.index(p)] = target;
      }
}

// Emits the part of each lattice tet that is inside, from a few stencils.
class Stencils {
 public:
  explicit Stencils(CutLattice& lattice) : lattice_(lattice) {}

  void add(const std::array<Place, 4>& tet);
  TetMesh mesh() const;

 private:
  void emit(int a, int b, int c, int d);
  void pyramid(const Place& a, const Place& b, const Place& outside, int apex);
  void prism(const std::array<int, 3>& top, const std::array<int, 3>& bottom,
             const std::array<bool, 3>& from_top);

  CutLattice& lattice_;
  std::vector<Eigen::Vector4i> tets_;
};

// On a face with two inside points and one outside, the quadrilateral a, b, cut(b), cut(a) is split
// by one of its diagonals; true: from a to cut(b). Depends on the face alone, so that both tets
// agree. Where a-b is long, the parity rule alternates around the edge; otherwise the diagonal ends
// in the cut of the long edge.
bool diagonal_from_first(const Place& a, const Place& b, const Place& outside) {
  if (same_kind(a, b)) return (a.array() > outside.array()).count() % 2 == 0;
  return same_kind(b, outside);
}

void Stencils::emit(int a, int b, int c, int d) {
  const std::vector<Vec3>& x = lattice_.positions();
  const auto at = [&](int v) -> const Vec3& { return x[static_cast<std::size_t>(v)]; };
  if ((at(b) - at(a)).cross(at(c) - at(a)).dot(at(d) - at(a)) < 0) std::swap(b, c);
  tets_.emplace_back(a, b, c, d);
}

void Stencils::pyramid(const Place& a, const Place& b, const Place& outside, int apex) {
  const int va = lattice_.vertex(a), vb = lattice_.vertex(b);
  const int ca = lattice_.cut_vertex(a, outside), cb = lattice_.cut_vertex(b, outside);
  if (diagonal_from_first(a, b, outside)) {
    emit(va, vb, cb, apex);
    emit(va, cb, ca, apex);
  } else {
    emit(va, vb, ca, apex);
    emit(vb, cb, ca, apex);
  }
}

// Side i of the prism lies between corners i and i+1; its diagonal goes from top[i] to bottom[i+1]
// (from_top) or from top[i+1] to bottom[i]. Some corner touches two diagonals: the tets fan out
// from it.
void Stencils::prism(const std::array<int, 3>& top, const std::array<int, 3>& bottom,
                     const std::array<bool, 3>& from_top) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const bool top_corner = from_top[i] && !from_top[k];
    const bool bottom_corner = !from_top[i] && from_top[k];
    if (!top_corner && !bottom_corner) continue;
    const int corner = top_corner ? top[i] : bottom[i];
    const std::array<int, 3>& far = top_corner ? bottom : top;
    emit(corner, far[0], far[1], far[2]);
    if (from_top[j]) {
      emit(corner, top[j], top[k], bottom[k]);
      emit(corner, top[j], bottom[k], bottom[j]);
    } else {
      emit(corner, top[j], top[k], bottom[j]);
      emit(corner, top[k], bottom[k], bottom[j]);
    }
    return;
  }
}

void Stencils::add(const std::array<Place, 4>& tet) {
  std::vector<Place> in, on, out;
  for (const Place& p : tet) {
    const Side side = lattice_.side(p);
    (side == Side::inside ? in : side == Side::surface ? on : out).push_back(p);
  }
  if (in.empty()) return;
  if (out.empty()) {
    emit(lattice_.vertex(tet[0]), lattice_.vertex(tet[1]), lattice_.vertex(tet[2]),
         lattice_.vertex(tet[3]));
  } else if (in.size() == 1) {
    std::vector<int> others;
    for (const Place& p : on) others.push_back(lattice_.vertex(p));
    for (const Place& p : out) others.push_back(lattice_.cut_vertex(in[0], p));
    emit(lattice_.vertex(in[0]), others[0], others[1], others[2]);
  } else if (in.size() == 2 && on.size() == 1) {
    pyramid(in[0], in[1], out[0], lattice_.vertex(on[0]));
  } else if (in.size() == 2) {
    const std::array<int, 3> top = {lattice_.vertex(in[0]), lattice_.cut_vertex(in[0], out[0]),
                                    lattice_.cut_vertex(in[0], out[1])};
    const std::array<int, 3> bottom = {lattice_.vertex(in[1]), lattice_.cut_vertex(in[1], out[0]),
                                       lattice_.cut_vertex(in[1], out[1])};
    const bool first = diagonal_from_first(in[0], in[1], out[0]);
    const bool third = !diagonal_from_first(in[0], in[1], out[1]);
    // The side between the cuts lies on the surface: its diagonal is free, so it avoids a cycle.
    prism(top, bottom, {first, first == third ? !first : third, third});
  } else {
    const Place& o = out[0];
    prism({lattice_.vertex(in[0]), lattice_.vertex(in[1]), lattice_.vertex(in[2])},
          {lattice_.cut_vertex(in[0], o), lattice_.cut_vertex(in[1], o),
           lattice_.cut_vertex(in[2], o)},
          {diagonal_from_first(in[0], in[1], o), diagonal_from_first(in[1], in[2], o),
           diagonal_from_first(in[2], in[0], o)});
  }
}

TetMesh Stencils::mesh() const {
  TetMesh mesh;
  const std::vector<Vec3>& x = lattice_.positions();
  mesh.positions.resize(3, static_cast<Eigen::Index>(x.size()));
  for (std::size_t v = 0; v < x.size(); ++v)
    mesh.positions.col(static_cast<Eigen::Index>(v)) = x[v];
  mesh.tets.resize(4, static_cast<Eigen::Index>(tets_.size()));
  for (std::size_t t = 0; t < tets_.size(); ++t)
    mesh.tets.col(static_cast<Eigen::Index>(t)) = tets_[t];
  return mesh;
}

// The four lattice tets around the long edge that leaves the cube's centre along an axis.
void add_tets_around(Stencils& stencils, const Place& center, int axis) {
  const Place along = Place::Unit(axis), u = Place::Unit((axis + 1) % 3),
              v = Place::Unit((axis + 2) % 3);
  const std::array<Place, 4> ring = {center + along - u - v, center + along + u - v,
                                     center + along + u + v, center + along - u + v};
  for (std::size_t i = 0; i < 4; ++i)
    stencils.add({center, center + 2 * along, ring[i], ring[(i + 1) % 4]});
}

}  // namespace

TetMesh stuff(const DistanceField& solid, double spacing) {
  CutLattice lattice(solid, spacing);
  Stencils stencils(lattice);
  const Place& size = lattice.lattice().size;
  for (int z = 1; z < size.z(); z += 2)
    for (int y = 1; y < size.y(); y += 2)
      for (int x = 1; x < size.x(); x += 2)
        for (int axis = 0; axis < 3; ++axis) {
          const Place center(x, y, z);
          if (center[axis] + 2 < size[axis]) add_tets_around(stencils, center, axis);
        }
  return stencils.mesh();
}

}  // namespace retake::lattice
