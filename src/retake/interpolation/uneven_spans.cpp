#include "retake/interpolation/uneven_spans.h"

#include <algorithm>
#include <cmath>

namespace retake {

double price_of_unevenness(const Oscillator& mode, double before, double after) {
  const auto free_time = [&](double span) {
    return span / std::hypot(1, mode.frequency * span / 4);
  };
  const auto [brief, lasting] = std::minmax({free_time(before), free_time(after)});
  return 4 * (lasting - brief) / (brief * brief);
}

}  // namespace retake
