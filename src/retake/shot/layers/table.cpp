// The kinds of layers that the library has. Nothing outside of this folder names them.
#include "retake/shot/layer_kinds.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/layers/green.h"

namespace retake {

KindTable<LayerKind>& layer_kinds() {
  static KindTable<LayerKind> kinds({&green_kind(), &blend_kind()});
  return kinds;
}

const WishMethod& usual_method() { return green_method(); }

}  // namespace retake
