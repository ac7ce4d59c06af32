#include "retake/interpolation/step_response.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "retake/interpolation/pose_share.h"

namespace retake {
namespace {

// The cubic that solves the equation on the way (but does not start from rest), and its rate.
Eigen::Vector2d steady_way(const Oscillator& mode, double travel, double time) {
  const double A = mode.decay * travel, L = std::pow(mode.frequency * travel, 2), s = time / travel;
  const double c3 = -2, c2 = 3 - 6 * A * c3 / L;
  const double c1 = -(4 * A * c2 + 6 * c3) / L, c0 = -(2 * A * c1 + 2 * c2) / L;
  return {c0 + s * (c1 + s * (c2 + s * c3)), (c1 + s * (2 * c2 + s * 3 * c3)) / travel};
}

// What the spring's pull does up to `time`: the answer to a blow, folded with it.
Eigen::Vector2d folded_pull(const Oscillator& mode, double travel, double time) {
  using Rule = boost::math::quadrature::gauss<double, 15>;
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  const auto add_panel = [&](double begin, double end) {
    const auto add = [&](double ago, double weight) {
      const double pull = std::pow(mode.frequency, 2) * smooth_step((time - ago) / travel);
      sum += 0.5 * (end - begin) * weight * pull * transition(mode, ago).col(1);
    };
    const double middle = 0.5 * (begin + end), reach = 0.5 * (end - begin);
    add(middle, Rule::weights()[0]);
    for (std::size_t i = 1; i < Rule::abscissa().size(); ++i)
      for (const double side : {-reach, reach})
        add(middle + side * Rule::abscissa()[i], Rule::weights()[i]);
  };
  // A mode that creeps answers fast at first and slowly later: panels double.
  double begin = 0;
  for (double end = mode.decay > 0 ? 1 / mode.decay : time; end < time; end *= 2) {
    add_panel(begin, end);
    begin = end;
  }
  add_panel(begin, time);
  return sum;
}

Eigen::Vector2d on_the_way(const Oscillator& mode, double travel, double time) {
  const double phase = mode.frequency * travel;
  if (phase < 1e-8) return Eigen::Vector2d::Zero();  // less than phase² / 2
  // The coefficients of the cubic grow with the inverse powers of both: they would cancel.
  if (std::min(phase, phase * mode.frequency / std::max(2 * mode.decay, 1e-300)) < 0.5)
    return folded_pull(mode, travel, time);
  return steady_way(mode, travel, time) - transition(mode, time) * steady_way(mode, travel, 0);
}

}  // namespace

Eigen::Vector2d step_response(const Oscillator& mode, double travel, double time) {
  if (time <= travel) return on_the_way(mode, travel, time);
  const Eigen::Vector2d arrived = Eigen::Vector2d::UnitX();
  return arrived + transition(mode, time - travel) * (on_the_way(mode, travel, travel) - arrived);
}

}  // namespace retake
