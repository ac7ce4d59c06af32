// The tets inside of a surface, as a page sees them.
#include <gtest/gtest.h>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/interior_ties.h"
#include "editor/recorded_tab.h"
#include "elasticity/bar.h"
#include "retake/mesh/surface.h"

namespace retake::server {

namespace {

// A bar whose skin is the body and whose tets, as many, are its interior.
Body skinned_bar() {
  Body bar = make_bar({.cells = {6, 3, 3}});
  Body body;
  body.name = "skin";
  body.rest_positions = bar.rest_positions;
  body.triangles = surface_triangles({bar.rest_positions, bar.tets});
  body.interior = Interior{bar.rest_positions, bar.tets,
                           embed(bar.rest_positions, {bar.rest_positions, bar.tets})};
  return body;
}

}  // namespace

TEST(InteriorTies, TakeTheInteriorAlongExactlyWhenTheBodyIsStretchedAndTurned) {
  Body body = skinned_bar();
  Points& inside = body.interior->rest_positions;  // now none of it lies on a vertex of the body
  const Vec3 middle = inside.rowwise().mean();
  inside = (0.94 * (inside.colwise() - middle)).colwise() + middle;
  const Embedding ties = tie_interior(body);
  Eigen::Matrix3d map;
  map << 0.3, -1.2, 0.1, 1.1, 0.2, 0.4, 0.05, -0.3, 0.9;
  const Eigen::Matrix3Xf moved =
      apply(ties, Eigen::Matrix3Xf((map * body.rest_positions).cast<float>()));
  const Points expected = map * inside;
  const double size = expected.colwise().norm().maxCoeff();
  EXPECT_LT((moved.cast<double>() - expected).cwiseAbs().maxCoeff(), 1e-5 * size);
  EXPECT_LT(ties.weights.cwiseAbs().maxCoeff(), 3);  // nothing is thrown by what lies far away
}

TEST(InteriorTies, AreToldWithTheEdgesOfTheTets) {
  Shot shot;
  shot.bodies.only() = skinned_bar();
  std::map<int, Received> parts;
  for (const SharedBytes& bytes : mesh_messages(shot)) {
    const Received part(*bytes);
    parts.emplace(part.stream, part);
  }
  ASSERT_TRUE(parts.contains(7) && parts.contains(8) && parts.contains(9));
  const int vertices = static_cast<int>(shot.body().interior->rest_positions.cols());
  EXPECT_EQ(parts.at(1).count, 0);
  EXPECT_EQ(parts.at(8).count, vertices);
  EXPECT_EQ(parts.at(9).count, vertices);
  for (const int end : parts.at(7).indices) EXPECT_LT(end, vertices);
}

}  // namespace retake::server
