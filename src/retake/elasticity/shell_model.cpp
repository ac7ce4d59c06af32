#include "retake/elasticity/shell_model.h"

#include "retake/elasticity/shell_assembly.h"
#include "retake/elasticity/shell_bending.h"
#include "retake/elasticity/shell_membrane.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr std::ptrdiff_t stencils_per_task = 64;  // stencils that one thread takes at a time

std::vector<MembraneTriangle> make_membrane(const Body& shell) {
  std::vector<MembraneTriangle> membrane;
  for (int t = 0; t < shell.triangles.cols(); ++t) {
    membrane.push_back(make_membrane_triangle(
        {shell.triangles(0, t), shell.triangles(1, t), shell.triangles(2, t)}, shell.rest_positions,
        shell.material_of(t), shell.thickness_of(t)));
  }
  return membrane;
}

std::vector<std::vector<int>> stencils_of(const std::vector<MembraneTriangle>& membrane,
                                          const std::vector<Hinge>& hinges) {
  std::vector<std::vector<int>> stencils;
  stencils.reserve(membrane.size() + hinges.size());
  for (const auto& triangle : membrane) {
    stencils.emplace_back(triangle.vertices.begin(), triangle.vertices.end());
  }
  for (const auto& hinge : hinges) {
    stencils.emplace_back(hinge.vertices.begin(), hinge.vertices.end());
  }
  return stencils;
}

// Stencils in order: all triangles, then all hinges.
class ShellModel : public ElasticModel {
 public:
  explicit ShellModel(const Body& body)
      : vertex_count_(body.vertex_count()),
        membrane_(make_membrane(body)),
        hinges_(make_hinges(body)),
        assembly_(body.vertex_count(), stencils_of(membrane_, hinges_)),
        energies_(static_cast<Eigen::Index>(membrane_.size() + hinges_.size())) {
    response_.stiffness = assembly_.pattern();
  }

  int vertex_count() const override { return vertex_count_; }

  double energy(const Points& positions) override {
    return parallel_sum(stencil_count(), [&](std::ptrdiff_t s) {
      return is_triangle(s) ? membrane_energy(triangle(s), positions)
                            : hinge_energy(hinge(s), positions);
    });
  }

  Points forces(const Points& positions) override {
    parallel_for(
        stencil_count(),
        [&](std::ptrdiff_t s) {
          const std::ptrdiff_t slot = assembly_.first_slot(static_cast<std::size_t>(s));
          if (is_triangle(s)) {
            write_triangle(slot, membrane_gradient(triangle(s), positions));
          } else {
            write_hinge(slot, hinge_gradient(hinge(s), positions));
          }
        },
        stencils_per_task);
    return assembly_.sum_of_slots();
  }

  const ElasticResponse& respond(const Points& positions, StiffnessKind kind) override {
    parallel_for(
        stencil_count(),
        [&](std::ptrdiff_t s) {
          if (is_triangle(s)) {
            respond_triangle(s, positions, kind);
          } else {
            respond_hinge(s, positions, kind);
          }
        },
        stencils_per_task);
    response_.energy = energies_.sum();
    response_.forces = assembly_.sum_of_slots();
    assembly_.sum_blocks_into(response_.stiffness);
    return response_;
  }

 private:
  std::ptrdiff_t stencil_count() const {
    return static_cast<std::ptrdiff_t>(membrane_.size() + hinges_.size());
  }
  bool is_triangle(std::ptrdiff_t s) const { return s < std::ssize(membrane_); }
  const MembraneTriangle& triangle(std::ptrdiff_t s) const {
    return membrane_[static_cast<std::size_t>(s)];
  }
  const Hinge& hinge(std::ptrdiff_t s) const {
    return hinges_[static_cast<std::size_t>(s) - membrane_.size()];
  }

  void write_triangle(std::ptrdiff_t slot, const std::array<Vec3, 3>& gradient) {
    for (std::size_t a = 0; a < 3; ++a) {
      assembly_.slots().col(slot + static_cast<std::ptrdiff_t>(a)) = -gradient[a];
    }
  }

  void write_hinge(std::ptrdiff_t slot, const HingeVector& gradient) {
    for (int a = 0; a < 4; ++a) assembly_.slots().col(slot + a) = -gradient.segment<3>(3 * a);
  }

  void respond_triangle(std::ptrdiff_t s, const Points& positions, StiffnessKind kind) {
    const auto stencil = static_cast<std::size_t>(s);
    const MembraneResponse response = membrane_response(triangle(s), positions, kind);
    energies_[s] = response.energy;
    write_triangle(assembly_.first_slot(stencil), response.gradient);
    auto block = static_cast<std::size_t>(assembly_.first_block(stencil));
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b <= a; ++b) assembly_.blocks()[block++] = response.hessian[a][b];
    }
  }

  void respond_hinge(std::ptrdiff_t s, const Points& positions, StiffnessKind kind) {
    const auto stencil = static_cast<std::size_t>(s);
    const HingeResponse response = hinge_response(hinge(s), positions, kind);
    energies_[s] = response.energy;
    write_hinge(assembly_.first_slot(stencil), response.gradient);
    auto block = static_cast<std::size_t>(assembly_.first_block(stencil));
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b <= a; ++b) {
        assembly_.blocks()[block++] = response.hessian.block<3, 3>(3 * a, 3 * b);
      }
    }
  }

  int vertex_count_;
  std::vector<MembraneTriangle> membrane_;
  std::vector<Hinge> hinges_;
  StencilAssembly assembly_;
  VecX energies_;  // per stencil
  ElasticResponse response_;
};

}  // namespace

std::unique_ptr<ElasticModel> make_shell_model(const Body& body) {
  return std::make_unique<ShellModel>(body);
}

}  // namespace retake
