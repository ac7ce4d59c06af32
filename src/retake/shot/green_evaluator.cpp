#include "retake/shot/green_evaluator.h"

#include <algorithm>
#include <map>

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
  GreenEvaluator(const GreenLayer& layer, const LayerStage& stage) : layer_(layer), stage_(stage) {}

  bool depends_on_whole_input() const override { return true; }

  bool update(const Layer& layer) override {
    const auto* green = std::get_if<GreenLayer>(&layer.content);
    if (green == nullptr || green->settings != layer_.settings) return false;
    layer_ = *green;
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

  std::optional<Motion> motion(LayerInput& input, Progress& progress) override {
    if (!edit_) return std::nullopt;
    Motion motion = edit_->motion(progress);
    for (int frame = 0; part_ && frame < motion.frame_count(); ++frame) {
      auto& positions = motion.frames[static_cast<std::size_t>(frame)];
      positions = part_->whole(positions, input.frame(frame, progress));
    }
    return motion;
  }

  const EditReport* report() const override { return &report_; }
  const MotionEdit* motion_edit() const override { return edit_ ? &*edit_ : nullptr; }

 private:
  struct Followed {
    LayerWish wish;   // as the edit has it
    int edit_id = 0;  // that the edit gave it
  };

  void begin(LayerInput& input, Progress& progress) {
    EditSettings settings = layer_.settings;
    EditInput start = {stage_.body, input.whole(progress), stage_.obstacles, stage_.contacts,
                       stage_.modes(settings.region, settings.modes, progress)};
    if (!settings.region.empty()) {
      part_.emplace(stage_.body, settings.region);
      start.body = part_->body();
      start.motion = part_->motion(*start.motion);
      start.contacts = part_->contacts(start.contacts);
      settings.region.clear();
    }
    settings.modes = std::min(settings.modes, static_cast<int>(start.modes->eigenvalues.size()));
    edit_.emplace(std::move(start), settings, progress);
    followed_.clear();
  }

  // Hands the edit what is new, so that `followed_` is always what the edit has.
  void follow_wishes() {
    std::erase_if(followed_, [&](const auto& entry) {
      const bool stays =
          std::any_of(layer_.wishes.begin(), layer_.wishes.end(), [&](const LayerWish& wish) {
            return wish.id == entry.first && differs_in_target_alone(wish, entry.second.wish);
          });
      if (!stays) edit_->remove(entry.second.edit_id);
      return !stays;
    });
    for (const LayerWish& wish : layer_.wishes) follow(wish);
  }

  void follow(const LayerWish& wish) {
    const auto found = followed_.find(wish.id);
    if (found == followed_.end()) {
      followed_[wish.id] = {wish, edit_->add(part_ ? part_->wish(wish.wish) : wish.wish)};
    } else if (found->second.wish.wish.target != wish.wish.target) {
      edit_->move(found->second.edit_id, wish.wish.target);
      found->second.wish.wish.target = wish.wish.target;
    }
  }

  int layer_id_of(int edit_id) const {
    const auto found = std::find_if(followed_.begin(), followed_.end(), [&](const auto& entry) {
      return entry.second.edit_id == edit_id;
    });
    return found == followed_.end() ? 0 : found->first;
  }

  void rename(WishReport& wish) const {
    wish.id = layer_id_of(wish.id);
    for (int& other : wish.contradicts) other = layer_id_of(other);
  }

  GreenLayer layer_;
  const LayerStage& stage_;
  std::optional<RegionPart> part_;    // where the layer has a region
  std::optional<MotionEdit> edit_;    // of the part, or of the whole body; made when needed
  std::map<int, Followed> followed_;  // by the wish's id in the layer
  EditReport report_;
};

}  // namespace

std::unique_ptr<LayerEvaluator> make_green_evaluator(const Layer& layer, const LayerStage& stage) {
  return std::make_unique<GreenEvaluator>(std::get<GreenLayer>(layer.content), stage);
}

}  // namespace retake
