#pragma once
#include <cstddef>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// The part of the factorization that depends on the pattern alone (internal to SupernodalLdlt).
//
// L is cut into panels: neighbouring columns that share one list of rows, stored as a dense
// column-major block whose first `columns` rows are the triangular part. A panel is a supernode or,
// where that is wide, a slice of it.
struct Panel {
  int first_column = 0;
  int columns = 0;
  int rows = 0;                // with the triangular part
  std::size_t rows_begin = 0;  // into SupernodalPattern::rows; the first are its own columns
  std::size_t values_begin = 0;
  int parent = -1;  // the panel that holds the first row below; -1 for a root
};

// Rows [from, from + count) of the descendant are rows [to, to + count) of the panel.
struct RowRun {
  int from = 0, to = 0, count = 0;
};

// A descendant whose rows [begin, end) are columns of the panel: it updates the panel's rows given
// by the runs, in the columns to which its rows [begin, end) belong.
struct PanelUpdate {
  int descendant = 0;
  int begin = 0, end = 0;
  std::size_t runs_begin = 0, runs_end = 0;
};

// Entry `source` of the matrix's values goes to `target` of the factor's.
struct EntryPlace {
  int source = 0;
  std::size_t target = 0;
};

// Panels [first, last] in order; starts when `waits_for` other tasks are done.
struct PanelTask {
  int first = 0, last = 0;
  int parent = -1;
  int waits_for = 0;
};

struct SupernodalPattern {
  int size = 0;
  int nonzeros_of_matrix = 0;
  std::vector<int> order;  // order[new] = old
  std::vector<Panel> panels;
  std::vector<int> rows;
  std::vector<std::size_t> updates_begin;  // per panel, one more at the end
  std::vector<PanelUpdate> updates;        // ascending descendants within a panel
  std::vector<RowRun> runs;
  std::vector<std::size_t> entries_begin;  // per panel, one more at the end
  std::vector<EntryPlace> entries;
  std::vector<double> flops;  // per panel
  std::vector<PanelTask> tasks;
  std::size_t value_count = 0;
  int widest_panel = 0;
  int most_rows_below = 0;

  const int* rows_of(const Panel& panel) const { return rows.data() + panel.rows_begin; }
  double total_flops() const;
};

SupernodalPattern analyse_pattern(const SparseMatrix& lower, int unknowns_per_node);

}  // namespace retake
