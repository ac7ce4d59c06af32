#include "retake/mesh/up_axis.h"

namespace retake {

const std::vector<std::string>& up_axis_names() {
  static const std::vector<std::string> names = {"x", "y", "z", "-x", "-y", "-z"};
  return names;
}

Mat3 to_y_up(UpAxis up) {
  Mat3 turn;
  switch (up) {
    case UpAxis::x:
      turn << 0, -1, 0, 1, 0, 0, 0, 0, 1;
      break;
    case UpAxis::minus_x:
      turn << 0, 1, 0, -1, 0, 0, 0, 0, 1;
      break;
    case UpAxis::minus_y:
      turn << 1, 0, 0, 0, -1, 0, 0, 0, -1;
      break;
    case UpAxis::z:
      turn << 1, 0, 0, 0, 0, 1, 0, -1, 0;
      break;
    case UpAxis::minus_z:
      turn << 1, 0, 0, 0, 0, -1, 0, 1, 0;
      break;
    default:
      turn.setIdentity();
  }
  return turn;
}

}  // namespace retake
