#include "retake/mesh/byte_order.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/number_text.h"

namespace retake {
namespace {

constexpr int vtk_tet = 10;  // the format's number for tets

class VtkText {
 public:
  explicit VtkText(bool binary) : binary_(binary) {
    bytes_ = "# vtk DataFile Version 3.0\nmesh\n";
    bytes_ += binary ? "BINARY\n" : "ASCII\n";
  }

  void line(const std::string& text) { bytes_ += text + "\n"; }

  // Numbers of one row of a block: a point, or a cell after its length.
  template <class Number, class Row>
  void row(const Row& values) {
    for (const auto value : values) {
      if (binary_) {
        append_bytes(bytes_, static_cast<Number>(value), std::endian::big);
      } else {
        append_number(bytes_, static_cast<Number>(value));
        bytes_ += ' ';
      }
    }
    if (!binary_) bytes_.back() = '\n';
  }

  void end_block() {
    if (binary_) bytes_ += '\n';
  }

  std::string take() { return std::move(bytes_); }

 private:
  bool binary_;
  std::string bytes_;
};

void add_points(VtkText& text, const Points& positions) {
  text.line("POINTS " + std::to_string(positions.cols()) + " double");
  for (const auto& x : positions.colwise()) text.row<double>(x);
  text.end_block();
}

void add_cells(VtkText& text, const std::string& name, const Eigen::MatrixXi& cells) {
  text.line(name + " " + std::to_string(cells.cols()) + " " +
            std::to_string(cells.size() + cells.cols()));
  for (const auto& corners : cells.colwise()) {
    Eigen::VectorXi row(cells.rows() + 1);
    row << static_cast<int>(cells.rows()), corners;
    text.row<std::int32_t>(row);
  }
  text.end_block();
}

}  // namespace

std::string write_vtk(const MeshFile& mesh, Encoding encoding) {
  VtkText text(encoding == Encoding::binary || encoding == Encoding::binary_big_endian);
  if (!mesh.tets) {
    text.line("DATASET POLYDATA");
    add_points(text, mesh.triangles->positions);
    add_cells(text, "POLYGONS", mesh.triangles->triangles);
    return text.take();
  }
  text.line("DATASET UNSTRUCTURED_GRID");
  add_points(text, mesh.tets->positions);
  add_cells(text, "CELLS", mesh.tets->tets);
  text.line("CELL_TYPES " + std::to_string(mesh.tets->tet_count()));
  text.row<std::int32_t>(Eigen::VectorXi::Constant(mesh.tets->tet_count(), vtk_tet));
  text.end_block();
  return text.take();
}

}  // namespace retake
