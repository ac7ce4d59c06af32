// What MotionEdit answers, by the paper's way, against a dense solve of the whole problem: every
// kind of wish, every end, every cost.
#include <cmath>

#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/edit_basis.h"
#include "retake/spacetime/held_points.h"
#include "retake/spacetime/motion_edit.h"
#include "spacetime/dense_problem.h"

namespace retake {
namespace {

constexpr int bar_frames = 16, mode_total = 10;

// A short clamped bar that sways a little.
struct SwayingBar {
  Body body = clamp_end(make_bar({.cells = {3, 1, 1}}));
  std::shared_ptr<const Motion> motion = swaying(body);
  std::shared_ptr<const Modes> modes =
      std::make_shared<Modes>(compute_modes(body, {.count = mode_total}).modes);
  EditBasis basis{body, modes, mode_total, std::vector<Placement>(bar_frames)};

  static std::shared_ptr<const Motion> swaying(const Body& body) {
    auto motion = std::make_shared<Motion>();
    for (int t = 0; t < bar_frames; ++t) {
      Points frame = body.rest_positions;
      frame.row(1) += 0.02 * std::sin(0.4 * t) * frame.row(0).cwiseAbs2();
      motion->frames.push_back(frame.cast<float>());
    }
    return motion;
  }
  int last_vertex() const { return body.vertex_count() - 1; }
  Vec3 place(int frame, int vertex) const {
    return motion->frames[static_cast<std::size_t>(frame)].col(vertex).cast<double>();
  }
};

// A wish as rows of the dense problem, one for each direction, and what each of them wants.
struct DenseWish {
  std::vector<WishRow> rows;
  VecX wanted;
};

// The sum of factor * position over its points shall be the target.
struct ReadPoint {
  int frame = 0, vertex = 0;
  double factor = 1;
};

DenseWish dense_wish(const SwayingBar& bar, const std::vector<ReadPoint>& points,
                     const Wish& wish) {
  DenseWish dense{{}, VecX::Zero(wish.directions.cols())};
  for (Eigen::Index i = 0; i < wish.directions.cols(); ++i) {
    const Vec3 direction = wish.directions.col(i);
    WishRow row;
    dense.wanted[i] = direction.dot(wish.target);
    for (const ReadPoint& point : points) {
      row.terms.push_back(
          {point.frame, point.factor * bar.basis.row(point.frame, {{point.vertex, 1}}, direction)});
      dense.wanted[i] -= point.factor * direction.dot(bar.place(point.frame, point.vertex));
    }
    dense.rows.push_back(std::move(row));
  }
  return dense;
}

struct KindOfWish {
  const char* name;
  Wish wish;
  DenseWish dense;
};

std::vector<KindOfWish> wishes_of_every_kind(const SwayingBar& bar, Ends ends) {
  const int tip = bar.last_vertex(), other = tip - 5, frame = 9;
  const double fps = bar.motion->fps;
  Wish position{.frame = frame, .point = {{tip, 1}}, .target = bar.place(frame, tip)};
  position.target += Vec3(0.01, 0.1, -0.05);
  position.stiff_axes = StiffAxes::locked;
  Wish relative = position, velocity = position, at_the_end = position, pin = position;
  relative.kind = WishKind::relative;
  relative.other = {{other, 1}};
  relative.target = {0.02, 0.3, 0.1};
  relative.directions = Mat3::Identity().rightCols(2);
  velocity.kind = at_the_end.kind = WishKind::velocity;
  velocity.target = at_the_end.target = {0, 0.5, 0.25};
  velocity.directions = at_the_end.directions = Vec3::UnitY();
  Wish soft = position;
  soft.directions = Vec3(0, 0.6, 0.8);
  soft.weight = 3;
  Wish region = position;
  region.point = {{tip, 0.5}, {other, 0.2}, {tip - 9, 0.3}};
  Wish soft_region = region;
  soft_region.directions = Mat3::Identity().leftCols(1);
  soft_region.weight = 0.5;
  const std::vector<ReadPoint> of_region = {
      {frame, tip, 0.5}, {frame, other, 0.2}, {frame, tip - 9, 0.3}};
  pin.kind = WishKind::pin;
  Wish pinned_there = pin;
  pinned_there.target = bar.place(frame, tip);
  std::vector<KindOfWish> kinds = {
      {"position", position, dense_wish(bar, {{frame, tip, 1}}, position)},
      {"relative", relative, dense_wish(bar, {{frame, tip, 1}, {frame, other, -1}}, relative)},
      {"velocity", velocity,
       dense_wish(bar, {{frame + 1, tip, fps}, {frame, tip, -fps}}, velocity)},
      {"pin", pin, dense_wish(bar, {{frame, tip, 1}}, pinned_there)},
      {"soft", soft, dense_wish(bar, {{frame, tip, 1}}, soft)},
      {"region", region, dense_wish(bar, of_region, region)},
      {"soft region", soft_region, dense_wish(bar, of_region, soft_region)}};
  if (ends == Ends::both) return kinds;
  const int last = bar_frames - 1;
  at_the_end.frame = last;
  const std::vector<ReadPoint> points =
      ends == Ends::loop ? std::vector<ReadPoint>{{0, tip, fps}, {last, tip, -fps}}
                         : std::vector<ReadPoint>{{last, tip, fps}, {last - 1, tip, -fps}};
  kinds.push_back({"velocity at the end", at_the_end, dense_wish(bar, points, at_the_end)});
  return kinds;
}

class EveryWish : public EveryCost {
 protected:
  EditSettings settings() const {
    EditSettings settings;
    settings.modes = mode_total;
    settings.cost = options();
    settings.exact_handles = false;
    settings.filter = 0;
    return settings;
  }
  static MatX answer_of(const SwayingBar& bar, const EditSettings& settings,
                        const std::vector<Wish>& wishes) {
    MotionEdit edit({.body = bar.body, .motion = bar.motion, .modes = bar.modes}, settings);
    for (const Wish& wish : wishes) edit.add(wish);
    edit.solve();
    return edit.amplitudes();
  }
  // With the softness that a weight stands for: the row's own compliance over the weight.
  MatX dense(const SwayingBar& bar, DenseWish wish, double weight) const {
    const BandedCompliance compliance(bar.basis.spectrum(), bar_frames, options());
    for (WishRow& row : wish.rows) row.softness = between(compliance, row, row) / weight;
    return dense_answer(dense_problem(bar.basis.spectrum(), bar_frames, options()), wish.rows,
                        wish.wanted, mode_total, bar_frames);
  }
};

TEST_P(EveryWish, IsAnsweredAsByADenseSolveOfTheWholeProblem) {
  const SwayingBar bar;
  for (const auto& [name, wish, dense_form] : wishes_of_every_kind(bar, options().ends)) {
    const MatX z = answer_of(bar, settings(), {wish});
    const MatX expected = dense(bar, dense_form, wish.weight);
    if (wish.kind == WishKind::pin) {
      EXPECT_LT(z.norm(), 1e-9) << name;
    } else {
      EXPECT_GT(expected.norm(), 1e-3) << name;
      EXPECT_LT((z - expected).norm(), 1e-8 * expected.norm()) << name;
    }
  }
}

TEST_P(EveryWish, TogetherWithAPinIsAnsweredAsByADenseSolve) {
  const SwayingBar bar;
  const std::vector<KindOfWish> kinds = wishes_of_every_kind(bar, options().ends);
  Wish pin = kinds[3].wish;
  pin.frame = 5;
  pin.target = bar.place(5, bar.last_vertex());
  DenseWish both = dense_wish(bar, {{5, bar.last_vertex(), 1}}, pin);
  pin.target.setZero();
  const DenseWish& position = kinds[0].dense;
  both.rows.insert(both.rows.end(), position.rows.begin(), position.rows.end());
  both.wanted.conservativeResize(6);
  both.wanted.tail(3) = position.wanted;

  const MatX z = answer_of(bar, settings(), {pin, kinds[0].wish});
  const MatX expected = dense(bar, both, Wish::hard);
  EXPECT_LT((z - expected).norm(), 1e-8 * expected.norm());
}

TEST_P(EveryWish, OfAPoseIsAnsweredAsByADenseSolve) {
  const SwayingBar bar;
  const int frame = 9;
  Wish pose{.kind = WishKind::pose, .frame = frame, .pose = bar.motion->frames[0]};
  pose.pose.row(2) += 0.05f * pose.pose.row(0).cwiseAbs2();
  const Points edit = Warp(bar.body, bar.motion).unwarp(frame, pose.pose).cast<double>();
  DenseWish dense_form{{}, bar.basis.amplitudes_of(frame, edit)};
  for (int k = 0; k < mode_total; ++k)
    dense_form.rows.push_back({{{frame, VecX::Unit(mode_total, k)}}, 0});
  for (const double weight : {Wish::hard, 4.0}) {
    pose.weight = weight;
    const MatX expected = dense(bar, dense_form, weight);
    EXPECT_LT((answer_of(bar, settings(), {pose}) - expected).norm(), 1e-8 * expected.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Costs, EveryWish,
                         testing::Values(CostCase{CostKind::dynamics, Ends::both},
                                         CostCase{CostKind::dynamics, Ends::start},
                                         CostCase{CostKind::dynamics, Ends::loop},
                                         CostCase{CostKind::dynamics, Ends::both, 0.3, 3},
                                         CostCase{CostKind::paper_dynamics, Ends::both},
                                         CostCase{CostKind::smooth, Ends::both},
                                         CostCase{CostKind::smooth, Ends::start},
                                         CostCase{CostKind::smooth, Ends::loop}),
                         name_of_case);

}  // namespace
}  // namespace retake
