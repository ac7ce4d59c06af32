// Layers in shot files: what is written comes back, and what makes no sense is refused with a
// message that says what, where and what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/falloff.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/layers/blend.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

// The message with which a shot is refused when it is read after `change` to its JSON.
template <class Change>
std::string refusal_after_change(const Change& change) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  Json json = parse_json(bytes_of(folder / "wobble.json"), "wobble.json");
  change(json);
  folder.put("wobble.json", json.dump());
  try {
    read_shot(folder / "wobble.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

Json& wish(Json& shot, std::size_t index) { return shot["layers"][0]["wishes"][index]; }

Layer reread(const Json& json) {
  const Shot shot = rich_shot();
  return read_layer(JsonFields(json, "layer"), {shot.body(), {}});
}

}  // namespace

TEST(LayerFile, EveryKindOfLayerComesBackAsItWas) {
  const TemporaryFolder folder;
  const Shot shot = rich_shot();
  write_shot(shot, folder / "wobble.json");
  const Shot read = read_shot(folder / "wobble.json");
  ASSERT_EQ(read.layers.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(read.layers[i].content == shot.layers[i].content) << shot.layers[i].name;
    EXPECT_EQ(to_json(read.layers[i]), to_json(shot.layers[i]));
  }
}

TEST(LayerFile, ALayerThatNamesNoModesHasAsManyAsItsBodyCanBear) {
  const auto modes_of_a_body_of = [](int vertices, const char* layer) {
    Body body;
    body.rest_positions.setZero(3, vertices);
    const Json json = parse_json(layer, "layer");
    return read_layer(JsonFields(json, "layer"), {body, {}})
        .content.get<WishLayer>()
        .settings.modes;
  };
  const char* plain = R"({"kind": "green"})";
  EXPECT_EQ(modes_of_a_body_of(100, plain), 300);
  EXPECT_EQ(modes_of_a_body_of(100'000, plain), 80);
  EXPECT_EQ(modes_of_a_body_of(100'000, R"({"kind": "green", "settings": {"filter": 0.1}})"), 80);
  EXPECT_EQ(modes_of_a_body_of(1'000'000, plain), 60);
  EXPECT_EQ(modes_of_a_body_of(100'000, R"({"kind": "green", "settings": {"modes": 500}})"), 500);
}

TEST(LayerFile, AStillSourceKeepsItsFramesAndRate) {
  const TemporaryFolder folder;
  write_shot(plain_shot(), folder / "plain.json");
  const Motion motion = make_motion(read_shot(folder / "plain.json")).motion;
  EXPECT_EQ(motion.frame_count(), 12);
  EXPECT_EQ(motion.fps, 30);
  EXPECT_EQ(motion.frames.back(), plain_shot().body().rest_positions.cast<float>());
}

TEST(LayerFile, IdsThatAreAbsentAreGiven) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  Json json = parse_json(bytes_of(folder / "wobble.json"), "wobble.json");
  json["layers"][1].erase("id");
  wish(json, 2).erase("id");
  folder.put("wobble.json", json.dump());
  const Shot shot = read_shot(folder / "wobble.json");
  EXPECT_EQ(shot.layers[0].content.get<WishLayer>().wishes[2].id, 23);
  EXPECT_EQ(shot.layers[1].id, 24);
}

TEST(LayerFile, AVertexWithARadiusIsARegionThatFallsOff) {
  const Body body = rich_shot().body();
  Json json = to_json(rich_green_layer());
  Json& first = json["wishes"][0];
  first["radius"] = 1.1;
  const auto green = reread(json).content.get<WishLayer>();
  EXPECT_EQ(green.wishes[0].wish.point, falloff_point(body, 3, 1.1));
  double sum = 0;
  for (const WeightedVertex& entry : green.wishes[0].wish.point) sum += entry.weight;
  EXPECT_NEAR(sum, 1, 1e-15);
  EXPECT_GT(green.wishes[0].wish.point.size(), 2u);
}

TEST(LayerFile, DirectionsAreMadeUnitLength) {
  Json json = to_json(rich_green_layer());
  json["wishes"][0].erase("axes");
  json["wishes"][0]["direction"] = {0, 3, 4};
  const auto green = reread(json).content.get<WishLayer>();
  EXPECT_EQ(green.wishes[0].wish.directions.col(0), Vec3(0, 0.6, 0.8));
}

TEST(LayerFile, DirectionsThatSayTheSameAreRefused) {
  const auto with = [](const Json& directions) {
    return refusal_after_change([&](Json& json) {
      wish(json, 0).erase("axes");
      wish(json, 0)["directions"] = directions;
    });
  };
  EXPECT_EQ(with({{1, 0, 0}, {0.6, 0.8, 0}}), "not refused");
  EXPECT_THAT(with({{1, 0, 0}, {-2, 0, 0}}),
              AllOf(HasSubstr("layer 'pull'"), HasSubstr("say the same"), HasSubstr("Leave one")));
}

TEST(LayerFile, TwoPosesForOneFrameAreRefused) {
  const std::string message = refusal_after_change([](Json& json) {
    Json& wishes = json["layers"][0]["wishes"];
    for (const Json& each : Json(wishes)) {
      if (each["kind"] == "pose") wishes.push_back(each);
    }
    wishes.back().erase("id");
  });
  EXPECT_THAT(message, AllOf(HasSubstr("give one frame a pose"), HasSubstr("Remove one")));
}

TEST(LayerFile, SettingsThatMakeNoSenseAreRefusedWithTheirLayer) {
  const std::string message = refusal_after_change(
      [](Json& json) { json["layers"][0]["settings"]["contacts"]["cluster_frames"] = 0; });
  EXPECT_THAT(message, AllOf(HasSubstr("wobble.json"), HasSubstr("layer 'pull'"),
                             HasSubstr("1 or more"), HasSubstr("found 0")));
}

TEST(LayerFile, HandlesOnVerticesThatDoNotExistAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["vertex"] = 5; }),
              AllOf(HasSubstr("wobble.json"), HasSubstr("layer 'pull'"), HasSubstr("'top"),
                    HasSubstr("no such vertex"), HasSubstr("0 to 4"), HasSubstr("found 5")));
}

TEST(LayerFile, HandlesOnFramesThatDoNotExistAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["frame"] = 12; }),
              AllOf(HasSubstr("layer 'pull'"), HasSubstr("no such frame"), HasSubstr("0 to 11"),
                    HasSubstr("12")));
}

