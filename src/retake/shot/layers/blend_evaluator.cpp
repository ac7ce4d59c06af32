#include "retake/shot/layers/blend_evaluator.h"

#include <algorithm>
#include <map>

#include "retake/numerics/rotation.h"

namespace retake {

namespace {

// Vertices that share an element with one of `wanted`.
template <class Elements>
void add_neighbours(const Elements& elements, std::map<int, std::vector<int>>& wanted) {
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (const int v : elements.col(e)) {
      const auto found = wanted.find(v);
      if (found == wanted.end()) continue;
      for (const int other : elements.col(e)) {
        if (other != v) found->second.push_back(other);
      }
    }
  }
  for (auto& [vertex, neighbours] : wanted) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
}

class BlendEvaluator : public LayerEvaluator {
 public:
  BlendEvaluator(const BlendLayer& layer, const Body& body) : layer_(layer), body_(body) {}

  // Local axes come from the frame where a displacement was drawn.
  bool depends_on_whole_input() const override { return layer_.space == BlendSpace::local; }

  bool update(const Layer& layer) override {
    const auto* blend = layer.content.find<BlendLayer>();
    if (blend == nullptr) return false;
    layer_ = *blend;
    return true;
  }

  void solve(Quality, LayerInput& input, Progress& progress) override {
    neighbours_.clear();
    drawn_.clear();
    if (layer_.space == BlendSpace::world) return;
    for (const BlendDelta& delta : layer_.deltas) {
      for (const WeightedVertex& entry : delta.region) neighbours_[entry.vertex];
    }
    add_neighbours(body_.tets, neighbours_);
    add_neighbours(body_.triangles, neighbours_);
    for (const BlendDelta& delta : layer_.deltas) {
      const Eigen::Matrix3Xf positions = input.frame(delta.frame, progress);
      std::vector<Mat3>& rotations = drawn_.emplace_back();
      for (const auto& [vertex, share] : delta.region) {
        rotations.push_back(rotation(vertex, positions));
      }
    }
  }

  Eigen::Matrix3Xf frame(int frame, LayerInput& input, Progress& progress) override {
    return on_top_of(input.frame(frame, progress), frame);
  }

  Eigen::Matrix3Xf on_top_of(const Eigen::Matrix3Xf& input, int frame) override {
    Eigen::Matrix3Xf result = input;
    for (std::size_t d = 0; d < layer_.deltas.size(); ++d) {
      const WeightedPoint& region = layer_.deltas[d].region;
      for (std::size_t i = 0; i < region.size(); ++i) {
        const Vec3 displacement = turned(d, i, input);
        result.col(region[i].vertex) +=
            (layer_.envelope.at(frame) * region[i].weight * displacement).cast<float>();
      }
    }
    return result;
  }

 private:
  // Displacement d of vertex i of its region, in these positions.
  Vec3 turned(std::size_t d, std::size_t i, const Eigen::Matrix3Xf& now) const {
    const BlendDelta& delta = layer_.deltas[d];
    if (layer_.space == BlendSpace::world) return delta.displacement;
    return rotation(delta.region[i].vertex, now) * drawn_[d][i].transpose() * delta.displacement;
  }

  Mat3 rotation(int vertex, const Eigen::Matrix3Xf& positions) const {
    Mat3 covariance = Mat3::Zero();
    for (const int other : neighbours_.at(vertex)) {
      const Vec3 now = (positions.col(other) - positions.col(vertex)).cast<double>();
      const Vec3 rest = body_.rest_positions.col(other) - body_.rest_positions.col(vertex);
      covariance += now * rest.transpose();
    }
    return polar_decomposition(covariance).R;
  }

  BlendLayer layer_;
  const Body& body_;
  // For local space: of every displaced vertex; and how each displacement's vertices were turned
  // in the frame where it was drawn.
  std::map<int, std::vector<int>> neighbours_;
  std::vector<std::vector<Mat3>> drawn_;
};

}  // namespace

std::unique_ptr<LayerEvaluator> make_blend_evaluator(const BlendLayer& layer, const Body& body) {
  return std::make_unique<BlendEvaluator>(layer, body);
}

}  // namespace retake
