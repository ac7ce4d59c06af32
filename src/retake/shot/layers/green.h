#pragma once
#include "retake/shot/wish_layer.h"

namespace retake {

// Wishes met by conditioning the motion (Barbic 2012; see spacetime/motion_edit.h), about what
// comes from below. Wishes that come, move or go reach it one by one; other settings or another
// input start it again.
const LayerKind& green_kind();
const WishMethod& green_method();

}  // namespace retake
