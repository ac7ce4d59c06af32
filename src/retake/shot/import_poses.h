#pragma once
#include "retake/shot/import_reading.h"

namespace retake {

// Makes key poses of the frames that were read: all of a pose set, or those of a cache that the
// request names. No frame is left to be written as a cache. The body is made already. Throws
// InputError for poses that fit no motion.
void set_pose_source(ImportReading& reading, Progress& progress);

}  // namespace retake
