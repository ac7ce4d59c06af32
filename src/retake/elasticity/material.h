#pragma once
#include <string>

namespace retake {

// Isotropic, SI units.
struct Material {
  std::string name = "rubber";
  double density = 1000;  // kg/m³, above 0
  double young = 1e6;     // Pa, above 0
  double poisson = 0.45;  // above -1, below 0.5

  // Throws InputError that names the value which makes no sense; `where` says whose material it is.
  void validate(const std::string& where = "") const;

  double lame_mu() const { return young / (2 * (1 + poisson)); }
  double lame_lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
};

// How stress follows strain in a tet. All agree for small strains.
enum class ElasticLaw { stvk, corotated, stable_neo_hookean };

}  // namespace retake
