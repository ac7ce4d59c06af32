#pragma once
#include "retake/elasticity/elastic_model.h"

namespace retake {

// Linear tets under one law, with each tet's own material. `body` has been validated.
std::unique_ptr<ElasticModel> make_tet_model(const Body& body, ElasticLaw law);

}  // namespace retake
