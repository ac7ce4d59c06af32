#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/json_report.h"
#include "retake/numerics/progress.h"

namespace retake::cli {

// Largest memory that this process has had so far.
double peak_memory_mb();

// One line of the performance table. Ids stay the same from version to version; parts that do not
// apply are absent.
struct BenchRow {
  struct Peer {
    std::string name;
    double value = 0;
  };

  double value = 0;
  std::string unit;                     // "s", "ms"
  std::optional<double> paper;          // what the paper reports
  std::optional<Peer> peer;             // another program on the same input, in the same run
  double memory_mb = peak_memory_mb();  // of the row alone: taken before any peer runs
  // What must go through memory at least; for rows in ms. The table makes a limit of it.
  std::optional<double> least_megabytes;
  Json detail;  // shares, counts, residuals
};

struct BenchContext {
  std::filesystem::path data;  // the folder with the papers' models; may not exist
  bool with_peers = true;      // also run other programs on the same input
  Progress& progress;
};

struct BenchCase {
  std::string id;  // "modes/bridge/1000"
  std::string what;
  std::function<BenchRow(const BenchContext&)> run;
  bool has_peer = false;
};

// Thrown by a case that cannot run here; the table says why.
struct BenchSkipped {
  std::string why;
};

// All cases, in the order of the table. Each topic has a source file of its own.
std::vector<BenchCase> bench_cases();
std::vector<BenchCase> modes_bench_cases();
std::vector<BenchCase> simulation_bench_cases();
std::vector<BenchCase> elasticity_bench_cases();
std::vector<BenchCase> edit_bench_cases();
std::vector<BenchCase> edit_tumble_bench_cases();
std::vector<BenchCase> edit_contact_bench_cases();
std::vector<BenchCase> edit_growth_bench_cases();
std::vector<BenchCase> edit_drags_bench_cases();
std::vector<BenchCase> edit_bodies_bench_cases();
std::vector<BenchCase> edit_cost_bench_cases();
std::vector<BenchCase> edit_convergence_bench_cases();
std::vector<BenchCase> poses_bench_cases();
std::vector<BenchCase> editor_drag_bench_cases();
std::vector<BenchCase> editor_stream_bench_cases();

// Shortest wall time of `repeats` calls, in seconds: the one least disturbed by others.
double best_seconds(int repeats, const std::function<void()>& work);

// What this machine can do at most, measured: for comparison with the limit.
struct MachineLimits {
  double gigaflops = 0;             // double precision matrix products, all threads
  double gigabytes_per_second = 0;  // reading memory, all threads
};
MachineLimits measure_limits();

}  // namespace retake::cli
