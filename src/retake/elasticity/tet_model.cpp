#include "retake/elasticity/tet_model.h"

#include <algorithm>
#include <cassert>

#include <Eigen/LU>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include "retake/elasticity/tet_assembly.h"
#include "retake/elasticity/tet_kernel.h"
#include "retake/elasticity/tet_order.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

// Tets in the given order. Within a tet, vertices ascend: their order does not matter to its energy
// and so makes assembly simple.
Eigen::Matrix4Xi ordered_tets(const Body& body, const std::vector<int>& order) {
  Eigen::Matrix4Xi tets = body.tets(Eigen::all, order);
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

RestState rest_state_of(const Body& body, const Eigen::Matrix4Xi& tets,
                        const std::vector<int>& order) {
  const int batches = (static_cast<int>(tets.cols()) + batch_lanes - 1) / batch_lanes;
  const auto lanes = static_cast<std::size_t>(batches) * batch_lanes;
  RestState rest;
  rest.vertices.resize(4 * lanes);
  rest.gradients.resize(9 * lanes);
  for (auto* numbers : {&rest.volume, &rest.mu, &rest.lambda}) numbers->resize(lanes);
  for (std::size_t i = 0; i < lanes; ++i) {
    const bool filler = i >= order.size();
    const std::size_t t = filler ? order.size() - 1 : i;
    const std::size_t batch = i / batch_lanes, lane = i % batch_lanes;
    const Eigen::Vector4i tet = tets.col(static_cast<Eigen::Index>(t));
    Mat3 edges;
    for (int a = 0; a < 3; ++a)
      edges.col(a) = body.rest_positions.col(tet[a + 1]) - body.rest_positions.col(tet[0]);
    const Mat3 gradients = edges.inverse();  // row a: of the shape function of vertex a + 1
    for (int a = 0; a < 4; ++a) rest.vertices[(batch * 4 + a) * batch_lanes + lane] = tet[a];
    for (int k = 0; k < 9; ++k)
      rest.gradients[(batch * 9 + k) * batch_lanes + lane] = gradients(k / 3, k % 3);
    rest.volume[i] = filler ? 0 : std::abs(edges.determinant()) / 6;
    rest.mu[i] = body.material_of(order[t]).lame_mu();
    rest.lambda[i] = body.material_of(order[t]).lame_lambda();
  }
  return rest;
}

// The kernel's output of one chunk; each thread has its own.
struct ChunkBuffer {
  std::vector<double> forces, stiffness;
};

class TetModel : public ElasticModel {
 public:
  TetModel(const Body& body, ElasticLaw law) : TetModel(body, tets_in_space_order(body), law) {}

  int vertex_count() const override { return vertex_count_; }

  double energy(const Points& positions) override {
    sweep(positions, {});
    return sum_of_energy();
  }

  Points forces(const Points& positions) override {
    sweep(positions, {.forces = true});
    Points forces(3, vertex_count_);
    assembly_.finish_forces(forces.data());
    return forces;
  }

  const ElasticResponse& respond(const Points& positions, StiffnessKind kind) override {
    if (response_.stiffness.size() == 0) {
      response_.stiffness = assembly_.pattern();
      response_.forces.resize(3, vertex_count_);
    }
    sweep(positions,
          {.forces = true, .stiffness = true, .positive = kind == StiffnessKind::positive});
    response_.energy = sum_of_energy();
    assembly_.finish_forces(response_.forces.data());
    assembly_.finish_stiffness(response_.stiffness.valuePtr());
    return response_;
  }

 private:
  struct Wanted {
    bool forces = false;
    bool stiffness = false;
    bool positive = false;
  };

  TetModel(const Body& body, const std::vector<int>& order, ElasticLaw law)
      : TetModel(body, ordered_tets(body, order), order, law) {}
  TetModel(const Body& body, const Eigen::Matrix4Xi& tets, const std::vector<int>& order,
           ElasticLaw law)
      : vertex_count_(body.vertex_count()),
        kernel_(kernel_of(law)),
        rest_(rest_state_of(body, tets, order)),
        assembly_(tets, body.vertex_count()),
        energy_(rest_.volume.size()) {}

  // The kernel over all tets and the first stage of the sums, chunk by chunk.
  void sweep(const Points& positions, const Wanted& wanted) {
    assert(positions.cols() == vertex_count_);
    parallel_for(assembly_.chunk_count(), [&](std::ptrdiff_t chunk) {
      ChunkBuffer& buffer = buffers_.local();
      constexpr auto lanes = static_cast<std::size_t>(batches_per_chunk) * batch_lanes;
      if (wanted.forces) buffer.forces.resize(lanes * tet_force_size);
      if (wanted.stiffness) buffer.stiffness.resize(lanes * tet_stiffness_size);
      const auto begin = static_cast<int>(chunk) * batches_per_chunk;
      const int batches = static_cast<int>(energy_.size()) / batch_lanes;
      const TetOutputs outputs = {
          .energy = energy_.data() + static_cast<std::ptrdiff_t>(begin) * batch_lanes,
          .forces = wanted.forces ? buffer.forces.data() : nullptr,
          .stiffness = wanted.stiffness ? buffer.stiffness.data() : nullptr,
          .positive = wanted.positive};
      kernel_(rest_.view(), positions.data(), outputs, begin,
              std::min(batches, begin + batches_per_chunk));
      if (wanted.forces) assembly_.add_forces(static_cast<int>(chunk), outputs.forces);
      if (wanted.stiffness) assembly_.add_stiffness(static_cast<int>(chunk), outputs.stiffness);
    });
  }

  double sum_of_energy() const {
    double sum = 0;
    for (const double energy : energy_) sum += energy;
    return sum;
  }

  int vertex_count_;
  TetKernel kernel_;
  RestState rest_;
  TetAssembly assembly_;
  std::vector<double> energy_;  // per tet
  tbb::enumerable_thread_specific<ChunkBuffer> buffers_;
  ElasticResponse response_;
};

}  // namespace

std::unique_ptr<ElasticModel> make_tet_model(const Body& body, ElasticLaw law) {
  return std::make_unique<TetModel>(body, law);
}

}  // namespace retake
