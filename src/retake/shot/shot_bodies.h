#pragma once
#include "retake/shot/frame_stream.h"
#include "retake/shot/shot.h"

// The several bodies of a shot, together and one by one.
namespace retake {

// Throws InputError, which names two that differ, where not all bodies are solids of tets, or
// surfaces of solids, or shells: they then have no elasticity as one. `what`: what would need it.
void require_one_kind(const std::vector<ShotBody>& bodies, const std::string& what);

// The body of that name. Throws InputError that lists the names for one that the shot does not
// have.
const ShotBody& body_named(const Shot& shot, const std::string& name);

// A shot of that body alone: what is looked at and written, without motion and layers.
Shot shape_of_body(const Shot& shot, const ShotBody& body);

// The body's part of a motion of the stack, numbered as its own files count frames. Lies where the
// whole one lies, in memory or in a store.
Motion motion_of_body(const Motion& whole, const ShotBody& body);
// The same of a stream, frame by frame as they are asked for.
FrameStream stream_of_body(FrameStream whole, const ShotBody& body);

}  // namespace retake
