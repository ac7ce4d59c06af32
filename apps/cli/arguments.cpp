#include "apps/cli/arguments.h"

#include <algorithm>
#include <map>
#include <memory>

#include "apps/cli/import_arguments.h"
#include "apps/cli/join_command.h"
#include "apps/cli/solve_command.h"
#include "apps/cli/usage_error.h"
#include "retake/numerics/parallel_for.h"

namespace retake::cli {

namespace {

// Commands inherit the footer, but not the list of the program's own options.
const char* const help_footer =
    "Every command takes --json (one machine-readable report), -q (no progress) and --threads N.\n"
    "Exit codes: 0 done, 1 something is wrong with the input or the computation, 2 wrong usage,\n"
    "130 interrupted (Ctrl-C; nothing half-written is left).";

const std::map<std::string, ElasticLaw> laws = {
    {"stvk", ElasticLaw::stvk},
    {"corotated", ElasticLaw::corotated},
    {"stable_neo_hookean", ElasticLaw::stable_neo_hookean}};
const std::map<std::string, Integrator> integrators = {
    {"backward_euler", Integrator::backward_euler}, {"second_order", Integrator::second_order}};

// What a person wants of a command: `retake --help` lists them so, in this order.
const char* const to_begin = "Begin";
const char* const to_edit = "Edit";
const char* const for_files = "Make and check files";
const char* const to_measure = "Look and measure";

// Adds a subcommand that runs `command` when the command line names it.
template <class Command>
CLI::App* add(CLI::App& program, const char* group, const char* name, const char* what,
              Command& command, const CommonOptions& common) {
  CLI::App* sub = program.add_subcommand(name, what)->group(group);
  sub->callback([&command, &common] { command.run(common); });
  return sub;
}

void add_input(CLI::App* sub, InputOptions& input) {
  sub->add_option("INPUT", input.what, "A mesh file, a shot (.json), or a scene's name")
      ->required();
  sub->add_option("--pins", input.pins, "Pinned vertices of a mesh file (.bou)");
}

// An option that takes one of some names. `names` outlives the parsing.
template <class Enum, class Value>
CLI::Option* add_choice(CLI::App* sub, const char* option, Value& value,
                        const std::map<std::string, Enum>& names, const char* what) {
  std::vector<std::string> words;
  for (const auto& [name, ignored] : names) words.push_back(name);
  return sub
      ->add_option_function<std::string>(
          option, [&](const std::string& word) { value = names.at(word); }, what)
      ->check(CLI::IsMember(words))
      ->type_name("NAME");
}

void add_size(CLI::App* sub, SceneSize& size) {
  sub->add_flag_callback(
      "--full", [&size] { size = SceneSize::full; },
      "A scene's full size, where it has one (slower)");
}

void add_window(CLI::App* sub, EditorWindow& window) {
  sub->add_flag_callback(
      "--no-open", [&window] { window.open = false; }, "Do not open the browser");
  sub->add_option("--port", window.port, "Port on 127.0.0.1 (0: a free one)")
      ->check(CLI::Range(0, 65535));
  sub->add_option("--page", window.page,
                  "Serve the page from this folder (web/dist), for working on it");
  add_size(sub, window.size);
}

// One rule for all that is written.
void add_replace(CLI::App* sub, bool& replace) {
  sub->add_flag("--replace", replace, "Write over files that are there already");
}

void describe(CLI::App* sub, DemoCommand& command) {
  sub->add_option("SCENE", command.scene, "Name of a built-in scene")->capture_default_str();
  add_window(sub, command.window);
  sub->add_flag("--picture", command.picture,
                "Draw the scene's motion instead: an animated PNG and a contact sheet");
  sub->add_option("-o,--output", command.folder, "With --picture: folder for the pictures")
      ->capture_default_str();
  add_replace(sub, command.replace);
}

void describe(CLI::App* sub, EditCommand& command) {
  sub->add_option("FILE", command.files,
                  "A shot (.json), or a mesh and its cache, which are imported first (`retake "
                  "import` has options for that); none: the welcome page");
  add_window(sub, command.window);
}

void describe(CLI::App* sub, SceneCommand& command) {
  sub->add_option("NAME", command.name, "Name of a built-in scene");
  add_size(sub, command.size);
  sub->add_option("-o,--output", command.folder, "Folder for the shot and its files");
  sub->add_option("--picture", command.picture,
                  "Draw the motion into this PNG: a contact sheet, or as the next options say");
  sub->add_option("--frame", command.frame, "Draw this frame alone (the first is 0)");
  sub->add_flag("--animate", command.animate, "Draw an animated PNG");
  sub->add_option("--tiles", command.tiles, "Frames in the contact sheet")
      ->check(CLI::Range(1, 400))
      ->capture_default_str();
  sub->add_option("--gallery", command.gallery, "Draw one frame of every scene into this PNG");
  sub->add_option("--width", command.width, "Width of a frame or tile, pixels")
      ->check(CLI::Range(16, 8192));
  add_replace(sub, command.replace);
}

void describe(CLI::App* sub, SimulateCommand& command) {
  add_input(sub, command.input);
  add_size(sub, command.input.size);
  sub->add_option("-o,--output", command.output, "What to write: .pc2, .mdd, .glb, .usda")
      ->required();
  add_replace(sub, command.replace);
  sub->add_option("--frames", command.frames, "Number of frames");
  sub->add_option("--fps", command.fps, "Frames per second");
  sub->add_option("--substeps", command.substeps, "Timesteps per frame");
  add_choice(sub, "--law", command.law, laws, "How stress follows strain");
  add_choice(sub, "--integrator", command.integrator, integrators, "Time integration");
}

const std::map<std::string, ExportMesh> export_meshes = {{"simulation", ExportMesh::simulation},
                                                         {"render", ExportMesh::render}};
const std::map<std::string, BetweenFrames> interpolations = {{"linear", BetweenFrames::linear},
                                                             {"step", BetweenFrames::step}};

const std::map<std::string, Targets> target_choices = {{"follow", Targets::follow},
                                                       {"stay", Targets::stay}};

// What is written, and how.
void add_export(CLI::App* sub, ExportOptions& options) {
  add_choice(sub, "--mesh", options.mesh, export_meshes,
             "Which vertices: those of the simulation, or the finer surface that they carry");
  CLI::Option* count = sub->add_option_function<int>(
      "--morphs", [&options](int morphs) { options.morphs = MorphOptions{.count = morphs}; },
      "Into .glb: so many morph targets in place of one a frame; the error is told");
  count->check(CLI::Range(1, 1'000'000));
  sub->add_option_function<double>(
         "--morph-error",
         [&options](double error) { options.morphs = MorphOptions{.error = error}; },
         "Into .glb: as few morph targets as keep every vertex this near, of the size (1e-4)")
      ->excludes(count);
  add_choice(sub, "--between", options.between_frames, interpolations,
             "Into .glb: what is shown between two frames");
  add_replace(sub, options.replace);
}

void add_pictures(CLI::App* sub, SolveCommand& command) {
  sub->add_option(
         "--turntable", command.turntable,
         "Into NAME_####.png: so many pictures on a way once around, while the motion plays")
      ->check(CLI::Range(1, 100'000));
  sub->add_option("--tiles", command.tiles,
                  "Frames in the contact sheet; more where more have handles or poses")
      ->check(CLI::Range(1, 400))
      ->capture_default_str();
  sub->add_option("--width", command.width, "Of a picture or tile, pixels")
      ->check(CLI::Range(16, 8192));
}

void describe(CLI::App* sub, SolveCommand& command) {
  sub->add_option("SHOT", command.input.what, "A shot (.json); examples/ has some")->required();
  sub->add_option(
         "-o,--output", command.output,
         "What to write: .pc2, .mdd, .glb, .usda, a folder for an OBJ sequence; a contact "
         "sheet (.png), a picture a frame (NAME_####.png); the layers alone (.retake-edit)")
      ->required();
  CLI::Option* body = sub->add_option(
      "--body", command.body,
      "Of several bodies this one alone, in the vertices, axes and unit of its own files");
  sub->add_flag("--each-body", command.each_body,
                "Each body into a file of its own: OUT.pc2 becomes OUT.NAME.pc2")
      ->excludes(body);
  CLI::Option* edit = sub->add_option("--edit", command.edit,
                                      "Lay the layers of this .retake-edit onto the shot's motion");
  add_choice(sub, "--targets", command.targets, target_choices,
             "With --edit: targets follow the new motion, or stay where they were")
      ->needs(edit);
  sub->add_option("--frames", command.frames,
                  "Only these frames, FIRST:LAST or FIRST-LAST (the first is 0)");
  add_export(sub, command.written);
  CLI::Option* over =
      sub->add_option("--over", command.over.base,
                      "Into .usda: a layer over this USD file that changes what was edited alone");
  sub->add_option("--prim", command.over.prim,
                  "With --over: path of the mesh; else the one with as many points is found")
      ->needs(over);
  add_pictures(sub, command);
  sub->add_option("--report", command.report,
                  "Write wishes, contacts, control force and times into this JSON file");
  sub->add_option("--picture", command.picture,
                  "Draw a contact sheet of the edited motion into this PNG");
  sub->add_option("--loop", command.loop,
                  "Draw the input beside the result into this PNG, animated, with handles marked");
}

void describe(CLI::App* sub, ImportCommand& command) {
  sub->add_option("FILE", command.files,
                  "A mesh (.obj .ply .stl .off .glb .gltf .md2, or tets) and its cache (.pc2 .mdd, "
                  "a folder or pattern of .obj or .ply); or several meshes as poses")
      ->required();
  sub->add_option("-o,--output", command.output, "The shot to write (.json)")->required();
  add_replace(sub, command.replace);
  sub->add_flag("--force", command.replace, "")->group("");  // what --replace was called before
  sub->add_option("--modes", command.modes,
                  "Begin with a layer for edits of so many vibration modes")
      ->check(CLI::Range(1, 5000));
  describe_import(sub, command);
}

void describe(CLI::App* sub, ModesCommand& command) {
  add_input(sub, command.input);
  add_size(sub, command.input.size);
  sub->add_option("-n,--count", command.modes.count, "How many, softest first")
      ->capture_default_str();
  sub->add_option("--picture", command.picture, "Draw the softest modes into this PNG");
  add_replace(sub, command.replace);
}

void describe(CLI::App* sub, CheckCommand& command) {
  sub->add_option(
         "FILE", command.files,
         "Meshes, point caches (.pc2, .mdd, folders of OBJ), shots (.json); a mesh and a cache "
         "are looked at together too")
      ->required();
}

void describe(CLI::App* sub, BenchCommand& command) {
  sub->add_option("PREFIX", command.prefix, "Only rows whose id begins so, e.g. modes/bridge");
  sub->add_flag("--compare", command.compare, "Only rows that run another program beside ours");
  sub->add_flag("--no-peers", command.no_peers, "Do not run other programs (quicker)");
  sub->add_flag("--list", command.list, "List the rows, run nothing");
  sub->add_option("--data", command.data,
                  "Folder with the papers' models (else $RETAKE_DATA, else ../shared/data)");
  sub->add_option("--only", command.only, "")->group("");
}

}  // namespace

void run_command_line(int argc, char** argv, CommonOptions& common) {
  CLI::App program("Retake edits the motion of deformable objects after the fact.", "retake");
  program.set_version_flag("--version", "retake " RETAKE_VERSION);
  program.require_subcommand(1);
  program.fallthrough();
  program.footer(help_footer);
  program.add_flag("--json", common.json, "Print one machine-readable report on standard output");
  program.add_flag("-q,--quiet", common.quiet, "Show no progress");
  program.add_option("--threads", common.threads, "Use at most this many threads (0: all)")
      ->check(CLI::Range(0, 1024));
  std::unique_ptr<ThreadLimit> limit;
  program.parse_complete_callback([&] {
    if (common.threads > 0) limit = std::make_unique<ThreadLimit>(common.threads);
  });

  DemoCommand demo;
  EditCommand edit;
  SceneCommand scene;
  SimulateCommand simulate;
  SolveCommand solve;
  ImportCommand import;
  JoinCommand join;
  ModesCommand modes;
  CheckCommand check;
  BenchCommand bench;
  describe(add(program, to_begin, "demo", "Open the editor on a built-in scene; no input needed",
               demo, common),
           demo);
  describe(add(program, to_begin, "import", "Make a shot from a mesh and its cache, or from poses",
               import, common),
           import);
  describe(add(program, to_begin, "scene",
               "Write a scene as a shot, draw it; without a name: list the scenes", scene, common),
           scene);
  describe(add(program, to_edit, "edit", "Open the editor on a file, or on the welcome page", edit,
               common),
           edit);
  describe(add(program, to_edit, "solve", "Evaluate a shot's layers, write the motion or pictures",
               solve, common),
           solve);
  describe(
      add(program, for_files, "join", "Make one shot of several, each a body of it", join, common),
      join);
  describe(add(program, for_files, "simulate", "Forward simulation into a point cache", simulate,
               common),
           simulate);
  describe(add(program, for_files, "check", "Say what is in a file and what is wrong with it",
               check, common),
           check);
  describe(
      add(program, to_measure, "modes", "Vibration modes of a body, into the cache", modes, common),
      modes);
  describe(add(program, to_measure, "bench", "The performance table", bench, common), bench);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    program.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> words(argv, argv + argc);
    common.json = std::find(words.begin(), words.end(), "--json") != words.end();
    throw explain(program, error);
  }
}

}  // namespace retake::cli
