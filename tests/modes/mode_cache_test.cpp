#include "retake/modes/mode_cache.h"

#include <cstdlib>
#include <fstream>
#include <random>
#include <unistd.h>

#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/modes/content_hash.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

class ModeCache : public testing::Test {
 protected:
  ModeCache()
      : folder_(fs::temp_directory_path() /
                ("retake-mode-cache-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {}
  ~ModeCache() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(folder_, ignored);
  }

  CachedModes modes_of(const Body& body, int count) const {
    return cached_modes(body, {.count = count}, {.folder = folder_});
  }
  fs::path only_file() const { return fs::directory_iterator(folder_)->path(); }
  std::ptrdiff_t file_count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
  Body bar_ = make_bar({.cells = {4, 1, 1}});
};

void expect_same(const Modes& a, const Modes& b) {
  EXPECT_EQ(a.eigenvalues, b.eigenvalues);
  EXPECT_EQ(a.shapes, b.shapes);
  EXPECT_EQ(a.rigid, b.rigid);
}

TEST_F(ModeCache, GivesBackTheVerySameModes) {
  const CachedModes computed = modes_of(bar_, 12), read = modes_of(bar_, 12);
  EXPECT_FALSE(computed.from_cache);
  EXPECT_TRUE(read.from_cache);
  EXPECT_EQ(read.note, "");
  expect_same(computed.result.modes, read.result.modes);
  EXPECT_EQ(computed.result.report.worst_residual, read.result.report.worst_residual);
}

TEST_F(ModeCache, ServesFewerModesFromALargerBasisAndIsReplacedByALargerOne) {
  const Modes large = modes_of(bar_, 20).result.modes;
  const CachedModes small = modes_of(bar_, 7);
  EXPECT_TRUE(small.from_cache);
  EXPECT_EQ(small.result.modes.eigenvalues, large.eigenvalues.head(7));
  EXPECT_EQ(small.result.modes.shapes, large.shapes.leftCols(7));
  EXPECT_FALSE(modes_of(bar_, 25).from_cache);
  EXPECT_TRUE(modes_of(bar_, 25).from_cache);
  EXPECT_EQ(file_count(), 1);
}

TEST_F(ModeCache, IsComputedAnewWhereverTheFileIsDamaged) {
  const Modes good = modes_of(bar_, 5).result.modes;
  const auto size = fs::file_size(only_file());
  for (const double where : {0.0, 0.004, 0.02, 0.3, 0.7, 0.9999}) {
    {
      std::fstream file(only_file(), std::ios::binary | std::ios::in | std::ios::out);
      const auto offset = static_cast<std::streamoff>(where * static_cast<double>(size));
      file.seekg(offset);
      const int byte = file.get();
      file.seekp(offset);
      file.put(static_cast<char>(byte ^ 0x10));
    }
    const CachedModes again = modes_of(bar_, 5);
    EXPECT_FALSE(again.from_cache) << where;
    EXPECT_NE(again.note, "") << where;
    expect_same(again.result.modes, good);
    EXPECT_TRUE(modes_of(bar_, 5).from_cache) << where;
  }
}

TEST_F(ModeCache, IsComputedAnewIfTheFileIsCutShortOrGrown) {
  const Modes good = modes_of(bar_, 5).result.modes;
  const auto size = fs::file_size(only_file());
  for (const auto length : {std::uintmax_t{0}, std::uintmax_t{10}, size / 2, size - 1, size + 1}) {
    fs::resize_file(only_file(), length);
    const CachedModes again = modes_of(bar_, 5);
    EXPECT_FALSE(again.from_cache) << length;
    expect_same(again.result.modes, good);
  }
}

TEST_F(ModeCache, KeyChangesWithEverythingThatModesDependOn) {
  const std::string key = mode_cache_key(bar_, 1e-8);
  EXPECT_EQ(key, mode_cache_key(make_bar({.cells = {4, 1, 1}}), 1e-8));
  EXPECT_NE(key, mode_cache_key(bar_, 1e-9));
  const auto key_after = [&](auto&& change) {
    Body body = bar_;
    change(body);
    return mode_cache_key(body, 1e-8);
  };
  EXPECT_NE(key, key_after([](Body& b) { b.rest_positions(0, 0) += 1e-12; }));
  EXPECT_NE(key, key_after([](Body& b) { std::swap(b.tets(0, 0), b.tets(1, 0)); }));
  EXPECT_NE(key, key_after([](Body& b) { b.materials[0].young *= 1.01; }));
  EXPECT_NE(key, key_after([](Body& b) { b.materials[0].density *= 1.01; }));
  EXPECT_NE(key, key_after([](Body& b) { b.materials[0].poisson *= 1.01; }));
  EXPECT_NE(key, key_after([](Body& b) { b.pins = {0}; }));
  EXPECT_EQ(key, key_after([](Body& b) { b.name = "another"; }));
}

TEST_F(ModeCache, AFolderThatCannotBeMadeIsNoError) {
  std::ofstream(folder_) << "a file stands where the folder should be";
  const CachedModes modes = modes_of(bar_, 5);
  EXPECT_FALSE(modes.from_cache);
  EXPECT_NE(modes.note, "");
  EXPECT_EQ(modes.result.modes.eigenvalues.size(), 5);
}

TEST_F(ModeCache, TheOldestFilesGoFirst) {
  modes_of(bar_, 5);
  const fs::path oldest = only_file();
  const auto size = fs::file_size(oldest);
  fs::last_write_time(oldest, fs::file_time_type::clock::now() - std::chrono::hours(2));
  Body second = bar_, third = bar_;
  second.materials[0].young = 2e6;
  third.materials[0].young = 3e6;
  modes_of(second, 5);
  cached_modes(third, {.count = 5}, {.folder = folder_, .most_bytes = 2 * size + size / 2});
  EXPECT_EQ(file_count(), 2);
  EXPECT_FALSE(fs::exists(oldest));
  EXPECT_TRUE(modes_of(third, 5).from_cache);
}

TEST(ContentHash, IsSha256) {
  ContentHash empty;
  EXPECT_EQ(empty.finish(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  ContentHash abc;
  abc.add("abc", 3);
  EXPECT_EQ(abc.finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  ContentHash million;  // FIPS 180-2, example B.3, added in uneven parts
  const std::string part(997, 'a');
  for (int left = 1000000; left > 0; left -= 997) {
    million.add(part.data(), static_cast<std::size_t>(std::min(left, 997)));
  }
  EXPECT_EQ(million.finish(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace retake
