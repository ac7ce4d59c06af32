#pragma once
#include "retake/shot/import_shot.h"

namespace retake {

// What a file does not say about itself, as its kind and size suggest.
struct Guess {
  UpAxis up = UpAxis::y;
  double meters_per_unit = 1;
  std::vector<std::string> assumptions;  // a sentence each, with the option that says otherwise
};

// What the request gives is taken. `positions`: of the mesh, in its axes and unit.
Guess guess_axes_and_unit(const ImportRequest& request, const std::filesystem::path& mesh,
                          const Points& positions);

// Lengths in metres by name: "m", "cm", "mm", "in", ... Throws InputError that names the nearest.
double meters_of_unit(const std::string& name);
UpAxis up_axis_of(const std::string& name);

// Materials by name: "soft", "rubber", ... Throws InputError that names the nearest.
const std::vector<Material>& known_materials();
Material material_of_name(const std::string& name);

}  // namespace retake
