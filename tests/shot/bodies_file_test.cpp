// Several bodies in the file of a shot: written, read back, named, refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/elasticity/interior.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/sources/cache.h"
#include "shot/example_shots.h"
#include "shot/stacked_bars.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

class BodiesFile : public testing::Test {
 protected:
  BodiesFile() {
    Shot shot = two_bars();
    std::vector<ShotBody> bodies = shot.bodies.several();
    bodies[1].origin = Origin{.mesh_file = "/there/free.glb",
                              .object = "free",
                              .up = UpAxis::z,
                              .body_vertex_of_file_vertex = std::vector<int>(30, 3)};
    bodies[0].color = Eigen::Vector3f(0.25f, 0.5f, 0.75f);
    shot.bodies = ShotBodies(std::move(bodies), shot.name, shot.color);
    shot.layers = {pull_layer(10, cache_of(shot), 28 + 27, {0, 0.05, 0})};
    write_shot(shot, folder_ / "both.json");
    json_ = parse_json(bytes_of(folder_ / "both.json"), "both.json");
  }

  // The shot as its file has it, changed by hand.
  Shot read(const std::function<void(Json&)>& change) {
    Json json = json_;
    change(json);
    folder_.put("hand.json", json.dump());
    return read_shot(folder_ / "hand.json");
  }
  std::string complaint(const std::function<void(Json&)>& change) {
    try {
      read(change);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  Json& wish(Json& json) { return json["layers"][0]["wishes"][0]; }

  TemporaryFolder folder_;
  Json json_;
};

}  // namespace

TEST_F(BodiesFile, IsReadBackAsItWasWritten) {
  const Shot written = two_bars(), shot = read_shot(folder_ / "both.json");
  ASSERT_EQ(shot.bodies.several().size(), 2u);
  EXPECT_EQ(shot.bodies.several()[1].body.name, "free");
  EXPECT_EQ(shot.bodies.several()[1].first_vertex, 28);
  EXPECT_EQ(shot.bodies.several()[1].origin->up, UpAxis::z);
  EXPECT_EQ(shot.bodies.several()[1].origin->body_vertex_of_file_vertex.size(), 30u);
  EXPECT_FALSE(shot.bodies.several()[0].origin);
  EXPECT_EQ(*shot.bodies.several()[0].color, Eigen::Vector3f(0.25f, 0.5f, 0.75f));
  EXPECT_EQ(shot.body().rest_positions, written.body().rest_positions);
  EXPECT_EQ(shot.body().tets, written.body().tets);
  EXPECT_EQ(shot.body().pins, written.body().pins);
  EXPECT_EQ(shot.body().material_of_element, written.body().material_of_element);
  EXPECT_EQ(cache_of(shot).frames, cache_of(written).frames);
  ASSERT_TRUE(shot.body().render_surface);  // since one has a colour
  EXPECT_EQ(shot.body().render_surface->colors.col(27), Eigen::Vector3f(0.25f, 0.5f, 0.75f));
  EXPECT_EQ(shot.body().render_surface->colors.col(28), written.color);
  std::filesystem::create_directory(folder_ / "again");
  write_shot(shot, folder_ / "again" / "both.json");
  EXPECT_EQ(bytes_of(folder_ / "again" / "both.json"), bytes_of(folder_ / "both.json"));
}

TEST_F(BodiesFile, CountsVerticesOfAPointFromItsBodysFirst) {
  const Shot shot = read([&](Json& json) {
    wish(json)["vertex"] = 27;
    wish(json)["body"] = "free";
  });
  const auto& green = shot.layers[0].content.get<WishLayer>();
  EXPECT_EQ(green.wishes[0].wish.point, (WeightedPoint{{28 + 27, 1}}));
  const Shot other = read([&](Json& json) {
    wish(json).erase("vertex");
    wish(json)["vertices"] = {0, 2};
    wish(json)["body"] = "free";
    json["layers"][0]["settings"]["region"] = {{"body", "free"}};
  });
  const auto& regional = other.layers[0].content.get<WishLayer>();
  EXPECT_EQ(regional.wishes[0].wish.point, (WeightedPoint{{28, 0.5}, {30, 0.5}}));
  EXPECT_EQ(regional.settings.region.size(), 28u);
  EXPECT_EQ(regional.settings.region.front(), 28);
}

TEST_F(BodiesFile, AHandleWithARadiusTakesNothingOfAnotherBody) {
  const Shot shot = read([&](Json& json) { wish(json)["radius"] = 50; });
  const WeightedPoint& point = shot.layers[0].content.get<WishLayer>().wishes[0].wish.point;
  EXPECT_EQ(point.size(), 28u);
  double sum = 0;
  for (const auto& [vertex, weight] : point) {
    EXPECT_GE(vertex, 28);
    sum += weight;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST_F(BodiesFile, TakesACacheForEachBody) {
  const Shot written = two_bars();
  for (const ShotBody& body : written.bodies.several()) {
    write_motion(folder_ / (body.body.name + ".pc2"), motion_of_body(cache_of(written), body));
  }
  Motion shorter = motion_of_body(cache_of(written), written.bodies.several()[1]);
  shorter.frames.pop_back();
  write_motion(folder_ / "short.pc2", shorter);
  const auto with = [](const Json& files) {
    return [files](Json& json) {
      json["source"].erase("file");
      json["source"]["files"] = files;
    };
  };
  EXPECT_EQ(cache_of(read(with({"held.pc2", "free.pc2"}))).frames, cache_of(written).frames);
  EXPECT_THAT(complaint(with({"held.pc2", "short.pc2"})),
              AllOf(HasSubstr("'held'"), HasSubstr("'free'"), HasSubstr("24"), HasSubstr("23")));
  EXPECT_THAT(complaint(with({"held.pc2"})), HasSubstr("2, one a body"));
  EXPECT_THAT(complaint(with({"held.pc2", "both.pc2"})),
              AllOf(HasSubstr("28 vertices as in body 'free'"), HasSubstr("56")));
  EXPECT_THAT(complaint(with("held.pc2")), HasSubstr("list"));
  EXPECT_THAT(complaint([&](Json& json) { json["source"]["files"] = {"held.pc2"}; }),
              HasSubstr("both given"));
}

TEST_F(BodiesFile, RefusesNamesVerticesAndKeysThatMakeNoSense) {
  EXPECT_THAT(complaint([&](Json& json) { wish(json)["body"] = "fred"; }),
              AllOf(HasSubstr("fred"), HasSubstr("free")));
  EXPECT_THAT(complaint([&](Json& json) {
                wish(json)["body"] = "free";
                wish(json)["vertex"] = 28;
              }),
              AllOf(HasSubstr("body 'free'"), HasSubstr("0 to 27")));
  EXPECT_THAT(complaint([](Json& json) { json["bodies"][1]["name"] = "held"; }),
              HasSubstr("same name"));
  for (const char* name : {"", "a/b", ".hidden", "a.b", "a#"}) {
    EXPECT_THAT(complaint([&](Json& json) { json["bodies"][1]["name"] = name; }), HasSubstr("name"))
        << name;
  }
  EXPECT_THAT(complaint([](Json& json) { json["body"] = json["bodies"][0]; }),
              HasSubstr("one body and several"));
  EXPECT_THAT(complaint([](Json& json) { json["bodies"] = Json::array(); }),
              HasSubstr("without bodies"));
  EXPECT_THAT(complaint([](Json& json) { json["bodies"][0]["colour"] = 1; }), HasSubstr("color"));
  Json single = {{"kind", "position"}, {"frame", 6}, {"vertex", 1}, {"body", "cup"}};
  write_shot(plain_shot(), folder_ / "one.json");
  Json one = parse_json(bytes_of(folder_ / "one.json"), "one.json");
  one["layers"] = {{{"kind", "green"}, {"wishes", {single}}}};
  EXPECT_THAT(complaint([&](Json& json) { json = one; }), HasSubstr("one body"));
}

TEST_F(BodiesFile, NamesTheBodyInWhatIsWrongWithAWish) {
  EXPECT_THAT(complaint([&](Json& json) {
                json["layers"][0]["settings"]["region"] = {{"body", "held"}};
              }),
              HasSubstr("vertex 27 of body 'free'"));
}

TEST(StackedInteriors, CarryTheVerticesOfEachToTheirRestPositions) {
  Shot shot;
  const Body skin = surface_shot().body();
  std::vector<ShotBody> bodies = {{.body = skin}, {.body = skin}};
  bodies[0].body.name = "a";
  Body& other = bodies[1].body;
  other.name = "b";
  other.rest_positions.colwise() += Vec3(3, 0, 0);
  other.interior->rest_positions.colwise() += Vec3(3, 0, 0);
  other.interior->fill = 0.5;
  shot.bodies = ShotBodies(bodies, shot.name, shot.color);
  const Body& stack = shot.body();
  EXPECT_NO_THROW(validate(stack));
  const SparseMatrix carry = interior_to_surface(stack);
  const VecX carried = carry * stack.interior->rest_positions.reshaped();
  EXPECT_LT((carried - stack.rest_positions.reshaped()).norm(), 1e-12);
  const Body inside = interior_body(stack);
  EXPECT_DOUBLE_EQ(inside.material_of(0).density, 1900 * 2.0 / 3);
  EXPECT_DOUBLE_EQ(inside.material_of(2).density, 1900 * 0.5);
}

}  // namespace retake
