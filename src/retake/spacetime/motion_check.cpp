#include "retake/spacetime/motion_check.h"

#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

[[noreturn]] void complain_of_count(const Body& body, int frame, Eigen::Index found) {
  throw InputError({.what = "a frame has another number of vertices than the body",
                    .where = "motion of body '" + body.name + "', frame " + std::to_string(frame),
                    .expected = std::to_string(body.vertex_count()) + " vertices",
                    .found = std::to_string(found),
                    .advice = "use a cache that was made with this mesh"});
}

[[noreturn]] void complain_of_number(const Body& body, int frame, const FrameView& positions) {
  Eigen::Index vertex = 0;
  while (positions.col(vertex).allFinite()) ++vertex;
  throw InputError({.what = "a coordinate is not a finite number",
                    .where = "motion of body '" + body.name + "', frame " + std::to_string(frame) +
                             ", vertex " + std::to_string(vertex)});
}

}  // namespace

void check_fits(const Body& body, const Motion& motion) {
  for (int frame = 0; frame < motion.frame_count(); ++frame) {
    const FrameView positions = motion.frames[static_cast<std::size_t>(frame)];
    if (positions.cols() != body.vertex_count()) complain_of_count(body, frame, positions.cols());
    if (!positions.allFinite()) complain_of_number(body, frame, positions);
  }
}

}  // namespace retake
