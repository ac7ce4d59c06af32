// Frames of a motion: in memory, or in a file of which little is in memory.
#include "retake/mesh/frame_list.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file_size_limit.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {

namespace {

constexpr int points = 1000;

Eigen::Matrix3Xf sample(int number) {
  return Eigen::Matrix3Xf::Constant(3, points, 1.0f / 3 + static_cast<float>(number));
}

FrameList stored_samples(const TemporaryFolder& folder, int count,
                         std::size_t bytes_in_memory = 256u << 20) {
  FrameList list(FrameStore::open(folder.path(), points, bytes_in_memory));
  for (int i = 0; i < count; ++i) list.push_back(sample(i));
  return list;
}

// Pages of files that this process has in its memory.
long file_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kib = 0;
    if (word == "RssFile:" && status >> kib) return kib;
  }
  return 0;
}

}  // namespace

TEST(FrameList, GivesBackStoredFramesToTheBit) {
  const TemporaryFolder folder;
  const FrameList list = stored_samples(folder, 40);
  for (int i = 39; i >= 0; --i) EXPECT_EQ(list[static_cast<std::size_t>(i)], sample(i)) << i;
}

TEST(FrameList, LeavesNoFileBehindItself) {
  const TemporaryFolder folder;
  const FrameList list = stored_samples(folder, 3);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FrameList, ACopyKeepsWhatTheOtherChanges) {
  const TemporaryFolder folder;
  FrameList list = stored_samples(folder, 3);
  const FrameList copy = list;
  list.put(1, sample(7));
  list.change(2).setZero();
  EXPECT_EQ(copy[1], sample(1));
  EXPECT_EQ(copy[2], sample(2));
  EXPECT_EQ(list.part(1, 1)[0], sample(7));
  EXPECT_EQ(list.back(), Eigen::Matrix3Xf::Zero(3, points));
}

TEST(FrameList, RoomOfForgottenFramesIsUsedAgain) {
  const TemporaryFolder folder;
  FrameList list = stored_samples(folder, 2);
  const FrameView before = list[0];
  const float* place = before.data();
  list.put(0, sample(5));  // the old frame is held until the new one is written
  list.put(1, sample(6));
  EXPECT_EQ(list[1].data(), place);
  EXPECT_EQ(list[0], sample(5));
}

TEST(FrameList, LookingAtManyFramesKeepsFewOfThemInMemory) {
  const TemporaryFolder folder;
  const FrameList list = stored_samples(folder, 6000, 4u << 20);  // 72 MB
  const long before = file_kib();
  float sum = 0;
  long most = 0;
  for (const FrameView& frame : list) {
    sum += frame.sum();
    most = std::max(most, file_kib() - before);
  }
  EXPECT_GT(sum, 0);
  EXPECT_LT(most, 10'000);
}

TEST(FrameList, RefusesAFrameThatIsTooLargeForItsStore) {
  const TemporaryFolder folder;
  FrameList list = stored_samples(folder, 1);
  EXPECT_THROW(list.push_back(Eigen::Matrix3Xf::Zero(3, points + 1)), InputError);
}

TEST(FrameList, OutlivesTheFolderOfItsFile) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "cache");
  FrameList list(FrameStore::open(folder / "cache", points));
  list.push_back(sample(1));
  std::filesystem::remove_all(folder / "cache");
  list.push_back(sample(2));
  EXPECT_EQ(list[0], sample(1));
  EXPECT_EQ(list[1], sample(2));
}

TEST(FrameList, AFolderThatCannotBeWrittenIsNamedWithAWayOut) {
  const TemporaryFolder folder;
  try {
    FrameStore::open(folder / "missing", points);
    FAIL() << "no complaint";
  } catch (const FileError& error) {
    EXPECT_EQ(error.complaint().where, (folder / "missing").string());
    EXPECT_THAT(error.complaint().advice, testing::HasSubstr("RETAKE_CACHE"));
  }
}

// The system's limit on the size of files stands for a disk without room.
TEST(FrameList, ADiskWithoutRoomIsToldAndWhatIsThereStays) {
  const TemporaryFolder folder;
  FrameList list = stored_samples(folder, 5);
  const FileSizeLimit limit(64u << 20);
  try {
    for (int i = 5; i < 8000; ++i) list.push_back(sample(i));
    FAIL() << "no complaint";
  } catch (const FileError& error) {
    EXPECT_THAT(error.complaint().advice, testing::HasSubstr("Make room"));
  }
  EXPECT_EQ(list[4], sample(4));
}

}  // namespace retake
