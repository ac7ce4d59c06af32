#include "retake/spacetime/conditioning.h"

#include <utility>

namespace retake {

MatX condition(const Compliance& compliance, const LinearWishes& wishes, double filter) {
  Conditioning conditioning(compliance);
  conditioning.add(wishes.rows);
  return conditioning.condition(wishes.targets, filter);
}

MatX Conditioning::condition(const VecX& targets, double filter) const {
  VecX wanted = targets;
  if (compliance_->holds_poses()) {
    const MatX by_poses = answer(VecX::Zero(row_count()));
    for (int i = 0; i < row_count(); ++i) wanted[i] -= value_of(row(i), by_poses);
  }
  return answer(FilteredInverse(S_, filter).apply(wanted));
}

void Conditioning::add(std::vector<WishRow> rows) {
  const int before = row_count();
  for (WishRow& row : rows) answers_.push_back(compliance_->green_function(std::move(row)));
  const int after = row_count();
  S_.conservativeResize(after, after);
  for (int i = before; i < after; ++i) {
    for (int j = 0; j <= i; ++j) {
      S_(i, j) = answer_to(i).read_by(row(j));
      S_(j, i) = S_(i, j);
    }
    S_(i, i) += row(i).softness;
  }
}

void Conditioning::remove(int first, int count) {
  answers_.erase(answers_.begin() + first, answers_.begin() + first + count);
  const int after = row_count();
  const int tail = after - first;
  MatX kept(after, after);
  kept.topLeftCorner(first, first) = S_.topLeftCorner(first, first);
  kept.topRightCorner(first, tail) = S_.topRightCorner(first, tail);
  kept.bottomLeftCorner(tail, first) = S_.bottomLeftCorner(tail, first);
  kept.bottomRightCorner(tail, tail) = S_.bottomRightCorner(tail, tail);
  S_ = std::move(kept);
}

void Conditioning::refresh(const Compliance& compliance) {
  std::vector<WishRow> rows;
  for (int i = 0; i < row_count(); ++i) rows.push_back(row(i));
  compliance_ = &compliance;
  answers_.clear();
  S_.resize(0, 0);
  add(std::move(rows));
}

MatX Conditioning::answers_at(int frame, int first, int count) const {
  MatX answers(compliance_->mode_count(), count);
  for (int i = 0; i < count; ++i) answers.col(i) = answer_to(first + i).at(frame);
  return answers;
}

MatX Conditioning::answer(const VecX& pulls) const {
  MatX forces = MatX::Zero(compliance_->mode_count(), compliance_->frame_count());
  for (int i = 0; i < row_count(); ++i) {
    for (const WishRow::Term& term : row(i).terms) {
      forces.col(term.frame) += pulls[i] * term.coefficients;
    }
  }
  return compliance_->apply(forces);
}

}  // namespace retake
