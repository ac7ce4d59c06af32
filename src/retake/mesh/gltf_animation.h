#pragma once
#include <string>
#include <vector>

#include "retake/mesh/gltf_file.h"

namespace retake {

// What of a node a curve moves.
enum class GltfPath { translation, rotation, scale, weights };

// A curve through keys: numbers over time.
struct GltfCurve {
  enum class Between { step, linear, cubic };

  int node = 0;
  GltfPath path = GltfPath::translation;
  Between between = Between::linear;
  Eigen::VectorXf times;   // seconds, ascending
  Eigen::MatrixXf values;  // numbers x keys; cubic: in-tangent, value and out-tangent of each key

  // Before the first and after the last key their values hold. Rotations (x, y, z, w) stay of
  // length one and turn the shorter way.
  Eigen::VectorXf at(double time) const;
};

struct GltfClip {
  std::string name;
  std::vector<GltfCurve> curves;
  double duration = 0;  // seconds, to the last key
};

// All animations of a file. target_counts: morph targets of each node's mesh.
std::vector<GltfClip> read_gltf_clips(const GltfFile& file, const std::vector<int>& target_counts);

}  // namespace retake
