#pragma once
#include "apps/server/engine/handlers.h"

namespace retake::server {

// Of a job that begins with the finished motion; the rest is what is done with it.
inline constexpr double share_of_evaluation = 0.6;

// A job whose first part is done by the engine's thread and whose second on a thread of its own:
// `prepare` gives the second. Whoever asked is told when it ends badly.
void defer_job(Desk& desk, const Request& request, const std::string& name, int layer,
               std::function<Jobs::Work(Progress&)> prepare);

}  // namespace retake::server
