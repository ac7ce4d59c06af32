#include "retake/shot/import_guess.h"

#include <algorithm>
#include <sstream>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/bounding_box.h"
#include "retake/mesh/gltf_format.h"

namespace retake {

namespace {

struct Unit {
  const char* name;
  const char* plural;
  double meters;
};

constexpr Unit units[] = {{"m", "metres", 1},          {"cm", "centimetres", 0.01},
                          {"mm", "millimetres", 1e-3}, {"dm", "decimetres", 0.1},
                          {"km", "kilometres", 1000},  {"in", "inches", 0.0254},
                          {"ft", "feet", 0.3048},      {"yd", "yards", 0.9144}};

// Above this many metres nobody animates one body: the unit is a smaller one.
constexpr double largest_body = 20;
// glTF says that it is in metres; only what is beyond belief is not taken at its word.
constexpr double largest_gltf_body = 60;

std::string short_number(double value) {
  std::ostringstream text;
  text.precision(3);
  text << value;
  return text.str();
}

std::string plural_of(double meters) {
  for (const Unit& unit : units) {
    if (unit.meters == meters) return unit.plural;
  }
  return "units of " + short_number(meters) + " m";
}

double largest_extent(const Points& x) { return bounding_box(x).extent().maxCoeff(); }

// Things that are modelled standing have their feet at 0 and their middle over it; cloth may lie
// flat.
bool rests_on(const Points& x, int axis) {
  return std::abs(x.row(axis).minCoeff()) <= 0.01 * largest_extent(x);
}
bool is_tall(const Points& x, int axis) { return x.row(axis).maxCoeff() > 0.1 * largest_extent(x); }

bool is_centered(const Points& x, int axis) {
  const double low = x.row(axis).minCoeff(), high = x.row(axis).maxCoeff();
  return std::abs(low + high) / 2 <= 0.25 * (high - low);
}

UpAxis guess_up(const std::filesystem::path& mesh, const Points& positions,
                std::vector<std::string>& assumptions) {
  if (gltf::is_file(mesh)) {
    assumptions.push_back("y is up, as glTF says");
    return UpAxis::y;
  }
  const bool is_quake = ending_of(mesh) == ".md2";
  const bool stands_on_z = rests_on(positions, 2) && is_tall(positions, 2) &&
                           is_centered(positions, 0) && is_centered(positions, 1);
  if (!is_quake && stands_on_z && !rests_on(positions, 1)) {
    assumptions.push_back("z is up, since it stands on z = 0 (--up y for y)");
    return UpAxis::z;
  }
  assumptions.push_back(
      is_quake ? "z is up, as in Quake (--up says otherwise)"
               : "y is up (" +
                     upper_case(mesh.extension().string().substr(mesh.has_extension() ? 1 : 0)) +
                     " files do not say; --up z for z)");
  return is_quake ? UpAxis::z : UpAxis::y;
}

double guess_unit(const std::filesystem::path& mesh, double size,
                  std::vector<std::string>& assumptions) {
  const double largest = gltf::is_file(mesh) ? largest_gltf_body : largest_body;
  double meters = 1;
  while (size * meters > largest && meters > 2e-3) meters /= meters == 1 ? 100 : 10;
  const std::string in = "lengths are in " + plural_of(meters);
  const std::string now = ", so that it is " + short_number(size * meters) + " m in size";
  if (gltf::is_file(mesh)) {
    assumptions.push_back(meters == 1 ? in + ", as glTF says" + now
                                      : in + now + ": glTF says metres, but " + short_number(size) +
                                            " m is hard to believe "
                                            "(--unit m for metres)");
  } else {
    assumptions.push_back(in + now + " (--unit says otherwise)");
  }
  return meters;
}

}  // namespace

Guess guess_axes_and_unit(const ImportRequest& request, const std::filesystem::path& mesh,
                          const Points& positions) {
  const double size = bounding_box(positions).extent().maxCoeff();
  Guess guess;
  guess.up = request.up ? *request.up : guess_up(mesh, positions, guess.assumptions);
  guess.meters_per_unit = request.meters_per_unit ? *request.meters_per_unit
                                                  : guess_unit(mesh, size, guess.assumptions);
  return guess;
}

double meters_of_unit(const std::string& name) {
  for (const Unit& unit : units) {
    if (name == unit.name || name == unit.plural) return unit.meters;
  }
  throw InputError({.what = "no such unit",
                    .expected = "m, cm, mm, dm, km, in, ft or yd",
                    .found = "'" + name + "'"});
}

UpAxis up_axis_of(const std::string& name) {
  const auto& names = up_axis_names();
  const auto found = std::find(names.begin(), names.end(), lower_case(name));
  if (found != names.end()) return static_cast<UpAxis>(found - names.begin());
  throw InputError(
      {.what = "no such axis", .expected = "x, y, z, -x, -y or -z", .found = "'" + name + "'"});
}

const std::vector<Material>& known_materials() {
  static const std::vector<Material> materials = {
      {.name = "soft", .density = 1000, .young = 1e5, .poisson = 0.45},
      {.name = "rubber", .density = 1000, .young = 1e6, .poisson = 0.45},
      {.name = "firm", .density = 1100, .young = 1e7, .poisson = 0.4},
      {.name = "foam", .density = 100, .young = 1e5, .poisson = 0.3},
      {.name = "cloth", .density = 300, .young = 1e6, .poisson = 0.3},
      {.name = "leaf", .density = 600, .young = 5e6, .poisson = 0.3},
      {.name = "wood", .density = 700, .young = 1e9, .poisson = 0.3}};
  return materials;
}

Material material_of_name(const std::string& name) {
  std::string names;
  for (const Material& material : known_materials()) {
    if (material.name == name) return material;
    names += (names.empty() ? "" : ", ") + material.name;
  }
  throw InputError({.what = "no such material", .expected = names, .found = "'" + name + "'"});
}

}  // namespace retake
