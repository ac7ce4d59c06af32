// Rows `edit/scenes/...`: points of the built-in scenes chosen at random and dragged by 5 % of the
// body's size to random sides, in the middle of the motion, with all settings as they come.
#include "apps/cli/bench_drag_rows.h"

namespace retake::cli {

namespace {

DraggedBodies scenes(unsigned draw) {
  DraggedBodies scenes;
  for (const char* name : {"bridge", "curtain", "dino", "flower", "gull", "plush"}) {
    scenes.emplace_back(name, [name, draw](const BenchContext& context) {
      return dragged_scene(name, draw, context);
    });
  }
  return scenes;
}

template <unsigned draw, bool with_pin>
BenchRow met(const BenchContext& context) {
  return count_met(scenes(draw), with_pin, context);
}

template <unsigned draw, bool with_pin>
BenchRow straight(const BenchContext& context) {
  return steadiness(scenes(draw), with_pin, straight_way, context);
}

template <unsigned draw, bool with_pin>
BenchRow around(const BenchContext& context) {
  return steadiness(scenes(draw), with_pin, circle_and_back, context);
}

}  // namespace

std::vector<BenchCase> edit_drags_bench_cases() {
  return {
      {"edit/scenes/drags", "random drags that are met to 2 % in all directions", met<11, false>},
      {"edit/scenes/beside-a-pin", "the same with another point pinned at the frame",
       met<11, true>},
      {"edit/scenes/steadiness",
       "how far the body goes at most for a step of the hand, over that step", straight<11, false>},
      {"edit/scenes/steadiness-beside-a-pin", "the same with another point pinned at the frame",
       straight<11, true>},
      {"edit/scenes/circle", "the same while the hand goes around and back", around<11, false>},
      {"edit/scenes/circle-beside-a-pin", "the same with another point pinned at the frame",
       around<11, true>},
      {"edit/scenes/other-drags", "another draw of drags that are met to 2 %", met<5, false>},
      {"edit/scenes/other-beside-a-pin", "the same with another point pinned at the frame",
       met<5, true>},
      {"edit/scenes/other-steadiness", "steps of the body for a step of the hand, another draw",
       straight<5, false>},
      {"edit/scenes/other-steadiness-beside-a-pin",
       "the same with another point pinned at the frame", straight<5, true>}};
}

}  // namespace retake::cli
