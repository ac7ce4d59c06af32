// Warping: one frame alone, many together, and the position of one point.
#include <cmath>
#include <map>

#include <benchmark/benchmark.h>

#include "data_folder.h"
#include "retake/elasticity/body_file.h"
#include "retake/numerics/parallel_for.h"
#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

// The bridge of Barbic 2012 (31,746 tets, 9,244 vertices, pinned); needs the data folder.
Body bridge() {
  const auto file = data_folder() / "papers" / "bridge" / "bridge.abq";
  if (!std::filesystem::exists(file)) return {};
  Body body = read_body(file);
  body.pins = read_pinned_vertices(file.parent_path() / "con_nodes.bou", body.vertex_count());
  return body;
}

// A free body of 48,000 tets and 9,261 vertices.
Body block() { return free_bar({.cells = {20, 20, 20}}); }

// By count of the operations, see warp_frame.cpp; the solve's bytes are left out.
constexpr double flops_per_element = 900;
constexpr double bytes_per_element = 56 + 96;

struct Setup {
  Body body;
  std::shared_ptr<const Motion> motion;
  std::unique_ptr<Warp> warp;
  Eigen::MatrixXf edits;  // 3n x frames
  std::vector<int> frames;
};

constexpr int frame_count = 64;

const Setup& setup_of(Body (*make)()) {
  static std::map<Body (*)(), Setup> known;
  Setup& setup = known[make];
  if (setup.warp) return setup;
  setup.body = make();
  if (setup.body.vertex_count() == 0) return setup;
  std::vector<Pose> poses;
  const double size = size_of(setup.body);
  for (int f = 0; f < frame_count; ++f) {
    poses.push_back([=](const Vec3& x) {
      const double bow = 0.02 * std::sin(0.1 * f);
      return Vec3(x + bow * size * Vec3(0, std::sin(4 * x.x() / size), std::cos(3 * x.y() / size)));
    });
    setup.frames.push_back(f);
  }
  setup.motion = motion_of(setup.body, poses);
  setup.warp = std::make_unique<Warp>(setup.body, setup.motion);
  const Eigen::Matrix3Xf edit = edit_of(setup.body, [=](const Vec3& x) {
    return Vec3(0.05 * size * Vec3(std::sin(5 * x.y() / size), std::sin(6 * x.x() / size), 0));
  });
  setup.edits = edit.reshaped() * Eigen::RowVectorXf::LinSpaced(frame_count, 0.1f, 1);
  return setup;
}

void count_work(benchmark::State& state, const Setup& setup, int frames) {
  const double elements = static_cast<double>(setup.body.tets.cols()) * frames;
  const auto rate = benchmark::Counter::kIsIterationInvariantRate;
  state.counters["per_frame"] =
      benchmark::Counter(frames, benchmark::Counter::Flags(rate | benchmark::Counter::kInvert));
  state.counters["Gflop/s"] = benchmark::Counter(elements * flops_per_element * 1e-9, rate);
  state.counters["GB/s"] = benchmark::Counter(elements * bytes_per_element * 1e-9, rate);
}

void one_frame(benchmark::State& state, Body (*make)()) {
  const Setup& setup = setup_of(make);
  if (!setup.warp) return state.SkipWithError("the data folder is absent");
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const Eigen::Matrix3Xf edit = setup.edits.col(40).reshaped(3, setup.body.vertex_count());
  for (auto _ : state) benchmark::DoNotOptimize(setup.warp->warp(40, edit));
  count_work(state, setup, 1);
}

void many_frames(benchmark::State& state, Body (*make)()) {
  const Setup& setup = setup_of(make);
  if (!setup.warp) return state.SkipWithError("the data folder is absent");
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(setup.warp->warp(setup.frames, setup.edits));
  count_work(state, setup, frame_count);
}

void probe(benchmark::State& state, Body (*make)(), Warp::WithGradient gradient) {
  const Setup& setup = setup_of(make);
  if (!setup.warp) return state.SkipWithError("the data folder is absent");
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const Eigen::Matrix3Xf edit = setup.edits.col(40).reshaped(3, setup.body.vertex_count());
  const auto point = setup.warp->probe({{setup.body.vertex_count() / 2, 1.0}});
  for (auto _ : state) benchmark::DoNotOptimize(setup.warp->probe(*point, 40, edit, gradient));
  count_work(state, setup, 1);
}

void new_probe(benchmark::State& state, Body (*make)()) {
  const Setup& setup = setup_of(make);
  if (!setup.warp) return state.SkipWithError("the data folder is absent");
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(setup.warp->probe({{setup.body.vertex_count() / 2, 1.0}}));
  }
}

#define RETAKE_WARP(name, ...) \
  BENCHMARK_CAPTURE(name, __VA_ARGS__)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime()

RETAKE_WARP(one_frame, bridge, bridge);
RETAKE_WARP(many_frames, bridge, bridge);
RETAKE_WARP(probe, bridge, bridge, Warp::WithGradient::no);
RETAKE_WARP(probe, bridge_with_gradient, bridge, Warp::WithGradient::yes);
RETAKE_WARP(new_probe, bridge, bridge);
RETAKE_WARP(one_frame, block, block);
RETAKE_WARP(many_frames, block, block);
RETAKE_WARP(probe, block, block, Warp::WithGradient::no);
RETAKE_WARP(probe, block_with_gradient, block, Warp::WithGradient::yes);

}  // namespace
}  // namespace retake
