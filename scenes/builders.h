#pragma once
#include "scenes/scene.h"

namespace retake {

// One file each. The catalogue adds name and blurb.
Scene build_beam();
Scene build_bridge(SceneSize size);
Scene build_curtain();
Scene build_dino();
Scene build_flower();
Scene build_gull();
Scene build_plush();
Scene build_tumble(SceneSize size);

}  // namespace retake
