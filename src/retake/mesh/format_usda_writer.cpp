#include <array>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_formats.h"
#include "retake/mesh/number_text.h"
#include "retake/mesh/usda_text.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

std::string spell_faces(const Polygons& faces) {
  std::string text = "    int[] faceVertexCounts = [";
  append_numbers(text, faces.sizes, ", ");
  text += "]\n    int[] faceVertexIndices = [";
  append_numbers(text, faces.corners, ", ");
  return text + "]\n";
}

// A stage has y or z up, which needs no turn; other axes are turned to y by the mesh's own
// transform, which has a column of the turn in each row.
std::string spell_turn(UpAxis up) {
  if (up == UpAxis::y || up == UpAxis::z) return {};
  const Mat3 turn = to_y_up(up);
  std::string text = "    matrix4d xformOp:transform = (";
  for (int c = 0; c < 3; ++c) {
    text += '(';
    append_numbers(text, std::array{turn(0, c), turn(1, c), turn(2, c)}, ", ");
    text += ", 0), ";
  }
  return text + "(0, 0, 0, 1))\n    uniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
}

// USD as text: a mesh whose points have a sample at every frame. Written frame by frame.
class UsdaSink : public MotionWriter::Sink {
 public:
  UsdaSink(const std::filesystem::path& path, const MotionWriteOptions& options)
      : file_(path), frame_number_(options.start_frame) {
    std::string text = "#usda 1.0\n(\n    defaultPrim = \"body\"\n    metersPerUnit = ";
    append_number(text, options.meters_per_unit);
    text += std::string("\n    upAxis = \"") + usd_up_axis(options.up) + "\"\n    startTimeCode = ";
    append_number(text, options.start_frame);
    text += "\n    endTimeCode = ";
    append_number(text, options.start_frame + options.frame_count - 1);
    text += "\n    timeCodesPerSecond = ";
    append_number(text, options.fps);
    text += "\n    framesPerSecond = ";
    append_number(text, options.fps);
    text += "\n)\n\ndef Mesh \"body\"\n{\n    uniform token subdivisionScheme = \"none\"\n";
    text += spell_turn(options.up) + spell_faces(faces_of(options));
    file_.write(text);
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    std::string text;
    if (extents_.empty()) {
      text += "    point3f[] points = ";
      append_usda_points(text, frame);
      text += "\n    point3f[] points.timeSamples = {\n";
    }
    text += "        ";
    append_number(text, frame_number_);
    text += ": ";
    append_usda_points(text, frame);
    text += ",\n";
    file_.write(text);
    add_extent(frame);
    frame_number_ += 1;
  }

  MotionWriteReport finish(Progress&) override {
    file_.write("    }\n    float3[] extent.timeSamples = {\n" + extents_ + "    }\n}\n");
    file_.commit();
    return {};
  }

 private:
  void add_extent(const Eigen::Matrix3Xf& frame) {
    extents_ += "        ";
    append_number(extents_, frame_number_);
    extents_ += ": ";
    append_usda_points(extents_, box_around(frame));
    extents_ += ",\n";
  }

  AtomicFile file_;
  double frame_number_;
  std::string extents_;  // samples of the box around the points
};

}  // namespace

SinkPointer create_usda(const std::filesystem::path& path, const MotionWriteOptions& options) {
  return std::make_unique<UsdaSink>(path, options);
}

}  // namespace retake
