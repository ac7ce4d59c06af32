#include "retake/mesh/byte_order.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/number_text.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

constexpr int triangle_type = 2;  // numbers of the format
constexpr int gmsh_tet = 4;
constexpr auto gmsh_byte_order = std::endian::native;

// The pieces of the file, which are the same in text and binary but for how a number is spelled.
class GmshText {
 public:
  GmshText(const Points& positions, const Eigen::MatrixXi& cells, bool binary)
      : positions_(positions), cells_(cells), binary_(binary) {}

  std::string version_2() {
    header("2.2");
    section("$Nodes\n" + std::to_string(positions_.cols()) + "\n");
    for (Eigen::Index v = 0; v < positions_.cols(); ++v) {
      small(v + 1);
      for (const double x : positions_.col(v)) real(x);
      end_line();
    }
    section("$EndNodes\n$Elements\n" + std::to_string(cells_.cols()) + "\n");
    if (binary_) {
      small(type());
      small(cells_.cols());
      small(tag_count);
    }
    for (Eigen::Index c = 0; c < cells_.cols(); ++c) {
      small(c + 1);
      if (!binary_) {
        small(type());
        small(tag_count);
      }
      for (int tag = 0; tag < tag_count; ++tag) small(1);
      for (const int vertex : cells_.col(c)) small(vertex + 1);
      end_line();
    }
    section("$EndElements\n");
    return std::move(bytes_);
  }

  std::string version_4() {
    header("4.1");
    section("$Nodes\n");
    block_header(positions_.cols());
    small(dimension());
    small(1);  // entity
    small(0);  // not parametric
    large(positions_.cols());
    end_line();
    for (Eigen::Index v = 0; v < positions_.cols(); ++v) {
      large(v + 1);
      end_line();
    }
    for (const auto& x : positions_.colwise()) {
      for (const double coordinate : x) real(coordinate);
      end_line();
    }
    section("$EndNodes\n$Elements\n");
    block_header(cells_.cols());
    small(dimension());
    small(1);
    small(type());
    large(cells_.cols());
    end_line();
    for (Eigen::Index c = 0; c < cells_.cols(); ++c) {
      large(c + 1);
      for (const int vertex : cells_.col(c)) large(vertex + 1);
      end_line();
    }
    section("$EndElements\n");
    return std::move(bytes_);
  }

 private:
  static constexpr int tag_count = 2;  // physical group and entity

  int dimension() const { return cells_.rows() == 4 ? 3 : 2; }
  int type() const { return cells_.rows() == 4 ? gmsh_tet : triangle_type; }

  void header(const std::string& version) {
    bytes_ = "$MeshFormat\n" + version + (binary_ ? " 1 8\n" : " 0 8\n");
    if (binary_) append_bytes(bytes_, std::int32_t{1}, gmsh_byte_order);
    bytes_ += binary_ ? "\n$EndMeshFormat\n" : "$EndMeshFormat\n";
  }

  // One block of `count` things that are numbered from 1.
  void block_header(Eigen::Index count) {
    for (const Eigen::Index value : {Eigen::Index{1}, count, Eigen::Index{1}, count}) large(value);
    end_line();
  }

  void section(const std::string& text) {
    if (binary_ && text.starts_with("$End")) bytes_ += '\n';
    bytes_ += text;
  }

  void small(std::int64_t value) { binary_ ? raw(static_cast<std::int32_t>(value)) : spell(value); }
  void large(std::int64_t value) { binary_ ? raw(value) : spell(value); }
  void real(double value) { binary_ ? raw(value) : spell(value); }
  void end_line() {
    if (!binary_) bytes_.back() = '\n';
  }

  template <class Number>
  void raw(Number value) {
    append_bytes(bytes_, value, gmsh_byte_order);
  }
  template <class Number>
  void spell(Number value) {
    append_number(bytes_, value);
    bytes_ += ' ';
  }

  const Points& positions_;
  const Eigen::MatrixXi& cells_;
  bool binary_;
  std::string bytes_;
};

}  // namespace

std::string write_gmsh(const MeshFile& mesh, const WriteOptions& options) {
  const Points& positions = mesh.tets ? mesh.tets->positions : mesh.triangles->positions;
  const Eigen::MatrixXi cells =
      mesh.tets ? Eigen::MatrixXi(mesh.tets->tets) : Eigen::MatrixXi(mesh.triangles->triangles);
  GmshText text(positions, cells, options.encoding == Encoding::binary);
  if (options.gmsh_version == 2.2) return text.version_2();
  if (options.gmsh_version == 4.1) return text.version_4();
  throw InputError({.what = "a version of the Gmsh format that is not written",
                    .expected = "2.2 or 4.1",
                    .found = std::to_string(options.gmsh_version)});
}

}  // namespace retake
