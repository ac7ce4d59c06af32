#include "retake/mesh/morph_fit.h"

#include <cmath>
#include <functional>
#include <vector>

#include <Eigen/Eigenvalues>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

constexpr int panel = 32;  // frames that one thread takes at a time

// Vertices whose frames are in memory together: about 64 MB in double precision.
int block_size(const FrameSpool& frames) {
  constexpr int numbers = 1 << 23;
  return std::max(1, numbers / (3 * std::max(1, frames.frame_count())));
}

// Calls visit(first, count) for vertices in blocks, in order.
void for_blocks(const FrameSpool& frames, Progress& progress, const char* what,
                const std::function<void(int first, int count)>& visit) {
  const int points = frames.point_count();
  const int block = block_size(frames);
  for (int first = 0; first < points; first += block) {
    progress.update(what, static_cast<double>(first) / points);
    visit(first, std::min(block, points - first));
  }
}

// Calls visit(first, count) for frames in panels, on all threads.
void for_panels(Eigen::Index frames,
                const std::function<void(Eigen::Index first, Eigen::Index count)>& visit) {
  parallel_for((frames + panel - 1) / panel, [&](std::ptrdiff_t p) {
    visit(p * panel, std::min<Eigen::Index>(panel, frames - p * panel));
  });
}

Eigen::Matrix3Xf mean_of(const FrameSpool& frames, Progress& progress) {
  Eigen::Matrix3Xf mean(3, frames.point_count());
  for_blocks(frames, progress, "fitting morph targets", [&](int first, int count) {
    mean.middleCols(first, count).reshaped() =
        frames.rows(first, count).cast<double>().rowwise().mean().cast<float>();
  });
  return mean;
}

// x − base of some vertices at all frames, 3 count x T.
Eigen::MatrixXd differences(const FrameSpool& frames, const Eigen::Matrix3Xf& base, int first,
                            int count) {
  const VecX mean = base.middleCols(first, count).reshaped().cast<double>();
  return frames.rows(first, count).cast<double>().colwise() - mean;
}

// Products of the frames' differences with each other, T x T; the lower half.
Eigen::MatrixXd gram_matrix(const FrameSpool& frames, const Eigen::Matrix3Xf& base,
                            Progress& progress) {
  const Eigen::Index T = frames.frame_count();
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(T, T);
  for_blocks(frames, progress, "fitting morph targets", [&](int first, int count) {
    const Eigen::MatrixXd D = differences(frames, base, first, count);
    for_panels(T, [&](Eigen::Index t, Eigen::Index width) {
      gram.block(t, t, T - t, width).noalias() +=
          D.rightCols(T - t).transpose() * D.middleCols(t, width);
    });
  });
  return gram;
}

// What all numbers of targets are taken from.
struct PrincipalComponents {
  VecX energies;            // squared distances that each takes away, largest first
  Eigen::MatrixXd vectors;  // T x T, orthonormal columns
};

PrincipalComponents components_of(const Eigen::MatrixXd& gram) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  return {solver.eigenvalues().reverse().cwiseMax(0), solver.eigenvectors().rowwise().reverse()};
}

void take_components(MorphFit& fit, const PrincipalComponents& components, Eigen::Index count) {
  fit.combinations = components.vectors.leftCols(count);
  fit.weights.resize(count, components.vectors.rows());
  for (Eigen::Index j = 0; j < count; ++j) {
    Eigen::Index at = 0;
    fit.combinations.col(j).cwiseAbs().maxCoeff(&at);
    const double largest = fit.combinations(at, j);
    fit.weights.row(j) = (fit.combinations.col(j).transpose() / largest).cast<float>();
    fit.combinations.col(j) *= largest;
  }
}

double largest_error(const FrameSpool& frames, const MorphFit& fit, Progress& progress) {
  const Eigen::Index T = frames.frame_count();
  VecX worst = VecX::Zero((T + panel - 1) / panel);
  for_blocks(frames, progress, "measuring the error", [&](int first, int count) {
    const Eigen::MatrixXf x = frames.rows(first, count);
    const Eigen::VectorXf mean = fit.base.middleCols(first, count).reshaped();
    const Eigen::MatrixXf shapes =
        (differences(frames, fit.base, first, count) * fit.combinations).cast<float>();
    for_panels(T, [&](Eigen::Index t, Eigen::Index width) {
      Eigen::MatrixXf sum = shapes * fit.weights.middleCols(t, width);
      sum.colwise() += mean;
      const Eigen::MatrixXf miss = sum - x.middleCols(t, width);
      double& here = worst[t / panel];
      here = std::max<double>(here, miss.reshaped(3, count * width).colwise().norm().maxCoeff());
    });
  });
  return worst.maxCoeff();
}

