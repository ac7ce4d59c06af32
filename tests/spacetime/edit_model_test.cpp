// Edits by models that are handed in.
#include "retake/spacetime/edit_model.h"

#include <gtest/gtest.h>

#include "spacetime/dense_compliance.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

EditSettings with_few_modes() { return {.modes = 8}; }

// The green model with a compliance that knows its cost only as one dense matrix.
enum class InCost { modes_are_apart, modes_meet };
EditModel dense_model(const EditInput& input, InCost how) {
  EditModel model = green_model(input, with_few_modes());
  model.make_compliance = [basis = model.basis, how](const CostOptions& cost, int frames,
                                                     int count) {
    DenseProblem problem = dense_problem(basis->spectrum().head(count), frames, cost);
    if (how == InCost::modes_meet) problem = with_mixed_modes(std::move(problem), count, frames);
    return std::make_unique<DenseCompliance>(std::move(problem), count, frames);
  };
  return model;
}

void add_wishes(MotionEdit& edit, const Body& body) {
  edit.add(hold(nearest_vertex(body, bar_tip), 20, {3.8, 0.8, 0.2}));
  edit.add({.kind = WishKind::pose, .frame = 30, .pose = swinging(body, 0.8)->frames[5]});
  edit.add({.kind = WishKind::pin, .frame = 12, .point = {{nearest_vertex(body, {2, 0, 0}), 1}}});
}

TEST(EditModel, WithADenseComplianceOfTheSameCostIsTheSameEdit) {
  const EditInput input = still_bar();
  MotionEdit banded(input, with_few_modes());
  MotionEdit dense(input, with_few_modes(), dense_model(input, InCost::modes_are_apart));
  for (MotionEdit* edit : {&banded, &dense}) {
    add_wishes(*edit, input.body);
    edit->solve();
  }
  const MatX z = banded.amplitudes();
  EXPECT_GT(z.norm(), 1);
  EXPECT_LT((dense.amplitudes() - z).norm(), 1e-6 * z.norm());
}

TEST(EditModel, MeetsWishesAndKeepsContactsWhereModesMeetInTheCost) {
  EditInput input = still_bar();
  const int foot = nearest_vertex(input.body, {1, -0.5, 0});
  for (int t = 14; t <= 20; ++t) {
    input.contacts.push_back({.frame = t, .vertex = foot, .obstacle = 0, .normal = Vec3::UnitY()});
  }
  MotionEdit edit(input, with_few_modes(), dense_model(input, InCost::modes_meet));
  add_wishes(edit, input.body);
  for (const WishReport& wish : edit.solve().wishes) EXPECT_LT(wish.miss, 4e-4) << wish.frame;
  for (const ContactDrift& contact : edit.contact_drifts()) EXPECT_LT(contact.drift, 1e-4);
  for (const FrameView& frame : edit.motion().frames) EXPECT_TRUE(frame.allFinite());
}

}  // namespace
}  // namespace retake
