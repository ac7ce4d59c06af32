#include "retake/mesh/atomic_file.h"

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "file_size_limit.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

namespace retake {
namespace {

int files_in(const std::filesystem::path& folder) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder / "a");
    file.write("hello");
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
    file.rewrite(0, "J");
    file.commit();
  }
  EXPECT_EQ(bytes_of(folder / "a"), "Jello");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, LeavesTheOldFileAndNothingElseWhenNotCommitted) {
  const TemporaryFolder folder;
  folder.put("a", "old");
  { AtomicFile(folder / "a").write("new"); }
  EXPECT_EQ(bytes_of(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, KeepsThePermissionsOfTheOldFileAndWritesThroughLinks) {
  const TemporaryFolder folder;
  folder.put("a", "old");
  ::chmod((folder / "a").c_str(), 0640);
  std::filesystem::create_symlink(folder / "a", folder / "link");
  write_file(folder / "link", "new");
  struct stat status = {};
  ::stat((folder / "a").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(bytes_of(folder / "a"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(AtomicFile, RefusesAFolderAndAMissingFolder) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_file(folder.path(), "x"), FileError);
  EXPECT_THROW(write_file(folder / "none" / "a", "x"), FileError);
}

TEST(FullDisk, KeepsTheOldMeshAndLeavesNoTemporary) {
  const TemporaryFolder folder;
  folder.put("a.obj", "old");
  const FileSizeLimit limit(64);
  EXPECT_THROW(write_mesh(folder / "a.obj", sample_triangles()), FileError);
  EXPECT_EQ(bytes_of(folder / "a.obj"), "old");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(FullDisk, KeepsTheOldMotionAndLeavesNoTemporary) {
  const TemporaryFolder folder;
  for (const char* name : {"a.pc2", "a.mdd"}) {
    folder.put(name, "old");
    const FileSizeLimit limit(64);
    const Motion motion = {24, 0, {3, Eigen::Matrix3Xf::Ones(3, 10)}};
    EXPECT_THROW(write_motion(folder / name, motion), FileError);
    EXPECT_EQ(bytes_of(folder / name), "old");
  }
  EXPECT_EQ(files_in(folder.path()), 2);
}

TEST(FullDisk, IsReportedByADeviceToo) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THROW(write_file("/dev/full", "x"), FileError);
}

}  // namespace
}  // namespace retake
