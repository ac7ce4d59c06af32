#include "retake/shot/json_fields.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/numerics/nearest_name.h"
#include "retake/shot/json_nesting.h"

namespace retake {

namespace {

// "line 3, column 14" of a byte position (from 1, as the parser counts).
std::string line_and_column(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto line = 1 + std::count(text.begin(), end, '\n');
  const auto newline = std::find(std::make_reverse_iterator(end), text.rend(), '\n');
  const auto column = std::distance(std::make_reverse_iterator(end), newline);
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// A word like NaN or -Infinity around a place in a text; empty where there is none.
std::string word_for_no_number(const std::string& text, std::size_t byte) {
  const auto belongs = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalpha(static_cast<unsigned char>(text[at])) != 0 || text[at] == '-');
  };
  std::size_t begin = std::min(byte, text.size()), end = begin;
  while (begin > 0 && belongs(begin - 1)) --begin;
  while (belongs(end)) ++end;
  std::string word = text.substr(begin, end - begin), bare = word;
  std::erase(bare, '-');
  std::transform(bare.begin(), bare.end(), bare.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return bare == "nan" || bare == "inf" || bare == "infinity" ? word : "";
}

// What the parser's message has in quotes: the number that it gave up at.
std::string quoted_in(const std::string& message) {
  const std::size_t begin = message.find('\''), end = message.rfind('\'');
  return begin < end ? message.substr(begin + 1, end - begin - 1) : "";
}

// Byte position (from 1) of a number that stands by itself in a text.
std::size_t place_of_number(const std::string& text, const std::string& number) {
  const auto is_apart = [&](std::size_t at) {
    return at >= text.size() ||
           std::string_view(" \t\r\n,:[]{}").find(text[at]) != std::string::npos;
  };
  std::size_t at = text.find(number);
  while (at != std::string::npos && at > 0 && !(is_apart(at - 1) && is_apart(at + number.size()))) {
    at = text.find(number, at + 1);
  }
  return std::min(at, text.size() - 1) + 1;
}

std::string shortened(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  // Letters beyond ASCII are escaped, so that cutting the text leaves it valid.
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

constexpr int deepest_in_files = 32;  // shots are a few levels deep

[[noreturn]] void refuse_value(const std::string& where, const std::string& what,
                               const std::string& expected, const Json& found) {
  throw InputError({.what = what, .where = where, .expected = expected, .found = shortened(found)});
}

double number(const Json& value, const std::string& where) {
  if (!value.is_number()) refuse_value(where, "wrong type", "a number", value);
  const double number = value.get<double>();
  if (!std::isfinite(number)) refuse_value(where, "number out of range", "a finite number", value);
  return number;
}

Vec3 vector(const Json& value, const std::string& where) {
  if (!value.is_array() || value.size() != 3) {
    refuse_value(where, "wrong type", "three numbers [x, y, z]", value);
  }
  return {number(value[0], where), number(value[1], where), number(value[2], where)};
}

int whole_number(const Json& value, const std::string& where) {
  const double given = number(value, where);
  const bool fits = given >= std::numeric_limits<int>::min() &&
                    given <= std::numeric_limits<int>::max() && given == std::floor(given);
  if (!fits) refuse_value(where, "wrong type", "a whole number", value);
  return static_cast<int>(given);
}

}  // namespace

Json::parser_callback_t nested_at_most(int deepest) {
  return [deepest](int depth, Json::parse_event_t, const Json&) {
    if (depth > deepest) throw InputError({.what = "lists or objects are nested too deeply"});
    return true;
  };
}

Json parse_json(const std::string& text, const std::string& file) {
  try {
    return Json::parse(text, nested_at_most(deepest_in_files));
  } catch (const Json::parse_error& error) {
    if (const std::string word = word_for_no_number(text, error.byte); !word.empty()) {
      throw InputError({.what = "a value that is no number",
                        .where = file + ", " + line_and_column(text, error.byte),
                        .expected = "a finite number",
                        .found = word,
                        .advice = "Put a number in its place, or leave the key out"});
    }
    throw InputError(
        {.what = "not valid JSON",
         .where = file + ", " + line_and_column(text, error.byte),
         .advice = "Look for a missing comma, quote or bracket just before this place"});
  } catch (const InputError& error) {
    throw InputError({.what = error.complaint().what, .where = file});
  } catch (const Json::out_of_range& error) {
    const std::string number = quoted_in(error.what());
    throw InputError(
        {.what = "a number is too large",
         .where = file + ", " + line_and_column(text, place_of_number(text, number)),
         .expected = "numbers below 1.8e308",
         .found = number,
         .advice = "Put a number in its place that a length, time or weight can have"});
  }
}

JsonFields::JsonFields(const Json& object, std::string where)
    : object_(object), where_(std::move(where)) {
  if (!object.is_object()) refuse_value(where_, "wrong type", "an object { ... }", object);
}

std::string JsonFields::where(const std::string& key) const {
  const bool in_file_itself = where_.find(", ") == std::string::npos;
  return where_ + (in_file_itself ? ", " : ".") + key;
}

const Json* JsonFields::find(const std::string& key) {
  known_.insert(key);
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const Json& JsonFields::need(const std::string& key) {
  const Json* value = find(key);
  if (value == nullptr) throw InputError({.what = "missing key '" + key + "'", .where = where_});
  return *value;
}

bool JsonFields::has(const std::string& key) { return find(key) != nullptr; }

void JsonFields::read(const std::string& key, double& value) {
  if (const Json* json = find(key)) value = number(*json, where(key));
}

void JsonFields::read(const std::string& key, int& value) {
  if (const Json* json = find(key)) value = whole_number(*json, where(key));
}

void JsonFields::read(const std::string& key, bool& value) {
  const Json* json = find(key);
  if (json == nullptr) return;
  if (!json->is_boolean()) refuse_value(where(key), "wrong type", "true or false", *json);
  value = json->get<bool>();
}

void JsonFields::read(const std::string& key, std::string& value) {
  if (has(key)) value = required_text(key);
}

void JsonFields::read(const std::string& key, Vec3& value) {
  if (const Json* json = find(key)) value = vector(*json, where(key));
}

std::vector<Vec3> JsonFields::read_vectors(const std::string& key) {
  std::vector<Vec3> vectors;
  if (const Json* json = find_list(key)) {
    for (const Json& item : *json) vectors.push_back(vector(item, where(key)));
  }
  return vectors;
}

const Json* JsonFields::find_list(const std::string& key) {
  const Json* json = find(key);
  if (json != nullptr && !json->is_array()) {
    refuse_value(where(key), "wrong type", "a list [ ... ]", *json);
  }
  return json;
}

void JsonFields::read(const std::string& key, std::vector<int>& value) {
  const Json* json = find_list(key);
  if (json == nullptr) return;
  value.clear();
  for (const Json& item : *json) value.push_back(whole_number(item, where(key)));
}

void JsonFields::read(const std::string& key, std::vector<double>& value) {
  const Json* json = find_list(key);
  if (json == nullptr) return;
  value.clear();
  for (const Json& item : *json) value.push_back(number(item, where(key)));
}

std::optional<std::pair<int, int>> JsonFields::read_frame_pair(const std::string& key) {
  if (!has(key)) return std::nullopt;
  std::vector<int> frames;
  read(key, frames);
  if (frames.size() != 2) refuse_value(where(key), "wrong type", "[first, last]", need(key));
  return std::pair{frames[0], frames[1]};
}

int JsonFields::read_choice(const std::string& key, const std::vector<std::string>& names,
                            int fallback) {
  if (!has(key)) return fallback;
  const std::string name = required_text(key);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  std::string expected;
  for (const std::string& known : names) expected += (expected.empty() ? "" : ", ") + known;
  const std::string nearest = nearest_name(name, names);
  throw InputError({.what = "unknown name",
                    .where = where(key),
                    .expected = "one of " + expected,
                    .found = "'" + name + "'",
                    .advice = nearest.empty() ? "" : "Did you mean '" + nearest + "'?"});
}

JsonFields JsonFields::object(const std::string& key) { return {need(key), where(key)}; }

std::vector<JsonFields> JsonFields::objects(const std::string& key) {
  const Json* json = find_list(key);
  if (json == nullptr) return {};
  std::vector<JsonFields> items;
  for (std::size_t i = 0; i < json->size(); ++i) {
    items.emplace_back((*json)[i], where(key) + "[" + std::to_string(i) + "]");
  }
  return items;
}

std::string JsonFields::required_text(const std::string& key) {
  const Json& json = need(key);
  if (!json.is_string()) refuse_value(where(key), "wrong type", "text in quotes", json);
  return json.get<std::string>();
}

void JsonFields::finish() const {
  for (const auto& [key, value] : object_.items()) {
    if (known_.count(key) != 0) continue;
    const std::string nearest = nearest_name(key, {known_.begin(), known_.end()});
    throw InputError({.what = "unknown key '" + key + "'",
                      .where = where_,
                      .advice = nearest.empty() ? "Remove it, or check the version of Retake"
                                                : "Did you mean '" + nearest + "'?"});
  }
}

void JsonFields::refuse(const std::string& key, Complaint complaint) const {
  complaint.where = where(key);
  throw InputError(std::move(complaint));
}

Json xyz(const Vec3& vector) { return Json::array({vector.x(), vector.y(), vector.z()}); }

}  // namespace retake
