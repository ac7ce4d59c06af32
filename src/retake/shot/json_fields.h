#pragma once
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

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
  void read(const std::string& key, std::string& value);
  void read(const std::string& key, Vec3& value);
  void read(const std::string& key, std::vector<int>& value);
  void read(const std::string& key, std::vector<double>& value);

  // Names of a fixed set, e.g. {"stvk", "corotated"}: the index of the one given, or `fallback`.
  int read_choice(const std::string& key, const std::vector<std::string>& names, int fallback);

  // An object or array that must be there.
  JsonFields object(const std::string& key);
  std::vector<JsonFields> objects(const std::string& key);
  std::string required_text(const std::string& key);

  void finish() const;
  const std::string& where() const { return where_; }
  std::string where(const std::string& key) const;

 private:
  const Json* find(const std::string& key);
  const Json* find_list(const std::string& key);
  const Json& need(const std::string& key);

  const Json& object_;
  std::string where_;
  std::set<std::string> known_;
};

// What a writer puts for a vector: [x, y, z].
Json xyz(const Vec3& vector);

}  // namespace retake
