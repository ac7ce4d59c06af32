#include "apps/cli/bench_drags.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include <Eigen/Geometry>

#include "apps/cli/bench_edit.h"
#include "retake/modes/mode_cache.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

constexpr double drag_length = 0.05;   // of the size
constexpr double least_motion = 1e-4;  // of the size: points that stand still are not dragged
constexpr double least_apart = 0.2;    // of the size: a point that is pinned, from the dragged one
constexpr double least_volume = 0.2;   // over the input's or at rest
constexpr double most_strain = 0.7;    // log of a length
constexpr double lost_volume = 0.02;   // over that at rest: nothing to lose

// The same on every machine, which distributions of the standard library are not.
class Dice {
 public:
  explicit Dice(unsigned draw) : engine_(draw) {}
  double number() { return static_cast<double>(engine_()) / 4294967296.0; }  // 0 ... 1
  int one_of(const std::vector<int>& all) {
    return all[static_cast<std::size_t>(number() * static_cast<double>(all.size()))];
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 point = 2 * Vec3{number(), number(), number()} - Vec3::Ones();
      if (point.norm() > 0.1 && point.norm() <= 1) return point.normalized();
    }
  }

 private:
  std::mt19937 engine_;
};

std::vector<int> moving_vertices(const EditInput& input, int frame, double least) {
  const FrameView first = input.motion->frames[0],
                  then = input.motion->frames[static_cast<std::size_t>(frame)];
  std::vector<int> moving;
  for (int v = 0; v < input.body.vertex_count(); ++v) {
    const bool pinned = std::binary_search(input.body.pins.begin(), input.body.pins.end(), v);
    if (!pinned && (then.col(v) - first.col(v)).norm() > least) moving.push_back(v);
  }
  return moving;
}

std::vector<Drag> random_drags(const EditInput& input, int frame, double size,
                               const std::vector<int>& vertices, unsigned draw) {
  const std::vector<int> draggable =
      vertices.empty() ? moving_vertices(input, frame, least_motion * size) : vertices;
  const FrameView positions = input.motion->frames[static_cast<std::size_t>(frame)];
  Dice dice(draw);
  std::vector<Drag> drags(drags_per_scene);
  for (Drag& drag : drags) {
    drag.vertex = dice.one_of(draggable);
    std::vector<int> far;
    std::copy_if(draggable.begin(), draggable.end(), std::back_inserter(far), [&](int v) {
      return (positions.col(v) - positions.col(drag.vertex)).norm() > least_apart * size;
    });
    drag.pinned = far.empty() ? drag.vertex : dice.one_of(far);
    drag.by = drag_length * size * dice.direction();
  }
  return drags;
}

std::shared_ptr<const EditInput> input_of_scene(const std::string& name,
                                                const BenchContext& context) {
  static std::map<std::string, std::shared_ptr<const EditInput>> made;
  std::shared_ptr<const EditInput>& known = made[name];
  if (known != nullptr) return known;
  const Scene scene = build_scene(name, SceneSize::standard, context.progress);
  SimulationResult result = make_motion(scene, context.progress);
  EditInput input{.body = scene.body,
                  .motion = std::make_shared<Motion>(std::move(result.motion)),
                  .obstacles = scene.setup.obstacles,
                  .contacts = std::move(result.contacts)};
  input.modes = std::make_shared<Modes>(
      cached_modes(input.body, {.count = 300}, {}, context.progress).result.modes);
  return known = std::make_shared<const EditInput>(std::move(input));
}

template <class Positions>
double volume_of(const Positions& points, const Eigen::Vector4i& tet) {
  const auto edge = [&](int corner) {
    return Vec3((points.col(tet[corner]) - points.col(tet[0])).template cast<double>());
  };
  return edge(1).cross(edge(2)).dot(edge(3));
}

