#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/source_json.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  try {
    read_contact_lines(folder.put("touch.csv", text), rich_shot());
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(ContactLines, GiveFrameVertexNormalAndObstacle) {
  const TemporaryFolder folder;
  const auto file = folder.put("touch.csv",
                               "frame,vertex,nx,ny,nz,obstacle\n"
                               "7, 3, 0, 2, 0, 2\n"
                               "\n"
                               "# by hand\n"
                               "1,4,3,0,4\n");
  const auto contacts = read_contact_lines(file, rich_shot());
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_EQ(contacts[0].frame, 1);
  EXPECT_EQ(contacts[0].vertex, 4);
  EXPECT_EQ(contacts[0].obstacle, 0);
  EXPECT_EQ(contacts[0].normal, Vec3(0.6, 0, 0.8));
  EXPECT_EQ(contacts[1].frame, 7);
  EXPECT_EQ(contacts[1].obstacle, 2);
  EXPECT_EQ(contacts[1].normal, Vec3(0, 1, 0));
}

TEST(ContactLines, AreReadWithTheShot) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  folder.put("touch.csv", "2,1,0,1,0\n");
  Json json = parse_json(bytes_of(folder / "wobble.json"), "wobble.json");
  json["source"].erase("contacts");
  json["source"]["contacts_file"] = "touch.csv";
  folder.put("wobble.json", json.dump());
  const Shot shot = read_shot(folder / "wobble.json");
  ASSERT_EQ(shot.contacts.size(), 1u);
  EXPECT_EQ(shot.contacts[0].vertex, 1);
}

TEST(ContactLines, RefusalsNameTheLine) {
  EXPECT_THAT(refusal("1,2,0,1,0\n12,2,0,1,0\n"),
              AllOf(HasSubstr("touch.csv, line 2"), HasSubstr("no such frame"),
                    HasSubstr("0 to 11"), HasSubstr("12")));
  EXPECT_THAT(refusal("1,5,0,1,0\n"), AllOf(HasSubstr("line 1"), HasSubstr("no such vertex")));
  EXPECT_THAT(refusal("1,2,0,1,0,4\n"), HasSubstr("no such obstacle"));
  EXPECT_THAT(refusal("1,2,0,1\n"), AllOf(HasSubstr("too short"), HasSubstr("nx,ny,nz")));
  EXPECT_THAT(refusal("1,2,0,0,0\n"), HasSubstr("normal"));
  EXPECT_THAT(refusal("1,2,0,nan,0\n"), HasSubstr("finite"));
  EXPECT_THAT(refusal("1,2,0,1,0,0,8\n"), HasSubstr("goes on"));
  EXPECT_THAT(refusal("1,two,0,1,0\n"), HasSubstr("two"));
}

}  // namespace retake
