#include "retake/shot/origin.h"

#include <cmath>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

bool is_unchanged(const Origin& origin) {
  return origin.up == UpAxis::y && origin.meters_per_unit == 1;
}

}  // namespace

void validate(const Origin& origin, const std::string& where) {
  const auto need = [&](bool holds, const char* what, const char* expected, double found) {
    if (holds) return;
    throw InputError(
        {.what = what, .where = where, .expected = expected, .found = std::to_string(found)});
  };
  need(origin.meters_per_unit > 0 && std::isfinite(origin.meters_per_unit),
       "a unit that makes no sense", "metres above 0", origin.meters_per_unit);
  need(origin.fps > 0 && std::isfinite(origin.fps), "frames need a rate", "fps above 0",
       origin.fps);
  need(std::isfinite(origin.start_frame), "the first frame needs a number", "a finite number",
       origin.start_frame);
}

Points to_shot_space(const Origin& origin, const Points& file_positions) {
  if (is_unchanged(origin)) return file_positions;
  return origin.meters_per_unit * to_y_up(origin.up) * file_positions;
}

Eigen::Matrix3Xf to_shot_space(const Origin& origin, const Eigen::Matrix3Xf& file_positions) {
  if (is_unchanged(origin)) return file_positions;
  return to_shot_space(origin, Points(file_positions.cast<double>())).cast<float>();
}

Eigen::Matrix3Xf to_file_space(const Origin& origin, const Eigen::Matrix3Xf& shot_positions) {
  if (is_unchanged(origin)) return shot_positions;
  const Mat3 back = to_y_up(origin.up).transpose() / origin.meters_per_unit;
  return (back * shot_positions.cast<double>()).cast<float>();
}

Eigen::Matrix3Xf to_file_vertices(const Origin& origin, const Eigen::Matrix3Xf& body_positions) {
  if (origin.body_vertex_of_file_vertex.empty()) return to_file_space(origin, body_positions);
  return to_file_space(origin, body_positions(Eigen::all, origin.body_vertex_of_file_vertex));
}

Polygons file_polygons(const Origin& origin, const Eigen::Matrix3Xi& triangles) {
  if (!origin.polygons.sizes.empty()) return origin.polygons;
  return {std::vector<int>(static_cast<std::size_t>(triangles.cols()), 3),
          {triangles.data(), triangles.data() + triangles.size()}};
}

}  // namespace retake
