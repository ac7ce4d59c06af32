#pragma once
#include <string>

#include "retake/numerics/errors.h"
#include "retake/shot/shot.h"

// Whether layers make sense in their shot. Each check throws InputError that names the layer, the
// wish or displacement, the frame or vertex, what was expected and found, and what to do.
namespace retake {

// What layers are checked against.
struct LayerLimits {
  int frames = 0;
  int vertices = 0;
  Vec3 center = Vec3::Zero();           // of the body at rest
  double farthest = 0;                  // m from there: where no target may lie
  double fastest = 0;                   // m/s: that far from one frame to the next
  BodySpans bodies = {};                // of the stack, to name them; empty: there is one
  std::vector<std::string> kinds = {};  // of each of them (kind_of)
};
LayerLimits layer_limits(const Shot& shot);

// `where` comes before the layer's name: the file, or nothing.
void check_layer(const Layer& layer, const LayerLimits& limits, const std::string& where = "");

// Looks at what a layer holds; says in every complaint what it is about.
class LayerCheck {
 public:
  LayerCheck(const Layer& layer, const LayerLimits& limits, const std::string& where = "");
  // About one of the things that the layer holds, as spoken_item() calls it.
  LayerCheck of(const std::string& item) const;

  const LayerLimits& limits() const { return *limits_; }
  const std::string& layer() const { return layer_; }  // "layer 'pull' (id 3)"

  void require(bool holds, Complaint complaint) const;
  // So many things in one layer.
  void count(std::size_t count, const std::string& what) const;
  void frame(int frame) const;
  // Vertices with weights; and those whose weights sum to 1: a point of the body.
  void vertices(const WeightedPoint& point, const std::string& whose) const;
  void point(const WeightedPoint& point, const std::string& whose) const;
  void length(const Vec3& vector, const std::string& what) const;  // m
  void speed(const Vec3& velocity) const;                          // m/s

 private:
  const LayerLimits* limits_;
  std::string layer_, where_;
};

// So many layers in a shot.
void check_layer_count(std::size_t count, const std::string& where = "the stack of layers");

// "layer 'pull' (id 3)"; and "wish 'mast top' (id 4)", for what it holds.
std::string spoken(const Layer& layer);
std::string spoken_item(const std::string& what, const std::string& name, int id);
// As complaints have numbers.
std::string as_text(double value);
std::string as_text(const Vec3& vector);

}  // namespace retake
