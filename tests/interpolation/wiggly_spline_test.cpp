#include "retake/interpolation/wiggly_spline.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

const Oscillator modes[] = {{0, 0}, {1e-3, 0}, {2, 0.1}, {6, 0}, {6, 0.8}, {4, 4}, {3, 7}};

// The variational problem solved densely: on each span a polynomial of high degree (Chebyshev),
// force squared summed by Gauss quadrature, positions met and spans joined in value and slope by
// Lagrange multipliers.
class DenseSolve {
 public:
  DenseSolve(const Oscillator& mode, const std::vector<ModalKnot>& knots, bool loop = false)
      : mode_(mode), knots_(knots) {
    const int spans = static_cast<int>(knots.size()) - 1, unknowns = spans * degree;
    MatX H = MatX::Zero(unknowns, unknowns);
    for (int s = 0; s < spans; ++s) add_force(s, H);
    for (int s = 0; s < spans; ++s) {
      wish(s, knots[size_t(s)].time, 0, knots[size_t(s)].position);
      wish(s, knots[size_t(s) + 1].time, 0, knots[size_t(s) + 1].position);
      if (s > 0) join(s - 1, s, knots[size_t(s)].time, knots[size_t(s)].time);
    }
    if (loop) join(spans - 1, 0, knots.back().time, knots[0].time);
    for (size_t k = 0; k < knots.size(); ++k)
      if (knots[k].velocity)
        wish(std::min(int(k), spans - 1), knots[k].time, 1, *knots[k].velocity);
    solve(H);
  }

  double position(double t) const {
    int s = 0;
    while (s + 2 < int(knots_.size()) && t > knots_[size_t(s) + 1].time) ++s;
    return row(s, t, 0).dot(solution_.segment(s * degree, degree));
  }

 private:
  static constexpr int degree = 30;

  // Values of the span's basis (derivative 0, 1 or 2) at a time.
  VecX row(int s, double t, int derivative) const {
    const double a = knots_[size_t(s)].time, b = knots_[size_t(s) + 1].time;
    const double x = 2 * (t - a) / (b - a) - 1, scale = 2 / (b - a);
    VecX T(degree), D(degree), DD(degree);
    T[0] = 1, T[1] = x, D[0] = 0, D[1] = 1, DD[0] = DD[1] = 0;
    for (int n = 2; n < degree; ++n) {
      T[n] = 2 * x * T[n - 1] - T[n - 2];
      D[n] = 2 * T[n - 1] + 2 * x * D[n - 1] - D[n - 2];
      DD[n] = 4 * D[n - 1] + 2 * x * DD[n - 1] - DD[n - 2];
    }
    return derivative == 0 ? T : derivative == 1 ? VecX(D * scale) : VecX(DD * scale * scale);
  }

  void add_force(int s, MatX& H) const {
    using Rule = boost::math::quadrature::gauss<double, 60>;
    const double a = knots_[size_t(s)].time, b = knots_[size_t(s) + 1].time;
    for (size_t i = 0; i < Rule::abscissa().size(); ++i)
      for (const double sign : {-1.0, 1.0}) {
        const double t = 0.5 * (a + b) + sign * 0.5 * (b - a) * Rule::abscissa()[i];
        const VecX force = row(s, t, 2) + 2 * mode_.decay * row(s, t, 1) +
                           mode_.frequency * mode_.frequency * row(s, t, 0);
        H.block(s * degree, s * degree, degree, degree) +=
            0.5 * (b - a) * Rule::weights()[i] * force * force.transpose();
      }
  }

  void wish(int s, double t, int derivative, double value) {
    VecX all = VecX::Zero((int(knots_.size()) - 1) * degree);
    all.segment(s * degree, degree) = row(s, t, derivative);
    rows_.push_back(all);
    values_.push_back(value);
  }
  void join(int s, int next, double t, double t_next) {
    VecX all = VecX::Zero((int(knots_.size()) - 1) * degree);
    all.segment(s * degree, degree) += row(s, t, 1);
    all.segment(next * degree, degree) -= row(next, t_next, 1);
    rows_.push_back(all);
    values_.push_back(0);
  }
  void solve(const MatX& H) {
    const auto n = H.rows(), m = std::ptrdiff_t(rows_.size());
    MatX system = MatX::Zero(n + m, n + m);
    VecX side = VecX::Zero(n + m);
    system.topLeftCorner(n, n) = H;
    for (std::ptrdiff_t k = 0; k < m; ++k) {
      system.block(n + k, 0, 1, n) = rows_[size_t(k)].transpose();
      system.block(0, n + k, n, 1) = rows_[size_t(k)];
      side[n + k] = values_[size_t(k)];
    }
    solution_ = system.fullPivLu().solve(side).head(n);
  }

