#include "retake/elasticity/elastic_model.h"

#include "retake/elasticity/shell_model.h"
#include "retake/elasticity/tet_model.h"
#include "retake/numerics/errors.h"

namespace retake {

std::unique_ptr<ElasticModel> make_elastic_model(const Body& body, ElasticLaw law) {
  validate(body);
  if (body.interior) {
    throw InputError({.what = "the surface of a solid has no forces of its own",
                      .where = "body '" + body.name + "'",
                      .expected = "tets, or a shell",
                      .advice = "take its interior"});
  }
  return body.is_shell() ? make_shell_model(body) : make_tet_model(body, law);
}

SparseMatrix stiffness_matrix(const Body& body) {
  const auto model = make_elastic_model(body);
  const SparseMatrix& lower = model->respond(body.rest_positions).stiffness;
  return lower.selfadjointView<Eigen::Lower>();
}

}  // namespace retake
