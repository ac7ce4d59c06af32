#pragma once
#include <memory>
#include <vector>

#include "retake/elasticity/contact.h"
#include "retake/elasticity/obstacle.h"
#include "retake/modes/modes.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// What an edit starts from.
struct EditInput {
  Body body;
  std::shared_ptr<const Motion> motion;  // of the body's vertices
  std::vector<Obstacle> obstacles;
  std::vector<Contact> contacts;       // that came with the motion
  std::shared_ptr<const Modes> modes;  // of the body, or of its region (see region_body)
  // Where frames stand, of a region those of the whole body; empty: found on the body itself.
  std::vector<Placement> placements = {};
  // Where the body is a stack of several: which one each vertex belongs to. Empty: it is one.
  std::vector<int> body_of_vertex = {};
};

}  // namespace retake