TEST(LayerFile, HandlesOnFramesThatTheWindowHoldsAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["frame"] = 2; }),
              AllOf(HasSubstr("layer 'pull'"), HasSubstr("does not change this frame"),
                    HasSubstr("3 to 10"), HasSubstr("Widen the window")));
}

TEST(LayerFile, WishesThatDoNotSayWhatOrWhenAreRefused) {
  for (const std::string key : {"target", "frame"}) {
    EXPECT_THAT(refusal_after_change([&](Json& shot) { wish(shot, 0).erase(key); }),
                HasSubstr("'" + key + "' is missing"));
  }
  EXPECT_THAT(refusal_after_change(
                  [](Json& shot) { shot["layers"][1]["deltas"][0].erase("displacement"); }),
              HasSubstr("'displacement' is missing"));
}

TEST(LayerFile, RayleighDampingStandsAlone) {
  Json json = to_json(rich_green_layer());
  json["settings"]["cost"]["damping"] = {{"mass", 0.5}, {"stiffness", 1e-3}};
  const Damping damping = reread(json).content.get<WishLayer>().settings.cost.damping;
  EXPECT_EQ(damping, (Damping{.ratio = 0, .mass = 0.5, .stiffness = 1e-3}));
}

TEST(LayerFile, ACostThatNamesNoReachHasTheUsualOneAndThePapersHasNone) {
  const auto reach_of = [](const Json& cost) {
    Json json = to_json(rich_green_layer());
    json["settings"]["cost"] = cost;
    return reread(json).content.get<WishLayer>().settings.cost.reach;
  };
  EXPECT_EQ(reach_of(Json::object()), 1.75);
  EXPECT_EQ(reach_of({{"kind", "dynamics"}}), 1.75);
  EXPECT_EQ(reach_of({{"kind", "smooth"}}), 1.75);
  EXPECT_EQ(reach_of({{"kind", "paper_dynamics"}}), 0);
  EXPECT_EQ(reach_of({{"reach", 0.5}, {"kind", "paper_dynamics"}}), 0.5);
  EXPECT_EQ(reach_of({{"reach", 0}}), 0);
}

