#include "retake/shot/json_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shot/refusal.h"

namespace retake {

using testing::HasSubstr;

TEST(JsonFields, ParseErrorsNameFileLineAndColumn) {
  const std::string message =
      refusal_by([] { parse_json("{\n  \"a\": 1,\n  \"b\" 2\n}", "x.json"); });
  EXPECT_THAT(message, HasSubstr("x.json, line 3, column 7"));
}

TEST(JsonFields, WordsForWhatIsNoNumberAreNamed) {
  for (const std::string word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-nan"}) {
    const std::string text = "{\n  \"a\": [0, " + word + ", 1]\n}";
    EXPECT_THAT(
        refusal_by([&] { parse_json(text, "x.json"); }),
        testing::AllOf(HasSubstr("line 2"), HasSubstr("no number"), HasSubstr("found " + word)));
  }
}

TEST(JsonFields, AbsentFieldsLeaveTheDefault) {
  const Json json = {{"fps", 30}};
  JsonFields fields(json, "x.json");
  double fps = 24, other = 7;
  fields.read("fps", fps);
  fields.read("other", other);
  EXPECT_EQ(fps, 30);
  EXPECT_EQ(other, 7);
  EXPECT_NO_THROW(fields.finish());
}

TEST(JsonFields, UnknownKeysAreRefusedWithTheNearestKnownOne) {
  const Json json = {{"framse", 30}};
  JsonFields fields(json, "x.json");
  int frames = 0;
  fields.read("frames", frames);
  EXPECT_THAT(refusal_by([&] { fields.finish(); }),
              testing::AllOf(HasSubstr("'framse'"), HasSubstr("'frames'")));
}

TEST(JsonFields, WrongTypesSayWhereExpectedAndFound) {
  const Json json = {{"a", {{"count", 1.5}, {"point", {1, 2}}, {"name", 3}}}};
  JsonFields fields = JsonFields(json, "x.json").object("a");
  int count = 0;
  Vec3 point;
  std::string name;
  EXPECT_THAT(
      refusal_by([&] { fields.read("count", count); }),
      testing::AllOf(HasSubstr("x.json, a.count"), HasSubstr("whole number"), HasSubstr("1.5")));
  EXPECT_THAT(refusal_by([&] { fields.read("point", point); }), HasSubstr("three numbers"));
  EXPECT_THAT(refusal_by([&] { fields.read("name", name); }), HasSubstr("text"));
}

TEST(JsonFields, ChoicesSayWhatMayBeChosenAndGuessWhatWasMeant) {
  const Json json = {{"law", "corotatde"}};
  JsonFields fields(json, "x.json");
  EXPECT_THAT(refusal_by([&] {
                fields.read_choice("law", {"stvk", "corotated"}, 0);
              }),
              testing::AllOf(HasSubstr("stvk, corotated"), HasSubstr("mean 'corotated'")));
}

TEST(JsonFields, NestingWithoutEndIsRefused) {
  EXPECT_THAT(refusal_by([] { parse_json(std::string(300'000, '['), "x.json"); }),
              testing::AllOf(HasSubstr("x.json"), HasSubstr("deep")));
}

TEST(JsonFields, NumbersBeyondDoubleAreRefused) {
  EXPECT_THAT(refusal_by([] { parse_json("{\"young\":\n [1, 11e999, 1e999]}", "x.json"); }),
              testing::AllOf(HasSubstr("x.json, line 2, column 6"), HasSubstr("too large"),
                             HasSubstr("11e999")));
  EXPECT_THAT(refusal_by([] { parse_json("{\"1e999\": 1,\n \"a\": -1e999}", "x.json"); }),
              HasSubstr("line 2, column 7"));
}

}  // namespace retake
