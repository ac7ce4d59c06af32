// Row `edit/bridge/handle-error`: how far warped handles stand from their targets, and why.
#include <algorithm>
#include <limits>
#include <queue>

#include "apps/cli/bench_edit.h"
#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

// A motion of the bridge: three of its parts swing, by an edit of the still one.
EditInput moving_bridge(const BenchContext& context) {
  EditInput input = still_bridge(context, 1000, 120);
  const double length = length_of(input.body);
  EditSettings settings{.modes = 300};
  settings.cost.ends = Ends::start;
  MotionEdit edit(input, settings, context.progress);
  const std::vector<int> grabs = bridge_grabs(input.body, 3);
  edit.add(pull(input, grabs[0], 40, Vec3(0, 0, 0.06 * length)));
  edit.add(pull(input, grabs[1], 60, Vec3(0, 0.04 * length, 0.02 * length)));
  edit.solve();
  input.motion = std::make_shared<Motion>(edit.motion(context.progress));
  return input;
}

// Of paths along the mesh's edges from a vertex to all others, m.
VecX distances_within(const Body& body, int from) {
  const int n = body.vertex_count();
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(n));
  for (Eigen::Index t = 0; t < body.tets.cols(); ++t) {
    for (const int a : body.tets.col(t)) {
      for (const int b : body.tets.col(t)) {
        if (a != b) neighbours[static_cast<std::size_t>(a)].push_back(b);
      }
    }
  }
  VecX distances = VecX::Constant(n, std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distances[from] = 0;
  open.emplace(0, from);
  while (!open.empty()) {
    const auto [distance, vertex] = open.top();
    open.pop();
    if (distance > distances[vertex]) continue;
    for (const int next : neighbours[static_cast<std::size_t>(vertex)]) {
      const double by_here =
          distance + (body.rest_positions.col(next) - body.rest_positions.col(vertex)).norm();
      if (by_here >= distances[next]) continue;
      distances[next] = by_here;
      open.emplace(by_here, next);
    }
  }
  return distances;
}

// How much longer than at rest the body must be between a pin and the target at least, whatever
// its shape: above 1 nothing but stretching reaches it.
double stretch_needed(const Body& body, const VecX& distances, const Vec3& target) {
  double needed = 0;
  for (const int pin : body.pins) {
    needed = std::max(needed, (target - body.rest_positions.col(pin)).norm() / distances[pin]);
  }
  return needed;
}

struct HandleErrors {
  int cases = 0, met = 0, inverted = 0, out_of_reach = 0;
  double worst = 0, iterations = 0, seconds = 0, paper_mean = 0, paper_worst = 0;
  Json unmet = Json::array();

  Json json() const {
    return {{"cases", cases},
            {"met_1e-4", met},
            {"unmet_out_of_reach", out_of_reach},
            {"worst_of_length", worst},
            {"mean_iterations", iterations / cases},
            {"mean_ms", 1e3 * seconds / cases},
            {"with_inverted_elements", inverted},
            {"paper_mean_of_length", paper_mean / cases},
            {"paper_worst_of_length", paper_worst},
            {"unmet", unmet}};
  }
};

// Bending drags of one vertex at a frame, by the exact way and by the paper's.
class DragTrials {
 public:
  DragTrials(const EditInput& input, const BenchContext& context)
      : input_(input),
        length_(length_of(input.body)),
        exact_(input, {.modes = 1000}, context.progress),
        paper_(input, linear(), context.progress) {}

  void drag(int vertex, const Vec3& by);
  const HandleErrors& errors() const { return errors_; }

 private:
  static EditSettings linear() {
    EditSettings settings{.modes = 1000};
    settings.exact_handles = false;
    settings.cost.reach = usual_reach(CostKind::paper_dynamics);
    return settings;
  }
  void note_unmet(int vertex, const Vec3& by, const Vec3& target, const EditReport& report);

  const EditInput& input_;
  double length_;
  MotionEdit exact_, paper_;
  HandleErrors errors_;
};

void DragTrials::drag(int vertex, const Vec3& by) {
  const int frame = 60;
  const Wish wish = pull(input_, vertex, frame, length_ * by);
  const int id = exact_.add(wish), paper_id = paper_.add(wish);
  const Stopwatch watch;
  const EditReport& report = exact_.solve();
  errors_.seconds += watch.seconds();
  const double miss = report.wishes[0].miss / length_;
  const double paper_miss = paper_.solve().wishes[0].miss / length_;
  ++errors_.cases;
  if (miss <= 1e-4) {
    ++errors_.met;
  } else {
    note_unmet(vertex, by, wish.target, report);
  }
  errors_.worst = std::max(errors_.worst, miss);
  errors_.iterations += report.iterations;
  errors_.inverted += newly_inverted(input_, exact_.motion()).any() ? 1 : 0;
  errors_.paper_mean += paper_miss;
  errors_.paper_worst = std::max(errors_.paper_worst, paper_miss);
  exact_.remove(id);
  paper_.remove(paper_id);
}

void DragTrials::note_unmet(int vertex, const Vec3& by, const Vec3& target,
                            const EditReport& report) {
  const WishReport& wish = report.wishes[0];
  const double needed = stretch_needed(input_.body, distances_within(input_.body, vertex), target);
  errors_.out_of_reach += needed > 1 ? 1 : 0;
  errors_.unmet.push_back({{"vertex", vertex},
                           {"drag", {by.x(), by.y(), by.z()}},
                           {"miss_of_length", wish.miss / length_},
                           {"stretch_needed", needed},
                           {"stopped", name_of(report.stop)},
                           {"iterations", report.iterations},
                           {"smallest_stretch", report.smallest_stretch}});
}

// Mast top, deck middle and deck end, by all of `sizes`, in four directions.
Json handle_errors(const EditInput& input, const std::vector<double>& sizes,
                   const BenchContext& context) {
  DragTrials trials(input, context);
  for (const int vertex : bridge_grabs(input.body, 3)) {
    for (const double size : sizes) {
      for (const Vec3& direction :
           {Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(0, 0, -1), Vec3(0, -0.6, 0.8)}) {
        trials.drag(vertex, size * direction);
      }
    }
  }
  return trials.errors().json();
}

}  // namespace

BenchRow edit_handle_error(const BenchContext& context) {
  const EditInput still = still_bridge(context, 1000, 120), moving = moving_bridge(context);
  const std::vector<double> small = {0.02, 0.05, 0.1}, large = {0.2, 0.3};
  const Json rest = handle_errors(still, small, context);
  const Json motion = handle_errors(moving, small, context);
  return {.value = std::max(rest["worst_of_length"], motion["worst_of_length"]),
          .unit = "of the length",
          .paper = std::max(rest["paper_worst_of_length"], motion["paper_worst_of_length"]),
          .detail = {{"at_rest", rest},
                     {"moving", motion},
                     {"at_rest_20_and_30_percent", handle_errors(still, large, context)},
                     {"moving_20_and_30_percent", handle_errors(moving, large, context)}}};
}

}  // namespace retake::cli
