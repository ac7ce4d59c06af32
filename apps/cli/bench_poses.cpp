// Rows `poses/...`: from key poses to motion (Huang 2011, Table 1).
#include "apps/cli/bench_poses.h"

#include "apps/cli/bench_bodies.h"
#include "retake/interpolation/pose_bend.h"
#include "retake/mesh/bounding_box.h"

namespace retake::cli {

namespace {

constexpr int kept_modes = 100;

// The body turned about the vertical, more the higher.
Eigen::Matrix3Xf twisted_pose(const Body& body) {
  const Points& rest = body.rest_positions;
  const double ground = rest.row(1).minCoeff(), height = rest.row(1).maxCoeff() - ground;
  Eigen::Matrix3Xf pose(3, rest.cols());
  for (Eigen::Index v = 0; v < rest.cols(); ++v) {
    const double angle = 1.5 * (rest(1, v) - ground) / height;
    pose.col(v) =
        Eigen::Vector3d(std::cos(angle) * rest(0, v) - std::sin(angle) * rest(2, v), rest(1, v),
                        std::sin(angle) * rest(0, v) + std::cos(angle) * rest(2, v))
            .cast<float>();
  }
  return pose;
}

struct PosedDinosaur {
  Body body;
  Modes modes;
  PoseInterpolation motion;
};

PosedDinosaur posed_dinosaur(const BenchContext& context) {
  Body body = paper_body(context, "dinosaur/sim-mesh.hinp");
  Modes modes = compute_modes(body, {.count = kept_modes}, context.progress).modes;
  PoseInterpolation motion = twisted_motion(body, modes);
  return {std::move(body), std::move(modes), std::move(motion)};
}

// A changed curve up to the finished frame, as an artist who drags it waits for.
BenchRow curve_to_frame(const BenchContext& context) {
  PosedDinosaur dino = posed_dinosaur(context);
  Json detail = {{"tets", dino.body.tets.cols()}, {"modes", kept_modes}};
  double longest = 0;
  for (const auto between : {BetweenPoses::wiggly, BetweenPoses::swing}) {
    double damping = -0.9;
    const double seconds = best_seconds(30, [&] {
      PoseSettings settings = {.between = between};
      settings.spectrum.damping = damping += 0.01;
      dino.motion.set(settings);
      dino.motion.frame(0.77);
    });
    detail[between == BetweenPoses::wiggly ? "wiggly_ms" : "swing_ms"] = 1e3 * seconds;
    longest = std::max(longest, seconds);
  }
  // Huang 2011, section 4.4: 18 frames a second for a body of just as many tets.
  return {.value = 1e3 * longest, .unit = "ms", .paper = 1e3 / 18, .detail = std::move(detail)};
}

BenchRow adjustment(const BenchContext& context) {
  const PosedDinosaur dino = posed_dinosaur(context);
  const auto& coordinates = dino.motion.coordinates();
  const std::vector<Oscillator> modes = controlled_oscillators(dino.modes.eigenvalues);
  double moved = 0;
  const double seconds = best_seconds(50, [&] {
    for (std::size_t k = 0; k < modes.size(); ++k) {
      const auto row = static_cast<std::ptrdiff_t>(k);
      moved += adjusted_oscillator(modes[k], 2, coordinates[0].amplitudes[row],
                                   coordinates[1].amplitudes[row])
                   .decay;
    }
  });
  return {.value = 1e3 * seconds,
          .unit = "ms",
          .paper = 12,
          .detail = {{"modes", modes.size()}, {"decay_sum", moved}}};
}

// A hand that drags the highest vertex of the twisted pose while the foot is held: one move.
BenchRow bending(const BenchContext& context) {
  const PosedDinosaur dino = posed_dinosaur(context);
  const Eigen::Matrix3Xf pose = twisted_pose(dino.body);
  const Points& rest = dino.body.rest_positions;
  Eigen::Index top = 0, foot = 0;
  rest.row(1).maxCoeff(&top);
  rest.row(1).minCoeff(&foot);
  const double size = bounding_box(rest).diagonal();
  PoseBend bend(dino.body, dino.modes, pose);
  const Vec3 start = pose.col(top).cast<double>();
  double way = 0, miss = 0;
  const double seconds = best_seconds(20, [&] {
    way += 0.005 * size;
    const auto bent = bend.bend({{static_cast<int>(top), start + way * Vec3(0.6, -0.3, 0.5)},
                                 {static_cast<int>(foot), pose.col(foot).cast<double>()}});
    miss = std::max(miss, bent.miss / size);
  });
  return {.value = 1e3 * seconds,
          .unit = "ms",
          .detail = {{"tets", dino.body.tets.cols()}, {"modes", kept_modes}, {"miss", miss}}};
}

// All modes through many poses, as when a card is dragged.
BenchRow long_splines(const BenchContext&) {
  constexpr int poses = 200;
  std::vector<ModalKnot> knots;
  for (int k = 0; k < poses; ++k) knots.push_back({0.5 * k + 0.1 * (k % 3), std::sin(1.7 * k)});
  double moved = 0;
  const double seconds = best_seconds(20, [&] {
    for (int mode = 1; mode <= kept_modes; ++mode) {
      const Oscillator oscillator = {3.0 * mode, 0.1 * mode};
      const WigglySpline spline(oscillator, knots, {.rest = SpringRest::at_knots});
      moved += spline.cost();
    }
  });
  return {.value = 1e3 * seconds,
          .unit = "ms",
          .detail = {{"poses", poses}, {"modes", kept_modes}, {"cost_sum", moved}}};
}

}  // namespace

PoseInterpolation twisted_motion(const Body& body, const Modes& modes) {
  return {body,
          modes,
          {{.time = 0, .positions = body.rest_positions.cast<float>()},
           {.time = 2, .positions = twisted_pose(body)}}};
}

std::vector<BenchCase> poses_bench_cases() {
  std::vector<BenchCase> cases = {
      {"poses/dinosaur/frame", "a changed curve to one finished frame, 100 modes", curve_to_frame},
      {"poses/dinosaur/adjust", "frequency and damping of 100 modes adjusted (eq. 15)", adjustment},
      {"poses/dinosaur/bend", "one move of a hand that bends a pose, two handles, 100 modes",
       bending},
      {"poses/splines", "100 modes through 200 poses", long_splines}};
  for (BenchCase& each : poses_table_bench_cases()) cases.push_back(std::move(each));
  return cases;
}

}  // namespace retake::cli
