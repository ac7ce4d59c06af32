#pragma once
#include <filesystem>

#include "retake/elasticity/body_file.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

// Several bodies of a shot, to JSON and back, and the key `body` that says whose vertices are
// meant.
namespace retake {

// A list; meshes and lists of the origins are written into the staging, named after their body.
// `folder`: of the shot.
Json bodies_to_json(const std::vector<ShotBody>& bodies, const std::filesystem::path& folder,
                    const ShotStaging& staging);
// Adds what a person should know about the meshes to `notes`. They are not stacked yet.
std::vector<ShotBody> read_bodies(JsonFields& shot, const std::filesystem::path& folder,
                                  Notes& notes);

// Whose vertices an object means, by its key `body`; null: those of the stack. Throws InputError
// for a name that the shot does not have.
const BodySpan* read_body_name(JsonFields& fields, const BodySpans& bodies);

// Vertices of that body, from 0, as the stack counts them (null: they do already). Throws
// InputError for those that the body does not have.
std::vector<int> in_stack(std::vector<int> vertices, const BodySpan* body, const JsonFields& fields,
                          const std::string& key);

// The key `vertices` (or another) of an object, with its key `body`, as the stack counts them.
std::vector<int> read_vertices(JsonFields& fields, const std::string& key, const BodySpans& bodies);

}  // namespace retake
