// Getting in, opening, saving, files.
#include <algorithm>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/handlers.h"
#include "apps/server/engine/shot_desk.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_preferences = 256 << 10;  // bytes

Answer hello(Desk& desk, Request& request) {
  int protocol = 0;
  request.fields.read("protocol", protocol);
  request.fields.finish();
  if (protocol != protocol_version) {
    throw InputError({.what = "the page and the program speak different versions",
                      .expected = std::to_string(protocol_version),
                      .found = std::to_string(protocol),
                      .advice = "Reload the page"});
  }
  desk.audience.answer(request.tab, request.replies, welcome(desk));
  desk.audience.greet(request.tab);
  for (const Json& job : desk.jobs.descriptions()) desk.audience.tell(request.tab, job);
  if (desk.shot) tell_shot(desk, request.tab);
  if (desk.failed_start) desk.audience.tell(request.tab, *desk.failed_start);
  return std::nullopt;
}

// What the welcome page offers may be opened wherever it lies: the person opened it once before.
fs::path openable(Desk& desk, const std::string& file) {
  if (desk.state.holds(file)) return file;
  const std::vector<StateFolder::Recent> recent = desk.state.recent();
  if (std::any_of(recent.begin(), recent.end(),
                  [&](const StateFolder::Recent& entry) { return entry.file == file; })) {
    desk.folders.add(fs::path(file).parent_path());
  }
  return desk.folders.checked(file);
}

Answer open(Desk& desk, Request& request) {
  OpenRequest wanted;
  std::string file;
  request.fields.read("scene", wanted.scene);
  request.fields.read("file", file);
  wanted.recover = !file.empty();  // nobody loses work by not asking for it
  request.fields.read("recover", wanted.recover);
  request.fields.finish();
  if (wanted.scene.empty() == file.empty()) {
    throw InputError({.what = "say what to open", .expected = "a scene, or a file"});
  }
  if (!file.empty()) wanted.file = openable(desk, file);
  if (!wanted.file.empty() && !fs::exists(wanted.file)) {
    throw FileError({.what = "no such file", .where = wanted.file.string()});
  }
  open_as_job(desk, wanted, request.tab, request.replies);
  return std::nullopt;
}

Answer close(Desk& desk, Request& request) {
  request.fields.finish();
  close_shot(desk);
  tell_closed(desk);
  return done();
}

Answer saved(Desk& desk) {
  desk.state.remember(desk.shot->file(), desk.document_shot().name);
  desk.audience.tell_all(document(*desk.shot));
  return Json{{"type", "saved"}, {"file", desk.shot->file().string()}};
}

Answer save_as(Desk& desk, Request& request);

Answer save(Desk& desk, Request& request) {
  if (request.fields.has("file")) return save_as(desk, request);
  request.fields.finish();
  let_go(desk);
  if (desk.shot->unsaved) {
    throw InputError({.what = "the shot has no file yet", .advice = "Save it under a name"});
  }
  desk.shot->document.save();
  return saved(desk);
}

Answer save_as(Desk& desk, Request& request) {
  const fs::path file = desk.folders.checked(request.fields.required_text("file"));
  request.fields.finish();
  if (file.extension() != ".json") {
    request.fields.refuse(
        "file", {.what = "a shot's name ends with .json", .found = file.filename().string()});
  }
  let_go(desk);
  desk.shot->document.save_as(file);
  if (desk.shot->unsaved) desk.shot->unsaved->remove();
  desk.shot->unsaved.reset();
  return saved(desk);
}

Answer modes_request(Desk& desk, Request& request) {
  ModeNeed need;
  request.fields.read("count", need.count);
  request.fields.finish();
  EditSettings{.modes = need.count}.validate(desk.shot->evaluation.frame_count(),
                                             desk.shot->body().vertex_count());
  bring_modes(desk, need, request.tab, request.replies);
  return std::nullopt;
}

Answer files(Desk& desk, Request& request) {
  std::string folder;
  request.fields.read("folder", folder);
  request.fields.finish();
  return desk.folders.list(folder);
}

Answer cancel(Desk& desk, Request& request) {
  int job = 0;
  request.fields.read("job", job);
  request.fields.finish();
  desk.jobs.cancel(job);
  return done();
}

Answer preferences(Desk& desk, Request& request) {
  const Json* values = request.fields.find("values");
  request.fields.finish();
  if (values == nullptr || !values->is_object()) {
    request.fields.refuse("values", {.what = "preferences are an object"});
  }
  if (values->dump(-1, ' ', false, Json::error_handler_t::replace).size() > largest_preferences) {
    request.fields.refuse("values", {.what = "too much to remember", .expected = "256 KiB"});
  }
  desk.state.keep_preferences(*values);
  return done();
}

}  // namespace

void add_shot_rules(Rules& rules) {
  rules["hello"] = {hello, false};
  rules["open"] = {open, false};
  rules["close"] = {close};
  rules["save"] = {save, true, true};
  rules["save_as"] = {save_as, true, true};
  rules["modes"] = {modes_request};
  rules["files"] = {files, false};
  rules["cancel"] = {cancel, false};
  rules["preferences"] = {preferences, false};
}

}  // namespace retake::server
