#include "retake/elasticity/elastic_model.h"

#include "retake/elasticity/tet_model.h"
#include "retake/numerics/errors.h"

namespace retake {

std::unique_ptr<ElasticModel> make_elastic_model(const Body& body, ElasticLaw law) {
  if (!body.is_shell()) return make_tet_model(body, law);
  throw InputError({.what = "shells are not elastic yet", .where = "body '" + body.name + "'"});
}

SparseMatrix stiffness_matrix(const Body& body) {
  const auto model = make_elastic_model(body);
  const SparseMatrix& lower = model->respond(body.rest_positions).stiffness;
  return lower.selfadjointView<Eigen::Lower>();
}

}  // namespace retake