  Oscillator mode_;
  std::vector<ModalKnot> knots_;
  std::vector<VecX> rows_;
  std::vector<double> values_;
  VecX solution_;
};

const std::vector<ModalKnot> four_knots = {{0, 0.3}, {0.4, -1}, {1.1, 0.8}, {1.7, 0.1}};

void expect_same(const Oscillator& mode, const std::vector<ModalKnot>& knots, bool loop = false) {
  const WigglySpline spline(mode, knots, {.loop = loop});
  const DenseSolve dense(mode, knots, loop);
  for (double t = knots.front().time; t <= knots.back().time; t += 0.01)
    ASSERT_NEAR(spline.position(t), dense.position(t), 1e-8)
        << mode.frequency << " " << mode.decay << " at " << t;
}

TEST(WigglySpline, AgreesWithADenseSolveOfItsVariationalProblem) {
  for (const Oscillator& mode : modes) expect_same(mode, four_knots);
}

TEST(WigglySpline, AgreesWithADenseSolveWhereVelocitiesAreGiven) {
  auto knots = four_knots;
  knots[0].velocity = 2;
  knots[2].velocity = -1;
  for (const Oscillator& mode : modes) expect_same(mode, knots);
}

TEST(WigglySpline, AgreesWithADenseSolveOnALoop) {
  auto knots = four_knots;
  knots.back().position = knots.front().position;
  for (const Oscillator& mode : modes) expect_same(mode, knots, true);
}

TEST(WigglySpline, IsTheFreeSwingBetweenTwoPositions) {
  for (const Oscillator& mode : modes) {
    const std::vector<ModalKnot> knots = {{0, 0.3}, {1.2, -1}};
    const WigglySpline spline(mode, knots);
    const FreeSwing swing(mode, 1.2, 0.3, -1);
    for (const double t : {0.1, 0.6, 1.1}) EXPECT_NEAR(spline.position(t), swing.position(t), 1e-8);
    EXPECT_NEAR(spline.cost(), 0, 1e-10);
  }
}

TEST(WigglySpline, IsTheNaturalCubicSplineOfAModeWithoutSpring) {
  const std::vector<ModalKnot> knots = {{0, 0}, {1, 1}, {2, 0}};
  const WigglySpline spline({0, 0}, knots);
  for (const double t : {0.25, 0.5, 0.75})  // 1.5 t - 0.5 t³ solves it
    EXPECT_NEAR(spline.position(t), 1.5 * t - 0.5 * t * t * t, 1e-12);
}

TEST(WigglySpline, CovarianceGrowsAsTheEquationSays) {
  for (const Oscillator& mode : modes)
    for (const double t : {1e-3, 0.1, 0.3, 1.0, 3.0, 30.0}) {
      const double h = 1e-5 * t;
      const Eigen::Matrix2d slope =
          (driven_covariance(mode, t + h) - driven_covariance(mode, t - h)) / (2 * h);
      const Eigen::Vector2d answer = transition(mode, t).col(1);
      const Eigen::Matrix2d expected = answer * answer.transpose();
      const Eigen::Matrix2d W = driven_covariance(mode, t);
      EXPECT_LT((slope - expected).norm(), 1e-6 * (expected.norm() + W.norm() / t))
          << mode.frequency << " " << mode.decay << " " << t;
    }
}

TEST(WigglySpline, AWeightOnItsEndsTamesASingularPhase) {
  const double pi = 3.14159265358979;
  const std::vector<ModalKnot> knots = {{0, 1}, {1, 1}};
  const WigglySpline wild({pi * 1.0001, 0}, knots),
      tame({pi * 1.0001, 0}, knots, {.end_velocity = 4});
  EXPECT_GT(std::abs(wild.velocity(0)), 1e3);
  EXPECT_LT(std::abs(tame.velocity(0)), 10);
  EXPECT_NEAR(tame.position(1), 1, 1e-9);
}

TEST(WigglySpline, TimesThatDoNotRiseAreRefused) {
  const std::vector<ModalKnot> same = {{0, 1}, {0, 2}}, one = {{0, 1}};
  EXPECT_THROW(WigglySpline({1, 0}, same), InputError);
  EXPECT_THROW(WigglySpline({1, 0}, one), InputError);
}

}  // namespace
}  // namespace retake
