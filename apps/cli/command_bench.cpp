// `retake bench`: every row runs in a process of its own, so that its peak memory is its own.
// What the machine could do at most is measured once, here.
#include <algorithm>
#include <array>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "apps/cli/arguments.h"
#include "apps/cli/bench_export.h"
#include "apps/cli/bench_import.h"
#include "apps/cli/bench_table.h"
#include "apps/cli/json_report.h"

namespace retake::cli {

namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

Json machine_description() {
  const MachineLimits limits = measure_limits();
  return {{"processor", processor_name()},
          {"threads", std::thread::hardware_concurrency()},
          {"gigaflops", limits.gigaflops},
          {"gigabytes_per_second", limits.gigabytes_per_second},
          {"retake", RETAKE_VERSION}};
}

std::filesystem::path data_folder(const std::string& given) {
  if (!given.empty()) return given;
  if (const char* folder = std::getenv("RETAKE_DATA")) return folder;
  return "../shared/data";
}

Json row_to_json(const std::string& id, const BenchRow& row) {
  Json json = {{"id", id}, {"value", row.value}, {"unit", row.unit}};
  json["memory_mb"] = std::lround(row.memory_mb);
  if (row.paper) json["paper"] = *row.paper;
  if (row.peer) json["peer"] = {{"name", row.peer->name}, {"value", row.peer->value}};
  if (row.least_megabytes) json["least_megabytes"] = *row.least_megabytes;
  if (!row.detail.is_null()) json["detail"] = row.detail;
  return json;
}

// In the child: one row, its JSON on standard output.
void run_here(const BenchCase& bench_case, const BenchCommand& options,
              const CommonOptions& common) {
  TerminalProgress progress = common.progress();
  Json json;
  try {
    const BenchContext context{data_folder(options.data), !options.no_peers, progress};
    json = row_to_json(bench_case.id, bench_case.run(context));
  } catch (const BenchSkipped& skipped) {
    json = {{"id", bench_case.id}, {"skipped", skipped.why}};
  }
  fmt::print("{}\n", json_text(json, -1));
}

std::vector<std::string> child_arguments(const std::string& id, const BenchCommand& options,
                                         const CommonOptions& common) {
  std::vector<std::string> arguments = {"retake", "bench", "--only", id};
  if (!options.data.empty()) arguments.insert(arguments.end(), {"--data", options.data});
  if (options.no_peers) arguments.emplace_back("--no-peers");
  if (common.quiet) arguments.emplace_back("--quiet");
  if (common.threads > 0) {
    arguments.insert(arguments.end(), {"--threads", std::to_string(common.threads)});
  }
  return arguments;
}

[[noreturn]] void become_child(int output, std::vector<std::string> arguments) {
  dup2(output, STDOUT_FILENO);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  _exit(127);
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

// The row as the child reports it, with its peak memory.
Json run_in_child(const std::string& id, const BenchCommand& options, const CommonOptions& common) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw FileError({.what = "no pipe could be made"});
  const pid_t child = fork();
  if (child < 0) throw FileError({.what = "no process could be started"});
  if (child == 0) become_child(pipe_ends[1], child_arguments(id, options, common));
  close(pipe_ends[1]);
  const std::string text = read_all(pipe_ends[0]);
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (interrupted()) throw Cancelled();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return {{"id", id}, {"failed", "the row ended with status " + std::to_string(status)}};
  }
  return Json::parse(text);
}

// The time that memory alone would take, in the row's unit (ms), where the row says what it must
// move.
Json with_limit(Json row, const Json& machine) {
  if (!row.contains("least_megabytes")) return row;
  row["limit"] =
      row["least_megabytes"].get<double>() / machine["gigabytes_per_second"].get<double>();
  return row;
}

std::size_t longest_id(const std::vector<BenchCase>& cases) {
  std::size_t longest = 0;
  for (const BenchCase& bench_case : cases) longest = std::max(longest, bench_case.id.size());
  return longest;
}

std::vector<BenchCase> chosen_cases(const std::string& prefix, bool only_with_peer) {
  std::vector<BenchCase> chosen;
  for (BenchCase& bench_case : bench_cases()) {
    const bool fits = bench_case.id.starts_with(prefix) && (bench_case.has_peer || !only_with_peer);
    if (fits) chosen.push_back(std::move(bench_case));
  }
  if (chosen.empty()) {
    throw InputError({.what = "no row begins with '" + prefix + "'",
                      .advice = "`retake bench --list` shows all rows"});
  }
  return chosen;
}

void print_list(const std::vector<BenchCase>& cases, const CommonOptions& common) {
  Json rows = Json::array();
  for (const BenchCase& bench_case : cases) {
    rows.push_back({{"id", bench_case.id}, {"what", bench_case.what}});
    if (!common.json) {
      fmt::print("{:<{}}  {}\n", bench_case.id, longest_id(cases), bench_case.what);
    }
  }
  if (common.json) print_json({{"rows", rows}});
}

}  // namespace

std::vector<BenchCase> bench_cases() {
  std::vector<BenchCase> all;
  for (auto* topic :
       {modes_bench_cases, simulation_bench_cases, elasticity_bench_cases, edit_bench_cases,
        edit_tumble_bench_cases, edit_contact_bench_cases, edit_growth_bench_cases,
        edit_drags_bench_cases, edit_bodies_bench_cases, edit_cost_bench_cases,
        edit_convergence_bench_cases, poses_bench_cases, editor_drag_bench_cases,
        editor_stream_bench_cases, import_bench_cases, export_bench_cases}) {
    for (BenchCase& bench_case : topic()) all.push_back(std::move(bench_case));
  }
  return all;
}

void BenchCommand::run(const CommonOptions& common) const {
  if (!only.empty()) {
    run_here(chosen_cases(only, false).front(), *this, common);
    return;
  }
  const std::vector<BenchCase> cases = chosen_cases(prefix, compare);
  if (list) {
    print_list(cases, common);
    return;
  }
  const Json machine = machine_description();
  const BenchTable table(longest_id(cases));
  if (!common.json) {
    fmt::print("{} x {}, {:.0f} Gflop/s, {:.0f} GB/s\n\n", machine["threads"].get<int>(),
               machine["processor"].get<std::string>(), machine["gigaflops"].get<double>(),
               machine["gigabytes_per_second"].get<double>());
    fmt::print("{}", table.head());
  }
  Json rows = Json::array();
  bool failed = false;
  for (const BenchCase& bench_case : cases) {
    rows.push_back(with_limit(run_in_child(bench_case.id, *this, common), machine));
    failed |= rows.back().contains("failed");
    if (!common.json) fmt::print("{}", table.row(rows.back()));
    std::fflush(stdout);
  }
  if (common.json) print_json({{"machine", machine}, {"rows", rows}});
  if (failed) throw ExitCode{exit_problem};
}

}  // namespace retake::cli
