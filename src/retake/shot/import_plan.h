#pragma once
#include "retake/shot/import_frames.h"
#include "retake/shot/import_shot.h"

namespace retake {

// An import with all decided and every frame looked at once; the motion itself is still in its
// file.
struct ImportPlan {
  Shot shot;  // without a cache
  ImportReport report;
  ImportFrames frames;
  std::vector<int> file_vertices;  // the file's (first) vertex of each vertex of the body

  // 3 x n, of the body, metres, y up.
  Eigen::Matrix3Xf body_frame(int index) const;
};

ImportPlan plan_import(const ImportRequest& request, Progress& progress);

}  // namespace retake
