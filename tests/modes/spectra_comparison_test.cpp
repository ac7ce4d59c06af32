#include "retake/modes/spectra_comparison.h"

#include <gtest/gtest.h>

#include "modes/bars.h"

namespace retake {
namespace {

TEST(SpectraComparison, FindsTheSameEigenvalues) {
  const Body bar = clamp_end(make_bar({.cells = {12, 2, 2}}));
  const SpectraResult peer = modes_by_spectra(free_system(bar), {.count = 40});
  ASSERT_TRUE(peer.converged);
  const VecX ours = compute_modes(bar, {.count = 40}).modes.eigenvalues;
  EXPECT_LT(((peer.eigenvalues - ours).array() / ours.array()).abs().maxCoeff(), 1e-8);
}

}  // namespace
}  // namespace retake
