#include "retake/mesh/gltf_scene.h"

#include <algorithm>

#include "retake/mesh/gltf_format.h"

namespace retake {
namespace {

int index_below(const GltfValue& value, std::size_t count) {
  return static_cast<int>(value.integer(static_cast<std::int64_t>(count)));
}

Eigen::VectorXf vector_of(const GltfValue& value, std::size_t count) {
  const std::vector<double> numbers = value.numbers(count);
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(count))
      .cast<float>();
}

// Geometry that only an extension can read would be missing or wrong.
void refuse_packed_geometry(const GltfFile& file) {
  for (const GltfValue& extension : file.root().list("extensionsRequired")) {
    const std::string name = extension.text();
    if (name == "KHR_draco_mesh_compression" || name == "EXT_meshopt_compression" ||
        name == "EXT_mesh_gpu_instancing") {
      extension.refuse("the file needs an extension that is not read here", {}, name,
                       "Export it again without compression of meshes and without instancing");
    }
  }
}

// Corners as triangles; strips turn every second one over.
std::vector<Eigen::Vector3i> triangles_of(const Eigen::VectorXi& corners, std::int64_t mode) {
  std::vector<Eigen::Vector3i> triangles;
  const auto n = static_cast<int>(corners.size());
  if (mode == 4) {
    for (int i = 0; i + 2 < n; i += 3) triangles.emplace_back(corners.segment<3>(i));
  }
  for (int i = 0; mode == 5 && i + 2 < n; ++i) {
    const int odd = i % 2;
    triangles.emplace_back(corners[i], corners[i + 1 + odd], corners[i + 2 - odd]);
  }
  for (int i = 1; mode == 6 && i + 1 < n; ++i) {
    triangles.emplace_back(corners[0], corners[i], corners[i + 1]);
  }
  return triangles;
}

}  // namespace

GltfScene::GltfScene(const GltfFile& file) {
  refuse_packed_geometry(file);
  read_nodes(file);
  read_skins(file);
  const std::vector<GltfValue> nodes = file.root().list("nodes");
  const std::size_t mesh_count = file.root().list("meshes").size();
  std::vector<int> target_counts(nodes.size(), 0);
  for (const int index : order_) {
    const GltfValue& node = nodes[static_cast<std::size_t>(index)];
    if (!node.has("mesh")) continue;
    const int skin = node.has("skin") ? index_below(node["skin"], skins_.size()) : -1;
    read_parts(file, index, index_below(node["mesh"], mesh_count), skin);
    read_weights(node, file.root()["meshes"][index_below(node["mesh"], mesh_count)], index);
    target_counts[static_cast<std::size_t>(index)] =
        static_cast<int>(nodes_[static_cast<std::size_t>(index)].weights.size());
  }
  clips_ = read_gltf_clips(file, target_counts);
  if (nodes.empty()) show_every_mesh(file, static_cast<int>(mesh_count));
  if (triangles_.cols() == 0) file.root().refuse("there is no triangle in the file's scene");
}

// A library of meshes, which no node shows.
void GltfScene::show_every_mesh(const GltfFile& file, int mesh_count) {
  for (int mesh = 0; mesh < mesh_count; ++mesh) {
    nodes_.emplace_back();
    order_.push_back(mesh);
    read_parts(file, mesh, mesh, -1);
  }
}

