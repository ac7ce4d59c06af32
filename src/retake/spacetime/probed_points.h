#pragma once
#include <memory>
#include <vector>

#include "retake/spacetime/edit_model.h"
#include "retake/spacetime/edit_scope.h"

namespace retake {

// The held points of all wishes, each with what its warped position needs beside the contacts of
// its frame (a probe), and with its derivative in the input.
class ProbedPoints {
 public:
  // Both must live as long.
  ProbedPoints(const EditScope& scope, const EditModel& model) : scope_(&scope), model_(&model) {}

  void add(const HeldPoint& point);
  void remove(std::size_t point);
  // Contacts of the frame have changed. False: it has no points.
  bool forget(int frame);
  // Brings probes and derivatives that are missing.
  void prepare();

  std::size_t size() const { return points_.size(); }
  const HeldPoint& operator[](std::size_t point) const { return points_[point]; }
  const std::vector<HeldPoint>& points() const { return points_; }
  const Warp::Probe& probe(std::size_t point) const { return *probes_[point]; }
  bool has_frame(int frame) const;
  std::vector<int> frames() const;                        // that have points, each once, ascending
  std::vector<std::vector<int>> points_by_frame() const;  // of each of these

  VecX input_positions() const;                           // 3 per point
  std::vector<WishRow> rows_of(std::size_t point) const;  // three pulls, along the derivative
  // d position / d z of some points under linear edits of their frames (one each), in one pass over
  // the modes: modes x 3 points.
  MatX tangents_of(const std::vector<std::size_t>& points,
                   const std::vector<Eigen::Matrix3Xf>& edits) const;

 private:
  const EditScope* scope_;
  const EditModel* model_;
  std::vector<HeldPoint> points_;
  std::vector<std::shared_ptr<const Warp::Probe>> probes_;
  std::vector<MatX> tangents_;  // in the input: d position / d z, modes x 3
};

}  // namespace retake
