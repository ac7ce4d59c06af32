#pragma once
#include "retake/shot/json_fields.h"
#include "retake/shot/pose_edit.h"

// Poses as edits have them, to JSON and back: with all numbers. docs/shot.md lists the keys.
namespace retake {

extern const std::vector<std::string> passed_with_names;  // in the order of PassedWith

// float32, little endian, in base64.
Json points_to_json(const Eigen::Matrix3Xf& points);
// That, or a list of numbers, three a vertex. Empty where the key is absent; refused where there
// are more or fewer than `count` points.
Eigen::Matrix3Xf read_points(JsonFields& fields, const std::string& key, int count);

Json to_json(const std::vector<PoseHandle>& handles);
std::vector<PoseHandle> read_handles(JsonFields& fields);
Json to_json(const std::vector<PoseHold>& holds);
std::vector<PoseHold> read_holds(JsonFields& fields);

Json to_json(const PoseKey& key);
PoseKey read_pose_key(JsonFields fields, const Body& body);
Json to_json(const ChangedPose& pose);
ChangedPose read_changed_pose(JsonFields fields, const Body& body);

// Null: none.
Json to_json(const std::shared_ptr<const PoseSource>& source);
std::shared_ptr<const PoseSource> read_poses(JsonFields& fields, const std::string& key,
                                             const Body& body);

}  // namespace retake
