// The layers of the open shot on their own, saved and laid on again (docs/export.md).
#include "apps/server/engine/give_ids.h"
#include "apps/server/engine/handlers.h"
#include "retake/shot/saved_edit.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

const std::string saved_edit_ending = ".retake-edit";
const std::vector<std::string> targets_names = {"follow", "stay"};

fs::path read_file_name(const Desk& desk, JsonFields& fields) {
  fs::path file = desk.folders.checked(fields.required_text("file"));
  if (file.extension() == saved_edit_ending) return file;
  fields.refuse("file", {.what = "the name of a saved edit ends with " + saved_edit_ending,
                         .found = file.filename().string()});
}

Answer save_edit(Desk& desk, Request& request) {
  const fs::path file = read_file_name(desk, request.fields);
  bool replace = false;
  request.fields.read("replace", replace);
  request.fields.finish();
  if (!replace && fs::exists(file)) {
    throw InputError({.what = "the file is there already", .where = file.string()});
  }
  let_go(desk);
  write_edit(edit_of(desk.document_shot(), desk.shot->evaluation.source()), file);
  return Json{{"type", "saved"}, {"file", file.string()}, {"exported", file.string()}};
}

// All of its layers on top of those that are there, as one step.
Edit addition_of(std::vector<Layer> layers, std::size_t index, const std::string& name) {
  EditGroup group = {.name = "Apply the edit " + name};
  for (Layer& layer : layers) {
    give_ids(layer, [](int) { return 0; });
    group.edits.push_back({AddLayer{static_cast<int>(index++), std::move(layer)}});
  }
  return {std::move(group)};
}

Answer apply_edit(Desk& desk, Request& request) {
  const fs::path file = read_file_name(desk, request.fields);
  Targets targets = Targets::follow;
  request.fields.read_enum("targets", targets_names, targets);
  request.fields.finish();
  const SavedEdit saved = read_edit(file, desk.shot->body());
  if (saved.layers.empty()) {
    throw InputError({.what = "the saved edit has no layers", .where = file.string()});
  }
  let_go(desk);
  LaidEdit laid = laid_onto(saved, desk.shot->evaluation.source(), targets);
  Edit edit =
      addition_of(std::move(laid.layers), desk.document_shot().layers.size(), file.stem().string());
  GiveIds ids{desk.shot->document};
  std::visit(ids, edit.what);
  desk.shot->document.apply(edit);
  follow_document(desk);
  return Json{{"type", "done"}, {"ids", ids.given}, {"notes", laid.notes}};
}

}  // namespace

void add_saved_edit_rules(Rules& rules) {
  rules["save_edit"] = {save_edit, true, true};
  rules["apply_edit"] = {apply_edit, true, true};
}

}  // namespace retake::server
