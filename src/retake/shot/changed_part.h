#pragma once
#include "retake/shot/layer.h"
#include "retake/shot/mode_shelf.h"
#include "retake/spacetime/region_body.h"

// Of several bodies, a layer with wishes changes those that its wishes are about, and no other,
// each by itself: one that falls and turns has modes, a place and a rotation of its own, and the
// answer is the same as if it were alone. Bodies that a relative wish ties together are one part.
namespace retake {

// What the layer's edits work on, a part each. All bodies as one where it keeps contacts between
// them.
std::vector<ModeNeed> modes_needed(const WishLayer& layer, const std::vector<ShotBody>& stacked);

// Whether the wish says something about the part.
bool is_about(const Wish& wish, const ModeNeed& need, const std::vector<ShotBody>& stacked);

// The bodies of the need, by their indices.
std::vector<int> bodies_of(const ModeNeed& need, const std::vector<ShotBody>& stacked);

// These bodies of a stack, as a body of their own.
RegionBody some_bodies(const Body& stack, const std::vector<ShotBody>& stacked,
                       const std::vector<int>& bodies);

// The region of these bodies (a part of `body`, which is all of it where the need is whole).
RegionBody changed_part(const Body& body, const std::vector<ShotBody>& stacked,
                        const ModeNeed& need);

// Which body each vertex of the stack belongs to; empty: there is one.
std::vector<int> body_of_each_vertex(const std::vector<ShotBody>& stacked);

}  // namespace retake
