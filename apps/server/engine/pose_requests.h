#pragma once
#include "apps/server/engine/handlers.h"

// What requests about poses share.
namespace retake::server {

// Throw InputError where the shot has no poses, or none with that id.
void check_has_poses(const Desk& desk);
const PoseKey& pose_with(const Desk& desk, int id);

// As in `look`: what, layer and pose; and a frame that the shot has.
Look read_what(const Desk& desk, JsonFields& fields);
int read_frame(const Desk& desk, JsonFields& fields);

// A binary answer to each number that asked.
void send_answers(Desk& desk, const Deferred& to, Header header, const Eigen::MatrixXf& numbers);

void add_bend_rules(Rules& rules);        // bending
void add_pose_graph_rules(Rules& rules);  // spectrum, track, pose_shape

}  // namespace retake::server
