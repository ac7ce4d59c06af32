#include "apps/cli/import_arguments.h"

#include <charconv>
#include <filesystem>

#include "retake/mesh/mesh_file.h"
#include "retake/shot/import_guess.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

BodyChoice body_of(const std::string& word) {
  if (word == "solid") return BodyChoice::solid;
  if (word == "shell") return BodyChoice::shell;
  return word == "tets" ? BodyChoice::tets : BodyChoice::automatic;
}

// A number of metres, or the name of a unit.
double unit_of(const std::string& word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && end == word.data() + word.size()) return value;
  return meters_of_unit(word);
}

// "3,5,9-12"; `refusal` is what is told of anything else.
std::vector<int> listed_numbers(const std::string& text, Complaint refusal) {
  const auto refuse = [&] {
    refusal.found = text;
    throw InputError(refusal);
  };
  constexpr int most = 10'000'000;
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&] {
    int value = -1;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 0 || value > most) refuse();
    at = next;
    return value;
  };
  while (at != end) {
    const int first = number();
    const int last = at != end && *at == '-' ? (++at, number()) : first;
    if (last < first) refuse();
    for (int each = first; each <= last; ++each) numbers.push_back(each);
    if (at != end && *at++ != ',') refuse();
  }
  return numbers;
}

std::vector<int> listed_vertices(const std::string& text) {
  return listed_numbers(text,
                        {.what = "pins",
                         .where = "--pins",
                         .expected = "auto, none, a .bou file, or vertices such as 3,5,9-12"});
}

void take_poses(const ImportWords& words, ImportRequest& request) {
  if (!words.poses && words.pose_frames.empty() && words.feel.empty() && !words.wobble) return;
  request.poses = PoseImport{
      .frames = listed_numbers(
          words.pose_frames,
          {.what = "frames of poses", .where = "--pose-frames", .expected = "such as 0,24,60"}),
      .preset = words.feel,
      .wobble = words.wobble};
}

void take_pins(const std::string& word, ImportRequest& request) {
  if (word == "auto") return;
  request.pins = word == "none" ? PinChoice::none : PinChoice::given;
  if (word == "none") return;
  constexpr int any = std::numeric_limits<int>::max();  // the body's own count is checked later
  request.pinned =
      fs::is_regular_file(word) ? read_pinned_vertices(word, any) : listed_vertices(word);
}

void take_material(const ImportWords& words, ImportRequest& request) {
  if (words.material.empty() && !words.young && !words.poisson && !words.density) return;
  Material material = words.material.empty() ? Material{} : material_of_name(words.material);
  if (words.young) material.young = *words.young;
  if (words.poisson) material.poisson = *words.poisson;
  if (words.density) material.density = *words.density;
  material.validate("--material");
  request.material = material;
}

}  // namespace

void describe_import(CLI::App* sub, ImportWords& words) {
  sub->add_option("--up", words.up, "The file's axis that points up: y, z, -y, ... (else guessed)");
  sub->add_option("--unit", words.unit,
                  "The file's unit: m, cm, mm, in, ft, or metres as a number (else guessed)");
  sub->add_option("--fps", words.fps, "Frames per second, where the file does not say; else 24");
  sub->add_option("--start", words.start, "Number of the first frame");
  sub->add_option("--clip", words.clip, "Which animation of a glTF file, by name or number");
  sub->add_option("--hold", words.hold,
                  "Frames that each pose of a set is held; else half a second")
      ->check(CLI::Range(1, 10'000));
  sub->add_flag("--poses", words.poses,
                "Key poses, and a motion that swings from each to the next as the material would");
  sub->add_option(
      "--pose-frames", words.pose_frames,
      "Frames of the poses, such as 0,24,60 (else a second apart); of a cache: which of "
      "its frames are poses");
  sub->add_option("--feel", words.feel,
                  "Of a motion between poses: direct (if not said), soft, jelly or shivering");
  sub->add_option("--wobble", words.wobble,
                  "Of a cache: so much of it (0 to 1) swings from pose to pose, the rest stays")
      ->check(CLI::Range(0.0, 1.0));
  sub->add_option("--body", words.body, "What a surface becomes (auto: by its shape)")
      ->check(CLI::IsMember({"auto", "solid", "shell", "tets"}))
      ->capture_default_str();
  sub->add_option("--cell", words.cell, "Solids: edge of a tet, metres; else chosen for speed")
      ->check(CLI::PositiveNumber);
  sub->add_option("--thickness", words.thickness, "Shells: metres; else from the size")
      ->check(CLI::PositiveNumber);
  sub->add_option("--material", words.material,
                  "soft, rubber, firm, foam, cloth, leaf or wood; else rubber, shells cloth");
  sub->add_option("--young", words.young, "Young's modulus, Pa");
  sub->add_option("--poisson", words.poisson, "Poisson's ratio");
  sub->add_option("--density", words.density, "kg/m³");
  sub->add_option("--render", words.render,
                  "A finer surface that the body carries along, to be looked at");
  sub->add_option("--pins", words.pins,
                  "auto: what never moves; none; a .bou file; or vertices such as 3,5,9-12")
      ->capture_default_str();
}

ImportRequest to_request(const ImportWords& words) {
  ImportRequest request;
  request.files.assign(words.files.begin(), words.files.end());
  if (!words.up.empty()) request.up = up_axis_of(words.up);
  if (!words.unit.empty()) request.meters_per_unit = unit_of(words.unit);
  request.fps = words.fps;
  request.start_frame = words.start;
  request.clip = words.clip;
  request.hold = words.hold;
  take_poses(words, request);
  request.body = body_of(words.body);
  request.cell = words.cell;
  request.thickness = words.thickness;
  take_material(words, request);
  take_pins(words.pins, request);
  request.render_surface = words.render;
  request.modes = words.modes;
  return request;
}

}  // namespace retake::cli
