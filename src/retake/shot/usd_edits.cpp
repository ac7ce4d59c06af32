#include "retake/shot/usd_edits.h"

#include <algorithm>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/atomic_file.h"
#include "retake/mesh/number_text.h"
#include "retake/mesh/usda_layer.h"
#include "retake/mesh/usda_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/edited_samples.h"

namespace retake {
namespace {

// The user's file as seen from ours: "@./scene.usda@".
std::string asset_path(const std::filesystem::path& base, const std::filesystem::path& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  std::string path = std::filesystem::absolute(base).lexically_relative(folder).generic_string();
  if (!path.starts_with("../")) path.insert(0, "./");
  const std::string mark = path.find('@') == std::string::npos ? "@" : "@@@";
  return mark + path + mark;
}

std::vector<std::string> names_on(const std::string& prim) {
  std::vector<std::string> names;
  for (std::size_t start = 1; start <= prim.size();) {
    const std::size_t end = std::min(prim.find('/', start), prim.size());
    names.push_back(prim.substr(start, end - start));
    start = end + 1;
  }
  const bool is_path =
      prim.starts_with('/') && std::none_of(names.begin(), names.end(), [](auto& n) {
        return n.empty() || n.find('"') != std::string::npos;
      });
  if (is_path) return names;
  throw InputError({.what = "no path of a prim", .expected = "/World/body", .found = prim});
}

// What is said of the whole stage, which takes it from its root layer: as the user's file says it.
// Of a binary file it is not known.
std::string stage_metadata(const std::optional<UsdaLayer>& base, const MotionInfo& motion,
                           const ExportedMesh& out) {
  std::string text;
  if (base) {
    for (const auto& [key, value] : base->metadata) text += "    " + key + " = " + value + "\n";
    return text;
  }
  const auto add = [&](const char* key, double value) {
    text += std::string("    ") + key + " = ";
    append_number(text, value);
    text += '\n';
  };
  add("startTimeCode", motion.start_frame);
  add("endTimeCode", motion.start_frame + motion.frame_count - 1);
  add("timeCodesPerSecond", motion.fps);
  add("metersPerUnit", out.meters_per_unit);
  return text + "    upAxis = \"" + usd_up_axis(out.up) + "\"\n";
}

std::string indentation(std::size_t depth) { return std::string(4 * depth, ' '); }

// One after the other: "8: [(x, y, z), ...]," with the boxes around them for later.
class SampleText {
 public:
  SampleText(AtomicFile& file, std::string indent) : file_(file), indent_(std::move(indent)) {}

  void add(double time, std::string_view points, const Eigen::Matrix3Xf& box_of) {
    std::string line = indent_;
    append_number(line, time);
    line += ": ";
    extents_ += line;
    append_usda_points(extents_, box_around(box_of));
    extents_ += ",\n";
    file_.write(line);
    file_.write(points);
    file_.write(",\n");
    ++count_;
  }
  void add(double time, const Eigen::Matrix3Xf& points) {
    std::string text;
    append_usda_points(text, points);
    add(time, text, points);
  }

  int count() const { return count_; }
  const std::string& extents() const { return extents_; }

 private:
  AtomicFile& file_;
  std::string indent_;
  std::string extents_;
  int count_ = 0;
};

// Time codes of frames, and back.
struct Timing {
  double start_frame, codes_per_frame;

  double place(double time) const { return time / codes_per_frame - start_frame; }
  double time(int frame) const { return (start_frame + frame) * codes_per_frame; }
};

// The user's samples, letter by letter where nothing changes. Gives the number that did.
int write_users_samples(SampleText& text, const UsdaMesh& mesh, const EditedSamples& edit,
                        const Timing& timing, const std::string& file, Progress& progress) {
  int changed = 0;
  for (const UsdaSample& sample : mesh.samples) {
    progress.update("writing samples", double(text.count()) / double(mesh.samples.size()));
    const double place = timing.place(sample.time);
    const Eigen::Matrix3Xf points = parse_points(sample.text);
    if (!sample.text.starts_with('[') || !edit.is_changed(place)) {
      text.add(sample.time, sample.text, points);
      continue;
    }
    std::string where = file + ", " + mesh.path + ", sample ";
    append_number(where, sample.time);
    text.add(sample.time, edit.edited(place, points, where));
    ++changed;
  }
  return changed;
}

int write_own_samples(SampleText& text, int frames, const EditedSamples& edit, const Timing& timing,
                      Progress& progress) {
  int changed = 0;
  for (int frame = 0; frame < frames; ++frame) {
    progress.update("writing samples", double(frame) / frames);
    text.add(timing.time(frame), edit.result(frame));
    changed += edit.is_changed(frame) ? 1 : 0;
  }
  return changed;
}

}  // namespace

void check_usd_edits(const std::filesystem::path& file, const UsdOver& over,
                     const ExportOptions& options) {
  check_export_file(file, options);
  if (ending_of(file) != ".usda") {
    throw InputError({.what = "an edits-only layer is USD as text",
                      .expected = "a name that ends with .usda",
                      .found = file.filename().string()});
  }
  std::error_code none;
  if (std::filesystem::equivalent(file, over.base, none)) {
    throw InputError({.what = "the layer would replace the file that it lies over",
                      .where = file.string(),
                      .advice = "Choose another name"});
  }
  if (over.prim.empty() && !is_usda(over.base)) {
    throw InputError({.what = "only USD in text form is searched for the mesh",
                      .where = over.base.string(),
                      .advice = "Name the mesh (--prim /path/of/mesh)"});
  }
}

UsdEditsReport export_usd_edits(const Shot& shot, const FrameStream& source,
                                const FrameStream& result, const std::filesystem::path& file,
                                const UsdOver& over, const ExportOptions& options,
                                Progress& progress) {
  check_usd_edits(file, over, options);
  const ExportedMesh exported = exported_mesh(shot, file, options.mesh);
  std::optional<UsdaLayer> base;
  if (is_usda(over.base)) base = read_usda_layer(over.base);
  const UsdaMesh* mesh = base ? find_mesh(*base, over.prim, exported.vertex_count) : nullptr;
  const std::vector<std::string> names = names_on(mesh != nullptr ? mesh->path : over.prim);
  const double codes = base ? base->time_codes_per_second() : result.info.fps;
  const Timing timing = {result.info.start_frame, codes / result.info.fps};

  AtomicFile out(file);
  out.write("#usda 1.0\n(\n" + stage_metadata(base, result.info, exported) + "    subLayers = [\n" +
            indentation(2) + asset_path(over.base, file) + "\n    ]\n)\n\n");
  for (std::size_t i = 0; i < names.size(); ++i) {
    out.write(indentation(i) + "over \"" + names[i] + "\"\n" + indentation(i) + "{\n");
  }
  const std::string indent = indentation(names.size());
  out.write(indent + "point3f[] points.timeSamples = {\n");
  const EditedSamples edit(exported, source, result);
  SampleText text(out, indent + "    ");
  const bool has_samples = mesh != nullptr && !mesh->samples.empty();
  const int changed =
      has_samples ? write_users_samples(text, *mesh, edit, timing, over.base.string(), progress)
                  : write_own_samples(text, result.info.frame_count, edit, timing, progress);
  out.write(indent + "}\n" + indent + "float3[] extent.timeSamples = {\n" + text.extents() +
            indent + "}\n");
  for (std::size_t i = names.size(); i-- > 0;) out.write(indentation(i) + "}\n");
  out.commit();
  return {mesh != nullptr ? mesh->path : over.prim, text.count(), changed,
          mesh != nullptr && mesh->has_normals};
}

}  // namespace retake
