#pragma once
#include <vector>

#include "retake/interpolation/uneven_spans.h"
#include "retake/interpolation/wiggly_spline.h"

namespace retake {

// The variational problem of WigglySpline solved densely: on each piece a polynomial of high degree
// (Chebyshev), force squared summed by Gauss quadrature, positions met and pieces joined in value
// and slope by Lagrange multipliers. A piece is a span, or what its rest point halves it into.
class DenseSpline {
 public:
  DenseSpline(const std::vector<ModalSpan>& spans, const std::vector<ModalKnot>& knots,
              const WigglySplineOptions& options);

  double position(double time) const;

 private:
  struct Piece {
    double begin, end;  // s
    std::size_t span;
  };

  void cut_spans();
  void add_force(int piece);
  void pay_for_unevenness();
  void pay_for_holds();
  void pay(int piece, double time, double price);
  TimedMode timed(std::size_t span) const;
  void meet_knots();
  void wish(int piece, double time, int derivative, double value);
  void join(int piece, int next, double time, double next_time, int derivative);
  void solve();
  VecX row(int piece, double time, int derivative) const;
  double rest_point(std::size_t span, double time) const;

  std::vector<ModalSpan> spans_;
  std::vector<ModalKnot> knots_;
  WigglySplineOptions options_;
  std::vector<Piece> pieces_;
  MatX hessian_;
  VecX pull_;
  std::vector<VecX> rows_;
  std::vector<double> values_;
  VecX solution_;
};

}  // namespace retake
