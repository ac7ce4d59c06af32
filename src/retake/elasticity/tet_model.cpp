#include "retake/elasticity/tet_model.h"

#include <algorithm>
#include <cassert>

#include <Eigen/LU>

#include "retake/elasticity/tet_assembly.h"
#include "retake/elasticity/tet_kernel.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr std::ptrdiff_t batches_per_task = 8;

// The order of a tet's vertices does not matter to its energy; ascending makes assembly simple.
Eigen::Matrix4Xi with_ascending_columns(Eigen::Matrix4Xi tets) {
  for (auto tet : tets.colwise()) std::sort(tet.begin(), tet.end());
  return tets;
}

TetKernel kernel_of(ElasticLaw law) {
  switch (law) {
    case ElasticLaw::stvk:
      return RETAKE_PICK_ISA(respond_stvk);
    case ElasticLaw::corotated:
      return RETAKE_PICK_ISA(respond_corotated);
    case ElasticLaw::stable_neo_hookean:
      return RETAKE_PICK_ISA(respond_neo_hookean);
  }
  assert(false);
  return nullptr;
}

// What TetElements points to.
struct RestState {
  std::vector<int> vertices;
  std::vector<double> gradients, volume, mu, lambda;

  TetElements view() const {
    return {vertices.data(), gradients.data(), volume.data(), mu.data(), lambda.data()};
  }
};

RestState rest_state_of(const Body& body, const Eigen::Matrix4Xi& tets, int batches) {
  const auto lanes = static_cast<std::size_t>(batches) * batch_lanes;
  RestState rest;
  rest.vertices.resize(4 * lanes);
  rest.gradients.resize(9 * lanes);
  for (auto* numbers : {&rest.volume, &rest.mu, &rest.lambda}) numbers->resize(lanes);
  for (int i = 0; i < static_cast<int>(lanes); ++i) {
    const bool filler = i >= tets.cols();
    const int t = filler ? static_cast<int>(tets.cols()) - 1 : i;
    const int batch = i / batch_lanes, lane = i % batch_lanes;
    Mat3 edges;
    for (int a = 0; a < 3; ++a)
      edges.col(a) = body.rest_positions.col(tets(a + 1, t)) - body.rest_positions.col(tets(0, t));
    const Mat3 gradients = edges.inverse();  // row a: of the shape function of vertex a + 1
    for (int a = 0; a < 4; ++a) rest.vertices[(batch * 4 + a) * batch_lanes + lane] = tets(a, t);
    for (int k = 0; k < 9; ++k)
      rest.gradients[(batch * 9 + k) * batch_lanes + lane] = gradients(k / 3, k % 3);
    rest.volume[i] = filler ? 0 : std::abs(edges.determinant()) / 6;
    rest.mu[i] = body.material_of(t).lame_mu();
    rest.lambda[i] = body.material_of(t).lame_lambda();
  }
  return rest;
}

class TetModel : public ElasticModel {
 public:
  TetModel(const Body& body, ElasticLaw law)
      : TetModel(body, with_ascending_columns(body.tets), law) {}

  int vertex_count() const override { return vertex_count_; }

  double energy(const Points& positions) override {
    run_kernel(positions, {energy_.data(), nullptr, nullptr, false});
    return sum_of_energy();
  }

  Points forces(const Points& positions) override {
    run_kernel(positions, {energy_.data(), tet_forces_.data(), nullptr, false});
    Points forces(3, vertex_count_);
    assembly_.sum_forces(tet_forces_.data(), forces.data());
    return forces;
  }

  const ElasticResponse& respond(const Points& positions, StiffnessKind kind) override {
    if (tet_stiffness_.empty()) {
      tet_stiffness_.resize(energy_.size() * tet_stiffness_size);
      response_.stiffness = assembly_.pattern();
      response_.forces.resize(3, vertex_count_);
    }
    run_kernel(positions, {energy_.data(), tet_forces_.data(), tet_stiffness_.data(),
                           kind == StiffnessKind::positive});
    response_.energy = sum_of_energy();
    assembly_.sum_forces(tet_forces_.data(), response_.forces.data());
    assembly_.sum_stiffness(tet_stiffness_.data(), response_.stiffness.valuePtr());
    return response_;
  }

 private:
  TetModel(const Body& body, const Eigen::Matrix4Xi& tets, ElasticLaw law)
      : vertex_count_(body.vertex_count()),
        batches_((static_cast<int>(tets.cols()) + batch_lanes - 1) / batch_lanes),
        kernel_(kernel_of(law)),
        rest_(rest_state_of(body, tets, batches_)),
        assembly_(tets, body.vertex_count()),
        energy_(rest_.volume.size()),
        tet_forces_(rest_.volume.size() * tet_force_size) {}

  void run_kernel(const Points& positions, const TetOutputs& outputs) {
    assert(positions.cols() == vertex_count_);
    const std::ptrdiff_t tasks = (batches_ + batches_per_task - 1) / batches_per_task;
    parallel_for(tasks, [&](std::ptrdiff_t task) {
      const auto begin = static_cast<int>(task * batches_per_task);
      const auto end =
          static_cast<int>(std::min<std::ptrdiff_t>(batches_, begin + batches_per_task));
      kernel_(rest_.view(), positions.data(), outputs, begin, end);
    });
  }

  double sum_of_energy() const {
    return parallel_sum(
        static_cast<std::ptrdiff_t>(energy_.size()),
        [&](std::ptrdiff_t i) { return energy_[static_cast<std::size_t>(i)]; }, 4096);
  }

  int vertex_count_;
  int batches_;
  TetKernel kernel_;
  RestState rest_;
  TetAssembly assembly_;
  std::vector<double> energy_, tet_forces_, tet_stiffness_;  // per tet, as the kernel leaves them
  ElasticResponse response_;
};

}  // namespace

std::unique_ptr<ElasticModel> make_tet_model(const Body& body, ElasticLaw law) {
  validate(body);
  return std::make_unique<TetModel>(body, law);
}

}  // namespace retake
