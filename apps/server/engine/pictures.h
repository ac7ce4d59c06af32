#pragma once
#include <map>
#include <memory>

#include "apps/server/engine/heat.h"
#include "apps/server/engine/look.h"
#include "apps/server/engine/open_shot.h"
#include "apps/server/engine/wire.h"
#include "apps/server/engine/without_physics.h"

namespace retake::server {

// Pictures of the open shot for streams: positions and heat, packed, each computed and packed once
// however many streams show it. Engine's thread.
class Pictures {
 public:
  explicit Pictures(OpenShot& shot);

  // Changes whenever the picture may have.
  int revision(const Look& look) const;

  // The layer whose output the look shows; 0: the source, or nothing of the evaluation.
  int layer_of(const Look& look) const;

  // The layer that a hand drags in; 0: in the source; none: nowhere. Layers above it then do what
  // they did before.
  void set_dragged(std::optional<int> layer) { dragged_ = layer; }
  // Which grade can be had at best, now.
  Grade best(const Look& look) const;

  struct Picture {
    Grade grade = Grade::finished;
    SharedBytes bytes;
  };
  // A draft may turn out finished. Throws what the evaluation throws.
  Picture make(const Look& look, int stream, Grade grade, Progress& progress);

  // Whether a draft should be shown before the finished one is there.
  bool takes_long(const Look& look) const;
  // Whether a draft can be had at once, even in the middle of a solve.
  bool is_at_hand(const Look& look) const;

  // One frame, finished.
  Eigen::Matrix3Xf frame(const Look& look, Progress& progress) {
    return positions(look, Grade::finished, progress).at;
  }
  // All frames, finished.
  std::shared_ptr<const Motion> motion(const Look& look, Progress& progress);

  double warp_seconds() const { return warp_seconds_; }  // of the last frame that was computed

 private:
  struct Positions {
    Grade grade = Grade::finished;
    Eigen::Matrix3Xf at;
  };
  Positions positions(const Look& look, Grade grade, Progress& progress);
  Positions of_source(const Look& look, Grade grade);
  Eigen::Matrix3Xf of_pose(int id) const;
  Eigen::Matrix3Xf of_layer(int layer, int frame, Grade grade, Progress& progress);
  bool is_dragged_below(int layer) const;
  Eigen::Matrix3Xf draft(int layer, int frame, Progress& progress);

  OpenShot& shot_;
  HeatMaker heat_;
  WithoutPhysics without_physics_;
  std::optional<int> dragged_;
  double warp_seconds_ = 0;

  struct Key {
    Look look;
    int revision = 0, state = 0;
    Grade grade = Grade::finished;

    // clang-tidy takes the 0 in it for a pointer.
    auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr)
  };
  std::map<Key, std::map<int, Picture>> made_;  // and by stream
};

}  // namespace retake::server
