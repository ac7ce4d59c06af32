#pragma once
#include <array>
#include <map>
#include <optional>
#include <span>

#include "retake/spacetime/conditioning.h"
#include "retake/spacetime/contact_sites.h"
#include "retake/spacetime/edit_basis.h"
#include "retake/spacetime/element_limits.h"
#include "retake/spacetime/handle_solver.h"
#include "retake/spacetime/held_points.h"
#include "retake/spacetime/motion_edit.h"
#include "retake/spacetime/penetration.h"

// The parts of MotionEdit (internal). Rows of the conditioning stand in this order: contact sites
// of the input, three pulls for each held point, one-sided rows against obstacles, turned pulls.
namespace retake {

// Of what the strongest mode moves: what modes left out of a frame may move.
inline constexpr double negligible_motion = 1e-6;

// What the modes and the warp leave of a pose that is held.
struct PoseRemainder {
  int frame = 0;
  Eigen::Matrix3Xf offsets;  // 3 x n, m, axes of the rest shape
};

struct MotionEdit::Impl : HandleModel {
  Impl(EditInput input, const EditSettings& settings, Progress& progress);

  // Frames of the window, and those in it that the ends leave free.
  int window_frames() const { return last_ - first_ + 1; }
  int first_free() const;
  int last_free() const;
  WindowFrames window() const { return {first_, last_, settings_.cost.ends == Ends::loop}; }
  const Motion& motion() const { return *input_.motion; }
  // Nothing is wished, or nothing solved yet: the input.
  bool is_idle() const { return wishes_.empty() || amplitudes_.size() == 0; }

  // motion_edit.cpp
  int add(const Wish& wish);
  void remove(int id);
  std::size_t index_of(int id) const;
  void prepare();  // everything that depends on which wishes there are, not on their targets
  void solve();
  void add_point_rows();
  void drop_point_rows();
  double allowed_nonlinearity() const;
  std::vector<Eigen::Matrix3Xf> warped(std::span<const int> frames) const;
  void rebuild_compliance();
  bool adapt_taper();

  // motion_edit_poses.cpp
  void hold_pose(const Wish& wish);
  double share_of_remainder(const PoseRemainder& remainder, int frame) const;
  Eigen::Matrix3Xf with_remainders(int frame, Eigen::Matrix3Xf positions) const;
  Vec3 remainder_at(int frame, const WeightedPoint& point) const;

  // motion_edit_handles.cpp
  struct State {
    VecX positions;               // 3 per point
    double smallest_stretch = 1;  // see EditReport
  };
  State evaluate(const VecX& pulls) const;
  VecX positions(const VecX& pulls) const override;
  Columns start() override;
  Columns linearize(const VecX& pulls, std::vector<ElementConstraint>& constraints) override;
  double largest_displacement(const VecX& pulls) const override;
  bool is_clearly_sound(const VecX& pulls) const override;
  std::vector<ElementConstraint> violated(const VecX& pulls, std::size_t most) override;
  double excess(const ElementConstraint& constraint, const VecX& pulls) override;
  int point_pull_count() const { return 3 * static_cast<int>(points_.size()); }
  int pull_count() const { return point_pull_count() + turned_rows_; }
  std::vector<std::vector<int>> points_by_frame() const;
  std::vector<int> linear_rows() const;
  std::vector<int> pull_rows() const;
  WishRow combined_row(const VecX& pulls) const;
  std::vector<WishRow> tangent_rows(const VecX& pulls) const;
  void find_gradients(const VecX& pulls, std::vector<ElementConstraint>& constraints);
  void drop_turned_rows();
  void condition_on_contacts();
  void share_pulls_with_contacts();
  VecX read(const std::vector<int>& rows, const MatX& amplitudes) const;
  VecX all_pulls(const VecX& pulls) const;
  MatX conditioned_energy() const;
  VecX elastic_compliance(const std::vector<int>& rows) const;
  MatX conditioned_answers_at(int frame, int first = 0) const;
  Eigen::Matrix3Xf warped_frame(int frame) const;
  bool is_input(const VecX& pulls) const;
  State input_state() const;
  bool touches_anything(int frame) const {
    return warp_contacts_.contains(frame) || guards_.contains(frame);
  }

  // motion_edit_answers.cpp
  bool bring_answers(std::span<const int> frames) const;
  void forget_a_viewed_frame() const;
  void forget_answers_of(std::size_t point);
  std::vector<Eigen::Matrix3Xf> linear_edits(std::span<const int> frames, const VecX& pulls) const;
  MatX amplitudes_at(std::span<const int> frames, const VecX& pulls) const;
  Eigen::Matrix3Xf linear_edit(int frame, const VecX& pulls) const;
  MatX tangents_of(const std::vector<std::size_t>& points,
                   const std::vector<Eigen::Matrix3Xf>& edits) const;
  std::vector<std::size_t> all_points() const;

  // motion_edit_report.cpp
  struct PoseLook {
    double miss = 0;  // of its worst vertex, m
    double smallest_volume = 1;
  };
  PoseLook look_at_pose(const Wish& wish, double share) const;
  StandsStill why_still(std::size_t wish) const;
  std::vector<double> misses_at(const FrameShare& share) const;
  void write_report(const HandleSolution& solution);

