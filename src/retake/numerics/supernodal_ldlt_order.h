#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// A fill-reducing order of a graph and the supernodes of its Cholesky factor (internal to
// SupernodalLdlt). Nodes are numbered in the new order, which is a postorder of the tree.
struct Supernodes {
  std::vector<int> order;       // order[new] = old
  std::vector<int> first_node;  // per supernode, one more at the end
  std::vector<int> rows_begin;  // per supernode, one more at the end
  std::vector<int> rows;        // ascending per supernode; the first are its own nodes
};

// `lower`: pattern of the matrix, whose unknowns come in nodes of `unknowns_per_node`.
Supernodes find_supernodes(const SparseMatrix& lower, int unknowns_per_node);

}  // namespace retake
