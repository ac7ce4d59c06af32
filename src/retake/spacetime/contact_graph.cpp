#include "retake/spacetime/contact_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "retake/numerics/disjoint_sets.h"
#include "retake/spacetime/surface_vertices.h"

namespace retake {

namespace {

// Mesh neighbours of each vertex, along the edges of the surface.
struct Neighbours {
  std::vector<std::size_t> begin;  // n + 1
  std::vector<int> vertices;

  Neighbours(const Eigen::Matrix3Xi& triangles, int vertex_count)
      : begin(static_cast<std::size_t>(vertex_count) + 1, 0),
        vertices(static_cast<std::size_t>(2 * triangles.size())) {
    for (const int vertex : triangles.reshaped()) begin[static_cast<std::size_t>(vertex) + 1] += 2;
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (const auto& t : triangles.colwise()) {
      for (int k = 0; k < 3; ++k) {
        std::size_t& place = next[static_cast<std::size_t>(t[k])];
        vertices[place++] = t[(k + 1) % 3];
        vertices[place++] = t[(k + 2) % 3];
      }
    }
  }
};

// Goes through the frames with one obstacle and joins each contact to its neighbours before it.
class Linker {
 public:
  Linker(const Body& body, const std::vector<Contact>& contacts, double angle)
      : contacts_(contacts),
        neighbours_(outer_triangles(body), body.vertex_count()),
        at_vertex_(static_cast<std::size_t>(body.vertex_count()), none),
        groups_(std::ssize(contacts)),
        least_cosine_(std::cos(angle)) {}

  // In order of obstacle, frame and vertex.
  void link(int index) {
    const Contact& contact = contacts_[static_cast<std::size_t>(index)];
    int& latest = at_vertex_[static_cast<std::size_t>(contact.vertex)];
    join_if_near(index, latest);  // in this frame (given twice) or the one before
    latest = index;
    const auto vertex = static_cast<std::size_t>(contact.vertex);
    for (std::size_t k = neighbours_.begin[vertex]; k < neighbours_.begin[vertex + 1]; ++k) {
      const int other = at_vertex_[static_cast<std::size_t>(neighbours_.vertices[k])];
      if (other != none && contacts_[static_cast<std::size_t>(other)].frame == contact.frame) {
        join_if_near(index, other);
      }
    }
  }

  DisjointSets& groups() { return groups_; }

 private:
  static constexpr int none = -1;

  void join_if_near(int index, int other) {
    if (other == none) return;
    const Contact& a = contacts_[static_cast<std::size_t>(index)];
    const Contact& b = contacts_[static_cast<std::size_t>(other)];
    if (a.obstacle != b.obstacle || a.frame - b.frame > 1) return;
    if (a.normal.dot(b.normal) >= least_cosine_) groups_.join(index, other);
  }

  const std::vector<Contact>& contacts_;
  Neighbours neighbours_;
  std::vector<int> at_vertex_;  // the latest contact of each vertex
  DisjointSets groups_;
  double least_cosine_;
};

std::vector<int> by_obstacle_and_frame(const std::vector<Contact>& contacts) {
  std::vector<int> order(contacts.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    const Contact& a = contacts[static_cast<std::size_t>(i)];
    const Contact& b = contacts[static_cast<std::size_t>(j)];
    return std::tie(a.obstacle, a.frame, a.vertex, i) < std::tie(b.obstacle, b.frame, b.vertex, j);
  });
  return order;
}

}  // namespace

std::vector<std::vector<int>> connected_contacts(const Body& body,
                                                 const std::vector<Contact>& contacts,
                                                 double angle) {
  Linker linker(body, contacts, angle);
  for (const int index : by_obstacle_and_frame(contacts)) linker.link(index);

  std::vector<std::vector<int>> components;
  std::vector<std::size_t> number(contacts.size());
  for (int i = 0; i < std::ssize(contacts); ++i) {
    const int first = linker.groups().first_of(i);
    if (first == i) {
      number[static_cast<std::size_t>(i)] = components.size();
      components.emplace_back();
    }
    components[number[static_cast<std::size_t>(first)]].push_back(i);
  }
  return components;
}

}  // namespace retake
