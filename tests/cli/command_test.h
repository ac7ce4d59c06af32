#pragma once
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "temporary_folder.h"

// What tests of commands share: the program, folders, and words about what it said.
namespace retake {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

}  // namespace retake
