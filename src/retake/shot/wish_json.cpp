#include "retake/shot/wish_json.h"

#include <cmath>

#include "retake/shot/bodies_json.h"
#include "retake/shot/point_json.h"
#include "retake/shot/pose_files.h"

namespace retake {

namespace {

const std::vector<std::string> wish_kinds = {"position", "relative", "velocity", "pin", "pose"};
const std::vector<std::string> stiff_axes_names = {"free", "locked"};

// "xz" where the directions are axes of the world in order; empty where they are not.
std::string axis_letters(const Eigen::Matrix3Xd& directions) {
  std::string letters;
  for (int axis = 0; axis < 3; ++axis) {
    for (Eigen::Index i = 0; i < directions.cols(); ++i) {
      if (directions.col(i) == Vec3::Unit(axis)) letters += "xyz"[axis];
    }
  }
  return static_cast<Eigen::Index>(letters.size()) == directions.cols() ? letters : "";
}

void write_directions(Json& json, const Eigen::Matrix3Xd& directions) {
  const std::string letters = axis_letters(directions);
  if (letters == "xyz") return;
  if (!letters.empty()) {
    json["axes"] = letters;
    return;
  }
  for (Eigen::Index i = 0; i < directions.cols(); ++i) {
    json["directions"].push_back(xyz(directions.col(i)));
  }
}

Eigen::Matrix3Xd read_axes(JsonFields& fields) {
  const std::string letters = fields.required_text("axes");
  Eigen::Matrix3Xd directions(3, 0);
  for (int axis = 0; axis < 3; ++axis) {
    if (letters.find("xyz"[axis]) == std::string::npos) continue;
    directions.conservativeResize(3, directions.cols() + 1);
    directions.rightCols<1>() = Vec3::Unit(axis);
  }
  if (letters.empty() || static_cast<std::size_t>(directions.cols()) != letters.size()) {
    fields.refuse("axes", {.what = "unknown axes",
                           .expected = "some of the letters x, y, z, each once",
                           .found = "'" + letters + "'"});
  }
  return directions;
}

Vec3 unit_direction(const JsonFields& fields, const std::string& key, const Vec3& direction) {
  const double length = direction.norm();
  if (length == 0) fields.refuse(key, {.what = "a direction needs a length", .found = "[0, 0, 0]"});
  const bool is_unit = std::abs(length - 1) < 1e-12;  // left alone, so that files round-trip
  return is_unit ? direction : direction / length;
}

Eigen::Matrix3Xd read_direction_list(JsonFields& fields) {
  const std::vector<Vec3> given = fields.read_vectors("directions");
  Eigen::Matrix3Xd directions(3, static_cast<Eigen::Index>(given.size()));
  for (std::size_t i = 0; i < given.size(); ++i) {
    directions.col(static_cast<Eigen::Index>(i)) = unit_direction(fields, "directions", given[i]);
  }
  return directions;
}

Eigen::Matrix3Xd read_directions(JsonFields& fields) {
  if (fields.has("axes")) return read_axes(fields);
  if (fields.has("directions")) return read_direction_list(fields);
  if (!fields.has("direction")) return Mat3::Identity();
  Vec3 direction = Vec3::Zero();
  fields.read("direction", direction);
  return unit_direction(fields, "direction", direction);
}

Eigen::Matrix3Xf pose_from_file(JsonFields& fields, const LayerReading& reading) {
  if (!reading.reads_files) {
    fields.refuse("pose", {.what = "no file is read for this pose",
                           .expected = "its numbers, three a vertex",
                           .found = "'" + fields.required_text("pose") + "'"});
  }
  return read_pose_of_cache(fields, "pose", reading.folder);
}

Eigen::Matrix3Xf read_pose(JsonFields& fields, const LayerReading& reading) {
  const Json* json = fields.find("pose");
  if (json == nullptr) return {};
  if (json->is_string()) return pose_from_file(fields, reading);
  std::vector<double> numbers;
  fields.read("pose", numbers);
  if (numbers.size() % 3 != 0) {
    fields.refuse("pose", {.what = "the pose belongs to another mesh",
                           .expected = "three numbers a vertex",
                           .found = std::to_string(numbers.size())});
  }
  const auto vertices = static_cast<Eigen::Index>(numbers.size() / 3);
  return Eigen::Map<const Points>(numbers.data(), 3, vertices).cast<float>();
}

// Of the whole stack, or of one of its bodies.
void read_whose_pose(JsonFields& fields, const LayerReading& reading, Wish& wish) {
  wish.pose = read_pose(fields, reading);
  fields.read("first_vertex", wish.first_vertex);
  if (const BodySpan* body = read_body_name(fields, reading.bodies)) {
    wish.first_vertex = body->first_vertex;
  }
}

}  // namespace

Json pose_numbers(const LayerWish& wish) {
  Json numbers = Json::array();
  for (const float number : wish.wish.pose.reshaped()) numbers.push_back(number);
  return numbers;
}

Json to_json(const LayerWish& entry, const PoseToJson& pose) {
  const Wish& wish = entry.wish;
  Json json = {{"id", entry.id}, {"kind", name_of(wish.kind, wish_kinds)}};
  if (!wish.name.empty()) json["name"] = wish.name;
  json["frame"] = wish.frame;
  write_point(json, wish.point);
  if (!wish.other.empty()) {
    json["other"] = Json::object();
    write_point(json["other"], wish.other);
  }
  if (wish.kind != WishKind::pin && wish.kind != WishKind::pose) json["target"] = xyz(wish.target);
  write_directions(json, wish.directions);
  if (wish.weight != Wish::hard) json["weight"] = wish.weight;
  if (!entry.enabled) json["enabled"] = false;
  json["stiff_axes"] = name_of(wish.stiff_axes, stiff_axes_names);
  if (wish.pose.cols() > 0) json["pose"] = pose(entry);
  if (wish.first_vertex > 0) json["first_vertex"] = wish.first_vertex;
  return json;
}

LayerWish read_wish(JsonFields fields, const LayerReading& reading) {
  LayerWish entry;
  Wish& wish = entry.wish;
  fields.read("id", entry.id);
  fields.read_enum("kind", wish_kinds, wish.kind);
  fields.read("name", wish.name);
  require_key(fields, "frame", "the frame of the wish, from 0");
  fields.read("frame", wish.frame);
  wish.point = read_point(fields, reading, PointUse::point);
  if (fields.has("other")) {
    JsonFields other = fields.object("other");
    wish.other = read_point(other, reading, PointUse::point);
    other.finish();
  }
  if (wish.kind != WishKind::pin && wish.kind != WishKind::pose) {
    require_key(fields, "target", "three numbers: where the point shall be, or how it shall move");
  }
  fields.read("target", wish.target);
  wish.directions = read_directions(fields);
  fields.read("weight", wish.weight);
  fields.read("enabled", entry.enabled);
  fields.read_enum("stiff_axes", stiff_axes_names, wish.stiff_axes);
  if (wish.kind == WishKind::pose) read_whose_pose(fields, reading, wish);
  fields.finish();
  return entry;
}

}  // namespace retake
