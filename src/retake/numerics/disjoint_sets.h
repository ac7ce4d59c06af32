#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace retake {

// Items 0 ... count - 1 in sets that are joined one by one (union-find; Galler and Fischer 1964).
// A set is known by its smallest item, whatever the order of joining. Looking one up shortens
// paths: one thread at a time.
class DisjointSets {
 public:
  explicit DisjointSets(std::ptrdiff_t count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int count() const { return static_cast<int>(parent_.size()); }

  int first_of(int item) {
    while (at(item) != item) item = at(item) = at(at(item));
    return item;
  }
  void join(int a, int b) {
    a = first_of(a);
    b = first_of(b);
    at(std::max(a, b)) = std::min(a, b);
  }
  // The set of each item, numbered by their first items.
  std::vector<int> numbers() {
    std::vector<int> number(parent_.size());
    int sets = 0;
    for (int i = 0; i < count(); ++i) {
      const auto first = static_cast<std::size_t>(first_of(i));
      number[static_cast<std::size_t>(i)] = static_cast<int>(first) == i ? sets++ : number[first];
    }
    return number;
  }

 private:
  int& at(int item) { return parent_[static_cast<std::size_t>(item)]; }
  std::vector<int> parent_;
};

}  // namespace retake
