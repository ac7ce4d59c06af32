#include "retake/numerics/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace retake {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);  // distances of a's prefix to every prefix of b
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string nearest;
  int least = 0;
  for (const std::string& candidate : known) {
    const int distance = edit_distance(name, candidate);
    if (nearest.empty() || distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  const bool close = 2 * least <= static_cast<int>(std::max(nearest.size(), name.size()));
  return close ? nearest : "";
}

}  // namespace retake