TEST(LayerFile, TargetsThatAreNoNumbersAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["target"][1] = nullptr; }),
              AllOf(HasSubstr("layers[0].wishes[0].target"), HasSubstr("a number")));
  Shot shot = rich_shot();
  shot.layers[0].content.get<WishLayer>().wishes[0].wish.target.x() = std::nan("");
  const TemporaryFolder folder;
  write_shot(shot, folder / "wobble.json");
  EXPECT_THROW(read_shot(folder / "wobble.json"), InputError);
}

TEST(LayerFile, TargetsAKilometreAwayAreRefusedWithAWordAboutUnits) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["target"][1] = 1000; }),
              AllOf(HasSubstr("too far"), HasSubstr("metres")));
}

TEST(LayerFile, VelocitiesOfAKilometreAFrameAreRefusedWithAWordAboutUnits) {
  const auto refusal = [](double speed) {
    return refusal_after_change([&](Json& json) {
      wish(json, 0)["kind"] = "velocity";
      wish(json, 0)["target"] = {0, speed, 0};
    });
  };
  const double rate = frame_rate(rich_shot());
  EXPECT_THAT(refusal(1000 * rate), AllOf(HasSubstr("layer 'pull'"),
                                          HasSubstr("velocity is too high"), HasSubstr("m/s")));
  EXPECT_EQ(refusal(rate), "not refused");  // a metre a frame
}

TEST(LayerFile, TwoHandlesOnOneVertexAndFrameAreRefusedUnlessTheirAxesDiffer) {
  const auto second = [](Json& json, const char* axes) {
    Json other = wish(json, 0);
    other["id"] = 99;
    other["name"] = "twin";
    other["axes"] = axes;
    json["layers"][0]["wishes"].push_back(other);
  };
  EXPECT_THAT(refusal_after_change([&](Json& json) { second(json, "yz"); }),
              AllOf(HasSubstr("two wishes"), HasSubstr("'twin'"), HasSubstr("'top"),
                    HasSubstr("frame 5, vertex 3"), HasSubstr("different axes")));
  EXPECT_EQ(refusal_after_change([&](Json& json) { second(json, "z"); }), "not refused");
}

TEST(LayerFile, WindowsTooShortForTheirEndsAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) {
                json["layers"][0]["settings"]["window"] = {4, 7};
                json["layers"][0]["settings"]["cost"]["ends"] = "both";
              }),
              AllOf(HasSubstr("layer 'pull'"), HasSubstr("too short"), HasSubstr("5 frames"),
                    HasSubstr("found 4")));
  EXPECT_THAT(refusal_after_change([](Json& json) {
                json["layers"][0]["settings"]["window"] = {4, 12};
              }),
              AllOf(HasSubstr("layer 'pull'"), HasSubstr("window"), HasSubstr("12")));
}

TEST(LayerFile, AMotionTooShortForALayerIsRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) {
                json["source"] = {{"kind", "rest"}};
                json["layers"][0]["settings"].erase("window");
              }),
              AllOf(HasSubstr("too short"), HasSubstr("more frames")));
}

TEST(LayerFile, WeightsThatDoNotSumToOneAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) {
                wish(json, 1)["other"]["weights"] = {0.25, 0.5};
              }),
              AllOf(HasSubstr("sum to 1"), HasSubstr("0.75")));
}

TEST(LayerFile, APoseOfAnotherMeshNamesBothCounts) {
  EXPECT_THAT(refusal_after_change([](Json& json) {
                wish(json, 3)["pose"] = {0, 0, 0};
              }),
              AllOf(HasSubstr("another mesh"), HasSubstr("5 vertices"), HasSubstr("found 1")));
}

TEST(LayerFile, UnknownKindsAxesAndKeysAreNamedWithTheNearest) {
  EXPECT_THAT(refusal_after_change([](Json& json) { json["layers"][0]["kind"] = "gren"; }),
              HasSubstr("mean 'green'"));
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["axes"] = "xw"; }),
              HasSubstr("'xw'"));
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["tagret"] = 1; }),
              AllOf(HasSubstr("layers[0].wishes[0]"), HasSubstr("mean 'target'")));
}

