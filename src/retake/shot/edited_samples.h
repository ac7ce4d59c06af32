#pragma once
#include "retake/shot/exported_mesh.h"
#include "retake/shot/frame_stream.h"

namespace retake {

// What an edit makes of points that somebody else has sampled at times of his own. Places in time
// are frames of the motion, counted from 0, whole or between two.
class EditedSamples {
 public:
  // All of them outlive the object.
  EditedSamples(const ExportedMesh& mesh, const FrameStream& source, const FrameStream& result)
      : mesh_(mesh), source_(source), result_(result) {}

  bool is_changed(double place) const;

  // The motion's own frame, as it is exported.
  Eigen::Matrix3Xf result(int frame) const;

  // What the other has there, moved as the edit moves it. Throws InputError that says `where` when
  // his points are not those of the motion before the edit, by more than 1e-4 of the size.
  Eigen::Matrix3Xf edited(double place, const Eigen::Matrix3Xf& others,
                          const std::string& where) const;

 private:
  bool is_frame_changed(int frame) const;
  Eigen::Matrix3Xf change(int frame) const;

  const ExportedMesh& mesh_;
  const FrameStream& source_;
  const FrameStream& result_;
};

}  // namespace retake
