#pragma once
#include <string>

#include "apps/cli/json_report.h"
#include "retake/shot/layer.h"
#include "retake/spacetime/motion_edit.h"

// How well a layer's wishes were met, for programs and for people.
namespace retake::cli {

// `edit`: null where the layer has none.
Json layer_to_json(const Layer& layer, const EditReport& report, const MotionEdit* edit);

// On standard output, a line for each wish and for what else is worth telling.
void print_layer(const std::string& layer, const EditReport& report);

}  // namespace retake::cli
