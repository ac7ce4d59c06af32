#pragma once
// A kind of layer that only tests have: springs push vertices over a window of frames. This file
// and its row are all that there is of it.
#include <algorithm>

#include "retake/shot/edit_items.h"
#include "retake/shot/edit_laying.h"
#include "retake/shot/join_shots.h"
#include "retake/shot/json_table.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/layer_kinds.h"

namespace retake::test {

const LayerKind& springs_kind();

struct Spring {
  int id = 0;
  int frame = 0;
  int vertex = 0;
  Vec3 push = Vec3::Zero();  // m

  bool operator==(const Spring&) const = default;
};
constexpr auto json_table(const Spring&) {
  return std::tuple{JsonRow{"id", &Spring::id}, JsonRow{"frame", &Spring::frame},
                    JsonRow{"vertex", &Spring::vertex}, JsonRow{"push", &Spring::push}};
}

enum class Along { body, world };
inline const std::vector<std::string> along_names = {"body", "world"};

class SpringLayer : public ValueOf<SpringLayer, LayerContent> {
 public:
  std::pair<int, int> window = {0, 0};
  double stiffness = 1;
  Along along = Along::body;
  std::vector<Spring> springs;

  bool operator==(const SpringLayer&) const = default;

  const LayerKind& kind() const override { return springs_kind(); }
  void write(Json& layer, const PoseToJson& pose) const override;
  void check(const LayerCheck& check) const override;
  std::size_t memory() const override { return sizeof(Spring) * springs.size(); }
  std::vector<int> ids() const override;
  void set_ids(const std::vector<int>& ids) override;
  std::vector<LayerMark> marks() const override;
  std::unique_ptr<LayerEvaluator> make_evaluator(const LayerStage& stage) const override;
  FrameRange affected_frames(int frame_count) const override;
  void lay(EditLaying& laying, const std::string& layer) override;
  void move(const LayerMove& move) override;
};
constexpr auto json_table(const SpringLayer&) {
  return std::tuple{JsonRow{"stiffness", &SpringLayer::stiffness},
                    JsonRow{"along", &SpringLayer::along, &along_names}};
}

inline void SpringLayer::write(Json& layer, const PoseToJson&) const {
  layer["window"] = {window.first, window.second};
  write_fields(layer, *this);
  layer["springs"] = Json::array();
  for (const Spring& spring : springs) write_fields(layer["springs"].emplace_back(), spring);
}

inline AnyLayerContent read_springs(JsonFields& fields, const LayerReading&) {
  SpringLayer layer;
  layer.window = fields.read_frame_pair("window").value_or(layer.window);
  read_fields(fields, layer);
  for (JsonFields each : fields.objects("springs")) {
    read_fields(each, layer.springs.emplace_back());
    each.finish();
  }
  return layer;
}

inline void SpringLayer::check(const LayerCheck& check) const {
  check.frame(window.first);
  check.frame(window.second);
  check.require(stiffness >= 0, {.what = "a spring cannot be softer than nothing",
                                 .expected = "a stiffness of 0 or more",
                                 .found = as_text(stiffness)});
  for (const Spring& spring : springs) {
    const LayerCheck own = check.of(spoken_item("spring", "", spring.id));
    own.frame(spring.frame);
    own.vertices({{spring.vertex, 1}}, "the spring");
    own.length(spring.push, "the push");
  }
}

inline std::vector<int> SpringLayer::ids() const {
  std::vector<int> ids;
  for (const Spring& spring : springs) ids.push_back(spring.id);
  return ids;
}

inline void SpringLayer::set_ids(const std::vector<int>& ids) {
  for (std::size_t i = 0; i < springs.size(); ++i) springs[i].id = ids[i];
}

inline std::vector<LayerMark> SpringLayer::marks() const {
  std::vector<LayerMark> marks;
  for (const Spring& spring : springs) {
    marks.push_back({spring.id, spring.frame, "spring", {{spring.vertex, 1}}});
  }
  return marks;
}

// x + stiffness * push at every frame of the window.
class SpringEvaluator : public LayerEvaluator {
 public:
  explicit SpringEvaluator(const SpringLayer& layer) : layer_(layer) {}

