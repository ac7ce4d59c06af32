#pragma once
#include <memory>
#include <vector>

#include "retake/rotation_strain/contact_rows.h"
#include "retake/rotation_strain/element_sum.h"
#include "retake/rotation_strain/frame_states.h"
#include "retake/rotation_strain/placement.h"
#include "retake/rotation_strain/poisson.h"
#include "retake/rotation_strain/winding.h"

namespace retake {

// What a Warp keeps (internal to it).
struct Warp::Impl {
  Impl(const Body& body, std::shared_ptr<const Motion> motion, std::vector<Placement> given,
       const WarpOptions& options, Progress& progress);

  FrameArrays arrays_of_frame(int frame, const Eigen::Matrix3Xf& edit) const;
  // The same for a frame that is looked at again and again; `keep` its states as long.
  FrameArrays arrays_of_known_frame(int frame, const Eigen::Matrix3Xf& edit,
                                    FrameStates::State& keep) const;
  const std::vector<WarpContact>& contacts_of(int frame) const {
    return contacts[static_cast<std::size_t>(frame)];
  }

  std::string name;
  std::shared_ptr<const Motion> input;
  ElementGeometry geometry;
  ElementSum sum;
  PoissonSystem poisson;
  std::vector<Placement> placements;
  std::vector<std::vector<WoundElement>> wound;    // per frame
  std::vector<std::vector<WarpContact>> contacts;  // per frame
  mutable ContactColumns columns;
  mutable FrameStates states;
  int vertex_count;
  std::vector<int> pins;
};

// ψ's gradients over the elements, times their weights.
class Warp::Probe {
 public:
  WeightedPoint point;
  std::vector<float> gradients;       // [batch][xyz][lane]; beside contacts
  std::vector<float> row_gradients;   // [batch][row][component][xyz][lane] instead
  std::vector<Mat3> share_of_pieces;  // per free piece: what the point has of its centre's motion
  Vec3 standing = Vec3::Zero();       // what contacts do by themselves, rest axes
};

}  // namespace retake
