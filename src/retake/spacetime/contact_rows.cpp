#include "retake/spacetime/contact_rows.h"

#include <cmath>

namespace retake {

namespace {

constexpr double decided = 1e-9;  // of what a row gives way by itself: no more is left of it

}  // namespace

std::vector<int> freest_rows(const Compliance& compliance, const std::vector<WishRow>& held,
                             const std::vector<WishRow>& candidates, int most) {
  if (most <= 0 || candidates.empty()) return {};
  Conditioning all(compliance);
  all.add(held);
  all.add(candidates);
  const MatX& S = all.compliance_matrix();
  const VecX alone = S.diagonal();
  const auto before = std::ssize(held);
  VecX left = alone;  // how far each row gives way beside those that are kept
  MatX L(S.rows(), before + most);
  Eigen::Index kept = 0;
  const auto keep = [&](Eigen::Index row) {
    if (left[row] <= decided * alone[row]) return false;
    L.col(kept) =
        (S.col(row) - L.leftCols(kept) * L.row(row).head(kept).transpose()) / std::sqrt(left[row]);
    left -= L.col(kept).cwiseAbs2();
    ++kept;
    return true;
  };
  for (Eigen::Index row = 0; row < before; ++row) keep(row);
  std::vector<int> chosen;
  while (std::ssize(chosen) < most) {
    Eigen::Index freest = 0;
    left.tail(std::ssize(candidates)).maxCoeff(&freest);
    if (!keep(before + freest)) break;
    chosen.push_back(static_cast<int>(freest));
  }
  return chosen;
}

}  // namespace retake
