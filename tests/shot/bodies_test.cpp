// Several bodies in one shot: edited, numbered and written as if each were alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/sheet.h"
#include "modes/surface_body.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/motion_export.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/simulate.h"
#include "shot/stacked_bars.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

Motion evaluated(const Shot& shot) { return *Evaluation(shot).motion(); }

// The largest distance between two motions, of the first one's size.
double difference(const Motion& a, const Motion& b) {
  double largest = 0;
  for (std::size_t t = 0; t < a.frames.size(); ++t) {
    largest = std::max<double>(largest, (a.frames[t] - b.frames[t]).colwise().norm().maxCoeff());
  }
  const FrameView first = a.frames.front();
  return largest / (first.rowwise().maxCoeff() - first.rowwise().minCoeff()).norm();
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A held bar of tets, another that is a surface with an interior, and a sheet, beside each other.
Shot solid_skin_and_sheet() {
  Shot shot;
  shot.name = "three kinds";
  Body skin = skin_of(bar_at("bar", {0, 0, 1}));
  Body sheet = make_sheet(4);
  sheet.pins = {0, 1, 2, 3, 4};
  shot.bodies = ShotBodies({{.body = bar_at("solid", {0, 0, 0})}, {.body = skin}, {.body = sheet}},
                           shot.name, shot.color);
  shot.source = RestSource(bar_frames, 24);
  return shot;
}

}  // namespace

// One is held, the other tumbles: each has a place and modes of its own.
TEST(Bodies, OneThatNoWishIsAboutStaysToTheBitAndTheOtherAnswersAsIfItWereAlone) {
  for (const std::size_t pulled : {0u, 1u}) {
    Shot shot = two_bars();
    const ShotBody &body = shot.bodies.several()[pulled],
                   &other = shot.bodies.several()[1 - pulled];
    const int tip = body.body.vertex_count() - 1;
    const Vec3 by = {0, 0.05, 0.02};
    Shot alone = shot_of(body.body, motion_of_body(cache_of(shot), body));
    alone.layers = {pull_layer(10, cache_of(alone), tip, by)};
    shot.layers = {pull_layer(10, cache_of(shot), body.first_vertex + tip, by)};

    const Motion edited = evaluated(shot);

    EXPECT_EQ(motion_of_body(edited, other).frames, motion_of_body(cache_of(shot), other).frames);
    const Motion part = motion_of_body(edited, body);
    EXPECT_LT(difference(part, evaluated(alone)), 1e-8);
    EXPECT_GT(difference(part, cache_of(alone)), 0.01);
  }
}

// Two that tumble, each about another axis: one place for both would fit neither.
TEST(Bodies, OfOneLayerEachAnswersAsIfItWereAlone) {
  Shot shot = two_bars();
  std::vector<ShotBody> bodies = shot.bodies.several();
  bodies[0].body.pins.clear();
  shot.bodies = ShotBodies(std::move(bodies), shot.name, shot.color);
  const Eigen::Matrix3Xf first = cache_of(shot).frames[0].leftCols(28);
  for (std::size_t t = 0; t < bar_frames; ++t) {
    const Eigen::Matrix3f turn =
        Eigen::AngleAxisf(-0.15f * static_cast<float>(t), Eigen::Vector3f::UnitY())
            .toRotationMatrix();
    Eigen::Matrix3Xf whole = cache_of(shot).frames[t];
    whole.leftCols(28) = turn * first;
    cache_of(shot).frames.put(t, whole);
  }
  Layer layer = pull_layer(10, cache_of(shot), 27, {0, 0.05, 0.02});
  const Layer other = pull_layer(20, cache_of(shot), 28 + 27, {0, 0.03, 0});
  layer.content.get<WishLayer>().wishes.push_back(other.content.get<WishLayer>().wishes.front());
  shot.layers = {layer};
  Evaluation together(shot);
  const Motion edited = *together.motion();
  shot.layers = {pull_layer(10, cache_of(shot), 27, {0, 0.05, 0.02}), other};
  EXPECT_LT(difference(edited, evaluated(shot)), 1e-7);
  ASSERT_EQ(together.report(10)->wishes.size(), 2u);
  EXPECT_EQ(together.report(10)->wishes[1].id, 21);
  EXPECT_EQ(together.course(10)->amplitudes.rows(), 2 * 36);  // elastic modes, and the body as one
}