void GltfScene::read_nodes(const GltfFile& file) {
  for (const GltfValue& value : file.root().list("nodes")) {
    Node node;
    if (value.has("matrix")) {
      node.matrix.matrix() = vector_of(value["matrix"], 16).reshaped(4, 4);
      node.has_matrix = true;
    }
    if (value.has("translation")) node.translation = vector_of(value["translation"], 3);
    if (value.has("rotation")) {
      node.rotation.coeffs() = vector_of(value["rotation"], 4);
      if (!(node.rotation.norm() > 0)) value["rotation"].refuse("a rotation of length zero");
      node.rotation.normalize();
    }
    if (value.has("scale")) node.scale = vector_of(value["scale"], 3);
    nodes_.push_back(std::move(node));
  }
  const std::vector<GltfValue> scenes = file.root().list("scenes");
  if (scenes.empty()) return visit_all(file);
  const std::int64_t shown =
      file.root().integer_or("scene", 0, static_cast<std::int64_t>(scenes.size()));
  if (scenes.size() > 1) {
    notes_.push_back("of several scenes, number " + std::to_string(shown) + " is read");
  }
  for (const GltfValue& root : scenes[static_cast<std::size_t>(shown)].list("nodes")) {
    visit(file, index_below(root, nodes_.size()));
  }
}

// Where no scene says which nodes are shown, all are.
void GltfScene::visit_all(const GltfFile& file) {
  std::vector<bool> is_child(nodes_.size(), false);
  for (const GltfValue& node : file.root().list("nodes")) {
    for (const GltfValue& child : node.list("children")) {
      is_child[static_cast<std::size_t>(index_below(child, nodes_.size()))] = true;
    }
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!is_child[i]) visit(file, static_cast<int>(i));
  }
}

// A node and all below it. Each is met once, or the file is refused: so circles end.
void GltfScene::visit(const GltfFile& file, int root) {
  std::vector<std::pair<int, int>> open = {{root, -1}};  // node and parent
  while (!open.empty()) {
    const auto [index, parent] = open.back();
    open.pop_back();
    const GltfValue node = file.root()["nodes"][index];
    if (std::find(order_.begin(), order_.end(), index) != order_.end()) {
      node.refuse("a node that is shown twice", "a tree of nodes");
    }
    nodes_[static_cast<std::size_t>(index)].parent = parent;
    order_.push_back(index);
    const std::vector<GltfValue> children = node.list("children");
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      open.emplace_back(index_below(*child, nodes_.size()), index);
    }
  }
}

void GltfScene::read_skins(const GltfFile& file) {
  for (const GltfValue& value : file.root().list("skins")) {
    Skin skin;
    for (const GltfValue& joint : value.list("joints")) {
      skin.joints.push_back(index_below(joint, nodes_.size()));
    }
    skin.to_joint.assign(skin.joints.size(), Eigen::Affine3f::Identity());
    if (value.has("inverseBindMatrices")) {
      const Eigen::MatrixXf matrices = file.floats(value["inverseBindMatrices"], 16);
      if (matrices.cols() < static_cast<Eigen::Index>(skin.joints.size())) {
        value.refuse("a skin with fewer matrices than joints", std::to_string(skin.joints.size()),
                     std::to_string(matrices.cols()));
      }
      for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        skin.to_joint[j].matrix() = matrices.col(static_cast<Eigen::Index>(j)).reshaped(4, 4);
      }
    }
    skins_.push_back(std::move(skin));
  }
}

void GltfScene::read_parts(const GltfFile& file, int node, int mesh, int skin) {
  const GltfValue value = file.root()["meshes"][mesh];
  ++mesh_count_;
  Eigen::VectorXf& weights = nodes_[static_cast<std::size_t>(node)].weights;
  for (const GltfValue& primitive : value.list("primitives")) {
    const std::int64_t mode = primitive.integer_or("mode", 4, 7);
    if (mode < 4) {
      notes_.push_back("points and lines of mesh " + std::to_string(mesh) + " are left out");
      continue;
    }
    Part part = read_part(file, primitive, node, skin);
    const auto targets = static_cast<Eigen::Index>(part.targets.size());
    if (weights.size() == 0) weights = Eigen::VectorXf::Zero(targets);
    if (weights.size() != targets)
      primitive.refuse("primitives with different numbers of morph targets");
    add_triangles(file, primitive, part);
    vertex_count_ += static_cast<int>(part.rest.cols());
    parts_.push_back(std::move(part));
  }
}

