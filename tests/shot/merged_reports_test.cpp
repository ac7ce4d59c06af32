#include "retake/shot/merged_reports.h"

#include <gtest/gtest.h>

namespace retake {

namespace {

EditReport report_of(HandleStop stop, WishReport wish) {
  EditReport report;
  report.stop = stop;
  report.wishes = {std::move(wish)};
  return report;
}

HandleStop merged_stop(HandleStop a, HandleStop b) {
  return merged({report_of(a, {.id = 1}), report_of(b, {.id = 2})}, {}).stop;
}

}  // namespace

TEST(MergedReports, TheStopThatTellsMostWinsWhateverTheOrder) {
  const std::vector<HandleStop> telling_more = {HandleStop::converged, HandleStop::iteration_limit,
                                                HandleStop::yielded, HandleStop::element_limit};
  for (std::size_t i = 0; i < telling_more.size(); ++i) {
    for (std::size_t j = i; j < telling_more.size(); ++j) {
      EXPECT_EQ(merged_stop(telling_more[i], telling_more[j]), telling_more[j]);
      EXPECT_EQ(merged_stop(telling_more[j], telling_more[i]), telling_more[j]);
    }
  }
}

TEST(MergedReports, AWishOfSeveralPartsIsAsFarOffAsInTheWorstOfThem) {
  const WishReport near{.id = 1, .miss = 0.1};
  const WishReport far{.id = 1, .miss = 0.3, .missed_by = Vec3(0.3, 0, 0), .yielded = true};
  const EditReport all =
      merged({report_of(HandleStop::yielded, far), report_of(HandleStop::converged, near)}, {});
  ASSERT_EQ(all.wishes.size(), 1u);
  EXPECT_EQ(all.wishes[0].miss, 0.3);
  EXPECT_TRUE(all.wishes[0].yielded);
  EXPECT_EQ(all.wishes[0].missed_by, Vec3(0.3, 0, 0));
}

}  // namespace retake
