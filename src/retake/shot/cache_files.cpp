#include "retake/shot/cache_files.h"

#include <sstream>

#include "retake/mesh/bounding_box.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/long_motion.h"

namespace retake {

namespace fs = std::filesystem;

namespace {

// Of the body's size: so far away float32 tells no two of its vertices apart.
constexpr double farthest_in_sizes = 1e6;

// What a cache is the motion of.
struct CachedBody {
  int vertices = 0;
  double size = 0;  // box diagonal of the rest shape, m
  std::string name;
};

double box_diagonal(const Points& points) { return bounding_box(points).diagonal(); }

std::string in_metres(double value) {
  std::ostringstream text;
  text << value << " m";
  return text.str();
}

void check_places(const Eigen::Matrix3Xf& positions, const CachedBody& body,
                  const std::string& where) {
  const double limit = farthest_in_sizes * body.size;
  Eigen::Index axis = 0, vertex = 0;
  if (positions.cwiseAbs().maxCoeff(&axis, &vertex) <= limit) return;
  throw InputError({.what = "a vertex lies absurdly far away",
                    .where = where + ", vertex " + std::to_string(vertex),
                    .expected = "coordinates within " + in_metres(limit) + " (" + body.name +
                                " is " + in_metres(body.size) + " in size)",
                    .found = in_metres(positions(axis, vertex)),
                    .advice = "Export this frame again"});
}

Eigen::Matrix3Xf checked_frame(const MotionReader& reader, int frame, const fs::path& file,
                               const CachedBody& body) {
  Eigen::Matrix3Xf positions = reader.frame(frame);
  const std::string where = file.string() + ", frame " + std::to_string(frame);
  if (positions.cols() != body.vertices) {
    throw InputError(
        {.what = "the cache belongs to another mesh",
         .where = where,
         .expected = std::to_string(body.vertices) + " vertices as in " + body.name,
         .found = std::to_string(positions.cols()),
         .advice = "Export the cache from this mesh, or give the mesh that it was made with"});
  }
  check_places(positions, body, where);
  return positions;
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
  const CachedBody whose = {body.vertex_count(), box_diagonal(body.rest_positions), "the body"};
  Motion motion = {info.fps, info.start_frame, list_for(info.point_count, info.frame_count)};
  for (int t = 0; t < info.frame_count; ++t) {
    motion.frames.push_back(checked_frame(reader, t, file, whose));
  }
  return motion;
}

Motion read_cache_files(const std::vector<fs::path>& files, const std::vector<ShotBody>& stacked) {
  const BodySpans bodies = spans_of(stacked);
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
      const CachedBody whose = {count, box_diagonal(stacked[i].body.rest_positions),
                                "body '" + name + "'"};
      whole.middleCols(begin, count) = checked_frame(readers[i], t, files[i], whose);
    }
    motion.frames.push_back(std::move(whole));
  }
  return motion;
}

}  // namespace retake