// The node's own weights stand before those of its mesh.
void GltfScene::read_weights(const GltfValue& node, const GltfValue& mesh, int index) {
  Eigen::VectorXf& weights = nodes_[static_cast<std::size_t>(index)].weights;
  const GltfValue& holder = node.has("weights") ? node : mesh;
  if (holder.has("weights")) {
    weights = vector_of(holder["weights"], static_cast<std::size_t>(weights.size()));
  }
}

GltfScene::Part GltfScene::read_part(const GltfFile& file, const GltfValue& primitive, int node,
                                     int skin) const {
  const GltfValue attributes = primitive["attributes"];
  const auto positions = [&](const GltfValue& holder) -> Eigen::Matrix3Xf {
    const GltfValue index = holder["POSITION"];
    const GltfValue accessor =
        file.root()["accessors"][static_cast<int>(index.integer(gltf::most))];
    if (!accessor.has("min") || !accessor.has("max")) {
      accessor.refuse("positions without their bounds", "'min' and 'max'", {},
                      "The format asks for them; export the file again");
    }
    return file.floats(index, 3);
  };
  Part part;
  part.node = node;
  part.first_vertex = vertex_count_;
  part.rest = positions(attributes);
  for (const GltfValue& target : primitive.list("targets")) {
    part.targets.push_back(target.has("POSITION") ? positions(target)
                                                  : Eigen::Matrix3Xf::Zero(3, part.rest.cols()));
    if (part.targets.back().cols() != part.rest.cols()) {
      target.refuse("a morph target with another number of vertices",
                    std::to_string(part.rest.cols()), std::to_string(part.targets.back().cols()));
    }
  }
  if (skin >= 0 && attributes.has("JOINTS_0")) {
    part.skin = skin;
    read_joints(file, attributes, part);
  }
  return part;
}

void GltfScene::read_joints(const GltfFile& file, const GltfValue& attributes, Part& part) const {
  const auto joint_count =
      static_cast<int>(skins_[static_cast<std::size_t>(part.skin)].joints.size());
  for (int set = 0; attributes.has("JOINTS_" + std::to_string(set)); ++set) {
    const std::string number = std::to_string(set);
    const Eigen::MatrixXi joints = file.integers(attributes["JOINTS_" + number], 4, joint_count);
    const Eigen::MatrixXf weights = file.floats(attributes["WEIGHTS_" + number], 4);
    if (joints.cols() != part.rest.cols() || weights.cols() != part.rest.cols()) {
      attributes.refuse("joints or weights with another number of vertices",
                        std::to_string(part.rest.cols()), std::to_string(joints.cols()));
    }
    part.joints.conservativeResize(4 * set + 4, part.rest.cols());
    part.weights.conservativeResize(4 * set + 4, part.rest.cols());
    part.joints.bottomRows(4) = joints;
    part.weights.bottomRows(4) = weights;
  }
  const Eigen::RowVectorXf sums = part.weights.colwise().sum();
  for (Eigen::Index v = 0; v < sums.size(); ++v) {
    if (!(sums[v] > 0)) attributes.refuse("vertex " + std::to_string(v) + " follows no joint");
    part.weights.col(v) /= sums[v];
  }
}

void GltfScene::add_triangles(const GltfFile& file, const GltfValue& primitive, const Part& part) {
  const auto vertices = static_cast<int>(part.rest.cols());
  const Eigen::VectorXi corners =
      primitive.has("indices")
          ? Eigen::VectorXi(file.integers(primitive["indices"], 1, vertices).row(0))
          : Eigen::VectorXi::LinSpaced(vertices, 0, vertices - 1);
  const auto added = triangles_of(corners, primitive.integer_or("mode", 4, 7));
  const Eigen::Index before = triangles_.cols();
  triangles_.conservativeResize(3, before + static_cast<Eigen::Index>(added.size()));
  for (std::size_t i = 0; i < added.size(); ++i) {
    triangles_.col(before + static_cast<Eigen::Index>(i)) = added[i].array() + part.first_vertex;
  }
}

}  // namespace retake
