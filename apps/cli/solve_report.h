#pragma once
#include <string>

#include "apps/cli/json_report.h"
#include "retake/shot/frame_stream.h"
#include "retake/shot/layer.h"
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/shot_body.h"

// How well a layer's wishes were met, for programs and for people.
namespace retake::cli {

// Of these frames alone: how far the edit moves vertices from where the source has them, and how
// far its worst element is squeezed.
Json edit_to_json(const Body& body, const FrameStream& source, const FrameStream& edited,
                  const FrameRange& frames);
// A line where elements are inside out.
void print_elements(const Json& elements);

// `bodies`: those of the shot, where it has several. Vertices count through the stack; beside them
// `body` and `body_vertex`.
Json layer_to_json(const Layer& layer, const EditReport& report, const BodySpans& bodies);
void add_forces(Json& layer, const EditCourse& course);
void add_drifts(Json& layer, const std::vector<ContactDrift>& drifts, const BodySpans& bodies);

// On standard output, a line for each wish and for what else is worth telling.
void print_layer(const Layer& layer, const EditReport& report, const BodySpans& bodies);

}  // namespace retake::cli
