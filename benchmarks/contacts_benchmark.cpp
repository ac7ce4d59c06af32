// Contacts of the scene `tumble`: finding them, clustering them; rows that push against obstacles.
#include <random>
#include <set>

#include <benchmark/benchmark.h>

#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/contact_sites.h"
#include "retake/spacetime/one_sided.h"
#include "scenes/scene.h"

namespace retake {
namespace {

struct Tumble {
  Scene scene;
  SimulationResult result;
};

// Simulated once.
const Tumble& tumble() {
  static const Tumble made = [] {
    Tumble fresh{.scene = build_scene("tumble"), .result = {}};
    fresh.result = make_motion(fresh.scene);
    return fresh;
  }();
  return made;
}

// Argument: thousandths of the body's size that count as near.
void detect(benchmark::State& state) {
  const auto& [scene, result] = tumble();
  const DetectionOptions options{.distance = 1e-3 * static_cast<double>(state.range(0))};
  std::size_t found = 0;
  for (auto _ : state) {
    found = detect_contacts(scene.body, result.motion, scene.setup.obstacles, options).size();
  }
  state.counters["contacts"] = static_cast<double>(found);
  state.counters["vertices"] = scene.body.vertex_count();
}
BENCHMARK(detect)->Arg(2)->Arg(10)->Unit(benchmark::kMillisecond);

void detect_self(benchmark::State& state) {
  const auto& [scene, result] = tumble();
  std::size_t found = 0;
  for (auto _ : state) found = detect_self_contacts(scene.body, result.motion).size();
  state.counters["contacts"] = static_cast<double>(found);
}
BENCHMARK(detect_self)->Unit(benchmark::kMillisecond);

void report_sites(benchmark::State& state, std::size_t contacts, std::size_t sites) {
  state.counters["contacts"] = static_cast<double>(contacts);
  state.counters["sites"] = static_cast<double>(sites);
  state.counters["reduction"] = static_cast<double>(contacts) / static_cast<double>(sites);
}

// Contacts as the simulation reports them.
void cluster(benchmark::State& state) {
  const auto& [scene, result] = tumble();
  std::size_t sites = 0;
  for (auto _ : state) sites = cluster_contacts(scene.body, result.contacts).size();
  report_sites(state, result.contacts.size(), sites);
}
BENCHMARK(cluster)->Unit(benchmark::kMillisecond);

void cluster_detected(benchmark::State& state) {
  const auto& [scene, result] = tumble();
  const std::vector<Contact> contacts =
      detect_contacts(scene.body, result.motion, scene.setup.obstacles);
  std::size_t sites = 0;
  for (auto _ : state) sites = cluster_contacts(scene.body, contacts).size();
  report_sites(state, contacts.size(), sites);
}
BENCHMARK(cluster_detected)->Unit(benchmark::kMillisecond);

// All vertices of the surface touch, in as many frames as the argument says.
void cluster_everything(benchmark::State& state) {
  const Body& body = tumble().scene.body;
  const std::set<int> surface(body.triangles.reshaped().begin(), body.triangles.reshaped().end());
  std::vector<Contact> contacts;
  for (int frame = 0; frame < state.range(0); ++frame) {
    for (const int vertex : surface) contacts.push_back({frame, vertex, 0, Vec3::UnitY()});
  }
  std::size_t sites = 0;
  for (auto _ : state) sites = cluster_contacts(body, contacts).size();
  report_sites(state, contacts.size(), sites);
}
BENCHMARK(cluster_everything)->Arg(25)->Arg(100)->Unit(benchmark::kMillisecond);

// Argument: rows; a tenth of them hold both ways, and there are half as many unknowns again.
void one_sided(benchmark::State& state) {
  const auto rows = static_cast<Eigen::Index>(state.range(0));
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(random); };
  const MatX C = MatX::NullaryExpr(rows, rows * 3 / 2, draw);
  OneSidedProblem problem{.S = C * C.transpose(), .d = VecX::NullaryExpr(rows, draw)};
  for (Eigen::Index i = 0; i < rows; ++i) problem.at_least.push_back(i >= rows / 10);
  OneSidedResult result;
  for (auto _ : state) result = solve_one_sided_rows(problem);
  state.counters["changes"] = result.iterations;
  state.counters["active"] = static_cast<double>(result.active.size());
}
BENCHMARK(one_sided)->Arg(50)->Arg(100)->Arg(200)->Arg(400)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace retake
