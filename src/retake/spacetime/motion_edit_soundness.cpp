// Whether a warped frame still looks like the body.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double lost_volume = 0.02;  // of that at rest: what the input has made smaller is lost
constexpr double least_volume = 0.2;  // of an element of a sound body, over rest or input
constexpr Eigen::Index elements_per_chunk = 2000;

template <class Positions>
double volume(const Positions& points, const Eigen::Vector4i& tet) {
  const Vec3 origin = points.col(tet[0]).template cast<double>();
  const auto edge = [&](int corner) {
    return Vec3(points.col(tet[corner]).template cast<double>() - origin);
  };
  return edge(1).cross(edge(2)).dot(edge(3));
}

// Least value over chunks of elements, looked at side by side.
template <class LeastOf>
double least_of_chunks(Eigen::Index elements, const LeastOf& least_of) {
  const Eigen::Index chunks = (elements + elements_per_chunk - 1) / elements_per_chunk;
  std::vector<double> least(static_cast<std::size_t>(chunks));
  parallel_for(chunks, [&](std::ptrdiff_t c) {
    const Eigen::Index begin = c * elements_per_chunk;
    least[static_cast<std::size_t>(c)] =
        least_of(begin, std::min<Eigen::Index>(begin + elements_per_chunk, elements));
  });
  return chunks == 0 ? 1 : *std::min_element(least.begin(), least.end());
}

// Of the edges of the columns of `elements`: the least of length / length in the input, and of its
// inverse, squared.
template <class Elements>
double least_ratio_of_edges(const Elements& elements, const Eigen::Matrix3Xf& positions,
                            const FrameView& input) {
  const auto length2 = [](const auto& points, int a, int b) {
    return (points.col(a) - points.col(b)).squaredNorm();
  };
  return least_of_chunks(elements.cols(), [&](Eigen::Index begin, Eigen::Index end) {
    float least = 1;
    for (Eigen::Index e = begin; e < end; ++e) {
      for (Eigen::Index i = 1; i < elements.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
          const int a = elements(i, e), b = elements(j, e);
          const float before = length2(input, a, b), now = length2(positions, a, b);
          if (before > 0) least = std::min(least, std::min(now, before) / std::max(now, before));
        }
      }
    }
    return static_cast<double>(least);
  });
}

}  // namespace

// Of any tet, over that at rest, or in the input where that is less; below 0 it is turned inside
// out.
double MotionEdit::Impl::smallest_volume(int frame, const Eigen::Matrix3Xf& positions) const {
  const FrameView input = motion().frames[static_cast<std::size_t>(frame)];
  const auto& tets = input_.body.tets;
  return least_of_chunks(tets.cols(), [&](Eigen::Index begin, Eigen::Index end) {
    double smallest = 1;
    for (Eigen::Index t = begin; t < end; ++t) {
      const Eigen::Vector4i tet = tets.col(t);
      const double rest = volume(input_.body.rest_positions, tet), before = volume(input, tet);
      if (before <= lost_volume * rest) continue;
      smallest = std::min(smallest, volume(positions, tet) / std::min(rest, before));
    }
    return smallest;
  });
}

// |log| of an edge's length over that in the input.
double MotionEdit::Impl::largest_strain(int frame, const Eigen::Matrix3Xf& positions) const {
  const FrameView input = motion().frames[static_cast<std::size_t>(frame)];
  const Body& body = input_.body;
  const double least = body.tets.cols() > 0
                           ? least_ratio_of_edges(body.tets, positions, input)
                           : least_ratio_of_edges(body.triangles, positions, input);
  return -0.5 * std::log(least);
}

// Frames that have points, whole.
void MotionEdit::Impl::finish_frames(const VecX& pulls) {
  if (finished_pulls_.size() != pulls.size() || finished_pulls_ != pulls) finished_frames_.clear();
  finished_pulls_ = pulls;
  std::vector<int> fresh;
  for (const std::vector<int>& points : points_by_frame()) {
    const int frame = points_[static_cast<std::size_t>(points[0])].frame;
    if (!finished_frames_.contains(frame)) fresh.push_back(frame);
  }
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(fresh, pulls);
  std::vector<FinishedFrame> finished(fresh.size());
  parallel_for(std::ssize(fresh), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    Eigen::Matrix3Xf positions = with_remainders(fresh[at], warp_.warp(fresh[at], edits[at]));
    const double volume = smallest_volume(fresh[at], positions);
    finished[at] = {std::move(positions), volume};
  });
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    finished_frames_[fresh[i]] = std::move(finished[i]);
  }
}

// Contacts move elements in ways that the linear edit does not ask for, and turned pulls ask for
// much of neighbours.
double MotionEdit::Impl::smallest_volume(const VecX& pulls, bool closely) {
  const bool touches = std::any_of(points_.begin(), points_.end(), [&](const HeldPoint& point) {
    return touches_anything(point.frame);
  });
  if (is_input(pulls) || (!closely && turned_rows_ == 0 && !touches)) return 1;
  finish_frames(pulls);
  double smallest = 1;
  for (const auto& [frame, finished] : finished_frames_) {
    smallest = std::min(smallest, finished.smallest_volume);
  }
  return smallest;
}

// Of any vertex from its input, m.
double MotionEdit::Impl::farthest(int frame, const Eigen::Matrix3Xf& positions) const {
  return (positions - motion().frames[static_cast<std::size_t>(frame)]).colwise().norm().maxCoeff();
}

double MotionEdit::Impl::farthest(const VecX& pulls) {
  finish_frames(pulls);
  double most = 0;
  for (const auto& [frame, finished] : finished_frames_) {
    most = std::max(most, farthest(frame, finished.positions));
  }
  return most;
}

bool MotionEdit::Impl::is_sound(int frame, const FinishedFrame& finished,
                                const Limits& limits) const {
  return finished.smallest_volume >= least_volume &&
         farthest(frame, finished.positions) <= limits.farthest &&
         largest_strain(frame, finished.positions) <= limits.strain;
}

// Where single vertices must be led out of obstacles, holding more would only push against these.
bool MotionEdit::Impl::is_sound(const VecX& pulls, const Limits& limits) {
  if (!guards_.empty()) return false;
  finish_frames(pulls);
  return std::all_of(finished_frames_.begin(), finished_frames_.end(), [&](const auto& finished) {
    return is_sound(finished.first, finished.second, limits);
  });
}

}  // namespace retake
