#include "retake/interpolation/swinging_share.h"

#include <algorithm>

namespace retake {
namespace {

// Poses on either side that a share is spread over: it falls to about a fourth from each to the
// next.
constexpr std::size_t reach = 12;

}  // namespace

SwingingShare::SwingingShare(std::span<const ModalSpan> spans, std::span<const double> times,
                             const std::vector<bool>& passed, const WigglySplineOptions& options) {
  const bool all = times.size() <= 2 * reach + 1;
  WigglySplineOptions used = options;
  used.loop = options.loop && all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::size_t first = all || i < reach ? 0 : i - reach;
    const std::size_t last = all ? times.size() - 1 : std::min(i + reach, times.size() - 1);
    std::vector<ModalKnot> knots;
    for (std::size_t k = first; k <= last; ++k) {
      knots.push_back({times[k], k == i ? 1.0 : 0.0});
      const bool cut = (k == first && first > 0) || (k == last && last + 1 < times.size());
      if (passed[k] || cut) knots.back().velocity = 0;
    }
    shares_.push_back(
        {times[first], times[last], WigglySpline(spans.subspan(first, last - first), knots, used)});
  }
}

double SwingingShare::at(std::size_t pose, double time) const {
  const auto& [begin, end, spline] = shares_[pose];
  return time < begin || time > end ? 0 : spline.position(time);
}

}  // namespace retake
