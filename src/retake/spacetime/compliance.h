#pragma once
#include <limits>
#include <memory>
#include <utility>

#include "retake/spacetime/wish_row.h"

namespace retake {

// A cᵀ for a row c: the answer of the whole motion to a unit pull along it, a spacetime Green's
// function.
class GreenFunction {
 public:
  explicit GreenFunction(WishRow row) : row_(std::move(row)) {}
  virtual ~GreenFunction() = default;

  const WishRow& row() const { return row_; }
  // Amplitudes of all modes at a frame.
  virtual VecX at(int frame) const = 0;
  // What another row b reads of it: b A cᵀ.
  virtual double read_by(const WishRow& other) const = 0;

 private:
  WishRow row_;
};

// A = H⁻¹: how far the motion gives way when it is pulled. Amplitudes and forces are modes x
// frames of the window. Whether modes meet in H is for each kind of compliance to know, and what it
// keeps: one banded system per mode (banded_compliance.h), the answer to each row, or all of A.
// Several threads may call const functions, also of its Green's functions, at once.
class Compliance {
 public:
  static constexpr double hard_weight = std::numeric_limits<double>::infinity();

  virtual ~Compliance() = default;

  virtual int mode_count() const = 0;
  virtual int frame_count() const = 0;

  // A f, plus what poses that are held do to the frames around them.
  virtual MatX apply(const MatX& forces) const = 0;
  // A cᵀ. It must not outlive the compliance, and is void once another pose is held or released.
  virtual std::unique_ptr<const GreenFunction> green_function(WishRow row) const = 0;

  // Holds all modes at a frame: hard, and the amplitudes there count as given, not as free; or with
  // a weight, and each mode alone goes weight / (1 + weight) of the way.
  virtual void hold(int frame, const VecX& amplitudes, double weight = hard_weight) = 0;
  virtual void release(int frame) = 0;
  virtual bool holds_poses() const = 0;

  // ½ zᵀ H z, and the force that the edit needs beyond elasticity: root mean square over the modes,
  // per frame, N / sqrt(kg).
  virtual double cost(const MatX& amplitudes) const = 0;
  virtual VecX control_force(const MatX& amplitudes) const = 0;
};

// a A bᵀ
inline double between(const Compliance& compliance, const WishRow& a, const WishRow& b) {
  return compliance.green_function(a)->read_by(b);
}

}  // namespace retake
