#pragma once
#include <Eigen/Geometry>

#include "retake/numerics/linear_types.h"

// Rotations, one at a time; rotation_batch.h has the same for many at once. A rotation vector is
// axis times angle, in radians. Accurate to rounding at every angle, next to 0 and π too.
namespace retake {

// Rotation matrix of a rotation vector.
Mat3 exp_rotation(const Vec3& omega);

// Rotation vector of a rotation matrix, of length π at most. (At π itself both signs are right.)
Vec3 log_rotation(const Mat3& R);

// J with exp(ω + δ) = exp(J δ) exp(ω) to first order in δ.
Mat3 left_jacobian(const Vec3& omega);

// Unit quaternions; of the two that mean the same rotation, quaternion_of gives the one with w >=
// 0.
Eigen::Quaterniond quaternion_of(const Mat3& R);
Mat3 rotation_of(const Eigen::Quaterniond& q);
Eigen::Quaterniond exp_quaternion(const Vec3& omega);
Vec3 log_quaternion(const Eigen::Quaterniond& q);

// F = R S: R the proper rotation nearest to F, S symmetric. An inverted F keeps R proper and gives
// S one negative eigenvalue, that of the smallest magnitude; so R does not jump when F passes
// through a flat state. Where F leaves R open (rank 1 or 0), R turns what it must and no more.
struct Polar {
  Mat3 R;
  Mat3 S;
};
Polar polar_decomposition(const Mat3& F);

}  // namespace retake
