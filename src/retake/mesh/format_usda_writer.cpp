#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_formats.h"
#include "retake/mesh/number_text.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// "[(x, y, z), (x, y, z)]"
void append_points(std::string& text, const Eigen::Matrix3Xf& points) {
  text += '[';
  for (Eigen::Index v = 0; v < points.cols(); ++v) {
    text += v == 0 ? "(" : ", (";
    append_numbers(text, points.col(v), ", ");
    text += ')';
  }
  text += ']';
}

std::string faces_of(const Eigen::Matrix3Xi& triangles) {
  std::string text = "    int[] faceVertexCounts = [";
  for (Eigen::Index t = 0; t < triangles.cols(); ++t) text += t == 0 ? "3" : ", 3";
  text += "]\n    int[] faceVertexIndices = [";
  append_numbers(text, triangles.reshaped(), ", ");
  return text + "]\n";
}

// USD as text: a mesh whose points have a sample at every frame. Written frame by frame.
class UsdaSink : public MotionWriter::Sink {
 public:
  UsdaSink(const std::filesystem::path& path, const MotionWriteOptions& options)
      : file_(path), frame_number_(options.start_frame) {
    std::string text = "#usda 1.0\n(\n    defaultPrim = \"body\"\n    metersPerUnit = ";
    append_number(text, options.meters_per_unit);
    text += std::string("\n    upAxis = \"") + options.up_axis + "\"\n    startTimeCode = ";
    append_number(text, options.start_frame);
    text += "\n    endTimeCode = ";
    append_number(text, options.start_frame + options.frame_count - 1);
    text += "\n    timeCodesPerSecond = ";
    append_number(text, options.fps);
    text += "\n    framesPerSecond = ";
    append_number(text, options.fps);
    text += "\n)\n\ndef Mesh \"body\"\n{\n    uniform token subdivisionScheme = \"none\"\n";
    text += faces_of(options.triangles);
    file_.write(text);
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    std::string text;
    if (extents_.empty()) {
      text += "    point3f[] points = ";
      append_points(text, frame);
      text += "\n    point3f[] points.timeSamples = {\n";
    }
    text += "        ";
    append_number(text, frame_number_);
    text += ": ";
    append_points(text, frame);
    text += ",\n";
    file_.write(text);
    add_extent(frame);
    frame_number_ += 1;
  }

  void finish() override {
    file_.write("    }\n    float3[] extent.timeSamples = {\n" + extents_ + "    }\n}\n");
    file_.commit();
  }

 private:
  void add_extent(const Eigen::Matrix3Xf& frame) {
    Eigen::Matrix3Xf box(3, 2);
    box << frame.rowwise().minCoeff(), frame.rowwise().maxCoeff();
    extents_ += "        ";
    append_number(extents_, frame_number_);
    extents_ += ": ";
    append_points(extents_, box);
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
