#include "retake/elasticity/simulation_system.h"

#include <algorithm>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr std::ptrdiff_t values_per_task = 4096;  // values that one thread copies at a time

std::vector<int> free_ones(const std::vector<char>& held) {
  std::vector<int> vertices;
  for (std::size_t v = 0; v < held.size(); ++v) {
    if (held[v] == 0) vertices.push_back(static_cast<int>(v));
  }
  return vertices;
}

// Places of the values of a 3n x 3n matrix that belong to free vertices, in order.
std::vector<std::ptrdiff_t> free_values(const SparseMatrix& full, const std::vector<char>& held) {
  std::vector<std::ptrdiff_t> values;
  for (Eigen::Index column = 0; column < full.cols(); ++column) {
    if (held[static_cast<std::size_t>(column / 3)] != 0) continue;
    for (auto k = full.outerIndexPtr()[column]; k < full.outerIndexPtr()[column + 1]; ++k) {
      if (held[static_cast<std::size_t>(full.innerIndexPtr()[k] / 3)] == 0) values.push_back(k);
    }
  }
  return values;
}

std::vector<int> places(const std::vector<int>& free_vertices, std::size_t count) {
  std::vector<int> place(count, -1);
  for (std::size_t k = 0; k < free_vertices.size(); ++k) {
    place[static_cast<std::size_t>(free_vertices[k])] = static_cast<int>(k);
  }
  return place;
}

// Rows and columns keep their order, so the free part's values do too.
SparseMatrix free_part(const SparseMatrix& full, const std::vector<int>& free_vertices,
                       const std::vector<int>& place) {
  const auto size = 3 * static_cast<Eigen::Index>(free_vertices.size());
  SparseMatrix part(size, size);
  part.reserve(full.nonZeros());
  for (Eigen::Index column = 0; column < size; ++column) {
    part.startVec(column);
    const Eigen::Index full_column =
        3 * free_vertices[static_cast<std::size_t>(column / 3)] + column % 3;
    for (SparseMatrix::InnerIterator it(full, full_column); it; ++it) {
      const int row = place[static_cast<std::size_t>(it.row() / 3)];
      if (row >= 0) part.insertBack(3 * row + it.row() % 3, column) = 0;
    }
  }
  part.finalize();
  return part;
}

std::vector<std::ptrdiff_t> diagonal_values(const SparseMatrix& lower) {
  std::vector<std::ptrdiff_t> places;
  for (Eigen::Index column = 0; column < lower.cols(); ++column) {
    const int* begin = lower.innerIndexPtr() + lower.outerIndexPtr()[column];
    const int* end = lower.innerIndexPtr() + lower.outerIndexPtr()[column + 1];
    for (Eigen::Index row = column; row < 3 * (column / 3) + 3; ++row) {
      places.push_back(std::lower_bound(begin, end, static_cast<int>(row)) - lower.innerIndexPtr());
    }
  }
  return places;
}

}  // namespace

NewtonSystem::NewtonSystem(const SparseMatrix& stiffness, const std::vector<char>& held)
    : free_vertices_(free_ones(held)),
      place_(places(free_vertices_, held.size())),
      source_(free_values(stiffness, held)),
      matrix_(free_part(stiffness, free_vertices_, place_)),
      solver_(matrix_, {.unknowns_per_node = 3}) {
  diagonal_ = diagonal_values(matrix_);
}

void NewtonSystem::assemble(const SparseMatrix& stiffness, const std::vector<Mat3>& vertex_blocks) {
  double* values = matrix_.valuePtr();
  const double* full = stiffness.valuePtr();
  parallel_for(
      std::ssize(source_),
      [&](std::ptrdiff_t k) { values[k] = full[source_[static_cast<std::size_t>(k)]]; },
      values_per_task);
  for (std::size_t v = 0; v < free_vertices_.size(); ++v) {
    const Mat3& block = vertex_blocks[static_cast<std::size_t>(free_vertices_[v])];
    std::size_t place = 6 * v;
    for (int column = 0; column < 3; ++column) {
      for (int row = column; row < 3; ++row) values[diagonal_[place++]] += block(row, column);
    }
  }
}

void NewtonSystem::add(const SparseMatrix& stiffness, double scale) {
  double* values = matrix_.valuePtr();
  const double* full = stiffness.valuePtr();
  parallel_for(
      std::ssize(source_),
      [&](std::ptrdiff_t k) { values[k] += scale * full[source_[static_cast<std::size_t>(k)]]; },
      values_per_task);
}

bool NewtonSystem::factorize() { return solver_.factorize(matrix_).positive_definite(); }

Points NewtonSystem::solve(const Points& right_hand_side) const {
  MatX b(matrix_.rows(), 1);
  for (std::size_t v = 0; v < free_vertices_.size(); ++v) {
    b.middleRows<3>(3 * static_cast<Eigen::Index>(v)) = right_hand_side.col(free_vertices_[v]);
  }
  const MatX x = solver_.solve(b);
  Points solution = Points::Zero(3, right_hand_side.cols());
  for (std::size_t v = 0; v < free_vertices_.size(); ++v) {
    solution.col(free_vertices_[v]) = x.middleRows<3>(3 * static_cast<Eigen::Index>(v));
  }
  return solution;
}

MatX NewtonSystem::inverse_columns(const std::vector<int>& vertices) const {
  const auto count = static_cast<Eigen::Index>(vertices.size());
  MatX b = MatX::Zero(matrix_.rows(), 3 * count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const int place = place_[static_cast<std::size_t>(vertices[static_cast<std::size_t>(k)])];
    if (place >= 0) b.block<3, 3>(3 * place, 3 * k).setIdentity();
  }
  const MatX x = solver_.solve(b);
  MatX columns = MatX::Zero(3 * std::ssize(place_), 3 * count);
  for (std::size_t v = 0; v < free_vertices_.size(); ++v) {
    columns.middleRows<3>(3 * free_vertices_[v]) =
        x.middleRows<3>(3 * static_cast<Eigen::Index>(v));
  }
  return columns;
}

}  // namespace retake
