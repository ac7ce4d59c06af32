#include "retake/mesh/topology.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "retake/numerics/disjoint_sets.h"

namespace retake {
namespace {

struct EdgeUse {
  Edge key;       // ascending
  Edge directed;  // as its triangle runs
};

std::vector<EdgeUse> sorted_edges(const Eigen::Matrix3Xi& triangles) {
  std::vector<EdgeUse> edges;
  edges.reserve(static_cast<std::size_t>(triangles.size()));
  for (const auto& t : triangles.colwise()) {
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges.push_back({{std::min(a, b), std::max(a, b)}, {a, b}});
    }
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const EdgeUse& a, const EdgeUse& b) { return a.key < b.key; });
  return edges;
}

Components find_components(const Eigen::MatrixXi& elements, int vertex_count) {
  DisjointSets sets(vertex_count);
  for (const auto& element : elements.colwise()) {
    for (const int vertex : element) sets.join(vertex, element[0]);
  }
  Components result;
  std::vector<int> number(static_cast<std::size_t>(vertex_count), -1);
  for (const auto& element : elements.colwise()) {
    int& component = number[static_cast<std::size_t>(sets.first_of(element[0]))];
    if (component < 0) component = result.count++;
    result.of_element.push_back(component);
  }
  return result;
}

}  // namespace

EdgeReport examine_edges(const Eigen::Matrix3Xi& triangles) {
  const std::vector<EdgeUse> edges = sorted_edges(triangles);
  EdgeReport report;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].key == edges[begin].key) ++end;
    if (end - begin == 1) report.boundary.push_back(edges[begin].directed);
    if (end - begin > 2) report.non_manifold.push_back(edges[begin].key);
    if (end - begin == 2 && edges[begin].directed == edges[begin + 1].directed) {
      report.misoriented.push_back(edges[begin].key);
    }
  }
  return report;
}

std::vector<std::vector<int>> boundary_loops(const Eigen::Matrix3Xi& triangles) {
  std::multimap<int, int> next;
  for (const Edge& edge : examine_edges(triangles).boundary) next.emplace(edge[0], edge[1]);
  std::vector<std::vector<int>> loops;
  while (!next.empty()) {
    std::vector<int> loop;
    for (auto it = next.begin(); it != next.end(); it = next.find(loop.back())) {
      if (loop.empty()) loop.push_back(it->first);
      const int to = it->second;
      next.erase(it);
      if (to == loop.front()) break;
      loop.push_back(to);
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

Components components(const Eigen::Matrix3Xi& triangles, int vertex_count) {
  return find_components(triangles, vertex_count);
}

Components components(const Eigen::Matrix4Xi& tets, int vertex_count) {
  return find_components(tets, vertex_count);
}

std::vector<int> unused_vertices(const Eigen::MatrixXi& elements, int vertex_count) {
  std::vector<bool> used(static_cast<std::size_t>(vertex_count), false);
  for (const int vertex : elements.reshaped()) used[static_cast<std::size_t>(vertex)] = true;
  std::vector<int> unused;
  for (int v = 0; v < vertex_count; ++v) {
    if (!used[static_cast<std::size_t>(v)]) unused.push_back(v);
  }
  return unused;
}

std::vector<int> duplicate_vertices(const Points& positions) {
  std::vector<int> order(static_cast<std::size_t>(positions.cols()));
  std::iota(order.begin(), order.end(), 0);
  const auto point = [&](int v) -> std::array<double, 3> {
    return {positions(0, v), positions(1, v), positions(2, v)};
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return point(a) < point(b); });
  std::vector<int> duplicates;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (point(order[i]) == point(order[i - 1])) duplicates.push_back(order[i]);
  }
  std::sort(duplicates.begin(), duplicates.end());
  return duplicates;
}

}  // namespace retake
