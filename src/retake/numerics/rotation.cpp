#include "retake/numerics/rotation.h"

#include "retake/numerics/lanes_rotation.h"
#include "retake/numerics/lanes_svd.h"

namespace retake {

namespace {

namespace lanes = RETAKE_ISA;
using Vector = lanes::LanesVector<double>;
using Matrix = lanes::LanesMatrix<double>;

Vector from(const Vec3& v) { return {v[0], v[1], v[2]}; }
Vec3 to(const Vector& v) { return {v[0], v[1], v[2]}; }

Matrix from(const Mat3& A) {
  Matrix B;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) B[r][c] = A(r, c);
  return B;
}

Mat3 to(const Matrix& A) {
  Mat3 B;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) B(r, c) = A[r][c];
  return B;
}

lanes::LanesQuaternion<double> from(const Eigen::Quaterniond& q) {
  return {q.w(), {q.x(), q.y(), q.z()}};
}
Eigen::Quaterniond to(const lanes::LanesQuaternion<double>& q) {
  return {q.w, q.v[0], q.v[1], q.v[2]};
}

}  // namespace

Mat3 exp_rotation(const Vec3& omega) { return to(lanes::exp_rotation(from(omega))); }
Vec3 log_rotation(const Mat3& R) { return to(lanes::log_rotation(from(R))); }
Mat3 left_jacobian(const Vec3& omega) { return to(lanes::left_jacobian(from(omega))); }

Eigen::Quaterniond quaternion_of(const Mat3& R) { return to(lanes::quaternion_of(from(R))); }
Mat3 rotation_of(const Eigen::Quaterniond& q) { return to(lanes::rotation_of(from(q))); }
Eigen::Quaterniond exp_quaternion(const Vec3& omega) {
  return to(lanes::exp_quaternion(from(omega)));
}
Vec3 log_quaternion(const Eigen::Quaterniond& q) { return to(lanes::log_quaternion(from(q))); }

Polar polar_decomposition(const Mat3& F) {
  const lanes::LanesPolar<double> polar = lanes::polar(from(F));
  return {to(polar.R), to(polar.S)};
}

}  // namespace retake
