#include "retake/spacetime/wish_list.h"

#include <algorithm>
#include <string>
#include <utility>

#include "retake/numerics/errors.h"

namespace retake {

std::size_t WishList::index_of(int id) const {
  const auto found = std::find(ids_.begin(), ids_.end(), id);
  if (found == ids_.end()) {
    throw InputError({.what = "there is no wish of that number", .found = std::to_string(id)});
  }
  return static_cast<std::size_t>(found - ids_.begin());
}

Wish WishList::remove(int id) {
  const auto index = static_cast<std::ptrdiff_t>(index_of(id));
  Wish wish = std::move(wishes_[static_cast<std::size_t>(index)]);
  wishes_.erase(wishes_.begin() + index);
  ids_.erase(ids_.begin() + index);
  return wish;
}

}  // namespace retake
