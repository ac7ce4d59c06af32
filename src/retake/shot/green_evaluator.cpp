#include "retake/shot/green_evaluator.h"

#include <algorithm>

#include "retake/rotation_strain/placement.h"
#include "retake/shot/changed_part.h"
#include "retake/shot/region_part.h"

namespace retake {

namespace {

bool differs_in_target_alone(const LayerWish& a, const LayerWish& b) {
  LayerWish moved = a;
  moved.wish.target = b.wish.target;
  return moved == b;
}

class GreenEvaluator : public LayerEvaluator {
 public:
  GreenEvaluator(const GreenLayer& layer, const LayerStage& stage)
      : layer_(enabled_part(layer)), stage_(stage) {}

  bool depends_on_whole_input() const override { return true; }

  bool update(const Layer& layer) override {
    const auto* green = std::get_if<GreenLayer>(&layer.content);
    if (green == nullptr || green->settings != layer_.settings) return false;
    if (edit_ && !modes_needed(*green, stage_.bodies).has_same_part(need_)) return false;
    layer_ = enabled_part(*green);
    return true;
  }

  // Without wishes there is nothing to do, and nothing is made for it.
  void solve(Quality quality, LayerInput& input, Progress& progress) override {
    if (layer_.wishes.empty() && !edit_) return;
    if (!edit_) begin(input, progress);
    follow_wishes();
    quality == Quality::draft ? edit_->solve() : edit_->solve_one_sided(progress);
    report_ = edit_->report();
    for (WishReport& wish : report_.wishes) rename(wish);
  }

  Eigen::Matrix3Xf frame(int frame, LayerInput& input, Progress& progress) override {
    if (!edit_) return input.frame(frame, progress);
    if (!part_) return edit_->frame(frame);
    return part_->whole(edit_->frame(frame), input.frame(frame, progress));
  }

  // What it did to its own input, added to this one.
  Eigen::Matrix3Xf on_top_of(const Eigen::Matrix3Xf& input, int frame) override {
    if (!edit_) return input;
    const FrameView before = input_->frames[static_cast<std::size_t>(frame)];
    Eigen::Matrix3Xf after = edit_->frame(frame);
    if (part_) after = part_->whole(after, before);
    return input + (after - before);
  }

  FrameRange group_of(int frame) const override {
    if (!edit_) return {frame, frame};
    const auto [first, last] = edit_->group_of(frame);
    return {first, last};
  }

  std::vector<Eigen::Matrix3Xf> group(const FrameRange& frames, LayerInput& input,
                                      Progress& progress) override {
    if (!edit_) return {input.frame(frames.first, progress)};
    std::vector<Eigen::Matrix3Xf> group = edit_->group(frames.first, frames.last);
    for (int frame = frames.first; part_ && frame <= frames.last; ++frame) {
      Eigen::Matrix3Xf& positions = group[static_cast<std::size_t>(frame - frames.first)];
      positions = part_->whole(positions, input.frame(frame, progress));
    }
    return group;
  }

  bool can_answer() const override { return edit_ && edit_->is_solved(); }

  const EditReport* report() const override { return &report_; }
  const MotionEdit* motion_edit() const override { return edit_ ? &*edit_ : nullptr; }

  std::vector<ContactDrift> contact_drifts(Progress& progress) const override {
    if (!edit_) return {};
    std::vector<ContactDrift> drifts = edit_->contact_drifts(progress);
    for (ContactDrift& drift : drifts) {
      if (part_) drift.place.vertex = part_->whole_vertex(drift.place.vertex);
    }
    return drifts;
  }

 private:
  struct Followed {
    LayerWish wish;
    int edit_id = 0;  // that the edit gave it
  };

  void begin(LayerInput& input, Progress& progress) {
    EditSettings settings = layer_.settings;
    settings.region.clear();
    input_ = input.whole(progress);
    need_ = modes_needed(layer_, stage_.bodies);
    EditInput start = {.body = stage_.body,
                       .motion = input_,
                       .obstacles = stage_.obstacles,
                       .contacts = stage_.contacts,
                       .modes = stage_.modes(need_, progress),
                       .body_of_vertex = body_of_each_vertex(stage_.bodies)};
    if (!need_.is_whole()) narrow(start);
    settings.modes = std::min(settings.modes, static_cast<int>(start.modes->eigenvalues.size()));
    edit_.emplace(std::move(start), settings, progress);
    followed_.clear();
  }

  // A region stands where the whole body does that it is of.
  void narrow(EditInput& start) {
    if (!need_.region.empty()) start.placements = placements_around_region();
    part_.emplace(changed_part(stage_.body, stage_.bodies, need_), stage_.body.vertex_count());
    start.body = part_->body();
    start.motion = part_->motion(*start.motion);
    start.contacts = part_->contacts(start.contacts);
    start.body_of_vertex = part_->of_vertices(start.body_of_vertex);
  }

  std::vector<Placement> placements_around_region() const {
    if (need_.bodies.empty()) return placements_of(stage_.body, *input_);
    const RegionBody bodies = some_bodies(stage_.body, stage_.bodies, need_.bodies);
    return placements_of(bodies.body, restricted(*input_, bodies.vertices));
  }

  // Hands the edit what is new. It has the wishes in the layer's order, so that its answer is the
  // same to the bit whatever was wished in between.
  void follow_wishes() {
    std::size_t same = 0;
    while (same < std::min(followed_.size(), layer_.wishes.size()) &&
           differs_in_target_alone(layer_.wishes[same], followed_[same].wish)) {
      ++same;
    }
    for (; followed_.size() > same; followed_.pop_back()) edit_->remove(followed_.back().edit_id);
    for (std::size_t i = 0; i < layer_.wishes.size(); ++i) follow(i, layer_.wishes[i]);
  }

  void follow(std::size_t place, const LayerWish& wish) {
    if (place == followed_.size()) {
      followed_.push_back({wish, edit_->add(part_ ? part_->wish(wish.wish) : wish.wish)});
    } else if (followed_[place].wish.wish.target != wish.wish.target) {
      edit_->move(followed_[place].edit_id, wish.wish.target);
      followed_[place].wish = wish;
    }
  }

  int layer_id_of(int edit_id) const {
    const auto found = std::find_if(followed_.begin(), followed_.end(),
                                    [&](const auto& entry) { return entry.edit_id == edit_id; });
    return found == followed_.end() ? 0 : found->wish.id;
  }

  void rename(WishReport& wish) const {
    wish.id = layer_id_of(wish.id);
    for (int& other : wish.contradicts) other = layer_id_of(other);
    if (part_ && wish.hindrance) {
      wish.hindrance->place.vertex = part_->whole_vertex(wish.hindrance->place.vertex);
    }
  }

  GreenLayer layer_;  // its enabled part
  const LayerStage& stage_;
  std::shared_ptr<const Motion> input_;  // that the edit is about
  ModeNeed need_;                        // what the edit works on
  std::optional<RegionPart> part_;       // where that is not all
  std::optional<MotionEdit> edit_;       // of the part, or of the whole body; made when needed
  std::vector<Followed> followed_;       // the wishes as the edit has them
  EditReport report_;
};

}  // namespace

std::unique_ptr<LayerEvaluator> make_green_evaluator(const Layer& layer, const LayerStage& stage) {
  return std::make_unique<GreenEvaluator>(std::get<GreenLayer>(layer.content), stage);
}

}  // namespace retake
