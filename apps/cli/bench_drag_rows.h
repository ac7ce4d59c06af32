#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/bench_drags.h"

// What drags of several bodies come to, as rows of the table.
namespace retake::cli {

// Each is made when its turn comes.
using DraggedBodies =
    std::vector<std::pair<std::string, std::function<Dragged(const BenchContext&)>>>;

// How many drags are met; how far the body goes, what they take, what becomes unsound.
BenchRow count_met(const DraggedBodies& bodies, bool with_pin, const BenchContext& context);

// Where the hand goes.
using WayOf = std::vector<Vec3> (*)(const Drag& drag);
std::vector<Vec3> straight_way(const Drag& drag);
// A circle through the input whose far side is the end of the drag, and the same way back.
std::vector<Vec3> circle_and_back(const Drag& drag);

// The farthest that any vertex goes for a step of the hand, over that step: the worst drag of all.
BenchRow steadiness(const DraggedBodies& bodies, bool with_pin, WayOf way_of,
                    const BenchContext& context);

}  // namespace retake::cli