TEST(LayerFile, IdsThatOccurTwiceAreRefused) {
  EXPECT_THAT(refusal_after_change([](Json& json) { wish(json, 0)["id"] = 12; }),
              AllOf(HasSubstr("same id"), HasSubstr("12")));
}

TEST(LayerFile, ACacheWithAFrameThatIsNoNumberIsRefusedByFrameAndPoint) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  std::string bytes = bytes_of(folder / "wobble.pc2");
  const float no_number = std::nanf("");
  bytes.replace(32 + 4 * (15 * 7 + 3 * 2), 4, reinterpret_cast<const char*>(&no_number), 4);
  folder.put("wobble.pc2", bytes);
  try {
    read_shot(folder / "wobble.json");
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("frame 7"), HasSubstr("point 2")));
  }
}

TEST(LayerFile, ABlendWithoutHoldStandsWhereItsDisplacementsWereDrawn) {
  Json json = to_json(rich_shot().layers[1]);
  Json& deltas = json["deltas"];
  deltas[0]["frame"] = 3;
  deltas[1]["frame"] = 7;
  json.erase("envelope");
  const auto all = reread(json).content.get<BlendLayer>().envelope;
  EXPECT_EQ(std::pair(all.hold_first, all.hold_last), std::pair(3, 7));
  json["envelope"] = {{"ease_in", 2}};
  const auto some = reread(json).content.get<BlendLayer>().envelope;
  EXPECT_EQ(std::pair(some.hold_first, some.hold_last), std::pair(3, 7));
  EXPECT_EQ(some.ease_in, 2);
  json["envelope"] = {{"hold", {4, 5}}};
  const auto given = reread(json).content.get<BlendLayer>().envelope;
  EXPECT_EQ(std::pair(given.hold_first, given.hold_last), std::pair(4, 5));
}

TEST(LayerFile, APointRelativeToItselfIsRefused) {
  EXPECT_THAT(refusal_after_change([](Json& shot) {
                wish(shot, 1).erase("vertices");
                wish(shot, 1).erase("weights");
                wish(shot, 1)["vertex"] = 2;
                wish(shot, 1)["other"] = {{"vertex", 2}};
              }),
              AllOf(HasSubstr("relative to itself"), HasSubstr("vertex 2"), HasSubstr("frame")));
}

TEST(LayerFile, APoseOfManyFramesSaysWhichOneItIs) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  const Eigen::Matrix3Xf rest = rich_shot().body().rest_positions.cast<float>();
  write_motion(folder / "walk.pc2", {.frames = {rest, 2 * rest, 3 * rest}});
  Json json = parse_json(bytes_of(folder / "wobble.json"), "wobble.json");
  wish(json, 3)["pose"] = "walk.pc2";
  folder.put("wobble.json", json.dump());
  EXPECT_THAT([&] { read_shot(folder / "wobble.json"); },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("3 frames"), HasSubstr("pose_frame"), HasSubstr("walk.pc2"))));
  wish(json, 3)["pose_frame"] = 2;
  folder.put("wobble.json", json.dump());
  const Shot shot = read_shot(folder / "wobble.json");
  EXPECT_EQ(shot.layers[0].content.get<WishLayer>().wishes[3].wish.pose, 3 * rest);
}

TEST(LayerFile, ACacheWithAVertexFarBeyondTheWorldIsRefusedByFrameAndVertex) {
  const TemporaryFolder folder;
  write_shot(plain_shot(), folder / "plain.json");
  Eigen::Matrix3Xf rest = plain_shot().body().rest_positions.cast<float>();
  Eigen::Matrix3Xf far = rest;
  far(1, 3) = 1e30f;
  write_motion(folder / "far.pc2", {.frames = {rest, rest, far}});
  Json json = parse_json(bytes_of(folder / "plain.json"), "plain.json");
  json["source"] = {{"kind", "cache"}, {"file", "far.pc2"}};
  json["layers"] = Json::array();
  folder.put("plain.json", json.dump());
  EXPECT_THAT([&] { read_shot(folder / "plain.json"); },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("frame 2"), HasSubstr("vertex 3"), HasSubstr("1e+30 m"))));
}

}  // namespace retake
