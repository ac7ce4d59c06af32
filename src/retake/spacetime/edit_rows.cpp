#include "retake/spacetime/edit_rows.h"

#include <map>
#include <numeric>
#include <utility>

namespace retake {

void EditRows::refresh(const Compliance& compliance) {
  compliance_ = &compliance;
  conditioning_.refresh(compliance);
}

void EditRows::add_contacts(std::vector<WishRow> rows) {
  contacts_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
}

// Obstacles stand behind the points.
void EditRows::add_points(std::vector<WishRow> rows) {
  points_ += static_cast<int>(rows.size());
  for (WishRow& row : obstacle_rows()) rows.push_back(std::move(row));
  conditioning_.remove(conditioning_.row_count() - obstacles_, obstacles_);
  conditioning_.add(std::move(rows));
}

void EditRows::remove_points(int first, int count) {
  conditioning_.remove(contacts_ + first, count);
  points_ -= count;
}

void EditRows::add_obstacles(std::vector<WishRow> rows) {
  obstacles_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
}

void EditRows::remove_obstacles(int first, int count) {
  conditioning_.remove(contacts_ + points_ + first, count);
  obstacles_ -= count;
}

void EditRows::add_turned(std::vector<WishRow> rows) {
  turned_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
}

void EditRows::drop_turned() {
  const int turned = std::exchange(turned_, 0);
  conditioning_.remove(conditioning_.row_count() - turned, turned);
}

std::vector<int> EditRows::linear_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < contacts_; ++i) rows.push_back(i);
  for (int i = 0; i < obstacles_; ++i) rows.push_back(contacts_ + points_ + i);
  return rows;
}

std::vector<int> EditRows::pull_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < points_; ++i) rows.push_back(contacts_ + i);
  for (int i = 0; i < turned_; ++i) rows.push_back(contacts_ + points_ + obstacles_ + i);
  return rows;
}

std::vector<WishRow> EditRows::obstacle_rows() const {
  const int first = conditioning_.row_count() - turned_ - obstacles_;
  std::vector<WishRow> rows;
  for (int i = 0; i < obstacles_; ++i) rows.push_back(conditioning_.row(first + i));
  return rows;
}

WishRow EditRows::combined_row(const VecX& pulls) const {
  std::map<int, VecX> by_frame;
  const std::vector<int> rows = pull_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const WishRow::Term& term : conditioning_.row(rows[i]).terms) {
      VecX& sum = by_frame[term.frame];
      if (sum.size() == 0) sum = VecX::Zero(compliance_->mode_count());
      sum += pulls[static_cast<Eigen::Index>(i)] * term.coefficients;
    }
  }
  WishRow row;
  for (auto& [frame, coefficients] : by_frame) row.terms.push_back({frame, coefficients});
  return row;
}

VecX EditRows::values_of(const std::vector<int>& rows, const MatX& z) const {
  VecX values(std::ssize(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = value_of(conditioning_.row(rows[i]), z);
  }
  return values;
}

VecX EditRows::values_by_poses() const {
  std::vector<int> all(static_cast<std::size_t>(conditioning_.row_count()));
  std::iota(all.begin(), all.end(), 0);
  return values_of(all, conditioning_.answer(VecX::Zero(conditioning_.row_count())));
}

}  // namespace retake
