#include "retake/shot/layers/green_part.h"

#include <algorithm>

#include "retake/rotation_strain/placement.h"
#include "retake/shot/changed_part.h"
#include "retake/shot/shot_bodies.h"

namespace retake {

namespace {

bool differs_in_target_alone(const LayerWish& a, const LayerWish& b) {
  LayerWish moved = a;
  moved.wish.target = b.wish.target;
  return moved == b;
}

// What the pose says nothing about stays as the input has it.
Wish with_whole_pose(Wish wish, const FrameView& input) {
  if (wish.kind != WishKind::pose || wish.pose.cols() == input.cols()) return wish;
  Eigen::Matrix3Xf whole = input;
  whole.middleCols(wish.first_vertex, wish.pose.cols()) = wish.pose;
  wish.pose = std::move(whole);
  wish.first_vertex = 0;
  return wish;
}

}  // namespace

GreenPart::GreenPart(const EditSettings& settings, const LayerStage& stage, ModeNeed need)
    : settings_(settings), stage_(&stage), need_(std::move(need)) {}

void GreenPart::solve(const std::vector<LayerWish>& wishes, Quality quality, LayerInput& input,
                      Progress& progress) {
  if (!edit_) begin(input, progress);
  std::vector<LayerWish> own;
  for (const LayerWish& wish : wishes) {
    if (is_about(wish.wish, need_, stage_->bodies)) own.push_back(wish);
  }
  follow_wishes(own);
  quality == Quality::draft ? edit_->solve() : edit_->solve_one_sided(progress);
}

Eigen::Matrix3Xf GreenPart::frame(int frame, Eigen::Matrix3Xf whole) const {
  if (!edit_) return whole;
  return part_ ? part_->whole(edit_->frame(frame), std::move(whole)) : edit_->frame(frame);
}

FrameRange GreenPart::group_of(int frame) const {
  if (!edit_) return {frame, frame};
  const auto [first, last] = edit_->group_of(frame);
  return {first, last};
}

void GreenPart::put_group(const FrameRange& frames, std::vector<Eigen::Matrix3Xf>& wholes) const {
  if (!edit_) return;
  std::vector<Eigen::Matrix3Xf> group = edit_->group(frames.first, frames.last);
  for (std::size_t i = 0; i < wholes.size(); ++i) {
    wholes[i] = part_ ? part_->whole(group[i], std::move(wholes[i])) : std::move(group[i]);
  }
}

EditReport GreenPart::report(const WeightCurve& weight) const {
  if (!edit_) return {};
  EditReport report = edit_->report();
  std::vector<double> missed;
  if (weight != WeightCurve{} && is_solved()) {
    missed = edit_->misses_at([&](int frame) { return weight.at(frame); });
  }
  for (std::size_t i = 0; i < report.wishes.size(); ++i) {
    WishReport& wish = report.wishes[i] = renamed(std::move(report.wishes[i]));
    wish.weight = weight.at(wish.frame);
    if (!missed.empty()) wish.miss = missed[i];
  }
  return report;
}

std::vector<ContactDrift> GreenPart::contact_drifts(Progress& progress) const {
  if (!edit_) return {};
  std::vector<ContactDrift> drifts = edit_->contact_drifts(progress);
  for (ContactDrift& drift : drifts) {
    if (part_) drift.place.vertex = part_->whole_vertex(drift.place.vertex);
  }
  return drifts;
}

void GreenPart::begin(LayerInput& input, Progress& progress) {
  if (need_.bodies.empty()) require_one_kind(stage_->bodies, "a layer about all bodies as one");
  EditSettings settings = settings_;
  settings.region.clear();
  input_ = input.whole(progress);
  EditInput start = {.body = stage_->body,
                     .motion = input_,
                     .obstacles = stage_->obstacles,
                     .contacts = stage_->contacts,
                     .modes = stage_->modes(need_, progress),
                     .body_of_vertex = body_of_each_vertex(stage_->bodies)};
  if (!need_.is_whole()) narrow(start);
  settings.modes = std::min(settings.modes, static_cast<int>(start.modes->eigenvalues.size()));
  edit_.emplace(std::move(start), settings, progress);
  followed_.clear();
}

// A region stands where the whole body does that it is of.
void GreenPart::narrow(EditInput& start) {
  if (!need_.region.empty()) start.placements = placements_around_region();
  part_.emplace(changed_part(stage_->body, stage_->bodies, need_), stage_->body.vertex_count());
  start.body = part_->body();
  start.motion = part_->motion(*start.motion);
  start.contacts = part_->contacts(start.contacts);
  start.body_of_vertex = part_->of_vertices(start.body_of_vertex);
}

std::vector<Placement> GreenPart::placements_around_region() const {
  if (need_.bodies.empty()) return placements_of(stage_->body, *input_);
  const RegionBody bodies = some_bodies(stage_->body, stage_->bodies, need_.bodies);
  return placements_of(bodies.body, restricted(*input_, bodies.vertices));
}

// Hands the edit what is new. It has the wishes in the layer's order, so that its answer is the
// same to the bit whatever was wished in between.
void GreenPart::follow_wishes(const std::vector<LayerWish>& wishes) {
  std::size_t same = 0;
  while (same < std::min(followed_.size(), wishes.size()) &&
         differs_in_target_alone(wishes[same], followed_[same].wish)) {
    ++same;
  }
  for (; followed_.size() > same; followed_.pop_back()) edit_->remove(followed_.back().edit_id);
  for (std::size_t i = 0; i < wishes.size(); ++i) follow(i, wishes[i]);
}

void GreenPart::follow(std::size_t place, const LayerWish& wish) {
  if (place == followed_.size()) {
    followed_.push_back({wish, edit_->add(in_part(wish.wish))});
  } else if (followed_[place].wish.wish.target != wish.wish.target) {
    edit_->move(followed_[place].edit_id, wish.wish.target);
    followed_[place].wish = wish;
  }
}

Wish GreenPart::in_part(Wish wish) const {
  const FrameView frame = input_frame(wish.frame);
  wish = with_whole_pose(std::move(wish), frame);
  return part_ ? part_->wish(std::move(wish)) : wish;
}

const GreenPart::Followed* GreenPart::followed(int edit_id) const {
  const auto found = std::find_if(followed_.begin(), followed_.end(),
                                  [&](const auto& entry) { return entry.edit_id == edit_id; });
  return found == followed_.end() ? nullptr : &*found;
}

// By the body's own pins, and not just beside what the layer leaves as it is.
bool GreenPart::is_pinned(const WeightedPoint& point) const {
  const std::vector<int>& pins = stage_->body.pins;
  return std::all_of(point.begin(), point.end(), [&](const WeightedVertex& entry) {
    return std::binary_search(pins.begin(), pins.end(), entry.vertex);
  });
}

WishReport GreenPart::renamed(WishReport wish) const {
  const auto layer_id = [&](int edit_id) {
    const Followed* entry = followed(edit_id);
    return entry != nullptr ? entry->wish.id : 0;
  };
  if (const Followed* entry = followed(wish.id); entry != nullptr &&
                                                 wish.stands_still == StandsStill::pinned &&
                                                 !is_pinned(entry->wish.wish.point)) {
    wish.stands_still = StandsStill::at_region_border;
  }
  wish.id = layer_id(wish.id);
  for (int& other : wish.contradicts) other = layer_id(other);
  if (part_ && wish.hindrance) {
    wish.hindrance->place.vertex = part_->whole_vertex(wish.hindrance->place.vertex);
  }
  return wish;
}

}  // namespace retake
