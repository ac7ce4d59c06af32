#pragma once
#include <vector>

#include "retake/spacetime/finished_frames.h"
#include "retake/spacetime/frame_contacts.h"

namespace retake {

// Where held points stand under given pulls, and how pulls turn along with a body that bends far:
// what the handle solver knows of the motion.
class HeldPointModel : public HandleModel {
 public:
  // All must live as long.
  HeldPointModel(const EditScope& scope, const EditModel& model, EditRows& rows,
                 PullResponse& response, const FrameContacts& contacts,
                 const PoseRemainders& remainders);

  void add(const std::vector<HeldPoint>& points);
  void remove_points_of(int wish);
  // Contacts of the frame have changed. False: it has no points.
  bool forget_contacts(int frame);
  // Other rows than pulls have changed.
  void forget_answers() { edits_.clear(); }
  // Rows of all points.
  void prepare();
  void drop_turned();

  const ProbedPoints& points() const { return points_; }
  const LinearEdits& edits() const { return edits_; }
  const FrameLimits& limits() const { return limits_; }
  const FinishedFrames& finished() const { return finished_frames_; }
  VecX input_positions() const { return points_.input_positions(); }

  // Where they stand in frames that are finished at these pulls; else as the warp has them.
  VecX finished_positions(const VecX& pulls) const;

  VecX positions(const VecX& pulls) const override;
  Columns start() override;
  Columns linearize(const VecX& pulls) override;
  VecX displacements(const VecX& pulls) const override;
  VecX warped_displacements(const VecX& pulls) override;
  VecX finish_frames(const VecX& pulls) override;

 private:
  bool is_input(const VecX& pulls) const;
  std::vector<WishRow> tangent_rows(const VecX& pulls) const;

  const EditScope* scope_;
  const EditModel* model_;
  EditRows* rows_;
  PullResponse* response_;
  const FrameContacts* contacts_;
  const PoseRemainders* remainders_;
  ProbedPoints points_;
  LinearEdits edits_;
  FrameLimits limits_;
  FinishedFrames finished_frames_;
};

}  // namespace retake
