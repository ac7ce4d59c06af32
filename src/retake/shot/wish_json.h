#pragma once
#include <filesystem>

#include "retake/elasticity/body.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/shot_body.h"
#include "retake/shot/wish_layer.h"

// Wishes to JSON and back. docs/shot.md lists the keys. An id that is absent reads as 0.
namespace retake {

// What the names and numbers in the JSON refer to.
struct LayerReading {
  const Body& body;
  std::filesystem::path folder;  // that file names start from
  bool reads_files = true;       // false: poses are numbers; one that names a file is refused
  BodySpans bodies = {};         // that the body stacks; empty: it is one
};

// Poses as their 3n numbers.
Json pose_numbers(const LayerWish& wish);

Json to_json(const LayerWish& wish, const PoseToJson& pose = pose_numbers);
LayerWish read_wish(JsonFields fields, const LayerReading& reading);

}  // namespace retake
