#pragma once
#include <string>

#include "retake/shot/json_fields.h"
#include "retake/shot/wish_json.h"

// Points of the body, and regions of it, to JSON and back: what layers say where.
namespace retake {

// `vertex` for one that counts whole, else `vertices` and `weights`; nothing for an empty one.
void write_point(Json& json, const WeightedPoint& point);

// A point of several vertices is their mean; a region has each of them whole.
enum class PointUse { point, region };

// Empty where no vertex is said.
WeightedPoint read_point(JsonFields& fields, const LayerReading& reading, PointUse use);

// Throws InputError where the key is missing, without which this would be about something that
// nobody asked for.
void require_key(JsonFields& fields, const std::string& key, const std::string& expected);

}  // namespace retake
