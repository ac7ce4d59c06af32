#pragma once
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/region_part.h"

namespace retake {

// A green layer at work on what its wishes tie together: a body, some of several, or a region. A
// MotionEdit about what comes from below; wishes that come, move or go reach it one by one.
class GreenPart {
 public:
  // The stage outlives it.
  GreenPart(const EditSettings& settings, const LayerStage& stage, ModeNeed need);

  const ModeNeed& need() const { return need_; }

  // Takes over those of the layer's wishes that are about the part.
  void solve(const std::vector<LayerWish>& wishes, Quality quality, LayerInput& input,
             Progress& progress);
  bool is_solved() const { return edit_ && edit_->is_solved(); }

  // `whole`: a frame of all vertices; what the part changes is put into it.
  Eigen::Matrix3Xf frame(int frame, Eigen::Matrix3Xf whole) const;
  FrameRange group_of(int frame) const;
  void put_group(const FrameRange& frames, std::vector<Eigen::Matrix3Xf>& wholes) const;
  // What it started from.
  FrameView input_frame(int frame) const { return input_->frames[static_cast<std::size_t>(frame)]; }

  // By the layer's ids and the whole body's vertices.
  EditReport report(const WeightCurve& weight) const;
  std::vector<ContactDrift> contact_drifts(Progress& progress) const;
  const MotionEdit& edit() const { return *edit_; }

 private:
  struct Followed {
    LayerWish wish;
    int edit_id = 0;  // that the edit gave it
  };

  void begin(LayerInput& input, Progress& progress);
  void narrow(EditInput& start);
  std::vector<Placement> placements_around_region() const;
  void follow_wishes(const std::vector<LayerWish>& wishes);
  void follow(std::size_t place, const LayerWish& wish);
  Wish in_part(Wish wish) const;
  const Followed* followed(int edit_id) const;
  bool is_pinned(const WeightedPoint& point) const;
  WishReport renamed(WishReport wish) const;

  EditSettings settings_;
  const LayerStage* stage_;
  ModeNeed need_;
  std::shared_ptr<const Motion> input_;  // that the edit is about, of all vertices
  std::optional<RegionPart> part_;       // where that is not all
  std::optional<MotionEdit> edit_;       // of the part, or of the whole body; made when needed
  std::vector<Followed> followed_;       // the wishes as the edit has them
};

}  // namespace retake
