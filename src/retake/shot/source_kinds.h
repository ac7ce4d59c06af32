#pragma once
#include <functional>
#include <string>

#include "retake/shot/kind_table.h"
#include "retake/shot/shot.h"

namespace retake {

// Where a source is read from, for a shot whose body, obstacles, simulation and origin are there
// already.
struct SourceReading {
  const std::filesystem::path& folder;  // that file names start from
  Shot& shot;
};

// A row of the table: what must be known of a kind of source before there is one of it.
struct SourceKind {
  std::string name;  // in files and messages
  // The rest of a source's keys, but for its contacts.
  std::function<AnySource(JsonFields& fields, const SourceReading& reading)> read;
  // Whether the file says its contacts (`contacts`); false: they come with the motion that it
  // makes.
  bool has_contacts = true;
  // Whether it makes the motion by the elasticity of all bodies as one.
  bool is_elastic = false;
};

KindTable<SourceKind>& source_kinds();

// Throws InputError where the shot's bodies are not such that its source can move them.
void check_source_bodies(const Shot& shot);

// Throws InputError for a rate of no frames.
void check_fps(const JsonFields& fields, double fps);

// The shot's contacts as a file beside it, where there are any.
void write_contacts(Json& source, const SourceWriting& writing);

}  // namespace retake
