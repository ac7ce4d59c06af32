#include "retake/elasticity/material.h"

#include <cmath>
#include <sstream>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace

void Material::validate(const std::string& where) const {
  const std::string whose = (where.empty() ? "" : where + ", ") + "material '" + name + "'";
  if (!(std::isfinite(density) && density > 0)) {
    throw InputError({.what = "the density makes no sense",
                      .where = whose,
                      .expected = "above 0 kg/m³",
                      .found = number_text(density),
                      .advice = "rubber and water have about 1000"});
  }
  if (!(std::isfinite(young) && young > 0)) {
    throw InputError({.what = "Young's modulus makes no sense",
                      .where = whose,
                      .expected = "above 0 Pa",
                      .found = number_text(young),
                      .advice = "soft rubber has about 1e6"});
  }
  if (!(poisson > -1 && poisson < 0.5)) {
    throw InputError({.what = "Poisson's ratio makes no sense",
                      .where = whose,
                      .expected = "above -1 and below 0.5",
                      .found = number_text(poisson),
                      .advice = "use 0.49 for a nearly incompressible material"});
  }
}

}  // namespace retake