// Over its input or rest, whichever allows more, as the volumes of tets.
template <class Elements>
bool edges_are_sound(const Elements& elements, const Body& body, const FrameView& before,
                     const Eigen::Matrix3Xf& after) {
  static const double most = std::exp(most_strain);
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (Eigen::Index i = 1; i < elements.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        const int a = elements(i, e), b = elements(j, e);
        const double rest = (body.rest_positions.col(a) - body.rest_positions.col(b)).norm();
        const double from = (before.col(a) - before.col(b)).norm();
        const double to = (after.col(a) - after.col(b)).norm();
        if (!(to <= most * std::max(rest, from) && most * to >= std::min(rest, from))) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool is_sound(const EditInput& input, int frame, const Eigen::Matrix3Xf& positions) {
  const FrameView before = input.motion->frames[static_cast<std::size_t>(frame)];
  const auto& tets = input.body.tets;
  for (Eigen::Index t = 0; t < tets.cols(); ++t) {
    const double rest = volume_of(input.body.rest_positions, tets.col(t));
    const double had = volume_of(before, tets.col(t));
    if (had > lost_volume * rest &&
        volume_of(positions, tets.col(t)) < least_volume * std::min(rest, had))
      return false;
  }
  return tets.cols() > 0 ? edges_are_sound(tets, input.body, before, positions)
                         : edges_are_sound(input.body.triangles, input.body, before, positions);
}

double farthest_between(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

double rounded(double value) { return std::round(1e3 * value) / 1e3; }

EditSettings Dragged::settings() const {
  EditSettings settings;
  settings.modes = std::min(settings.modes, static_cast<int>(input->modes->eigenvalues.size()));
  return settings;
}

Dragged dragged_body(std::shared_ptr<const EditInput> input, unsigned draw,
                     const std::vector<int>& vertices) {
  Dragged dragged{.input = std::move(input)};
  dragged.frame = dragged.input->motion->frame_count() / 2;
  dragged.size = length_of(dragged.input->body);
  dragged.drags = random_drags(*dragged.input, dragged.frame, dragged.size, vertices, draw);
  return dragged;
}

Dragged dragged_scene(const std::string& name, unsigned draw, const BenchContext& context) {
  return dragged_body(input_of_scene(name, context), draw);
}

HeldWish::HeldWish(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin)
    : edit_(&edit), frame_(scene.frame) {
  if (with_pin)
    ids_.push_back(edit.add(pull(*scene.input, drag.pinned, scene.frame, Vec3::Zero())));
  const Wish wish = pull(*scene.input, drag.vertex, scene.frame, Vec3::Zero());
  from_ = wish.target;
  ids_.push_back(edit.add(wish));
}

HeldWish::~HeldWish() {
  for (const int id : ids_) edit_->remove(id);
}

Eigen::Matrix3Xf HeldWish::moved_by(const Vec3& by) const {
  edit_->move(ids_.back(), from_ + by);
  edit_->solve();
  return edit_->frame(frame_);
}

Answer answer_to(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin) {
  const HeldWish held(edit, scene, drag, with_pin);
  const double length = drag.by.norm();
  held.moved_by(0.9 * drag.by);
  const Stopwatch watch;
  const Eigen::Matrix3Xf frame = held.moved_by(drag.by);
  const EditReport& report = edit.report();
  Answer answer{.seconds = watch.seconds(), .stop = report.stop};
  for (const WishReport& asked : report.wishes) {
    answer.missed = std::max(answer.missed, asked.miss / length);
  }
  answer.farthest = farthest_between(frame, scene.input_frame()) / length;
  answer.is_sound = is_sound(*scene.input, scene.frame, frame);
  for (int t = 0; t < scene.input->motion->frame_count() && answer.is_sound_elsewhere; t += 2) {
    if (t == scene.frame) continue;
    answer.is_sound_elsewhere = is_sound(*scene.input, t, edit.frame(t));
  }
  return answer;
}

}  // namespace retake::cli
