#pragma once
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "retake/mesh/gltf_animation.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// The meshes of a glTF file where its scene puts them, at rest and at any time of a clip: nodes
// carry them about, morph targets and skins bend them. All of them together are one mesh: node by
// node as the scene lists them, each primitive's vertices in the file's own order.
class GltfScene {
 public:
  explicit GltfScene(const GltfFile& file);

  const Eigen::Matrix3Xi& triangles() const { return triangles_; }
  int vertex_count() const { return vertex_count_; }
  int mesh_count() const { return mesh_count_; }
  const std::vector<GltfClip>& clips() const { return clips_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // 3 x n, in metres. Without a clip: as the file's nodes stand.
  Eigen::Matrix3Xf positions(const GltfClip* clip, double time) const;

 private:
  struct Node {
    int parent = -1;  // comes before its children in order_
    Eigen::Vector3f translation = Eigen::Vector3f::Zero();
    Eigen::Quaternionf rotation = Eigen::Quaternionf::Identity();
    Eigen::Vector3f scale = Eigen::Vector3f::Ones();
    Eigen::Affine3f matrix = Eigen::Affine3f::Identity();  // where the file gives no single parts
    bool has_matrix = false;
    Eigen::VectorXf weights;  // of morph targets
  };

  struct Skin {
    std::vector<int> joints;                // nodes
    std::vector<Eigen::Affine3f> to_joint;  // from the mesh at rest
  };

  // Vertices that one node shows.
  struct Part {
    int node = 0;
    int skin = -1;  // -1: moved by its node alone
    int first_vertex = 0;
    Eigen::Matrix3Xf rest;
    std::vector<Eigen::Matrix3Xf> targets;  // displacements
    Eigen::MatrixXi joints;                 // 4k x n
    Eigen::MatrixXf weights;                // 4k x n, each column sums to one
  };

  void read_nodes(const GltfFile& file);
  void visit_all(const GltfFile& file);
  void visit(const GltfFile& file, int root);
  void read_skins(const GltfFile& file);
  void read_parts(const GltfFile& file, int node, int mesh, int skin);
  void read_weights(const GltfValue& node, const GltfValue& mesh, int index);
  void show_every_mesh(const GltfFile& file, int mesh_count);
  Part read_part(const GltfFile& file, const GltfValue& primitive, int node, int skin) const;
  void read_joints(const GltfFile& file, const GltfValue& attributes, Part& part) const;
  void add_triangles(const GltfFile& file, const GltfValue& primitive, const Part& part);
  std::vector<Eigen::Affine3f> places(const std::vector<Node>& nodes) const;
  Eigen::Matrix3Xf place(const Part& part, const Node& node,
                         const std::vector<Eigen::Affine3f>& places) const;

  std::vector<Node> nodes_;
  std::vector<int> order_;  // nodes of the scene, parents first
  std::vector<Skin> skins_;
  std::vector<Part> parts_;
  std::vector<GltfClip> clips_;
  std::vector<std::string> notes_;
  Eigen::Matrix3Xi triangles_;
  int vertex_count_ = 0;
  int mesh_count_ = 0;
};

}  // namespace retake