  // motion_edit_hindrance.cpp
  std::optional<Hindrance> hindrance_of(std::size_t wish, const MatX& reads,
                                        const VecX& miss) const;
  std::optional<ContactPlace> hindering_row(const VecX& pull) const;
  std::optional<ContactPlace> hindering_contact(const Wish& wish, const Vec3& miss) const;
  int obstacle_at(const WarpContact& contact, int frame) const;
  std::string name_of(const ContactPlace& place) const;
  std::vector<ContactDrift> contact_drifts(Progress& progress) const;

  // motion_edit_soundness.cpp
  struct FinishedFrame {
    Eigen::Matrix3Xf positions;
    double smallest_volume = 1;
  };
  double smallest_volume(int frame, const Eigen::Matrix3Xf& positions) const;
  void finish_frames(const VecX& pulls);

  // motion_edit_contacts.cpp
  bool is_free(int frame) const { return frame >= first_free() && frame <= last_free(); }
  std::vector<Contact> contacts_of_input(Progress& progress) const;
  std::vector<SelfContact> self_contacts_of_input(Progress& progress) const;
  std::vector<WarpContact> as_kept(const WarpContact& contact) const;
  WishRow row_of(int frame, const WarpContact& contact) const;
  std::vector<int> freest_of(const std::vector<WishRow>& rows, const std::vector<WishRow>& held,
                             int most) const;
  template <class AnyContact>
  std::vector<WishRow> keep_sites(const std::vector<AnyContact>& contacts,
                                  const std::vector<ContactSite>& sites);
  void keep_contacts(Progress& progress);
  void keep_contacts_in_warp();
  void show_contacts_to_warp(int frame);

  // motion_edit_one_sided.cpp
  struct OneSidedRows {
    std::vector<WishRow> rows;
    VecX targets;
    std::vector<ContactPlace> places;
  };
  void solve_one_sided(Progress& progress);
  OneSidedRows one_sided_rows() const;
  void go_back_to(const OneSidedRows& kept);
  std::vector<Violation> push_out(const std::vector<int>& all, Progress& progress);
  std::vector<Violation> guard(std::vector<Violation> inside, Progress& progress);
  void push_back_at(const std::vector<Violation>& places);
  void let_go_of_pulling_rows();
  void solve_anew();
  std::vector<Violation> find_violations(const std::vector<int>& frames, Progress& progress) const;
  void drop_one_sided_row(int i);
  void drop_one_sided_rows();
  void drop_guards();

  // motion_edit_outside.cpp
  std::optional<Violation> obstacle_before(const Wish& wish) const;
  VecX before_obstacles(VecX targets) const;  // as targets_of() gives them
  void keep_outside(int frame, Eigen::Matrix3Xf& positions) const;

  EditInput input_;
  EditSettings settings_;
  CostOptions given_cost_;  // before the tapers were chosen
  int first_ = 0, last_ = 0;
  double size_ = 1;  // of the rest shape: box diagonal, m
  Warp warp_;
  ElementLimits limits_;
  std::unique_ptr<EditBasis> basis_;
  std::unique_ptr<Compliance> compliance_;
  int contact_rows_ = 0;
  std::vector<ContactPlace> contact_places_;  // of each row of a contact
  struct SiteContact {
    int site = 0;
    WarpContact contact;
  };
  std::vector<ContactPlace> sites_;
  std::map<int, std::vector<SiteContact>> contacts_of_sites_;  // by frame
  // What the warp itself keeps, per frame: contacts of the input; vertices led out of obstacles.
  std::map<int, std::vector<WarpContact>> warp_contacts_, guards_;
  int one_sided_rows_ = 0;
  VecX one_sided_targets_;
  std::vector<ContactPlace> one_sided_places_;  // of each row
  int turned_rows_ = 0;

  std::vector<Wish> wishes_;
  std::vector<int> ids_;
  int next_id_ = 1;
  std::vector<HeldPoint> points_;
  std::vector<std::shared_ptr<const Warp::Probe>>
      probes_;  // of each point, beside the contacts of its frame

  bool solved_ = false;
  // Linear edits of a frame for unit pulls (3n x pulls) and without any (3n): while dragging a
  // frame is a few of these added up, without streaming all modes from memory.
  struct FrameAnswers {
    Eigen::MatrixXf pulls;    // at the points, and then turned ones
    Eigen::MatrixXf sampled;  // the same of a few vertices all over the body
    Eigen::VectorXf standing;

    void append(const Eigen::Ref<const Eigen::MatrixXf>& fresh);
    void remove(Eigen::Index first, Eigen::Index count);
  };
  // How the body answers pulls.
  struct Response {
    std::unique_ptr<Conditioning> conditioning;
    bool prepared = false;
    std::unique_ptr<FilteredInverse> contact_inverse;  // of the rows that are not pulls
    MatX contact_share;                                // pulls of those rows for unit pulls
    VecX contact_pulls;                                // and for their own targets
    MatX standing;  // amplitudes without any pull at points: held poses, obstacles
    std::unique_ptr<HandleSolver> solver;
    mutable std::map<int, FrameAnswers> frame_answers;
    bool answers_are_stale = true;
  };
  Response now_;
  std::vector<MatX> tangents_;      // of each point in the input: d position / d z, modes x 3
  std::size_t points_in_rows_ = 0;  // points that have rows: the first ones
  // Frames of points as the handles last saw them whole: the one that is asked for next is often
  // there.
  mutable double asked_stretch_ = 1;  // least volume that the last look at points asked for
  VecX finished_pulls_;
  std::map<int, FinishedFrame> finished_frames_;

  std::vector<PoseRemainder> remainders_;
  VecX pulls_;
  MatX amplitudes_;  // modes x window frames
  EditReport report_;
};

}  // namespace retake