// The fewest components whose mean error is within the limit; their largest can only be worse.
Eigen::Index fewest_thinkable(const PrincipalComponents& components, double limit, int points) {
  const Eigen::Index T = components.energies.size();
  const double allowed = limit * limit * static_cast<double>(T) * points;
  double left = components.energies.sum();
  Eigen::Index count = 0;
  while (count < T && left > allowed) left -= components.energies[count++];
  return count;
}

// Grows the number of targets until the error is met, then looks for the smallest between.
void meet_error(MorphFit& fit, const FrameSpool& frames, const PrincipalComponents& components,
                double limit, Progress& progress) {
  const auto meets = [&](Eigen::Index count) {
    take_components(fit, components, count);
    fit.largest_error = largest_error(frames, fit, progress);
    return fit.largest_error <= limit;
  };
  const Eigen::Index all = components.energies.size();
  Eigen::Index below = fewest_thinkable(components, limit, frames.point_count()) - 1;
  Eigen::Index step = 1;
  Eigen::Index enough = std::min(all, below + step);
  while (!meets(enough)) {
    if (enough == all) {
      throw InputError({.what = "morph targets in single precision do not come so near",
                        .expected = "an error of " + std::to_string(limit),
                        .found = std::to_string(fit.largest_error),
                        .advice = "Allow a larger error"});
    }
    below = enough;
    step *= 2;
    enough = std::min(all, below + step);
  }
  while (enough - below > 1) {
    const Eigen::Index middle = (below + enough) / 2;
    (meets(middle) ? enough : below) = middle;
  }
  if (fit.target_count() != enough) meets(enough);
}

double box_diagonal(const Eigen::Matrix3Xf& points) { return bounding_box(points).diagonal(); }

// Of all vertices in the first frame.
Eigen::Matrix3Xf first_frame(const FrameSpool& frames) {
  Eigen::Matrix3Xf first(3, frames.point_count());
  for_blocks(frames, Progress::silent(), "", [&](int v, int count) {
    first.middleCols(v, count).reshaped() = frames.rows(v, count).col(0);
  });
  return first;
}

}  // namespace

void MorphOptions::validate() const {
  if (count < 0) {
    throw InputError({.what = "impossible number of morph targets",
                      .expected = "1 or more",
                      .found = std::to_string(count)});
  }
  if (count == 0 && !(error > 0 && error < 1)) {
    throw InputError({.what = "impossible error of morph targets",
                      .expected = "between 0 and 1 of the motion's size",
                      .found = std::to_string(error)});
  }
}

MorphFit fit_morphs(const FrameSpool& frames, const MorphOptions& options, Progress& progress) {
  options.validate();
  MorphFit fit;
  fit.size = std::max(box_diagonal(first_frame(frames)), std::numeric_limits<double>::min());
  PartOfProgress start(progress, 0, 0.1), middle(progress, 0.1, 0.5), end(progress, 0.5, 1);
  fit.base = mean_of(frames, start);
  const PrincipalComponents components = components_of(gram_matrix(frames, fit.base, middle));
  if (options.count == 0) {
    meet_error(fit, frames, components, options.error * fit.size, end);
  } else {
    take_components(fit, components, std::min<Eigen::Index>(options.count, frames.frame_count()));
    fit.largest_error = largest_error(frames, fit, end);
  }
  return fit;
}

Eigen::MatrixXf morph_targets(const FrameSpool& frames, const MorphFit& fit, Eigen::Index first,
                              Eigen::Index count) {
  Eigen::MatrixXf shapes(3 * frames.point_count(), count);
  for_blocks(frames, Progress::silent(), "", [&](int v, int block) {
    shapes.middleRows(3 * v, 3 * block) =
        (differences(frames, fit.base, v, block) * fit.combinations.middleCols(first, count))
            .cast<float>();
  });
  return shapes;
}

}  // namespace retake
