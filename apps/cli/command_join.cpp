// `retake join`: several shots become one, each a body of it.
#include "apps/cli/join_command.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "retake/mesh/ascii_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/join_shots.h"
#include "retake/shot/staged_shot.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

// "shots/my cup.v2.json" -> "my cup_v2": what stands in names of files and options.
std::string name_after(const std::string& input) {
  fs::path path = input;
  if (ending_of(path) == ".json") path = path.stem();
  std::string name = path.filename().string();
  for (char& letter : name) {
    if (std::string(".#%:*?\"<>|,\\").find(letter) != std::string::npos) letter = '_';
  }
  return name;
}

int body_count(const Shot& shot) {
  return shot.bodies.several().empty() ? 1 : static_cast<int>(shot.bodies.several().size());
}

// Shots of several bodies take as many names as they have bodies.
void rename(std::vector<JoinedPart>& parts, const std::vector<std::string>& names) {
  if (names.empty()) return;
  int bodies = 0;
  for (const JoinedPart& part : parts) bodies += body_count(part.shot);
  if (bodies != std::ssize(names)) {
    throw InputError({.what = "each body needs a name",
                      .where = "--names",
                      .expected = std::to_string(bodies),
                      .found = std::to_string(names.size())});
  }
  auto name = names.begin();
  for (JoinedPart& part : parts) {
    if (part.shot.bodies.several().empty()) part.name = *name++;
    std::vector<ShotBody> bodies_of_part = part.shot.bodies.several();
    if (bodies_of_part.empty()) continue;
    for (ShotBody& body : bodies_of_part) body.body.name = *name++;
    part.shot.bodies = ShotBodies(std::move(bodies_of_part), part.shot.name, part.shot.color);
  }
}

Json joined_to_json(const JoinedShot& joined, const std::string& output, const Notes& notes) {
  Json bodies = Json::array();
  for (const auto& [name, first, count] : spans_of(joined.shot.bodies.several())) {
    bodies.push_back({{"name", name}, {"first_vertex", first}, {"vertices", count}});
  }
  return {{"shot", output},
          {"bodies", bodies},
          {"vertices", joined.shot.body().vertex_count()},
          {"frames", frame_count(joined.shot)},
          {"layers", joined.shot.layers.size()},
          {"notes", notes}};
}

}  // namespace

void describe(CLI::App* sub, JoinCommand& command) {
  sub->add_option("SHOT", command.inputs,
                  "Shots (.json) or scenes, each of which becomes a body of the new shot")
      ->required()
      ->expected(2, 1000);
  sub->add_option("-o,--output", command.output, "The shot to write (.json)")->required();
  sub->add_option(
         "--names", command.names,
         "Names of the bodies, in their order, with commas between; else those of the files")
      ->delimiter(',');
  sub->add_flag("--hold", command.hold,
                "Motions that end before the longest stand still from there on; else refused");
  sub->add_flag("--replace", command.replace, "Write over files that are there already");
}

void JoinCommand::run(const CommonOptions& common) const {
  if (ending_of(output) != ".json") {
    throw InputError({.what = "a shot is a JSON file",
                      .where = output,
                      .expected = "a name that ends with .json"});
  }
  const FoldersFor folders(output);
  check_new_files({output}, replace);
  check_writable({output});
  TerminalProgress progress = common.progress();
  std::vector<JoinedPart> parts;
  Notes notes;
  for (const std::string& input : inputs) {
    ShotReading reading = open_input({.what = input}, progress);
    parts.push_back({name_after(input), std::move(reading.shot)});
    notes.insert(notes.end(), reading.notes.begin(), reading.notes.end());
  }
  rename(parts, names);
  const ShortMotions ends = hold ? ShortMotions::held : ShortMotions::refused;
  const JoinedShot joined =
      join_shots(std::move(parts), {fs::path(output).stem().string(), ends}, progress);
  notes.insert(notes.end(), joined.notes.begin(), joined.notes.end());
  const StagedShot staged = stage_shot(joined.shot, output);
  for (const auto& target : staged.staging->targets()) check_new_files({target}, replace);
  staged.publish();
  progress.finish();
  print_notes(notes);
  if (common.json) return print_json(joined_to_json(joined, output, notes));
  fmt::print("wrote {}: {} bodies, {} vertices, {} frames, {} layers\nretake edit {} opens it\n",
             output, joined.shot.bodies.several().size(), joined.shot.body().vertex_count(),
             frame_count(joined.shot), joined.shot.layers.size(), output);
}

}  // namespace retake::cli
