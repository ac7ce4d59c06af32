#pragma once
#include <string>

#include "apps/cli/json_report.h"
#include "retake/shot/layer.h"
#include "retake/shot/shot_body.h"
#include "retake/spacetime/motion_edit.h"

// How well a layer's wishes were met, for programs and for people.
namespace retake::cli {

// `bodies`: those of the shot, where it has several. Vertices count through the stack; beside them
// `body` and `body_vertex`.
Json layer_to_json(const Layer& layer, const EditReport& report, const BodySpans& bodies);
void add_forces(Json& layer, const MotionEdit& edit);
void add_drifts(Json& layer, const std::vector<ContactDrift>& drifts, const BodySpans& bodies);

// On standard output, a line for each wish and for what else is worth telling.
void print_layer(const Layer& layer, const EditReport& report, const BodySpans& bodies);

}  // namespace retake::cli
