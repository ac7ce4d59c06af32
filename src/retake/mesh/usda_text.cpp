#include "retake/mesh/usda_text.h"

#include "retake/mesh/number_text.h"

namespace retake {

void append_usda_points(std::string& text, const Eigen::Matrix3Xf& points) {
  text += '[';
  for (Eigen::Index v = 0; v < points.cols(); ++v) {
    text += v == 0 ? "(" : ", (";
    append_numbers(text, points.col(v), ", ");
    text += ')';
  }
  text += ']';
}

Eigen::Matrix3Xf box_around(const Eigen::Matrix3Xf& points) {
  Eigen::Matrix3Xf box = Eigen::Matrix3Xf::Zero(3, 2);
  if (points.cols() > 0) box << points.rowwise().minCoeff(), points.rowwise().maxCoeff();
  return box;
}

}  // namespace retake
