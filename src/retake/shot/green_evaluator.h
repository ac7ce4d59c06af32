#pragma once
#include "retake/shot/layer_evaluator.h"

namespace retake {

// Puts a GreenLayer to work: a MotionEdit about what comes from below. Wishes that come, move or go
// reach it one by one; other settings or another input start it again.
std::unique_ptr<LayerEvaluator> make_green_evaluator(const Layer& layer, const LayerStage& stage);

}  // namespace retake
