#pragma once
#include "retake/shot/evaluation.h"

namespace retake::server {

// The same wishes as plain displacements that come and go: what tools without physics would do,
// for comparison. Each position wish becomes a displacement of the vertices
// around it (0.15 of the body's size), eased in and out over its layer's window, or over 20 frames.
class WithoutPhysics {
 public:
  explicit WithoutPhysics(const Evaluation& evaluation);

  void set_layers(const std::vector<Layer>& layers);
  FrameView frame(int frame, Progress& progress);
  std::shared_ptr<const Motion> motion(Progress& progress) { return evaluation_.motion(progress); }

 private:
  void add_wishes(const Layer& layer, const WishLayer& wished);
  Layer displacement(const Layer& layer, const EditSettings& settings, const LayerWish& wish);

  Evaluation evaluation_;  // layers without wishes alone
  double radius_ = 0;      // m
  std::vector<Layer> given_, stack_;
  int given_source_ = 0;
};

}  // namespace retake::server
