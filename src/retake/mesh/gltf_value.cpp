#include "retake/mesh/gltf_value.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "retake/numerics/errors.h"

namespace retake {

bool GltfValue::has(const std::string& key) const {
  return value_->is_object() && value_->contains(key);
}

GltfValue GltfValue::operator[](const std::string& key) const {
  if (!has(key)) refuse("'" + key + "' is missing");
  return {(*value_)[key], place_ + (place_.ends_with(", ") ? "" : "/") + key};
}

GltfValue GltfValue::operator[](int index) const {
  if (!value_->is_array()) refuse("wrong kind of value", "a list", value_->type_name());
  if (index < 0 || static_cast<std::size_t>(index) >= value_->size()) {
    refuse("no such entry", "0 to " + std::to_string(static_cast<int>(value_->size()) - 1),
           std::to_string(index));
  }
  return {(*value_)[static_cast<std::size_t>(index)], place_ + "/" + std::to_string(index)};
}

std::vector<GltfValue> GltfValue::list(const std::string& key) const {
  std::vector<GltfValue> entries;
  if (!has(key)) return entries;
  const GltfValue all = (*this)[key];
  if (!all.value_->is_array()) all.refuse("wrong kind of value", "a list", all.value_->type_name());
  for (int i = 0; i < static_cast<int>(all.value_->size()); ++i) entries.push_back(all[i]);
  return entries;
}

std::int64_t GltfValue::integer(std::int64_t below) const {
  if (!value_->is_number_integer()) {
    refuse("wrong kind of value", "a whole number", value_->dump().substr(0, 40));
  }
  const auto number = value_->get<std::int64_t>();
  if (number < 0 || number >= below) {
    refuse("number out of range", "0 to " + std::to_string(below - 1), value_->dump());
  }
  return number;
}

std::int64_t GltfValue::integer_or(const std::string& key, std::int64_t otherwise,
                                   std::int64_t below) const {
  return has(key) ? (*this)[key].integer(below) : otherwise;
}

double GltfValue::number() const {
  if (!value_->is_number() || !std::isfinite(value_->get<double>())) {
    refuse("wrong kind of value", "a finite number", value_->dump().substr(0, 40));
  }
  return value_->get<double>();
}

std::string GltfValue::text() const {
  if (!value_->is_string()) refuse("wrong kind of value", "a text", value_->dump().substr(0, 40));
  return value_->get<std::string>();
}

std::string GltfValue::text_or(const std::string& key, std::string otherwise) const {
  return has(key) ? (*this)[key].text() : otherwise;
}

std::vector<double> GltfValue::numbers(std::size_t count) const {
  if (!value_->is_array() || value_->size() != count) {
    refuse("wrong kind of value", "a list of " + std::to_string(count) + " numbers",
           value_->dump().substr(0, 40));
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back((*this)[static_cast<int>(i)].number());
  return numbers;
}

bool GltfValue::is_true(const std::string& key) const { return has(key) && (*value_)[key] == true; }

void GltfValue::refuse(std::string what, std::string expected, std::string found,
                       std::string advice) const {
  throw InputError({.what = std::move(what),
                    .where = place_.ends_with(", ") ? place_.substr(0, place_.size() - 2) : place_,
                    .expected = std::move(expected),
                    .found = std::move(found),
                    .advice = std::move(advice)});
}

}  // namespace retake
