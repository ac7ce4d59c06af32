#pragma once
#include "apps/server/engine/handlers.h"
#include "retake/shot/edit.h"

namespace retake::server {

// Whether the edit goes back from poses to a motion that has yet to be simulated.
bool needs_simulation(const Desk& desk, const Edit& edit);

// Such an edit as a job: it is made, and whoever asked is answered, when the motion is there.
void go_back_as_job(Desk& desk, const Request& request, const Edit& edit);

}  // namespace retake::server
