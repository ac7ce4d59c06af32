#include "retake/shot/blend_evaluator.h"
#include "retake/shot/green_evaluator.h"

namespace retake {

std::unique_ptr<LayerEvaluator> make_evaluator(const Layer& layer, const LayerStage& stage) {
  const bool green = std::holds_alternative<GreenLayer>(layer.content);
  return green ? make_green_evaluator(layer, stage) : make_blend_evaluator(layer, stage);
}

}  // namespace retake
