#include "retake/numerics/supernodal_ldlt_order.h"

#include <algorithm>
#include <cholmod.h>
#include <memory>
#include <string>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Pattern of a lower triangle in compressed columns, the diagonal left out.
struct Graph {
  int nodes = 0;
  std::vector<int> begin;
  std::vector<int> neighbours;
};

Graph node_graph(const SparseMatrix& lower, int unknowns_per_node) {
  Graph graph{.nodes = static_cast<int>(lower.rows()) / unknowns_per_node};
  graph.begin.push_back(0);
  std::vector<int> seen_from(static_cast<std::size_t>(graph.nodes), -1);
  for (int node = 0; node < graph.nodes; ++node) {
    for (int column = node * unknowns_per_node; column < (node + 1) * unknowns_per_node; ++column) {
      for (SparseMatrix::InnerIterator entry(lower, column); entry; ++entry) {
        const int other = static_cast<int>(entry.row()) / unknowns_per_node;
        if (other <= node || seen_from[static_cast<std::size_t>(other)] == node) continue;
        seen_from[static_cast<std::size_t>(other)] = node;
        graph.neighbours.push_back(other);
      }
    }
    std::sort(graph.neighbours.begin() + graph.begin.back(), graph.neighbours.end());
    graph.begin.push_back(static_cast<int>(graph.neighbours.size()));
  }
  return graph;
}

cholmod_sparse view_of(Graph& graph) {
  cholmod_sparse view{};
  view.nrow = view.ncol = static_cast<std::size_t>(graph.nodes);
  view.nzmax = graph.neighbours.size();
  view.p = graph.begin.data();
  view.i = graph.neighbours.data();
  view.stype = -1;  // lower triangle
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_PATTERN;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

// METIS costs more than it gains on small graphs.
constexpr int smallest_graph_for_metis = 300;

void choose_orderings(cholmod_common& common, int nodes) {
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.print = 0;  // the library never prints
  common.method[0].ordering = CHOLMOD_AMD;
  common.method[1].ordering = CHOLMOD_METIS;
  common.nmethods = nodes < smallest_graph_for_metis ? 1 : 2;
}

template <class T>
std::vector<int> ints(const void* data, T count) {
  const int* begin = static_cast<const int*>(data);
  return {begin, begin + count};
}

}  // namespace

Supernodes find_supernodes(const SparseMatrix& lower, int unknowns_per_node) {
  blas::stay_on_calling_thread();
  Graph graph = node_graph(lower, unknowns_per_node);
  cholmod_sparse view = view_of(graph);
  cholmod_common common{};
  cholmod_start(&common);
  choose_orderings(common, graph.nodes);
  cholmod_factor* factor = cholmod_analyze(&view, &common);
  Supernodes result;
  const bool good = factor != nullptr && factor->is_super != 0;
  if (good) {
    result.order = ints(factor->Perm, factor->n);
    result.first_node = ints(factor->super, factor->nsuper + 1);
    result.rows_begin = ints(factor->pi, factor->nsuper + 1);
    result.rows = ints(factor->s, factor->ssize);
  }
  cholmod_free_factor(&factor, &common);
  cholmod_finish(&common);
  if (!good) {
    throw SolveError({.what = "the sparse matrix could not be analysed",
                      .found = std::to_string(lower.rows()) + " unknowns, " +
                               std::to_string(lower.nonZeros()) + " nonzeros",
                      .advice = "use a coarser mesh if memory is short"});
  }
  return result;
}

}  // namespace retake
