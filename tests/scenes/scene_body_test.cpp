#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "retake/mesh/quality.h"
#include "scenes/scene.h"
#include "scenes/scene_counts.h"

namespace retake {
namespace {

class EveryScene : public testing::TestWithParam<std::string> {
 protected:
  // Built once for all laws.
  static const Scene& scene() {
    static std::map<std::string, Scene> built;
    const auto found = built.find(GetParam());
    return found != built.end() ? found->second
                                : built.emplace(GetParam(), build_scene(GetParam())).first->second;
  }
  static const Body& body() { return scene().body; }
};

int root_of(std::vector<int>& parent, int v) {
  while (parent[static_cast<std::size_t>(v)] != v) v = parent[static_cast<std::size_t>(v)];
  return v;
}

// Number of pieces that hang together by the elements' vertices; unused vertices count as pieces.
template <class Elements>
int piece_count(const Elements& elements, int vertex_count) {
  std::vector<int> parent(static_cast<std::size_t>(vertex_count));
  std::iota(parent.begin(), parent.end(), 0);
  for (Eigen::Index e = 0; e < elements.cols(); ++e)
    for (Eigen::Index c = 1; c < elements.rows(); ++c) {
      const int a = root_of(parent, elements(0, e)), b = root_of(parent, elements(c, e));
      parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  std::set<int> roots;
  for (int v = 0; v < vertex_count; ++v) roots.insert(root_of(parent, v));
  return static_cast<int>(roots.size());
}

TEST_P(EveryScene, IsAsLargeAsItsCardOnTheWelcomePageSays) {
  const auto [vertices, frames] = scene_counts(GetParam());
  EXPECT_EQ(body().vertex_count(), vertices);
  EXPECT_EQ(scene().setup.options.frames, frames);
}

TEST_P(EveryScene, PassesTheChecksOfBodiesAndOptions) {
  EXPECT_NO_THROW(validate(body()));
  EXPECT_NO_THROW(scene().setup.options.validate());
}

TEST_P(EveryScene, HangsTogether) {
  const int pieces = body().is_shell() ? piece_count(body().triangles, body().vertex_count())
                                       : piece_count(body().tets, body().vertex_count());
  EXPECT_EQ(pieces, 1);
}

TEST_P(EveryScene, HasTetsWithoutSharpAngles) {
  const double least = GetParam() == "bridge" ? 6 : 20;  // steep, slim cables
  const TetMesh mesh = {body().rest_positions, body().tets};
  for (int t = 0; t < mesh.tet_count(); ++t) {
    const TetQuality q = quality(mesh, t);
    ASSERT_GT(q.volume, 0) << "tet " << t;
    ASSERT_GT(q.min_dihedral_angle, least) << "tet " << t;
  }
}

TEST_P(EveryScene, IsHeldByPinsUnlessItIsFreeOrKeyFramed) {
  const bool free = GetParam() == "tumble" || GetParam() == "gull";
  EXPECT_EQ(body().pins.empty(), free);
}

TEST_P(EveryScene, StandsOnOrAboveTheFloorAndOutsideOfItsObstacles) {
  EXPECT_GT(body().rest_positions.row(1).minCoeff(), -1e-9);
  const InitialState start = initial_state(scene().setup.launch, body());
  const Points& positions = start.positions.cols() > 0 ? start.positions : body().rest_positions;
  for (const Obstacle& obstacle : scene().setup.obstacles)
    for (int v = 0; v < body().vertex_count(); ++v)
      ASSERT_GT(distance_to(obstacle, positions.col(v)).distance, 0) << obstacle.name;
}

TEST_P(EveryScene, WearsASkinThatFollowsItsTets) {
  if (!body().render_surface) GTEST_SKIP() << "is looked at as it is";
  const RenderSurface& skin = *body().render_surface;
  ASSERT_EQ(skin.colors.cols(), skin.mesh.vertex_count());
  EXPECT_GE(skin.colors.minCoeff(), 0);
  EXPECT_LE(skin.colors.maxCoeff(), 1);
  EXPECT_LT((skin.embedding.weights.colwise().sum().array() - 1).abs().maxCoeff(), 1e-5);
  const Eigen::Matrix3Xf carried = apply(skin.embedding, body().rest_positions.cast<float>());
  EXPECT_LT((carried - skin.mesh.positions.cast<float>()).colwise().norm().maxCoeff(), 1e-4);
}

// Vertices at the same place count as one: parts of different colours have their own.
TEST_P(EveryScene, WearsAClosedSkin) {
  if (!body().render_surface) GTEST_SKIP() << "is looked at as it is";
  const TriangleMesh& skin = body().render_surface->mesh;
  std::map<std::array<double, 3>, int> at;
  std::vector<int> welded;
  for (int v = 0; v < skin.vertex_count(); ++v) {
    const Vec3 p = skin.positions.col(v);
    welded.push_back(at.try_emplace({p.x(), p.y(), p.z()}, v).first->second);
  }
  std::map<std::pair<int, int>, int> balance;  // uses of an edge less uses of its reverse
  for (int t = 0; t < skin.triangle_count(); ++t)
    for (int c = 0; c < 3; ++c) {
      const int a = welded[static_cast<std::size_t>(skin.triangles(c, t))];
      const int b = welded[static_cast<std::size_t>(skin.triangles((c + 1) % 3, t))];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  for (const auto& [edge, sum] : balance) ASSERT_EQ(sum, 0);
}

TEST_P(EveryScene, IsBuiltTheSameAgain) {
  const Body again = build_scene(GetParam()).body;
  EXPECT_TRUE(again.rest_positions == body().rest_positions);
  EXPECT_TRUE(again.tets == body().tets);
  EXPECT_TRUE(again.triangles == body().triangles);
  EXPECT_EQ(again.pins, body().pins);
  ASSERT_EQ(again.render_surface.has_value(), body().render_surface.has_value());
  if (!again.render_surface) return;
  EXPECT_TRUE(again.render_surface->mesh.positions == body().render_surface->mesh.positions);
  EXPECT_TRUE(again.render_surface->colors == body().render_surface->colors);
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene,
                         testing::Values("bridge", "dino", "curtain", "flower", "gull", "tumble",
                                         "beam", "plush"),
                         [](const auto& scene) { return scene.param; });

void expect_about(int count, int promised, double tolerance = 0.1) {
  EXPECT_NEAR(count, promised, tolerance * promised);
}

TEST(SceneSizes, AreAsPromised) {
  const Body curtain = build_scene("curtain").body;
  EXPECT_EQ(curtain.vertex_count(), 1281);
  EXPECT_EQ(curtain.triangles.cols(), 2400);
  expect_about(build_scene("beam").body.vertex_count(), 1000);
  expect_about(build_scene("gull").body.vertex_count(), 3300);
}

TEST(SceneSizes, AreThoseOfThePapersWhenFull) {
  const Body bridge = build_scene("bridge", SceneSize::full).body;
  expect_about(bridge.vertex_count(), 9000);
  expect_about(static_cast<int>(bridge.tets.cols()), 32000);
  const Scene tumble = build_scene("tumble", SceneSize::full);
  expect_about(static_cast<int>(tumble.body.tets.cols()), 48000);
  EXPECT_EQ(tumble.setup.options.frames, 600);
}

TEST(SceneSizes, HaveTheFramesThatWerePromised) {
  const std::map<std::string, int> frames = {{"beam", 120}, {"bridge", 240}, {"flower", 180},
                                             {"dino", 240}, {"plush", 216},  {"curtain", 240},
                                             {"gull", 255}, {"tumble", 180}};
  for (const auto& [name, count] : frames)
    EXPECT_EQ(build_scene(name).setup.options.frames, count) << name;
}

}  // namespace
}  // namespace retake
