#include "retake/mesh/gltf_scene.h"

namespace retake {

std::vector<Eigen::Affine3f> GltfScene::places(const std::vector<Node>& nodes) const {
  std::vector<Eigen::Affine3f> places(nodes.size(), Eigen::Affine3f::Identity());
  for (const int index : order_) {
    const Node& node = nodes[static_cast<std::size_t>(index)];
    Eigen::Affine3f own = node.matrix;
    if (!node.has_matrix) {
      own = Eigen::Translation3f(node.translation) * node.rotation * Eigen::Scaling(node.scale);
    }
    places[static_cast<std::size_t>(index)] =
        node.parent < 0 ? own : places[static_cast<std::size_t>(node.parent)] * own;
  }
  return places;
}

Eigen::Matrix3Xf GltfScene::place(const Part& part, const Node& node,
                                  const std::vector<Eigen::Affine3f>& places) const {
  Eigen::Matrix3Xf x = part.rest;
  for (std::size_t k = 0; k < part.targets.size(); ++k) {
    x += node.weights[static_cast<Eigen::Index>(k)] * part.targets[k];
  }
  if (part.skin < 0) return places[static_cast<std::size_t>(part.node)] * x;
  const Skin& skin = skins_[static_cast<std::size_t>(part.skin)];
  std::vector<Eigen::Affine3f> joints;  // a skin's vertices do not follow their own node
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    joints.push_back(places[static_cast<std::size_t>(skin.joints[j])] * skin.to_joint[j]);
  }
  for (Eigen::Index v = 0; v < x.cols(); ++v) {
    Eigen::Vector3f moved = Eigen::Vector3f::Zero();
    for (Eigen::Index k = 0; k < part.joints.rows(); ++k) {
      moved +=
          part.weights(k, v) * (joints[static_cast<std::size_t>(part.joints(k, v))] * x.col(v));
    }
    x.col(v) = moved;
  }
  return x;
}

Eigen::Matrix3Xf GltfScene::positions(const GltfClip* clip, double time) const {
  std::vector<Node> nodes = nodes_;
  for (std::size_t c = 0; clip != nullptr && c < clip->curves.size(); ++c) {
    const GltfCurve& curve = clip->curves[c];
    Node& node = nodes[static_cast<std::size_t>(curve.node)];
    const Eigen::VectorXf value = curve.at(time);
    if (curve.path == GltfPath::translation) node.translation = value;
    if (curve.path == GltfPath::rotation) node.rotation.coeffs() = value.normalized();
    if (curve.path == GltfPath::scale) node.scale = value;
    if (curve.path == GltfPath::weights) node.weights = value;
  }
  const std::vector<Eigen::Affine3f> at = places(nodes);
  Eigen::Matrix3Xf x(3, vertex_count_);
  for (const Part& part : parts_) {
    x.middleCols(part.first_vertex, part.rest.cols()) =
        place(part, nodes[static_cast<std::size_t>(part.node)], at);
  }
  return x;
}

}  // namespace retake
