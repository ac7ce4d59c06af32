#pragma once
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/layers/blend.h"

namespace retake {

// Puts a BlendLayer to work: x + envelope(t) * share(v) * displacement. In local space the
// displacement turns with the material around its vertex, R(t) R(frame)ᵀ d, where R is the rotation
// nearest to how the vertex' neighbours have moved from the rest shape. The body outlives it.
std::unique_ptr<LayerEvaluator> make_blend_evaluator(const BlendLayer& layer, const Body& body);

}  // namespace retake
