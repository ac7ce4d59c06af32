// Inspection, fixes, export.
#include "apps/server/engine/handlers.h"

namespace retake::server {

void add_check_rules(Rules&) {}

}  // namespace retake::server
