// `retake import` as a user runs it.
#include "cli/command_test.h"
#include "retake/mesh/motion_file.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

std::vector<std::string> import_words(const SheetFolder& folder, const std::string& output) {
  return {"import", (folder / "sheet.obj").string(), (folder / "sheet.pc2").string(),
          "-o",     (folder / output).string(),      "--quiet"};
}

std::vector<std::string> with(std::vector<std::string> words, std::vector<std::string> more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

int count_files(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST(ImportCommand, WritesAShotThatOtherCommandsReadAndSaysWhatItAssumed) {
  const SheetFolder folder;
  const ProgramResult result = run_retake(import_words(folder, "sheet.json"));
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr("y is up"), HasSubstr("24 frames per second"),
                                   HasSubstr("shell"), HasSubstr("pinned")));
  const ProgramResult check = run_retake({"check", (folder / "sheet.json").string()});
  EXPECT_EQ(check.exit_code, 0) << check.output;
  EXPECT_THAT(check.output, HasSubstr("12 frames"));
}

TEST(ImportCommand, ReplacesFilesOnlyWhenTold) {
  const SheetFolder folder;
  const std::string mesh = bytes_of(folder / "sheet.obj"), cache = bytes_of(folder / "sheet.pc2");
  ASSERT_EQ(run_retake(import_words(folder, "sheet.json")).exit_code, 0);
  const ProgramResult again = run_retake(import_words(folder, "sheet.json"));
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.errors, AllOf(HasSubstr("sheet.json"), HasSubstr("--replace")));
  EXPECT_EQ(run_retake(with(import_words(folder, "sheet.json"), {"--replace"})).exit_code, 0);
  EXPECT_EQ(bytes_of(folder / "sheet.obj"), mesh);
  EXPECT_EQ(bytes_of(folder / "sheet.pc2"), cache);
}

TEST(ImportCommand, ThatFailsLeavesNothingBehind) {
  const SheetFolder folder;
  Motion motion = folder.motion;
  motion.frames.change(11)(0, 0) = std::numeric_limits<float>::quiet_NaN();
  write_motion(folder / "sheet.pc2", motion);
  const int before = count_files(folder.path());
  const ProgramResult result = run_retake(import_words(folder, "shot.json"));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("frame 11"), HasSubstr("not finite")));
  EXPECT_EQ(count_files(folder.path()), before);
  EXPECT_EQ(run_retake(import_words(folder, "new/folder/shot.json")).exit_code, 1);
  EXPECT_EQ(count_files(folder.path()), before);
}

TEST(ImportCommand, MakesTheFolderThatItsShotNeeds) {
  const SheetFolder folder;
  const ProgramResult result = run_retake(import_words(folder, "new/folder/shot.json"));
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(run_retake({"check", (folder / "new/folder/shot.json").string()}).exit_code, 0);
}

TEST(ImportCommand, NamesTheFolderThatCannotBeMade) {
  const SheetFolder folder;
  const ProgramResult result = run_retake(import_words(folder, "sheet.obj/shots/shot.json"));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("cannot be made"), HasSubstr("sheet.obj/shots")));
}

TEST(ImportCommand, TellsProgramsTheSameAsPeople) {
  const SheetFolder folder;
  const ProgramResult result =
      run_retake(with(import_words(folder, "shot.json"),
                      {"--json", "--up", "z", "--unit", "cm", "--fps", "30", "--pins", "0-4,7",
                       "--start", "101", "--material", "leaf", "--young", "2e6"}));
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json report = Json::parse(result.output);
  EXPECT_EQ(report["body"], "shell");
  EXPECT_EQ(report["up"], "z");
  EXPECT_EQ(report["meters_per_unit"], 0.01);
  EXPECT_EQ(report["pins"], 6);
  EXPECT_EQ(report["start_frame"], 101);
  EXPECT_EQ(report["frames"], 12);
  EXPECT_TRUE(report["findings"].empty());
}

TEST(ImportCommand, RefusesWordsThatMakeNoSense) {
  const SheetFolder folder;
  const auto errors_of = [&](std::vector<std::string> words) {
    return run_retake(with(import_words(folder, "shot.json"), std::move(words))).errors;
  };
  EXPECT_THAT(errors_of({"--up", "w"}), HasSubstr("no such axis"));
  EXPECT_THAT(errors_of({"--unit", "parsec"}), HasSubstr("no such unit"));
  EXPECT_THAT(errors_of({"--material", "cheese"}), HasSubstr("no such material"));
  EXPECT_THAT(errors_of({"--pins", "3-x"}), HasSubstr("--pins"));
  EXPECT_THAT(errors_of({"--fps", "-1"}), HasSubstr("frames per second"));
  EXPECT_FALSE(fs::exists(folder / "shot.json"));
}

TEST(ImportCommand, NeedsNoMoreMemoryForMoreFrames) {
  const auto peak = [](int frames) {
    const SheetFolder folder(2, 100);
    MotionWriter writer(folder / "sheet.pc2", 10'000);  // this process, too, keeps little
    for (int t = 0; t < frames; ++t) {
      writer.append(folder.motion.frames[static_cast<std::size_t>(t % 2)]);
    }
    writer.finish();
    return run_retake(import_words(folder, "shot.json")).peak_kib;
  };
  const long few = peak(10), many = peak(250);  // 240 more frames of 10,000 vertices are 29 MB
  EXPECT_LT(many - few, 10'000);
}

}  // namespace retake
