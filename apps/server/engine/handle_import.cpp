// Files that a page has brought: looked at, and imported.
#include <algorithm>
#include <cctype>

#include "apps/server/engine/brought_file.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/import_outlook.h"
#include "apps/server/engine/shot_desk.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_poses = 7;  // meshes; more of them are the frames of a motion

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && fs::path(name).filename() == name;
}

std::vector<std::string> read_names(JsonFields& fields) {
  const Json* json = fields.find("files");
  const auto is_name = [](const Json& entry) {
    return entry.is_string() && is_plain_name(entry.get<std::string>());
  };
  if (json == nullptr || !json->is_array() || json->empty() ||
      !std::all_of(json->begin(), json->end(), is_name)) {
    fields.refuse("files", {.what = "which files", .expected = "names of what was brought"});
  }
  return json->get<std::vector<std::string>>();
}

// "walk" for walk_001.obj.
std::string common_name(const std::string& file) {
  std::string stem = fs::path(file).stem().string();
  while (!stem.empty() && (std::isdigit(static_cast<unsigned char>(stem.back())) != 0 ||
                           stem.back() == '_' || stem.back() == '-' || stem.back() == '.')) {
    stem.pop_back();
  }
  return stem.empty() ? "sequence" : stem;
}

// Many meshes of one kind are a sequence, which is read as a folder called like it.
bool is_sequence(const std::vector<std::string>& names) {
  const fs::path ending = fs::path(names.front()).extension();
  return names.size() > most_poses &&
         std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return fs::path(name).extension() == ending &&
                  common_name(name) == common_name(names.front());
         });
}

fs::path moved_to_folder(const fs::path& folder, const std::vector<std::string>& names) {
  const fs::path sequence = folder / common_name(names.front());
  fs::create_directory(sequence);
  for (const std::string& name : names) {
    if (fs::exists(folder / name)) fs::rename(folder / name, sequence / name);
  }
  return sequence;
}

struct Brought {
  fs::path folder;
  std::vector<fs::path> files;
};

fs::path folder_of(const Desk& desk, const std::string& drop) {
  const fs::path folder = desk.options.uploads / drop;
  if (!desk.options.uploads.empty() && is_plain_name(drop) && fs::is_directory(folder)) {
    return folder;
  }
  throw InputError({.what = "nothing was brought here",
                    .found = drop,
                    .advice = "Drop the files on the page again"});
}

fs::path checked_file(const fs::path& folder, const std::string& name) {
  if (is_plain_name(name) && fs::is_regular_file(fs::symlink_status(folder / name))) {
    return folder / name;
  }
  throw InputError({.what = "the file was not brought",
                    .found = name,
                    .advice = "Drop the files on the page again"});
}

Brought read_brought(const Desk& desk, JsonFields& fields) {
  const std::string drop = fields.required_text("drop");
  const std::vector<std::string> names = read_names(fields);
  Brought brought = {folder_of(desk, drop), {}};
  if (is_sequence(names)) {
    brought.files = {moved_to_folder(brought.folder, names)};
    return brought;
  }
  for (const std::string& name : names) {
    brought.files.push_back(checked_file(brought.folder, name));
  }
  return brought;
}

void read_if_given(JsonFields& fields, const std::string& key, std::optional<double>& value) {
  if (!fields.has(key)) return;
  fields.read(key, value.emplace());
}

ImportChoices read_choices(JsonFields& fields) {
  ImportChoices choices;
  if (fields.has("up")) fields.read_enum("up", up_axis_names(), choices.up.emplace());
  read_if_given(fields, "unit", choices.meters_per_unit);
  read_if_given(fields, "fps", choices.fps);
  read_if_given(fields, "start", choices.start_frame);
  fields.read_enum("body", body_choice_names(), choices.body);
  for (const auto& [key, value] :
       {std::pair("unit", choices.meters_per_unit), std::pair("fps", choices.fps)}) {
    if (value && !(*value > 0)) fields.refuse(key, {.what = "a number above 0 is needed"});
  }
  return choices;
}

Answer examine(Desk& desk, Request& request) {
  const Brought brought = read_brought(desk, request.fields);
  const ImportChoices choices = read_choices(request.fields);
  request.fields.finish();
  const Asker asker = {request.tab, request.replies};
  const auto work = [&desk, brought, choices, asker](Job& job) {
    const Json found = to_json(look_at_import(import_request(brought.files, choices), job));
    answer(desk, {asker}, found);
  };
  const auto failed = [&desk, asker](const std::optional<Complaint>& complaint) {
    answer(desk, {asker},
           complaint ? problem(*complaint, "examine")
                     : problem({.what = "cancelled"}, "examine", "note"));
  };
  desk.jobs.run("Reading " + brought.files.front().filename().string(), work, failed);
  return std::nullopt;
}

Answer import(Desk& desk, Request& request) {
  Brought brought = read_brought(desk, request.fields);
  OpenRequest wanted;
  wanted.choices = read_choices(request.fields);
  request.fields.finish();
  wanted.file = brought.files.front();
  wanted.beside.assign(brought.files.begin() + 1, brought.files.end());
  wanted.brought = brought.folder;
  open_as_job(desk, wanted, request.tab, request.replies);
  return std::nullopt;
}

}  // namespace

fs::path brought_file(const Desk& desk, const std::string& drop, const std::string& name) {
  return checked_file(folder_of(desk, drop), name);
}

void add_import_rules(Rules& rules) {
  rules["examine"] = {examine, false};
  rules["import"] = {import, false};
}

}  // namespace retake::server