TEST(Bodies, APoseOfOneLeavesTheOthersToTheBit) {
  Shot shot = two_bars();
  Wish pose;
  pose.kind = WishKind::pose;
  pose.frame = 12;
  pose.first_vertex = 28;
  pose.pose = cache_of(shot).frames[12].rightCols(28);
  pose.pose.row(1).array() += 0.1f;
  WishLayer green;
  green.settings.modes = 30;
  green.wishes = {{11, pose}};
  shot.layers = {{.id = 10, .name = "pose", .content = green}};
  Evaluation evaluation(shot);
  const Eigen::Matrix3Xf frame = evaluation.frame(12);
  EXPECT_EQ(frame.leftCols(28), cache_of(shot).frames[12].leftCols(28));
  EXPECT_LT((frame.rightCols(28) - pose.pose).colwise().norm().maxCoeff(), 1e-5f);
  EXPECT_LT(evaluation.report(10)->wishes[0].miss, 1e-5);
}

TEST(Bodies, BothAreChangedByALayerWithWishesAboutBoth) {
  Shot shot = two_bars();
  Layer layer = pull_layer(10, cache_of(shot), 27, {0, 0.05, 0});
  const Layer other = pull_layer(20, cache_of(shot), 28 + 27, {0, 0.03, 0});
  auto& wishes = layer.content.get<WishLayer>().wishes;
  wishes.push_back(other.content.get<WishLayer>().wishes.front());
  shot.layers = {layer};
  Evaluation evaluation(shot);
  const FrameView frame = evaluation.frame(12);
  for (const LayerWish& wish : wishes) {
    const int vertex = wish.wish.point.front().vertex;
    EXPECT_GT((frame.col(vertex) - cache_of(shot).frames[12].col(vertex)).norm(), 0.02) << vertex;
  }
  ASSERT_EQ(evaluation.report(10)->wishes.size(), 2u);
}

TEST(Bodies, AWishThatComesAboutAnotherBodyTakesItInAndLeavesNoTraceWhenItGoes) {
  Shot shot = two_bars();
  shot.layers = {pull_layer(10, cache_of(shot), 27, {0, 0.05, 0})};
  Evaluation evaluation(shot);
  const Motion before = *evaluation.motion();
  std::vector<Layer> more = shot.layers;
  const Layer other = pull_layer(20, cache_of(shot), 28 + 27, {0, 0.03, 0});
  more[0].content.get<WishLayer>().wishes.push_back(other.content.get<WishLayer>().wishes.front());
  evaluation.set_layers(more);
  EXPECT_NE(evaluation.motion()->frames, before.frames);
  evaluation.set_layers(shot.layers);
  EXPECT_EQ(evaluation.motion()->frames, before.frames);
}

TEST(Bodies, HaveModesOfWhichNoneMovesTwoOfThem) {
  const Shot shot = two_bars();
  const auto modes = find_modes(shot.body(), shot.bodies.several(), {.region = {}, .count = 25},
                                Progress::silent());
  const auto whole = find_modes(shot.body(), {.region = {}, .count = 25}, Progress::silent());
  ASSERT_EQ(modes->eigenvalues.size(), 25);
  EXPECT_LT((modes->eigenvalues - whole->eigenvalues).norm(), 1e-6 * whole->eigenvalues.norm());
  EXPECT_EQ(modes->rigid.cols(), 6);
  const Eigen::Index rows = 3 * shot.bodies.several()[0].body.vertex_count();
  for (Eigen::Index k = 0; k < 25; ++k) {
    const double first = modes->shapes.col(k).head(rows).norm();
    const double second = modes->shapes.col(k).tail(modes->shapes.rows() - rows).norm();
    EXPECT_TRUE((first == 0) != (second == 0)) << k;
  }
}

