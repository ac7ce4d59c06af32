#pragma once
#include "retake/shot/shot.h"
#include "temporary_folder.h"

namespace retake {

// A body of five vertices and two tets with every part of the shot set to something else than its
// default, and a layer of each kind.
Shot rich_shot();

// Twelve frames of the same body at rest, pinned nowhere, without layers.
Shot plain_shot();

// Four vertices of a surface with the two tets as its interior.
Shot surface_shot();

// Three poses of the same body, with every setting of the way between them changed.
Shot posed_shot();

// Layers for a body of five vertices and twelve frames.
Layer rich_green_layer();  // ids 10 to 15: a wish of each kind
Layer rich_blend_layer();  // ids 20 to 22

// A layer of one displacement (id + 1) of the whole body, held over frames 4 to 6, eased over 3.
Layer push_layer(int id, const Vec3& displacement);

// Name and layers as JSON: what edits of layers change.
std::string text_of(const Shot& shot);

// The shot in that folder as wobble.json.
std::filesystem::path saved_shot(const TemporaryFolder& folder, const Shot& shot = rich_shot());

}  // namespace retake
