#pragma once
#include "apps/server/engine/open_shot.h"
#include "apps/server/engine/wire.h"

// What the page is told of the open shot; docs/protocol.md lists the keys.
namespace retake::server {

constexpr int protocol_version = 1;

struct Desk;
Json welcome(const Desk& desk);

Json opened(const OpenShot& shot);
Json document(const OpenShot& shot);
// {"type": "modes", "count", "hz"}: those of the whole body.
Json modes(const Evaluation& evaluation);
// How a green layer's wishes were met.
Json report(int layer, const EditReport& report, double warp_seconds);
// Where a dragged handle is now: one message for each handle that the edit moves.
std::vector<Json> moved(const Edit& edit);

// What the page is told of the source's poses, as they are shown (null: there are none), of the
// presets, and while a hand drags: {"type": "moved", "poses", "frames"}.
Json told_poses(const OpenShot& shot);
Json told_presets();
Json moved_poses(const OpenShot& shot);

// The binary messages that follow `opened`.
std::vector<SharedBytes> mesh_messages(const Shot& shot);

}  // namespace retake::server
