#pragma once
#include <vector>

#include "retake/rotation_strain/warp.h"

// Frames are warped one by one, each with the contacts that it has, so that a motion jumps where a
// contact comes or goes. Barbic 2012, section 6, warps such a frame twice, with the contacts of the
// frame before and with its own, and blends the difference into neighbouring frames.
//
// Here the same is done contact by contact: one that begins at a frame fades in over the frames
// before it, and one that ends fades out over the frames after, by a strength s that falls
// evenly from 1 to 0. A contact alone jumps by no more than 1/(fade + 1) of what it changes, which
// is the least that any fade of that length can do (several that change together: at most twice
// that); and since true contacts keep s = 1, they are held exactly. (A blend centred on the change,
// as the paper has it, weakens them.)
namespace retake {

struct FadeOptions {
  int frames = 3;                // over which a contact fades; 0: contacts come and go at once
  double same_angle = 0.523599;  // rad, 30°: one vertex in neighbouring frames with normals nearer
                                 // than this has the same contact

  void validate() const;
};

// What strength s means: the contact takes away the part s of what its vertex would miss of its
// height without it. 1: held exactly; 0: not there.
struct FadingContact {
  WarpContact contact;  // of the nearest frame where it is a true one
  double strength = 1;
};

// Contacts of each frame in, true and fading ones out: the true ones first, in their order.
std::vector<std::vector<FadingContact>> fade_contact_changes(
    const std::vector<std::vector<WarpContact>>& frames, const FadeOptions& options = {});

// To warp a frame with fading contacts: where S is the Schur complement of the contact rows,
// d L⁻¹ dᵀ, add softness(s_i) S_ii to its i-th diagonal entry. A contact alone then does exactly
// the part s of what it would do if it were hard; with others beside it the answer still goes
// continuously from "not there" to "hard".
double softness(double strength);  // (1 - s) / s, for s in (0, 1]

}  // namespace retake
