#include "retake/interpolation/uneven_spans.h"

#include <algorithm>
#include <cmath>

namespace retake {

double price_of_unevenness(const TimedMode& before, const TimedMode& after) {
  const auto free_time = [](const TimedMode& span) {
    return span.length / std::hypot(1, span.mode.frequency * span.length / 4);
  };
  const auto [brief, lasting] = std::minmax({free_time(before), free_time(after)});
  return 4 * (lasting - brief) / (brief * brief);
}

double price_of_holding(const TimedMode& span) {
  constexpr double slowest = 1e-10;  // phase, rad: slower ones are as still as rounding can tell
  const double phase = std::max(span.mode.frequency * span.length, slowest);
  return 16 / (span.length * phase * phase);
}

}  // namespace retake
