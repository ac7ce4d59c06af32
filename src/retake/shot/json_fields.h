#pragma once
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "retake/numerics/errors.h"
#include "retake/numerics/linear_types.h"

namespace retake {

using Json = nlohmann::ordered_json;

// Parses JSON text; errors name the file, line and column.
Json parse_json(const std::string& text, const std::string& file);

// Reads the fields of one JSON object. Every wrong type, missing field and non-finite number is an
// InputError that says where; finish() refuses keys that nobody asked for and names the nearest
// one.
class JsonFields {
 public:
  // `where`: the file and the path in it, e.g. "shot.json, body.materials[2]".
  JsonFields(const Json& object, std::string where);

  bool has(const std::string& key);

  // The field is read into `value`; an absent one leaves `value` (the default) alone.
  void read(const std::string& key, double& value);
  void read(const std::string& key, int& value);
  void read(const std::string& key, bool& value);
  void read(const std::string& key, std::string& value);
  void read(const std::string& key, Vec3& value);
  void read(const std::string& key, std::vector<int>& value);
  void read(const std::string& key, std::vector<double>& value);

  std::vector<Vec3> read_vectors(const std::string& key);
  // [first, last]; absent where the field is.
  std::optional<std::pair<int, int>> read_frame_pair(const std::string& key);

  // Names of a fixed set, e.g. {"stvk", "corotated"}: the index of the one given, or `fallback`.
  int read_choice(const std::string& key, const std::vector<std::string>& names, int fallback);
  template <class Enum>
  void read_enum(const std::string& key, const std::vector<std::string>& names, Enum& value) {
    value = static_cast<Enum>(read_choice(key, names, static_cast<int>(value)));
  }

  // The field as it stands, for what may be of several types; null where absent.
  const Json* find(const std::string& key);

  // An object or array that must be there.
  JsonFields object(const std::string& key);
  std::vector<JsonFields> objects(const std::string& key);
  std::string required_text(const std::string& key);

  void finish() const;
  // For what only the caller can judge: adds where.
  [[noreturn]] void refuse(const std::string& key, Complaint complaint) const;
  const std::string& where() const { return where_; }
  std::string where(const std::string& key) const;

 private:
  const Json* find_list(const std::string& key);
  const Json& need(const std::string& key);

  const Json& object_;
  std::string where_;
  std::set<std::string> known_;
};

// What a writer puts for a vector: [x, y, z]; and for one of a fixed set of names.
Json xyz(const Vec3& vector);
template <class Enum>
const std::string& name_of(Enum value, const std::vector<std::string>& names) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace retake
