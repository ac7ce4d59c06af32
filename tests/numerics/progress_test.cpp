#include "retake/numerics/progress.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace retake {
namespace {

class RecordedProgress : public Progress {
 public:
  explicit RecordedProgress(int stop_after = 1000000) : stop_after_(stop_after) {}
  bool cancelled() const override { return static_cast<int>(reports.size()) >= stop_after_; }

  std::vector<std::pair<std::string, double>> reports;

 private:
  void report(std::string_view name, double fraction) override {
    reports.emplace_back(name, fraction);
  }
  int stop_after_;
};

void long_step(Progress& progress) {
  for (int i = 0; i <= 10; ++i) progress.update("step", i / 10.0);
}

TEST(Progress, ReportsNameAndFraction) {
  RecordedProgress progress;
  long_step(progress);
  ASSERT_EQ(progress.reports.size(), 11u);
  EXPECT_EQ(progress.reports[5], (std::pair<std::string, double>("step", 0.5)));
}

TEST(Progress, StopsTheStepWhenAskedTo) {
  RecordedProgress progress(3);
  EXPECT_THROW(long_step(progress), Cancelled);
  EXPECT_EQ(progress.reports.size(), 3u);
}

TEST(Progress, OfAPartFillsItsShareOfTheWhole) {
  RecordedProgress whole;
  PartOfProgress part(whole, 0.2, 0.6);
  PartOfProgress part_of_part(part, 0.5, 1);
  part.update("first", 0.5);
  part_of_part.update("second", 0.5);
  EXPECT_DOUBLE_EQ(whole.reports[0].second, 0.4);
  EXPECT_DOUBLE_EQ(whole.reports[1].second, 0.5);
  EXPECT_EQ(whole.reports[1].first, "second");
}

TEST(Progress, CancelReachesParts) {
  RecordedProgress whole(2);
  PartOfProgress part(whole, 0, 0.5);
  EXPECT_THROW(long_step(part), Cancelled);
  EXPECT_TRUE(part.cancelled());
}

TEST(Progress, SilentNeverStops) { EXPECT_NO_THROW(long_step(Progress::silent())); }

}  // namespace
}  // namespace retake
