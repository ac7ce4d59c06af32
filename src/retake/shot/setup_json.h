#pragma once
#include <vector>

#include "retake/elasticity/simulation_setup.h"
#include "retake/shot/json_fields.h"

// The parts of a shot that describe a simulation, to JSON and back. docs/shot.md lists the keys.
namespace retake {

Json to_json(const Material& material);
Json to_json(const Obstacle& obstacle);
Json to_json(const Forcing& forcing);
Json to_json(const Launch& launch);
Json to_json(const SimulationOptions& options);

Material read_material(JsonFields fields);
Obstacle read_obstacle(JsonFields fields);
Forcing read_forcing(JsonFields fields);
Launch read_launch(JsonFields fields);
SimulationOptions read_simulation_options(JsonFields fields);

}  // namespace retake
