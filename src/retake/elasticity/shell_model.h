#pragma once
#include "retake/elasticity/elastic_model.h"

namespace retake {

// Membrane and bending of a body made of triangles, of its thickness; see shell_membrane.h and
// shell_bending.h for the two laws.
std::unique_ptr<ElasticModel> make_shell_model(const Body& body);

}  // namespace retake
