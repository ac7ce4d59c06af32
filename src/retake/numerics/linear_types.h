#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace retake {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

// One column per vertex: 3 x n, so that xyz of a vertex are neighbours in memory.
using Points = Eigen::Matrix3Xd;

// Column-major. A symmetric matrix is either stored whole or, where a header says "lower",
// as its lower triangle alone.
using SparseMatrix = Eigen::SparseMatrix<double>;

// The 3n unknowns of n points as one vector (x0 y0 z0 x1 ...), without copying.
inline Eigen::Map<const VecX> flat(const Points& points) { return {points.data(), points.size()}; }
inline Eigen::Map<VecX> flat(Points& points) { return {points.data(), points.size()}; }

}  // namespace retake
