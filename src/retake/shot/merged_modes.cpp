#include "retake/shot/merged_modes.h"

#include <algorithm>

namespace retake {

namespace {

struct ModeOfBody {
  double eigenvalue = 0;
  std::size_t body = 0;
  Eigen::Index column = 0;
};

std::vector<ModeOfBody> softest(const std::vector<Modes>& bodies, int count) {
  std::vector<ModeOfBody> modes;
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    const VecX& eigenvalues = bodies[body].eigenvalues;
    for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
      modes.push_back({eigenvalues[k], body, k});
    }
  }
  std::stable_sort(modes.begin(), modes.end(), [](const ModeOfBody& a, const ModeOfBody& b) {
    return a.eigenvalue < b.eigenvalue;
  });
  if (std::ssize(modes) > count) modes.resize(static_cast<std::size_t>(count));
  return modes;
}

MatX side_by_side(const std::vector<Modes>& bodies, Eigen::Index rows) {
  Eigen::Index columns = 0;
  for (const Modes& modes : bodies) columns += modes.rigid.cols();
  MatX rigid = MatX::Zero(rows, columns);
  Eigen::Index row = 0, column = 0;
  for (const Modes& modes : bodies) {
    if (modes.rigid.cols() > 0) {
      rigid.block(row, column, modes.rigid.rows(), modes.rigid.cols()) = modes.rigid;
    }
    row += modes.shapes.rows();
    column += modes.rigid.cols();
  }
  return rigid;
}

}  // namespace

Modes merged(const std::vector<Modes>& bodies, int count) {
  if (bodies.size() == 1) return bodies.front();
  std::vector<Eigen::Index> first_row;
  Eigen::Index rows = 0;
  for (const Modes& modes : bodies) {
    first_row.push_back(rows);
    rows += modes.shapes.rows();
  }
  const std::vector<ModeOfBody> chosen = softest(bodies, count);
  Modes all;
  all.eigenvalues.resize(std::ssize(chosen));
  all.shapes = MatX::Zero(rows, std::ssize(chosen));
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const auto& [eigenvalue, body, column] = chosen[k];
    const auto at = static_cast<Eigen::Index>(k);
    all.eigenvalues[at] = eigenvalue;
    all.shapes.col(at).segment(first_row[body], bodies[body].shapes.rows()) =
        bodies[body].shapes.col(column);
  }
  all.rigid = side_by_side(bodies, rows);
  return all;
}

}  // namespace retake
