#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_group.h>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/supernodal_ldlt_impl.h"
#include "retake/numerics/task_order.h"

namespace retake {

namespace {

using blas::Form;

// Panels with more work than this are shared out in blocks of rows; the blocks are the same for any
// number of threads.
constexpr double flops_worth_sharing = 4e6;
constexpr int row_block = 240;

// Columns of the triangular part that are eliminated one by one between two BLAS 3 updates.
constexpr int narrow_block = 12;

// A pivot below this fraction of the matrix's own diagonal entry is nothing but rounding.
constexpr double tiny_pivot = 1e-14;

struct PivotCount {
  int negative = 0, tiny = 0;
  double growth = 0;
};

struct Buffers {
  std::vector<double> scaled;   // D Lᵀ of some rows
  std::vector<double> product;  // of one update
  std::vector<int> columns;     // where its columns go
};

double* sized(std::vector<double>& buffer, std::size_t count) {
  if (buffer.size() < count) buffer.resize(count);
  return buffer.data();
}

class PanelFactorization {
 public:
  PanelFactorization(const SupernodalPattern& pattern, const SparseMatrix& lower,
                     std::vector<double>& values, std::vector<double>& pivots)
      : pattern_(pattern),
        entries_(lower.valuePtr()),
        values_(values),
        pivots_(pivots),
        counts_(pattern.panels.size()),
        waiting_(pattern.tasks.size()) {
    find_tiny(lower);
  }

  LdltReport run() {
    for (std::size_t t = 0; t < waiting_.size(); ++t) waiting_[t] = pattern_.tasks[t].waits_for;
    const TaskOrder order;
    tbb::task_group group;
    for (std::size_t t = pattern_.tasks.size(); t-- > 0;) {
      if (pattern_.tasks[t].waits_for > 0) continue;
      group.run([this, &order, t]() RETAKE_CARRIED_BY_TBB { run_from(t, order); });
    }
    group.wait();
    order.wait();
    return sum_up();
  }

 private:
  // Does the task, then those that waited for it alone.
  void run_from(std::size_t t, const TaskOrder& order) {
    const TaskOrder::Task in_order(order);
    for (int next = static_cast<int>(t); next >= 0;) {
      const PanelTask& task = pattern_.tasks[static_cast<std::size_t>(next)];
      for (int p = task.first; p <= task.last; ++p) factorize_panel(static_cast<std::size_t>(p));
      next = task.parent >= 0 && --waiting_[static_cast<std::size_t>(task.parent)] == 0
                 ? task.parent
                 : -1;
    }
  }

  void factorize_panel(std::size_t p) {
    const Panel& panel = pattern_.panels[p];
    double* values = values_.data() + panel.values_begin;
    const auto share_out = [&](int begin, const std::function<void(int, int)>& work) {
      const int block = pattern_.flops[p] > flops_worth_sharing ? row_block : panel.rows;
      const int blocks = (panel.rows - begin + block - 1) / block;
      if (blocks == 1) return work(begin, panel.rows);
      parallel_for(blocks, [&](std::ptrdiff_t b) {
        const int first = begin + static_cast<int>(b) * block;
        work(first, std::min(first + block, panel.rows));
      });
    };
    std::fill_n(values,
                static_cast<std::size_t>(panel.rows) * static_cast<std::size_t>(panel.columns),
                0.0);
    for (std::size_t e = pattern_.entries_begin[p]; e < pattern_.entries_begin[p + 1]; ++e) {
      values_[pattern_.entries[e].target] = entries_[pattern_.entries[e].source];
    }
    share_out(0, [&](int begin, int end) { update_rows(p, begin, end); });
    counts_[p] = factorize_triangle(panel, values);
    if (panel.rows == panel.columns) return;
    std::atomic<double> growth = counts_[p].growth;
    share_out(panel.columns, [&](int begin, int end) {
      const double largest = finish_rows(panel, values, begin, end);
      double known = growth;
      while (known < largest && !growth.compare_exchange_weak(known, largest)) {
      }
    });
    counts_[p].growth = growth;
  }

