#pragma once
#include <cstdlib>
#include <filesystem>

// Real meshes and motions, kept outside of the repository: the folder that RETAKE_DATA names, or
// ../shared/data beside the project. Tests that need it skip with a word where it is absent.
inline std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("RETAKE_DATA")) return folder;
  return std::filesystem::path(RETAKE_SOURCE_DIR).parent_path() / "shared" / "data";
}

#define RETAKE_NEED_DATA(path)                               \
  if (!std::filesystem::exists(path))                        \
  GTEST_SKIP() << "test data is absent: " << (path).string() \
               << " (set RETAKE_DATA to the data folder to run this test)"
