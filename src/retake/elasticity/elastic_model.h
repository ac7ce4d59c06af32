#pragma once
#include <memory>

#include "retake/elasticity/body.h"

namespace retake {

// Energy and its two derivatives at one set of positions.
struct ElasticResponse {
  double energy = 0;       // J
  Points forces;           // 3 x n, N: minus the gradient of the energy
  SparseMatrix stiffness;  // 3n x 3n, N/m, lower triangle: the Hessian of the energy
};

// exact: the Hessian itself, as finite differences see it.
// positive: each element's part projected so that the sum is positive semi-definite (for Newton).
enum class StiffnessKind { exact, positive };

// The one contract of everything elastic, tets and shells: value, gradient, Hessian.
// Element buffers are kept between calls, so one object serves one thread at a time (and uses all
// threads inside). Pins are not treated here: forces and stiffness are those of the free body.
class ElasticModel {
 public:
  virtual ~ElasticModel() = default;

  virtual int vertex_count() const = 0;
  virtual double energy(const Points& positions) = 0;
  virtual Points forces(const Points& positions) = 0;
  // All three in one sweep. The result lives until the next call; its pattern never changes.
  virtual const ElasticResponse& respond(const Points& positions,
                                         StiffnessKind kind = StiffnessKind::exact) = 0;
};

// The model of a body: tets under `law`, or a shell (for which `law` does not matter). A surface
// with an interior has none of its own (InputError): ask for that of its interior_body().
std::unique_ptr<ElasticModel> make_elastic_model(const Body& body,
                                                 ElasticLaw law = ElasticLaw::corotated);

// Stiffness at rest, 3n x 3n, both triangles.
SparseMatrix stiffness_matrix(const Body& body);

}  // namespace retake