  bool depends_on_whole_input() const override { return false; }
  bool update(const Layer& layer) override {
    const auto* springs = layer.content.find<SpringLayer>();
    if (springs != nullptr) layer_ = *springs;
    return springs != nullptr;
  }
  void solve(Quality, LayerInput&, Progress&) override {}
  Eigen::Matrix3Xf frame(int frame, LayerInput& input, Progress& progress) override {
    Eigen::Matrix3Xf positions = input.frame(frame, progress);
    for (const Spring& spring : layer_.springs) {
      positions.col(spring.vertex) += (layer_.stiffness * spring.push).cast<float>();
    }
    return positions;
  }

 private:
  SpringLayer layer_;
};

inline std::unique_ptr<LayerEvaluator> SpringLayer::make_evaluator(const LayerStage&) const {
  return std::make_unique<SpringEvaluator>(*this);
}

inline FrameRange SpringLayer::affected_frames(int frame_count) const {
  return {std::max(0, window.first), std::min(frame_count - 1, window.second)};
}

inline void SpringLayer::lay(EditLaying& laying, const std::string& layer) {
  std::erase_if(springs, [&](Spring& spring) {
    spring.frame += laying.shift;
    const bool stays = laying.has(spring.frame);
    if (!stays) laying.leave_out(layer + ", a spring", spring.frame);
    return !stays;
  });
  window.first = std::clamp(window.first + laying.shift, 0, laying.last());
  window.second = std::clamp(window.second + laying.shift, 0, laying.last());
}

inline void SpringLayer::move(const LayerMove& move) {
  for (Spring& spring : springs) spring.vertex += move.first_vertex;
}

// Its own edits: one of the whole layer, one by which a hand drags a spring.
class ChangeSprings : public Cloneable<ChangeSprings, LayerEdit> {
 public:
  double stiffness = 1;
  Along along = Along::body;

  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
};
constexpr auto json_table(const ChangeSprings&) {
  return std::tuple{JsonRow{"layer", &ChangeSprings::layer},
                    JsonRow{"stiffness", &ChangeSprings::stiffness},
                    JsonRow{"along", &ChangeSprings::along, &along_names}};
}

class PushSpring : public Cloneable<PushSpring, LayerEdit> {
 public:
  int spring = 0;
  Vec3 push = Vec3::Zero();
  int number = 0;

  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
  std::optional<LayerDrag> drag() const override { return {{number, spring}}; }
  void tell_move(Json& moved) const override { moved["push"] = xyz(push); }
};
constexpr auto json_table(const PushSpring&) {
  return std::tuple{JsonRow{"layer", &PushSpring::layer}, JsonRow{"spring", &PushSpring::spring},
                    JsonRow{"push", &PushSpring::push}, JsonRow{"drag", &PushSpring::number}};
}

template <class Change>
AnyLayerEdit read_spring_edit(JsonFields& fields, const LayerReading&) {
  Change change;
  read_fields(fields, change);
  return change;
}
inline const LayerEditKind change_springs = {"change_springs", "Change springs",
                                             read_spring_edit<ChangeSprings>};
inline const LayerEditKind push_spring = {"push_spring", "Push spring",
                                          read_spring_edit<PushSpring>};

inline const LayerEditKind& ChangeSprings::kind() const { return change_springs; }
inline void ChangeSprings::write(Json& json) const { write_fields(json, *this); }
inline AnyLayerEdit ChangeSprings::apply(Layer& to) const {
  auto& springs = content_of<SpringLayer>(to, springs_kind().name);
  ChangeSprings reverse = *this;
  reverse.stiffness = std::exchange(springs.stiffness, stiffness);
  reverse.along = std::exchange(springs.along, along);
  return reverse;
}

inline const LayerEditKind& PushSpring::kind() const { return push_spring; }
inline void PushSpring::write(Json& json) const { write_fields(json, *this); }
inline AnyLayerEdit PushSpring::apply(Layer& to) const {
  auto& springs = content_of<SpringLayer>(to, springs_kind().name).springs;
  PushSpring reverse = *this;
  reverse.push = std::exchange(find_id(springs, spring, "spring", spoken(to))->push, push);
  return reverse;
}

inline const LayerKind& springs_kind() {
  static const LayerKind kind = {
      .name = "springs", .read = read_springs, .edits = {&change_springs, &push_spring}};
  return kind;
}

}  // namespace retake::test
