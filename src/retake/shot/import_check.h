#pragma once
#include "retake/mesh/mesh_file.h"
#include "retake/shot/import_finding.h"

namespace retake {

// What the frames of a motion are checked against.
struct CheckedObject {
  std::string name;          // of the object
  std::string motion_file;   // for messages
  double size = 1;           // box diagonal at rest, in the file's unit
  bool is_pose_set = false;  // poses jump by nature
};

// Looks at the frames one after the other and keeps little of each: frames that are not finite or
// fly off are errors; jumps of the whole or of single vertices, and frames that repeat the one
// before are told. Also which vertices never move.
class FrameCheck {
 public:
  explicit FrameCheck(CheckedObject object) : object_(std::move(object)) {}

  void add_frame(int frame, const Eigen::Matrix3Xf& positions);
  // A frame that cannot be read.
  void add_unreadable(int frame, const Complaint& complaint);
  bool has_too_many_errors() const;

  // All findings, by frame.
  std::vector<ImportFinding> finish();

  // Vertices that stay within `tolerance` (of the size) in all frames, ascending; none where the
  // frames do not move at all.
  std::vector<int> still_vertices(double tolerance) const;
  // Box of all frames.
  Vec3 low() const { return low_.rowwise().minCoeff().cast<double>(); }
  Vec3 high() const { return high_.rowwise().maxCoeff().cast<double>(); }

 private:
  struct Step {
    int frame = 0;
    double whole = 0;    // mean over all vertices of the displacement since the frame before
    double single = 0;   // greatest distance of one vertex's displacement from that of the whole
    int vertex = 0;      // which one
    bool still = false;  // nothing moved at all
  };

  void check_range(int frame, const Eigen::Matrix3Xf& positions);
  void add_step(int frame, const Eigen::Matrix3Xf& positions);
  void find_jumps();
  void find_repeats();
  void report(Severity severity, int frame, int vertex, Complaint complaint);

  CheckedObject object_;
  std::vector<ImportFinding> findings_;
  std::vector<Step> steps_;
  Eigen::Matrix3Xf previous_, low_, high_;
  int errors_ = 0;
};

// How frame 0 compares with the mesh.
struct ShapeMatch {
  double edges = 1;  // lengths in the frame by those in the mesh: the median over the edges
  double size = 1;   // the same of the box diagonal

  // The same unit, whatever the motion does.
  bool is_same_size() const { return edges > 0.5 && edges < 2; }
  // Edges and whole grow alike, unless the edges join other vertices than they should.
  bool is_same_mesh() const { return is_same_size() || (edges < 4 * size && size < 4 * edges); }
};
ShapeMatch match_shape(const Points& rest, const Eigen::MatrixXi& elements,
                       const Eigen::Matrix3Xf& frame);

}  // namespace retake
