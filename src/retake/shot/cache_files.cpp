#include "retake/shot/cache_files.h"

#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/long_motion.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

// A frame of so many vertices; `whose` says of what.
Eigen::Matrix3Xf checked_frame(const MotionReader& reader, int frame, int vertices,
                               const fs::path& file, const std::string& whose) {
  Eigen::Matrix3Xf positions = reader.frame(frame);
  if (positions.cols() == vertices) return positions;
  throw InputError(
      {.what = "the cache belongs to another mesh",
       .where = file.string() + ", frame " + std::to_string(frame),
       .expected = std::to_string(vertices) + " vertices as in " + whose,
       .found = std::to_string(positions.cols()),
       .advice = "Export the cache from this mesh, or give the mesh that it was made with"});
}

std::vector<MotionReader> open_all(const std::vector<fs::path>& files, const BodySpans& bodies) {
  if (files.size() != bodies.size()) {
    throw InputError({.what = "each body needs its cache",
                      .where = "files",
                      .expected = std::to_string(bodies.size()) + ", one a body",
                      .found = std::to_string(files.size()),
                      .advice = "Give 'file' for a cache of the whole"});
  }
  std::vector<MotionReader> readers;
  for (const fs::path& file : files) readers.emplace_back(file);
  return readers;
}

void check_same_length(const MotionInfo& one, const BodySpan& body, const MotionInfo& other,
                       const BodySpan& other_body) {
  if (one.frame_count == other.frame_count) return;
  throw InputError(
      {.what = "the caches of two bodies differ in length",
       .where = "body '" + other_body.name + "'",
       .expected = std::to_string(one.frame_count) + " frames as of body '" + body.name + "'",
       .found = std::to_string(other.frame_count),
       .advice = "Export both over the same frames"});
}

}  // namespace

Motion read_cache_file(const fs::path& file, const Body& body) {
  const MotionReader reader(file);
  const MotionInfo& info = reader.info();
  Motion motion = {info.fps, info.start_frame, list_for(info.point_count, info.frame_count)};
  for (int t = 0; t < info.frame_count; ++t) {
    motion.frames.push_back(checked_frame(reader, t, body.vertex_count(), file, "the body"));
  }
  return motion;
}

Motion read_cache_files(const std::vector<fs::path>& files, const BodySpans& bodies) {
  const std::vector<MotionReader> readers = open_all(files, bodies);
  const MotionInfo& first = readers.front().info();
  for (std::size_t i = 1; i < readers.size(); ++i) {
    check_same_length(first, bodies.front(), readers[i].info(), bodies[i]);
  }
  const int vertices = bodies.back().first_vertex + bodies.back().vertices;
  Motion motion = {first.fps, first.start_frame, list_for(vertices, first.frame_count)};
  for (int t = 0; t < first.frame_count; ++t) {
    Eigen::Matrix3Xf whole(3, vertices);
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const auto& [name, begin, count] = bodies[i];
      whole.middleCols(begin, count) =
          checked_frame(readers[i], t, count, files[i], "body '" + name + "'");
    }
    motion.frames.push_back(std::move(whole));
  }
  return motion;
}

}  // namespace retake
