#pragma once
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "retake/shot/json_fields.h"

// A struct's fields in JSON, a row each: it is written and read by the same table, which
// `json_table(const Struct&)`, found in the struct's own namespace, gives.
namespace retake {

template <class Struct, class Value>
struct JsonRow {
  const char* key;
  Value Struct::*member;
  const std::vector<std::string>* names = nullptr;  // of an enum's values
};
template <class Struct, class Value>
JsonRow(const char*, Value Struct::*) -> JsonRow<Struct, Value>;
template <class Struct, class Value>
JsonRow(const char*, Value Struct::*, const std::vector<std::string>*) -> JsonRow<Struct, Value>;

template <class Struct>
concept HasJsonTable = requires(const Struct& value) {
  json_table(value);
};
template <class List>
concept HasJsonTables = HasJsonTable<typename List::value_type>;

// Numbers and text are what JSON has anyway; no conversion to something else applies to them.
template <class Value>
concept IsPlainJson = std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>;

// How values are written and read that neither are plain nor have a table: nowise.
struct PlainValues {};
template <class Values, class Value>
concept IsWrittenBy =
    !IsPlainJson<Value> && requires(const Values& values, Json& json, const Value& value) {
  values.write(json, value);
};
template <class Values, class Value>
concept IsReadBy = !IsPlainJson<Value> && requires(const Values& values, JsonFields& fields,
                                                   const char* key, Value& value) {
  values.read(fields, key, value);
};

template <class Struct, class Values = PlainValues>
void write_fields(Json& json, const Struct& from, const Values& values = {});
template <class Struct, class Values = PlainValues>
void read_fields(JsonFields& fields, Struct& to, const Values& values = {});

template <class Value, class Values>
void write_value(Json& json, const Value& value, const std::vector<std::string>* names,
                 const Values& values) {
  if constexpr (IsWrittenBy<Values, Value>) {
    values.write(json, value);
  } else if constexpr (std::is_enum_v<Value>) {
    json = name_of(value, *names);
  } else if constexpr (std::is_same_v<Value, Vec3>) {
    json = xyz(value);
  } else if constexpr (HasJsonTable<Value>) {
    json = Json::object();
    write_fields(json, value, values);
  } else if constexpr (HasJsonTables<Value>) {
    json = Json::array();
    for (const auto& item : value) write_value(json.emplace_back(), item, nullptr, values);
  } else {
    json = value;
  }
}

template <class Value, class Values>
void read_value(JsonFields& fields, const char* key, Value& value,
                const std::vector<std::string>* names, const Values& values) {
  if constexpr (IsReadBy<Values, Value>) {
    values.read(fields, key, value);
  } else if constexpr (std::is_enum_v<Value>) {
    fields.read_enum(key, *names, value);
  } else if constexpr (HasJsonTable<Value>) {
    if (!fields.has(key)) return;
    JsonFields part = fields.object(key);
    read_fields(part, value, values);
    part.finish();
  } else if constexpr (HasJsonTables<Value>) {
    for (JsonFields& item : fields.objects(key)) {
      read_fields(item, value.emplace_back(), values);
      item.finish();
    }
  } else {
    fields.read(key, value);
  }
}

// Adds a key for each row; of an optional that is empty none.
template <class Struct, class Values>
void write_fields(Json& json, const Struct& from, const Values& values) {
  const auto write = [&]<class Owner, class Value>(const JsonRow<Owner, Value>& row) {
    const Value& value = from.*row.member;
    if constexpr (requires { value.has_value(); }) {
      if (value) write_value(json[row.key], *value, row.names, values);
    } else {
      write_value(json[row.key], value, row.names, values);
    }
  };
  std::apply([&](const auto&... row) { (write(row), ...); }, json_table(from));
}

// A key that is absent leaves its field alone.
template <class Struct, class Values>
void read_fields(JsonFields& fields, Struct& to, const Values& values) {
  const auto read = [&]<class Owner, class Value>(const JsonRow<Owner, Value>& row) {
    Value& value = to.*row.member;
    if constexpr (requires { value.has_value(); }) {
      if (fields.has(row.key)) read_value(fields, row.key, value.emplace(), row.names, values);
    } else {
      read_value(fields, row.key, value, row.names, values);
    }
  };
  std::apply([&](const auto&... row) { (read(row), ...); }, json_table(to));
}

template <HasJsonTable Struct>
Json table_to_json(const Struct& from) {
  Json json = Json::object();
  write_fields(json, from);
  return json;
}
// Keys that the table does not have are refused.
template <HasJsonTable Struct>
Struct read_table(JsonFields fields, Struct to = {}) {
  read_fields(fields, to);
  fields.finish();
  return to;
}

}  // namespace retake