  // Takes away from rows [begin, end) of the panel what its descendants give, in fixed order.
  void update_rows(std::size_t p, int begin, int end) {
    Buffers& buffers = buffers_.local();
    for (std::size_t u = pattern_.updates_begin[p]; u < pattern_.updates_begin[p + 1]; ++u) {
      apply_update(pattern_.panels[p], pattern_.updates[u], begin, end, buffers);
    }
  }

  void apply_update(const Panel& panel, const PanelUpdate& update, int begin, int end,
                    Buffers& buffers) {
    const Panel& source = pattern_.panels[static_cast<std::size_t>(update.descendant)];
    const RowRun* first = pattern_.runs.data() + update.runs_begin;
    const RowRun* last = pattern_.runs.data() + update.runs_end;
    while (first < last && first->to + first->count <= begin) ++first;
    while (last > first && (last - 1)->to >= end) --last;
    if (first == last) return;
    const int from = first->from + std::max(0, begin - first->to);
    const int to = (last - 1)->from + std::min((last - 1)->count, end - (last - 1)->to);
    const int rows = to - from, columns = update.end - update.begin;
    const double* L = values_.data() + source.values_begin;
    const double* scaled = scale_rows(source, update.begin, update.end, buffers);
    double* target = values_.data() + panel.values_begin;
    const RowRun& column_run = pattern_.runs[update.runs_begin];
    if (last - first == 1 && column_run.count >= columns) {  // one dense block: no scattering
      target += first->to + (from - first->from) +
                static_cast<std::ptrdiff_t>(column_run.to) * panel.rows;
      blas::multiply(Form::plain, Form::transposed, rows, columns, source.columns, -1.0, L + from,
                     source.rows, scaled, columns, 1.0, target, panel.rows);
      return;
    }
    double* product =
        sized(buffers.product, static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    blas::multiply(Form::plain, Form::transposed, rows, columns, source.columns, 1.0, L + from,
                   source.rows, scaled, columns, 0.0, product, rows);
    find_columns(update, buffers.columns);
    for (int c = 0; c < columns; ++c) {
      double* out =
          target +
          static_cast<std::ptrdiff_t>(buffers.columns[static_cast<std::size_t>(c)]) * panel.rows;
      const double* in = product + static_cast<std::ptrdiff_t>(c) * rows - from;
      for (const RowRun* run = first; run < last; ++run) {
        const int run_begin = std::max(run->from, from);
        const int run_end = std::min(run->from + run->count, to);
        double* run_out = out + run->to - run->from;
        for (int i = run_begin; i < run_end; ++i) run_out[i] -= in[i];
      }
    }
  }

  // Rows [begin, end) of L D, one after the other (rows of the result: end - begin).
  const double* scale_rows(const Panel& panel, int begin, int end, Buffers& buffers) {
    const int rows = end - begin;
    double* scaled = sized(
        buffers.scaled, static_cast<std::size_t>(rows) * static_cast<std::size_t>(panel.columns));
    const double* L = values_.data() + panel.values_begin + begin;
    for (int c = 0; c < panel.columns; ++c) {
      const double pivot = pivots_[static_cast<std::size_t>(panel.first_column + c)];
      for (int i = 0; i < rows; ++i) {
        scaled[static_cast<std::ptrdiff_t>(c) * rows + i] =
            pivot * L[static_cast<std::ptrdiff_t>(c) * panel.rows + i];
      }
    }
    return scaled;
  }

  void find_columns(const PanelUpdate& update, std::vector<int>& columns) {
    columns.clear();
    for (std::size_t r = update.runs_begin; r < update.runs_end; ++r) {
      const RowRun& run = pattern_.runs[r];
      for (int i = 0; i < run.count && run.from + i < update.end; ++i)
        columns.push_back(run.to + i);
    }
  }

  // L D Lᵀ of the triangular part, in place below the diagonal.
  PivotCount factorize_triangle(const Panel& panel, double* A) {
    Buffers& buffers = buffers_.local();
    PivotCount count;
    const auto ld = static_cast<std::ptrdiff_t>(panel.rows);
    for (int begin = 0; begin < panel.columns; begin += narrow_block) {
      const int end = std::min(begin + narrow_block, panel.columns);
      if (begin > 0) {
        Panel done = panel;
        done.columns = begin;
        const double* scaled = scale_rows(done, begin, end, buffers);
        blas::multiply(Form::plain, Form::transposed, panel.columns - begin, end - begin, begin,
                       -1.0, A + begin, panel.rows, scaled, end - begin, 1.0,
                       A + begin * ld + begin, panel.rows);
      }
      for (int c = begin; c < end; ++c) eliminate_column(panel, A, c, end, count);
    }
    return count;
  }

  // Divides column c by its pivot and takes it away from the columns up to `end`.
  void eliminate_column(const Panel& panel, double* A, int c, int end, PivotCount& count) {
    const auto ld = static_cast<std::ptrdiff_t>(panel.rows);
    double* column = A + c * ld;
    double& pivot = pivots_[static_cast<std::size_t>(panel.first_column + c)];
    const double smallest = std::abs(pivot);  // left here by find_tiny
    pivot = column[c];
    if (!(std::abs(pivot) > smallest)) {
      pivot = pivot < 0 ? -smallest : smallest;
      ++count.tiny;
    }
    if (pivot < 0) ++count.negative;
    const double inverse = 1 / pivot;
    for (int j = c + 1; j < end; ++j) {
      const double factor = column[j] * inverse;
      double* other = A + j * ld;
      for (int i = j; i < panel.columns; ++i) other[i] -= factor * column[i];
    }
    for (int i = c + 1; i < panel.columns; ++i) {
      column[i] *= inverse;
      count.growth = std::max(count.growth, std::abs(column[i]));
    }
  }

  // Rows [begin, end) below the triangle: A L⁻ᵀ D⁻¹. Says how large they became.
  double finish_rows(const Panel& panel, double* A, int begin, int end) {
    blas::divide_by_unit_lower(Form::transposed, end - begin, panel.columns, A, panel.rows,
                               A + begin, panel.rows);
    double largest = 0;
    for (int c = 0; c < panel.columns; ++c) {
      const double inverse = 1 / pivots_[static_cast<std::size_t>(panel.first_column + c)];
      double* column = A + static_cast<std::ptrdiff_t>(c) * panel.rows;
      for (int i = begin; i < end; ++i) {
        column[i] *= inverse;
        largest = std::max(largest, std::abs(column[i]));
      }
    }
    return largest;
  }

  // Leaves in `pivots_` how small each pivot may be.
  void find_tiny(const SparseMatrix& lower) {
    double largest = std::numeric_limits<double>::min();
    for (int i = 0; i < pattern_.size; ++i) {
      const int column = pattern_.order[static_cast<std::size_t>(i)];
      const int first = lower.outerIndexPtr()[column];
      const bool has_diagonal =
          first < lower.outerIndexPtr()[column + 1] && lower.innerIndexPtr()[first] == column;
      const double entry = has_diagonal ? std::abs(lower.valuePtr()[first]) : 0.0;
      pivots_[static_cast<std::size_t>(i)] = entry;
      largest = std::max(largest, entry);
    }
    for (double& pivot : pivots_) {
      pivot = tiny_pivot * std::max(pivot, std::numeric_limits<double>::epsilon() * largest);
    }
  }

  LdltReport sum_up() const {
    LdltReport report;
    for (const PivotCount& count : counts_) {
      report.negative_pivots += count.negative;
      report.tiny_pivots += count.tiny;
      report.growth = std::max(report.growth, count.growth);
    }
    return report;
  }

  const SupernodalPattern& pattern_;
  const double* entries_;
  std::vector<double>& values_;
  std::vector<double>& pivots_;
  std::vector<PivotCount> counts_;
  std::vector<std::atomic<int>> waiting_;
  tbb::enumerable_thread_specific<Buffers> buffers_;
};

}  // namespace

LdltReport factorize_panels(const SupernodalPattern& pattern, const SparseMatrix& lower,
                            std::vector<double>& values, std::vector<double>& pivots) {
  return PanelFactorization(pattern, lower, values, pivots).run();
}

}  // namespace retake
