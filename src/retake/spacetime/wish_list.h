#pragma once
#include <vector>

#include "retake/spacetime/wish.h"

namespace retake {

// The wishes of an edit, by numbers that are never given twice.
class WishList {
 public:
  int add(Wish wish) {
    wishes_.push_back(std::move(wish));
    ids_.push_back(next_id_);
    return next_id_++;
  }
  // Throws InputError where there is none of that number, as index_of does.
  Wish remove(int id);
  std::size_t index_of(int id) const;

  bool empty() const { return wishes_.empty(); }
  std::size_t size() const { return wishes_.size(); }
  Wish& operator[](std::size_t i) { return wishes_[i]; }
  const Wish& operator[](std::size_t i) const { return wishes_[i]; }
  const std::vector<Wish>& wishes() const { return wishes_; }
  const std::vector<int>& ids() const { return ids_; }  // in the same order

 private:
  std::vector<Wish> wishes_;
  std::vector<int> ids_;
  int next_id_ = 1;
};

}  // namespace retake
