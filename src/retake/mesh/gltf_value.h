#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace retake {

// A value of a glTF file's JSON that knows its place ("fox.glb, meshes/0/primitives/1"), so that
// whoever reads it gets what the format promises or a complaint that names the place. Keeps a
// pointer into the document.
class GltfValue {
 public:
  GltfValue(const nlohmann::json& value, std::string place)
      : value_(&value), place_(std::move(place)) {}

  bool has(const std::string& key) const;
  GltfValue operator[](const std::string& key) const;  // refuses where it is missing
  GltfValue operator[](int index) const;

  // Entries of the list `key`, none where it is missing.
  std::vector<GltfValue> list(const std::string& key) const;

  std::int64_t integer(std::int64_t below) const;  // from 0 on
  std::int64_t integer_or(const std::string& key, std::int64_t otherwise, std::int64_t below) const;
  double number() const;  // finite
  std::string text() const;
  std::string text_or(const std::string& key, std::string otherwise) const;
  std::vector<double> numbers(std::size_t count) const;  // so many
  bool is_true(const std::string& key) const;            // false where it is missing

  const std::string& place() const { return place_; }
  [[noreturn]] void refuse(std::string what, std::string expected = {}, std::string found = {},
                           std::string advice = {}) const;

 private:
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace retake
