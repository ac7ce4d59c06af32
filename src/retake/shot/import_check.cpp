#include "retake/shot/import_check.h"

#include <algorithm>
#include <cmath>

#include "retake/mesh/bounding_box.h"

namespace retake {

namespace {

constexpr int most_errors = 20;
constexpr double farthest = 1e5;      // of the size: where no artist puts a vertex
constexpr double jump = 0.5;          // of the size, between two frames ...
constexpr double unlike_others = 20;  // ... and so many times the usual step

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string lengths(double value) {
  std::string text = std::to_string(value);
  return text.substr(0, std::max(text.find('.') + 3, std::size_t{4}));
}

}  // namespace

void FrameCheck::report(Severity severity, int frame, int vertex, Complaint complaint) {
  if (severity == Severity::error) ++errors_;
  if (complaint.where.empty()) {
    complaint.where = object_.motion_file + ", '" + object_.name + "'";
    if (frame >= 0) complaint.where += ", frame " + std::to_string(frame);
    if (vertex >= 0) complaint.where += ", vertex " + std::to_string(vertex);
  }
  findings_.push_back({severity, object_.name, frame, vertex, std::move(complaint)});
}

void FrameCheck::add_unreadable(int frame, const Complaint& complaint) {
  report(Severity::error, frame, -1, complaint);
}

bool FrameCheck::has_too_many_errors() const { return errors_ >= most_errors; }

void FrameCheck::add_frame(int frame, const Eigen::Matrix3Xf& positions) {
  check_range(frame, positions);
  if (previous_.cols() == 0) {
    low_ = high_ = positions;
  } else {
    add_step(frame, positions);
    low_ = low_.cwiseMin(positions);
    high_ = high_.cwiseMax(positions);
  }
  previous_ = positions;
}

void FrameCheck::check_range(int frame, const Eigen::Matrix3Xf& positions) {
  const auto limit = static_cast<float>(farthest * object_.size);
  Eigen::Index axis = 0, vertex = 0;
  if (positions.cwiseAbs().maxCoeff(&axis, &vertex) <= limit) return;
  report(Severity::error, frame, static_cast<int>(vertex),
         {.what = "a vertex lies absurdly far away",
          .expected = "within " + std::to_string(limit) + " (the mesh is " + lengths(object_.size) +
                      " in size)",
          .found = std::to_string(positions(axis, vertex)),
          .advice = "Export the frames again"});
}

void FrameCheck::add_step(int frame, const Eigen::Matrix3Xf& positions) {
  Step step = {.frame = frame};
  const Eigen::Matrix3Xf moved = positions - previous_;
  step.still = moved.isZero(0);
  const Eigen::Vector3f whole = moved.rowwise().mean();
  step.whole = moved.colwise().norm().mean();
  Eigen::Index vertex = 0;
  step.single = (moved.colwise() - whole).colwise().norm().maxCoeff(&vertex);
  step.vertex = static_cast<int>(vertex);
  steps_.push_back(step);
}

void FrameCheck::find_jumps() {
  std::vector<double> wholes, singles;
  for (const Step& step : steps_) {
    if (step.still) continue;
    wholes.push_back(step.whole);
    singles.push_back(step.single);
  }
  const double usual_whole = median(wholes), usual_single = median(singles);
  for (const Step& step : steps_) {
    if (step.whole > jump * object_.size && step.whole > unlike_others * usual_whole) {
      report(Severity::warning, step.frame, -1,
             {.what = "the whole body jumps",
              .expected = "steps of about " + lengths(usual_whole) + " from frame to frame",
              .found = lengths(step.whole),
              .advice = "A cut or a missing frame: an edit should not reach across it"});
    } else if (step.single > 2 * jump * object_.size &&
               step.single > unlike_others * usual_single) {
      report(Severity::warning, step.frame, step.vertex,
             {.what = "a vertex jumps away from the others",
              .expected = "at most about " + lengths(usual_single) + " from frame to frame",
              .found = lengths(step.single),
              .advice = "Look at it in the editor; a simulation that blew up there is better run "
                        "again"});
    }
  }
}

void FrameCheck::find_repeats() {
  const auto moves = [](const Step& step) { return !step.still; };
  if (std::none_of(steps_.begin(), steps_.end(), moves)) {
    if (!steps_.empty()) {
      report(Severity::note, -1, -1,
             {.what = "nothing moves: all frames are the same",
              .found = std::to_string(steps_.size() + 1) + " frames",
              .advice = "If it should move, check that the cache is the one of this object"});
    }
    return;
  }
  for (auto begin = steps_.begin(); begin != steps_.end();) {
    begin = std::find_if_not(begin, steps_.end(), moves);
    const auto end = std::find_if(begin, steps_.end(), moves);
    if (begin == end) break;
    // Standing still before and after is what motions do; in between, frames are missing.
    const bool within = begin != steps_.begin() && end != steps_.end();
    report(within ? Severity::warning : Severity::note, begin->frame, -1,
           {.what = "frames repeat the one before to the bit",
            .expected = "movement",
            .found = std::to_string(end - begin) + " frame(s), " + std::to_string(begin->frame) +
                     " to " + std::to_string((end - 1)->frame),
            .advice = within ? "If the motion should not stop there, export these frames again"
                             : "Nothing to do if the body stands still there"});
    begin = end;
  }
}

std::vector<ImportFinding> FrameCheck::finish() {
  if (!object_.is_pose_set) {
    find_jumps();
    find_repeats();
  }
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const auto& a, const auto& b) { return a.frame < b.frame; });
  return std::move(findings_);
}

std::vector<int> FrameCheck::still_vertices(double tolerance) const {
  std::vector<int> still;
  const auto limit = static_cast<float>(tolerance * object_.size);
  for (Eigen::Index v = 0; v < low_.cols(); ++v) {
    if ((high_.col(v) - low_.col(v)).maxCoeff() <= limit) still.push_back(static_cast<int>(v));
  }
  if (static_cast<Eigen::Index>(still.size()) == low_.cols()) still.clear();
  return still;
}

ShapeMatch match_shape(const Points& rest, const Eigen::MatrixXi& elements,
                       const Eigen::Matrix3Xf& frame) {
  constexpr Eigen::Index most_elements = 20'000;
  const Eigen::Index stride = std::max<Eigen::Index>(1, elements.cols() / most_elements);
  std::vector<double> ratios;
  for (Eigen::Index e = 0; e < elements.cols(); e += stride) {
    for (Eigen::Index k = 1; k < elements.rows(); ++k) {
      const int a = elements(0, e), b = elements(k, e);
      const double length = (rest.col(a) - rest.col(b)).norm();
      if (length > 0) ratios.push_back((frame.col(a) - frame.col(b)).norm() / length);
    }
  }
  const auto diagonal = [](const auto& x) { return bounding_box(x).diagonal(); };
  ShapeMatch match;
  if (!ratios.empty()) match = {median(ratios), diagonal(frame) / diagonal(rest)};
  return match;
}

}  // namespace retake