TEST(Bodies, GoOutToTheBitAsTheyCameWhereNothingIsEdited) {
  const TemporaryFolder folder;
  const Shot shot = two_bars();
  const Motion result = evaluated(shot);
  for (const ShotBody& body : shot.bodies.several()) {
    const Motion part = motion_of_body(result, body);
    export_motion(shape_of_body(shot, body), stream_of(part), folder / (body.body.name + ".pc2"),
                  {});
    const Motion read = read_motion(folder / (body.body.name + ".pc2"));
    for (std::size_t t = 0; t < bar_frames; ++t) {
      EXPECT_EQ(Eigen::Matrix3Xf(read.frames[t]),
                Eigen::Matrix3Xf(cache_of(shot).frames[t].middleCols(body.first_vertex, 28)));
    }
  }
}

TEST(Bodies, KeepTheAxesUnitAndFrameNumbersOfTheirOwnFiles) {
  Shot shot = two_bars();
  std::vector<ShotBody> bodies = shot.bodies.several();
  bodies[1].origin = Origin{
      .mesh_file = "/there/free.obj", .up = UpAxis::z, .meters_per_unit = 0.01, .start_frame = 101};
  shot.bodies = ShotBodies(std::move(bodies), shot.name, shot.color);
  const Shot shape = shape_of_body(shot, shot.bodies.several()[1]);
  const Motion part = motion_of_body(cache_of(shot), shot.bodies.several()[1]);
  EXPECT_EQ(part.start_frame, 101);
  const Eigen::Matrix3Xf out =
      exported_mesh(shape, "out.pc2", ExportMesh::simulation).positions(part.frames[3]);
  const Eigen::Vector3f place = part.frames[3].col(5);
  EXPECT_LT((out.col(5) - 100 * Eigen::Vector3f(place.x(), -place.z(), place.y())).norm(), 1e-4);
}

TEST(Bodies, ThatTouchAreKeptApartAsTheyWereByAContactBetweenThem) {
  // Two blocks, the upper one on the lower, which stands held; the upper one is pushed down.
  Shot shot;
  std::vector<ShotBody> bodies = {{.body = make_bar({.cells = {2, 2, 2}})},
                                  {.body = make_bar({.cells = {2, 2, 2}})}};
  for (ShotBody& part : bodies) {
    Body& body = part.body;
    body.triangles = surface_triangles({body.rest_positions, body.tets});
    body.pins.clear();
  }
  Body &lower = bodies[0].body, &upper = bodies[1].body;
  lower.name = "lower";
  upper.name = "upper";
  upper.rest_positions.row(1).array() += 0.2;
  for (int v = 0; v < lower.vertex_count(); ++v) {
    if (lower.rest_positions(1, v) == 0) lower.pins.push_back(v);
  }
  shot.bodies = ShotBodies(bodies, shot.name, shot.color);
  shot.source = RestSource(bar_frames, 24);
  const Eigen::Matrix3Xf rest = shot.body().rest_positions.cast<float>();
  const Motion still{24, 0, {static_cast<std::size_t>(bar_frames), rest}};
  int top = 0;
  for (int v = 27; v < 54; ++v) {
    const Vec3 place = shot.body().rest_positions.col(v);
    if ((place - Vec3(0.1, 0.4, 0.1)).norm() < 1e-9) top = v;
  }
  ASSERT_GT(top, 0);
  const auto gap_at_12 = [&](bool keeps_contacts) {
    shot.layers = {pull_layer(10, still, top, {0, -0.05, 0})};
    auto& contacts = shot.layers[0].content.get<WishLayer>().settings.contacts;
    contacts.self_contact = keeps_contacts;
    contacts.kind = ContactKind::sticking;
    Evaluation evaluation(shot);
    const Eigen::Matrix3Xf frame = evaluation.frame(12);
    EXPECT_EQ(evaluation.report(10)->contacts > 0, keeps_contacts);
    float lowest = 0;  // of the upper block's underside, from the top of the lower one below it
    for (int v = 27; v < 54; ++v) {
      if (rest(1, v) > 0.2f + 1e-6f) continue;
      for (int below = 0; below < 27; ++below) {
        if ((rest.col(v) - rest.col(below)).norm() > 1e-6f) continue;
        lowest = std::min(lowest, frame(1, v) - frame(1, below));
      }
    }
    return lowest;
  };
  EXPECT_LT(gap_at_12(false), -0.01f);
  EXPECT_GT(gap_at_12(true), -2e-3f);
}

