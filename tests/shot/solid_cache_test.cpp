#include "retake/shot/solid_cache.h"

#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "temporary_folder.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

TriangleMesh bar_surface() {
  const Body bar = make_bar({.cells = {4, 2, 2}});
  return {bar.rest_positions, surface_triangles({bar.rest_positions, bar.tets})};
}

class CountedProgress : public Progress {
 public:
  int count = 0;

 private:
  void report(std::string_view, double) override { ++count; }
};

void expect_same(const SolidMesh& a, const SolidMesh& b) {
  EXPECT_EQ(a.tets.positions, b.tets.positions);
  EXPECT_EQ(a.tets.tets, b.tets.tets);
  EXPECT_EQ(a.surface.vertices, b.surface.vertices);
  EXPECT_EQ(a.surface.weights, b.surface.weights);
  EXPECT_EQ(a.fill, b.fill);
  EXPECT_EQ(a.cell, b.cell);
  EXPECT_EQ(a.how, b.how);
  EXPECT_EQ(a.notes, b.notes);
}

constexpr SolidMeshMethod lattice = SolidMeshMethod::lattice;

}  // namespace

TEST(SolidCache, GivesTheSecondTimeWhatWasFilledTheFirstToTheBit) {
  const TemporaryFolder folder;
  const TriangleMesh surface = bar_surface();
  CountedProgress first, second;
  const SolidMesh made = cached_solid(surface, {.method = lattice}, {folder.path()}, first);
  const SolidMesh read = cached_solid(surface, {.method = lattice}, {folder.path()}, second);
  expect_same(made, mesh_solid(surface, {.method = lattice}));
  expect_same(read, made);
  EXPECT_GT(first.count, 1);
  EXPECT_EQ(second.count, 1);  // nothing was filled
}

TEST(SolidCache, FillsAgainWhatIsBrokenOrOfAnotherSize) {
  const TemporaryFolder folder;
  const TriangleMesh surface = bar_surface();
  const SolidMesh made = cached_solid(surface, {.method = lattice}, {folder.path()});
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  }
  expect_same(cached_solid(surface, {.method = lattice}, {folder.path()}), made);
  const SolidMesh finer =
      cached_solid(surface, {.method = lattice, .cell = 0.7 * made.cell}, {folder.path()});
  EXPECT_GT(finer.tets.tet_count(), made.tets.tet_count());
}

TEST(SolidCache, ThatCannotBeWrittenIsNoError) {
  const TemporaryFolder folder;
  const fs::path file = folder.put("file", "no folder");
  EXPECT_GT(cached_solid(bar_surface(), {.method = lattice}, {file / "x"}).tets.tet_count(), 0);
}

}  // namespace retake
