#include "retake/numerics/supernodal_ldlt_pattern.h"

#include <algorithm>
#include <numeric>

#include "retake/numerics/supernodal_ldlt_order.h"

namespace retake {

namespace {

// Wide enough for BLAS 3 at full speed, narrow enough for the triangle to stay in the nearest cache
// and for the chain of slices at the root to be cut into many steps.
constexpr int widest_columns = 120;

// A task that is one whole subtree holds at most this share of all work (and no task is cut below
// `smallest_task` flops), so that every thread finds some; above, each panel is its own task.
constexpr double share_of_subtree_task = 1.0 / 24;
constexpr double smallest_task = 2e5;

std::vector<int> expand(const std::vector<int>& nodes, int unknowns_per_node) {
  std::vector<int> unknowns;
  unknowns.reserve(nodes.size() * static_cast<std::size_t>(unknowns_per_node));
  for (const int node : nodes) {
    for (int c = 0; c < unknowns_per_node; ++c) unknowns.push_back(node * unknowns_per_node + c);
  }
  return unknowns;
}

// Slices of (nearly) equal width, each a whole number of nodes.
void cut_panels(const Supernodes& supernodes, int b, SupernodalPattern& pattern) {
  for (std::size_t s = 0; s + 1 < supernodes.first_node.size(); ++s) {
    const int nodes = supernodes.first_node[s + 1] - supernodes.first_node[s];
    const int node_rows = supernodes.rows_begin[s + 1] - supernodes.rows_begin[s];
    const int most_nodes = std::max(1, widest_columns / b);
    const int slices = (nodes + most_nodes - 1) / most_nodes;
    for (int slice = 0; slice < slices; ++slice) {
      const int begin = slice * nodes / slices, end = (slice + 1) * nodes / slices;
      Panel panel;
      panel.first_column = (supernodes.first_node[s] + begin) * b;
      panel.columns = (end - begin) * b;
      panel.rows = (node_rows - begin) * b;
      panel.rows_begin =
          static_cast<std::size_t>(supernodes.rows_begin[s] + begin) * static_cast<std::size_t>(b);
      panel.values_begin = pattern.value_count;
      pattern.value_count +=
          static_cast<std::size_t>(panel.rows) * static_cast<std::size_t>(panel.columns);
      pattern.widest_panel = std::max(pattern.widest_panel, panel.columns);
      pattern.most_rows_below = std::max(pattern.most_rows_below, panel.rows - panel.columns);
      pattern.panels.push_back(panel);
    }
  }
}

std::vector<int> panel_of_columns(const SupernodalPattern& pattern) {
  std::vector<int> panel_of(static_cast<std::size_t>(pattern.size));
  for (std::size_t p = 0; p < pattern.panels.size(); ++p) {
    const Panel& panel = pattern.panels[p];
    std::fill_n(panel_of.begin() + panel.first_column, panel.columns, static_cast<int>(p));
  }
  return panel_of;
}

// Where rows [begin, ...) of the descendant stand in the panel; both lists ascend.
void append_runs(const SupernodalPattern& pattern, const Panel& descendant, int begin,
                 const Panel& panel, std::vector<RowRun>& runs) {
  const int* from = pattern.rows_of(descendant);
  const int* to = pattern.rows_of(panel);
  int target = 0;
  const std::size_t first_run = runs.size();
  for (int source = begin; source < descendant.rows; ++source, ++target) {
    while (to[target] != from[source]) ++target;
    const bool continues = runs.size() > first_run &&
                           runs.back().from + runs.back().count == source &&
                           runs.back().to + runs.back().count == target;
    if (continues) {
      ++runs.back().count;
    } else {
      runs.push_back({source, target, 1});
    }
  }
}

double flops_of_update(const Panel& descendant, const PanelUpdate& update) {
  return 2.0 * (descendant.rows - update.begin) * (update.end - update.begin) * descendant.columns;
}

void find_updates(const std::vector<int>& panel_of, SupernodalPattern& pattern) {
  std::vector<std::vector<PanelUpdate>> updates(pattern.panels.size());
  for (std::size_t p = 0; p < pattern.panels.size(); ++p) {
    Panel& panel = pattern.panels[p];
    const int* rows = pattern.rows_of(panel);
    for (int begin = panel.columns; begin < panel.rows;) {
      const int target = panel_of[static_cast<std::size_t>(rows[begin])];
      if (panel.parent < 0) panel.parent = target;
      int end = begin + 1;
      while (end < panel.rows && panel_of[static_cast<std::size_t>(rows[end])] == target) ++end;
      updates[static_cast<std::size_t>(target)].push_back({static_cast<int>(p), begin, end});
      begin = end;
    }
  }
  pattern.updates_begin.push_back(0);
  for (std::size_t p = 0; p < pattern.panels.size(); ++p) {
    const Panel& panel = pattern.panels[p];
    double flops = 1.0 * panel.rows * panel.columns * panel.columns;
    for (PanelUpdate& update : updates[p]) {
      const Panel& descendant = pattern.panels[static_cast<std::size_t>(update.descendant)];
      update.runs_begin = pattern.runs.size();
      append_runs(pattern, descendant, update.begin, panel, pattern.runs);
      update.runs_end = pattern.runs.size();
      flops += flops_of_update(descendant, update);
      pattern.updates.push_back(update);
    }
    pattern.updates_begin.push_back(pattern.updates.size());
    pattern.flops.push_back(flops);
  }
}

struct PlacedEntry {
  int panel;
  EntryPlace place;
};

PlacedEntry place_entry(const SupernodalPattern& pattern, const std::vector<int>& panel_of, int row,
                        int column, int source) {
  if (row < column) std::swap(row, column);
  const int p = panel_of[static_cast<std::size_t>(column)];
  const Panel& panel = pattern.panels[static_cast<std::size_t>(p)];
  const int* rows = pattern.rows_of(panel);
  const auto local_row =
      static_cast<std::size_t>(std::lower_bound(rows, rows + panel.rows, row) - rows);
  const auto local_column = static_cast<std::size_t>(column - panel.first_column);
  return {p,
          {source,
           panel.values_begin + local_column * static_cast<std::size_t>(panel.rows) + local_row}};
}

void place_entries(const SparseMatrix& lower, const std::vector<int>& panel_of,
                   SupernodalPattern& pattern) {
  std::vector<int> position(pattern.order.size());
  for (std::size_t i = 0; i < pattern.order.size(); ++i) {
    position[static_cast<std::size_t>(pattern.order[i])] = static_cast<int>(i);
  }
  std::vector<PlacedEntry> placed;
  placed.reserve(static_cast<std::size_t>(lower.nonZeros()));
  for (int column = 0; column < pattern.size; ++column) {
    for (int k = lower.outerIndexPtr()[column]; k < lower.outerIndexPtr()[column + 1]; ++k) {
      const int row = lower.innerIndexPtr()[k];
      if (row < column) continue;
      placed.push_back(place_entry(pattern, panel_of, position[static_cast<std::size_t>(row)],
                                   position[static_cast<std::size_t>(column)], k));
    }
  }
  pattern.entries_begin.assign(pattern.panels.size() + 1, 0);
  for (const PlacedEntry& entry : placed) {
    ++pattern.entries_begin[static_cast<std::size_t>(entry.panel) + 1];
  }
  std::partial_sum(pattern.entries_begin.begin(), pattern.entries_begin.end(),
                   pattern.entries_begin.begin());
  std::vector<std::size_t> next(pattern.entries_begin.begin(), pattern.entries_begin.end() - 1);
  pattern.entries.resize(placed.size());
  for (const PlacedEntry& entry : placed) {
    pattern.entries[next[static_cast<std::size_t>(entry.panel)]++] = entry.place;
  }
}

// The panels are in postorder, so a subtree is a range of panels that ends with its root.
void plan_tasks(SupernodalPattern& pattern) {
  const std::size_t count = pattern.panels.size();
  std::vector<double> subtree_flops = pattern.flops;
  std::vector<int> first_of_subtree(count);
  std::iota(first_of_subtree.begin(), first_of_subtree.end(), 0);
  for (std::size_t p = 0; p < count; ++p) {
    if (pattern.panels[p].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(pattern.panels[p].parent);
    subtree_flops[parent] += subtree_flops[p];
    first_of_subtree[parent] = std::min(first_of_subtree[parent], first_of_subtree[p]);
  }
  const double most = std::max(smallest_task, share_of_subtree_task * pattern.total_flops());
  std::vector<int> task_of(count, -1);
  for (std::size_t p = count; p-- > 0;) {
    if (task_of[p] >= 0) continue;
    const bool whole_subtree = subtree_flops[p] <= most;
    const int first = whole_subtree ? first_of_subtree[p] : static_cast<int>(p);
    PanelTask task{.first = first, .last = static_cast<int>(p)};
    const int parent = pattern.panels[p].parent;
    if (parent >= 0) {
      task.parent = task_of[static_cast<std::size_t>(parent)];
      ++pattern.tasks[static_cast<std::size_t>(task.parent)].waits_for;
    }
    std::fill(task_of.begin() + first, task_of.begin() + static_cast<std::ptrdiff_t>(p) + 1,
              static_cast<int>(pattern.tasks.size()));
    pattern.tasks.push_back(task);
  }
}

}  // namespace

double SupernodalPattern::total_flops() const {
  return std::accumulate(flops.begin(), flops.end(), 0.0);
}

SupernodalPattern analyse_pattern(const SparseMatrix& lower, int unknowns_per_node) {
  SupernodalPattern pattern;
  pattern.size = static_cast<int>(lower.rows());
  pattern.nonzeros_of_matrix = static_cast<int>(lower.nonZeros());
  const Supernodes supernodes = find_supernodes(lower, unknowns_per_node);
  pattern.order = expand(supernodes.order, unknowns_per_node);
  pattern.rows = expand(supernodes.rows, unknowns_per_node);
  cut_panels(supernodes, unknowns_per_node, pattern);
  const std::vector<int> panel_of = panel_of_columns(pattern);
  find_updates(panel_of, pattern);
  place_entries(lower, panel_of, pattern);
  plan_tasks(pattern);
  return pattern;
}

}  // namespace retake