TEST(Bodies, AreNamedWhereAVertexIs) {
  Shot shot = two_bars();
  const BodySpans spans = spans_of(shot.bodies.several());
  EXPECT_EQ(spoken_vertex(spans, 12), "vertex 12 of body 'held'");
  EXPECT_EQ(spoken_vertex(spans, 28 + 5), "vertex 5 of body 'free'");
  EXPECT_EQ(spoken_vertex({}, 12), "vertex 12");
  EXPECT_THAT(complaint([&] { body_named(shot, "fre"); }), HasSubstr("'held', 'free'"));
}

TEST(Bodies, OfDifferentKindsAnswerEachAsIfItWereAlone) {
  Shot shot = solid_skin_and_sheet();
  const Motion still = standing(shot.body());
  Layer layer = pull_layer(10, still, 27, {0, 0.05, 0});
  auto& wishes = layer.content.get<WishLayer>().wishes;
  for (std::size_t i : {1u, 2u}) {
    const int tip =
        shot.bodies.several()[i].first_vertex + shot.bodies.several()[i].body.vertex_count() - 1;
    const Layer more = pull_layer(10 + static_cast<int>(i), still, tip, {0, 0.03, 0.02});
    wishes.push_back(more.content.get<WishLayer>().wishes.front());
  }
  shot.layers = {layer};
  const Motion edited = evaluated(shot);
  for (std::size_t i = 0; i < 3; ++i) {
    const Body& body = shot.bodies.several()[i].body;
    Shot alone = shot_of(body, standing(body));
    alone.layers = {layer};
    Wish own = wishes[i].wish;
    own.point.front().vertex -= shot.bodies.several()[i].first_vertex;
    alone.layers[0].content.get<WishLayer>().wishes = {{11, own}};
    const Motion part = motion_of_body(edited, shot.bodies.several()[i]);
    EXPECT_LT(difference(part, evaluated(alone)), 1e-8) << body.name;
    EXPECT_GT(difference(part, standing(body)), 0.01) << body.name;
  }
}

TEST(Bodies, OfDifferentKindsAreNotTiedTogether) {
  Shot shot = solid_skin_and_sheet();
  Layer layer = pull_layer(10, standing(shot.body()), 27, {0, 0.05, 0});
  auto& green = layer.content.get<WishLayer>();
  const LayerLimits limits = layer_limits(shot);
  EXPECT_EQ(complaint([&] { check_layer(layer, limits); }), "");
  green.settings.contacts.self_contact = true;
  EXPECT_THAT(complaint([&] { check_layer(layer, limits); }),
              AllOf(HasSubstr("self_contact"), HasSubstr("'solid'"), HasSubstr("'skin'")));
  green.settings.contacts.self_contact = false;
  Wish& wish = green.wishes.front().wish;
  wish.kind = WishKind::relative;
  wish.other = {{shot.body().vertex_count() - 1, 1}};
  EXPECT_THAT(complaint([&] { check_layer(layer, limits); }),
              AllOf(HasSubstr("a solid of tets"), HasSubstr("a shell")));
  shot.source = SimulateSource();
  EXPECT_THAT(complaint([&] { make_motion(shot); }), HasSubstr("one kind"));
}

}  // namespace retake
