#pragma once
#include "retake/shot/frame_stream.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

// The source of a shot's motion, to JSON and back: point cache, contacts, stillness, key poses.
namespace retake {

Json source_to_json(const AnySource& source, const SourceWriting& writing);

// The same for a file that says `before` (null: nothing) and whose poses were edited: what is not
// poses stays as it is there, with the data files that it names.
Json edited_source_to_json(const Json& before, const Shot& shot, const ShotStaging& staging);

// Fills the shot's source; its body, obstacles, simulation and origin are there already.
void read_source(JsonFields fields, const std::filesystem::path& folder, Shot& shot);

// Contacts of a point cache, beside it as JSON.
Json contacts_to_json(const std::vector<Contact>& contacts);
std::vector<Contact> read_contacts(const std::filesystem::path& path, const Shot& shot);

// Contacts as text: a line `frame,vertex,nx,ny,nz[,obstacle]` for each, normals out of the obstacle
// (of any length), the first obstacle where none is given. Lines without numbers at the beginning
// (a heading) and comments after # are passed over. Errors name the line.
std::vector<Contact> read_contact_lines(const std::filesystem::path& path, const Shot& shot);

}  // namespace retake
