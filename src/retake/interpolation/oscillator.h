#pragma once
#include <Eigen/Core>

// A mode left to itself: z̈ + 2α ż + λ² z = 0 (Huang 2011, eq. 11). Below α = λ it swings and
// settles, above it creeps. With ω² = λ² - α², of either sign, one formula covers all:
//
//   z(t) = e^(-αt) (P C(t) + Q S(t)),   C = cos ωt and S = sin(ωt)/ω,
//
// cosh and sinh where ω² < 0, 1 and t where it is 0.
namespace retake {

struct Oscillator {
  double frequency = 0;  // λ, rad/s, without damping; 0: nothing pulls it back
  double decay = 0;      // α, 1/s

  double omega_squared() const { return frequency * frequency - decay * decay; }
};

// What carries position and velocity over a time: (z, ż)(t) = transition (z, ż)(0). Its second
// column is the answer to a blow at 0.
Eigen::Matrix2d transition(const Oscillator& mode, double time);

// The free motion through two positions (eqs. 12 and 13), in a form in which neither of them is
// lost beside the other:
//
//   z(t) = z0 e^(-αt) S(T-t)/S(T) + zT e^(α(T-t)) S(t)/S(T).
//
// A mode that swings whole half periods within T (sin ωT = 0) cannot be told where to be at both
// ends: near such a phase its velocity grows without bound. `adjusted_oscillator` steps aside.
class FreeSwing {
 public:
  FreeSwing(const Oscillator& mode, double duration, double first, double last);

  double position(double time) const;
  double velocity(double time) const;

 private:
  double alpha_;
  double root_;  // sqrt |ω²|
  bool swings_;  // ω² >= 0
  double duration_, first_, last_;

  struct Wave {
    double sine, cosine;  // S(t) and C(t) over S(T)
  };
  Wave wave(double time) const;
};

}  // namespace retake
