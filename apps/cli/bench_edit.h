#pragma once
#include <vector>

#include "apps/cli/bench.h"
#include "retake/spacetime/motion_edit.h"

// What the rows `edit/...` share.
namespace retake::cli {

// A body that stands still for some frames, with its modes (from the cache).
EditInput still_input(Body body, int modes, int frames, const BenchContext& context);

inline constexpr int bridge_frames = 240;
// The 2012 paper's bridge, standing still.
EditInput still_bridge(const BenchContext& context, int modes, int frames = bridge_frames);

double length_of(const Body& body);                  // diagonal of the rest shape's box, m
int free_vertex_near(const Body& body, int vertex);  // the next one that is not pinned
int mesh_neighbour(const Body& body, int vertex);

// Wants the vertex at its input position plus `by`.
Wish pull(const EditInput& input, int vertex, int frame, const Vec3& by);

// Vertices of the paper's bridge to grab: mast top, deck middle, deck end, and then others.
std::vector<int> bridge_grabs(const Body& body, int count);

// Amplitudes of the edit (modes x frames) by which the mast is pulled aside at frame 60, linear.
MatX mast_pulled(const EditInput& input, CostKind kind, int modes, const BenchContext& context);

// Frames with a tet inside out that is not so in the input: of those that the input leaves sound,
// and of those that it has crushed itself, where a breath turns them over.
struct InvertedFrames {
  int sound = 0, crushed = 0;
  bool any() const { return sound + crushed > 0; }
};
InvertedFrames newly_inverted(const EditInput& input, const Motion& motion);

// The tip of the trunk of the body that rolls down stairs.
int trunk_of(const Body& body);

Json contact_counts(const EditReport& report);

BenchRow edit_handle_error(const BenchContext& context);

}  // namespace retake::cli
