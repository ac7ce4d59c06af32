#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace retake {

// The known name with the fewest typed changes from `name`, for "did you mean ...?". Empty if none
// is close (more than half of its letters would change).
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

// Insertions, deletions and replacements of one letter that turn `a` into `b` (Levenshtein).
int edit_distance(std::string_view a, std::string_view b);

}  // namespace retake
