#pragma once
#include <map>
#include <string>

#include "retake/elasticity/body_file.h"
#include "retake/mesh/motion.h"

namespace retake {

// What becomes of targets on another motion: they keep their distance from what the source has
// there, or their place.
enum class Targets { follow, stay };

// A saved edit on its way onto another motion (saved_edit.h).
struct EditLaying {
  const std::map<int, Eigen::Matrix3Xf>& before;  // that each layer remembered, by id
  const Motion& source;                           // the new one
  Targets targets;
  int shift = 0;  // frames, from the old motion's count to the new one's
  Notes notes;

  int last() const { return source.frame_count() - 1; }
  bool has(int frame) const { return frame >= 0 && frame <= last(); }

  // Notes that `what` stays behind, since its frame is not in the new motion.
  void leave_out(const std::string& what, int frame);
};

}  // namespace retake
