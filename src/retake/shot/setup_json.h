#pragma once
#include <vector>

#include "retake/elasticity/simulation_setup.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/shot_body.h"

// The parts of a shot that describe a simulation, to JSON and back. docs/shot.md lists the keys.
namespace retake {

Json to_json(const Material& material);
Json to_json(const Obstacle& obstacle);
Json to_json(const Forcing& forcing);
Json to_json(const Launch& launch);
Json to_json(const SimulationOptions& options);

Material read_material(JsonFields fields);
Obstacle read_obstacle(JsonFields fields);
// `bodies`: whose pins a path may name.
Forcing read_forcing(JsonFields fields, const BodySpans& bodies = {});
Launch read_launch(JsonFields fields);
SimulationOptions read_simulation_options(JsonFields fields);

}  // namespace retake
