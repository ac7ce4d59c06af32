#pragma once
#include <memory>
#include <span>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"
#include "retake/rotation_strain/warp_contact.h"

// From a linear edit to the motion that a person sees (Huang 2011, section 4; Barbic 2012, section
// 6). A frame's element has rotation vector w̄ and stretch S̄ (polar decomposition, log); the linear
// edit p (small displacements about the rest shape) adds the antisymmetric and symmetric parts of
// its gradient, w and e; the warped frame is the one whose gradients come nearest to exp(w̄ + w)(S̄ +
// e).
//
// Only the change is solved for: q = L⁻¹ Gᵀ V (exp(w̄ + w)(S̄ + e) - exp(w̄) S̄), so that no edit
// gives back the input to the last bit.
namespace retake {

// Where a frame stands: x = rotation (rest + deformation) + translation. A body without pins has
// its best rigid motion taken out frame by frame; a pinned one stays where it is.
struct Placement {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
};

struct WarpOptions {
  std::size_t contact_bytes = 256u << 20;  // what is kept of contact solves
  std::size_t state_bytes = 64u << 20;     // and of frames whose points are probed
};

class Warp {
 public:
  // `input`: positions of the body's vertices, world axes. Pins follow the input.
  Warp(const Body& body, std::shared_ptr<const Motion> input, const WarpOptions& options = {},
       Progress& progress = Progress::silent());
  // The same with the frames where they are said to stand: a part that turns with a larger body.
  Warp(const Body& body, std::shared_ptr<const Motion> input, std::vector<Placement> placements,
       const WarpOptions& options, Progress& progress);
  ~Warp();
  Warp(Warp&&) noexcept;
  Warp& operator=(Warp&&) noexcept;

  int frame_count() const;
  int vertex_count() const;
  const Placement& placement(int frame) const;

  // Contacts of one frame (replaces those it had). Nothing is solved before the frame is warped.
  void set_contacts(int frame, std::vector<WarpContact> contacts);

  // World positions (3 x n) of a frame under the linear edit (3 x n, m, axes of the rest shape).
  Eigen::Matrix3Xf warp(int frame, const Eigen::Matrix3Xf& edit) const;
  // The same for several frames together, which is cheaper per frame: edits 3n x frames.
  std::vector<Eigen::Matrix3Xf> warp(std::span<const int> frames,
                                     const Eigen::MatrixXf& edits) const;

  // A warped frame moved on until more contacts hold, the body following each as it would follow
  // its own; the frame's own contacts stay as they are.
  Eigen::Matrix3Xf led_to(int frame, const Eigen::Matrix3Xf& positions,
                          const std::vector<WarpContact>& contacts) const;

  // The linear edit that warps a frame towards a pose (3 x n, world; contacts left out): its
  // gradients come nearest to what each element needs in rotation vector and stretch.
  Eigen::Matrix3Xf unwarp(int frame, const Eigen::Matrix3Xf& pose) const;

  // Everything that the position of one point of the body needs: at any frame, contacts left out;
  // or at one frame with the contacts that it has now.
  class Probe;
  std::shared_ptr<const Probe> probe(const WeightedPoint& point) const;
  std::shared_ptr<const Probe> probe(const WeightedPoint& point, int frame) const;

  // World position of the probed point without solving for all the others, and its derivative:
  // row a of `gradient` (3 x 3n) is d position[a] / d edit.
  struct ProbedPosition {
    Vec3 position = Vec3::Zero();
    Eigen::Matrix<float, 3, Eigen::Dynamic> gradient;  // empty unless asked for
    // Least det(S̄ + e) / min(1, det S̄) of any element that the input has not lost (flat, or inside
    // out); below 0: the edit turns one inside out.
    double smallest_stretch = 1;
  };
  enum class WithGradient { no, yes };
  ProbedPosition probe(const Probe& probe, int frame, const Eigen::Matrix3Xf& edit,
                       WithGradient gradient = WithGradient::no) const;

  struct Impl;  // internal

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake
