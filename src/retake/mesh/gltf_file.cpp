#include "retake/mesh/gltf_file.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/base64.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/gltf_components.h"
#include "retake/mesh/gltf_format.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

std::uint32_t word_at(const std::string& bytes, std::size_t offset) {
  return from_bytes<std::uint32_t>(bytes.data() + offset, gltf::byte_order);
}

int components_of(const std::string& type) {
  constexpr std::pair<const char*, int> known[] = {
      {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  for (const auto& [name, components] : known) {
    if (type == name) return components;
  }
  return 0;
}

}  // namespace

struct GltfFile::Numbers {
  const char* begin;
  std::size_t stride;  // bytes from one element to the next
  std::size_t component_size;
  std::int64_t component_type;

  double operator()(std::int64_t element, int component) const {
    return component_at(begin + static_cast<std::size_t>(element) * stride +
                            static_cast<std::size_t>(component) * component_size,
                        component_type);
  }
};

GltfFile::GltfFile(const FileBytes& file)
    : path_(file.path), json_(std::make_unique<nlohmann::json>()) {
  std::string text;
  if (file.bytes.starts_with("glTF") || ending_of(path_) == ".glb") {
    parse_binary(file.bytes, text);
  } else {
    text = file.bytes;
  }
  try {
    *json_ = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw InputError({.what = "the JSON of the file cannot be read",
                      .where = path_.string(),
                      .found = error.what()});
  }
  const std::string version = root()["asset"]["version"].text();
  if (!version.starts_with("2.")) root()["asset"].refuse("unknown version of glTF", "2.0", version);
  load_buffers();
}

GltfFile::~GltfFile() = default;

GltfValue GltfFile::root() const { return {*json_, path_.string() + ", "}; }

// Header, a chunk of JSON, and perhaps a chunk that is the first buffer.
void GltfFile::parse_binary(const std::string& bytes, std::string& json) {
  const auto refuse = [&](std::size_t byte, const char* what, std::uint64_t expected,
                          std::uint64_t found) {
    throw InputError({.what = what,
                      .where = path_.string() + ", byte " + std::to_string(byte),
                      .expected = std::to_string(expected),
                      .found = std::to_string(found)});
  };
  if (bytes.size() < gltf::header_size) {
    refuse(0, "the file ends within its header", gltf::header_size, bytes.size());
  }
  if (!bytes.starts_with("glTF")) {
    throw InputError({.what = "not a binary glTF file",
                      .where = path_.string() + ", byte 0",
                      .expected = "glTF"});
  }
  if (word_at(bytes, 4) != 2) refuse(4, "unknown version of binary glTF", 2, word_at(bytes, 4));
  if (word_at(bytes, 8) != bytes.size()) {
    refuse(8, "the header gives another length than the file has", bytes.size(), word_at(bytes, 8));
  }
  std::size_t at = gltf::header_size;
  for (int chunk = 0; at < bytes.size(); ++chunk) {
    if (bytes.size() - at < gltf::chunk_header_size) {
      refuse(at, "the file ends within the header of a chunk", gltf::chunk_header_size,
             bytes.size() - at);
    }
    const std::size_t length = word_at(bytes, at);
    const std::string kind = bytes.substr(at + 4, 4);
    at += gltf::chunk_header_size;
    if (length > bytes.size() - at) {
      refuse(at, "a chunk reaches past the file's end", bytes.size() - at, length);
    }
    if (chunk == 0 && kind == "JSON") json = bytes.substr(at, length);
    if (chunk == 1 && kind == std::string_view("BIN\0", 4)) {
      binary_chunk_ = bytes.substr(at, length);
      has_binary_chunk_ = true;
    }
    at += length;
  }
  if (json.empty()) {
    throw InputError({.what = "the first chunk is no JSON", .where = path_.string() + ", byte 12"});
  }
}

void GltfFile::load_buffers() {
  for (const GltfValue& buffer : root().list("buffers")) {
    buffers_.push_back(load_buffer(buffer));
    const auto length = static_cast<std::size_t>(buffer["byteLength"].integer(gltf::most));
    if (buffers_.back().size() < length) {
      buffer.refuse("the buffer is shorter than it says", std::to_string(length) + " bytes",
                    std::to_string(buffers_.back().size()));
    }
    buffers_.back().resize(length);
  }
}

std::string GltfFile::load_buffer(const GltfValue& buffer) const {
  if (!buffer.has("uri")) {
    if (has_binary_chunk_ && buffers_.empty()) return binary_chunk_;
    buffer.refuse("a buffer without a place", "an address, or the second chunk of a .glb");
  }
  const std::string uri = buffer["uri"].text();
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(";base64,");
    const auto bytes = comma == std::string::npos
                           ? std::nullopt
                           : base64_decoded(std::string_view(uri).substr(comma + 8));
    if (!bytes) buffer.refuse("a data address that cannot be read", "base64");
    return *bytes;
  }
  const std::filesystem::path beside = percent_decoded(uri);
  if (beside.is_absolute() || uri.find("://") != std::string::npos ||
      *beside.lexically_normal().begin() == "..") {
    buffer.refuse("a buffer outside of the file's own folder", "a file beside it", uri);
  }
  return read_file(path_.parent_path() / beside).bytes;
}

GltfValue GltfFile::accessor(const GltfValue& index, int components) const {
  const GltfValue accessor = root()["accessors"][static_cast<int>(index.integer(gltf::most))];
  const std::string type = accessor["type"].text();
  if (components_of(type) != components) {
    accessor.refuse("unexpected type", std::to_string(components) + " numbers an element", type);
  }
  return accessor;
}

GltfFile::Numbers GltfFile::numbers_at(const GltfValue& holder, const std::string& view_key,
                                       int components, std::int64_t component_type,
                                       std::int64_t count) const {
  const std::size_t component_size = bytes_of_component(component_type);
  if (component_size == 0) {
    holder.refuse("unknown component type", "5120 to 5126", std::to_string(component_type));
  }
  const GltfValue view =
      root()["bufferViews"][static_cast<int>(holder[view_key].integer(gltf::most))];
  const auto buffer_index =
      static_cast<std::size_t>(view["buffer"].integer(static_cast<std::int64_t>(buffers_.size())));
  const std::string& buffer = buffers_[buffer_index];
  const auto element = component_size * static_cast<std::size_t>(components);
  const auto stride = static_cast<std::size_t>(
      view.integer_or("byteStride", static_cast<std::int64_t>(element), 256));
  const auto view_begin = static_cast<std::size_t>(view.integer_or("byteOffset", 0, gltf::most));
  const auto view_length = static_cast<std::size_t>(view["byteLength"].integer(gltf::most));
  const auto offset = static_cast<std::size_t>(holder.integer_or("byteOffset", 0, gltf::most));
  if (view_begin + view_length > buffer.size()) {
    view.refuse("reaches past its buffer's end",
                "at most " + std::to_string(buffer.size()) + " bytes",
                std::to_string(view_begin + view_length));
  }
  const std::size_t needed =
      count == 0 ? 0 : offset + static_cast<std::size_t>(count - 1) * stride + element;
  if (stride < element || needed > view_length) {
    holder.refuse("reaches past its view's end", std::to_string(view_length) + " bytes",
                  std::to_string(needed));
  }
  return {buffer.data() + view_begin + offset, stride, component_size, component_type};
}

template <class Number>
void GltfFile::read_into(Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>& values,
                         const GltfValue& accessor) const {
  const auto components = static_cast<int>(values.rows());
  const std::int64_t type = accessor["componentType"].integer(gltf::most);
  const double unit = accessor.is_true("normalized") ? 1 / largest_component(type) : 1;
  const auto copy = [&](const Numbers& from, std::int64_t element, Eigen::Index to) {
    for (int k = 0; k < components; ++k) {
      const double value = from(element, k) * unit;
      if (!std::isfinite(value)) {
        accessor.refuse("element " + std::to_string(to) + " is not finite");
      }
      values(k, to) = static_cast<Number>(value);
    }
  };
  if (accessor.has("bufferView")) {
    const Numbers numbers = numbers_at(accessor, "bufferView", components, type, values.cols());
    for (Eigen::Index i = 0; i < values.cols(); ++i) copy(numbers, i, i);
  }
  if (!accessor.has("sparse")) return;
  const GltfValue sparse = accessor["sparse"];
  const std::int64_t count = sparse["count"].integer(values.cols() + 1);
  const GltfValue indices = sparse["indices"];
  const Numbers places =
      numbers_at(indices, "bufferView", 1, indices["componentType"].integer(gltf::most), count);
  const Numbers entries = numbers_at(sparse["values"], "bufferView", components, type, count);
  for (std::int64_t i = 0; i < count; ++i) {
    const double place = places(i, 0);
    if (!(place >= 0 && place < static_cast<double>(values.cols()))) {
      indices.refuse("sparse index out of range", "0 to " + std::to_string(values.cols() - 1),
                     std::to_string(place));
    }
    copy(entries, i, static_cast<Eigen::Index>(place));
  }
}

namespace {

// An accessor without a view is all zeros, however many it says: a count is believed only as far as
// the file's bytes go.
std::int64_t checked_count(const GltfValue& accessor, std::size_t bytes) {
  const std::int64_t count = accessor["count"].integer(gltf::most);
  if (count == 0) accessor.refuse("an accessor without elements", "1 or more", "0");
  if (static_cast<std::size_t>(count) > 64 * bytes + 64) {
    accessor.refuse("more elements than the file can hold", {}, std::to_string(count));
  }
  return count;
}

}  // namespace

Eigen::MatrixXf GltfFile::floats(const GltfValue& accessor_index, int components) const {
  const GltfValue found = accessor(accessor_index, components);
  std::size_t bytes = 0;
  for (const std::string& buffer : buffers_) bytes += buffer.size();
  Eigen::MatrixXf values = Eigen::MatrixXf::Zero(components, checked_count(found, bytes));
  read_into(values, found);
  return values;
}

Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic> GltfFile::integers(
    const GltfValue& accessor_index, int components, int below) const {
  const GltfValue found = accessor(accessor_index, components);
  std::size_t bytes = 0;
  for (const std::string& buffer : buffers_) bytes += buffer.size();
  // Read as doubles, so that uint32 cannot overflow before it is checked.
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(components, checked_count(found, bytes));
  read_into(values, found);
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double value = values.data()[i];
    if (value >= 0 && value < below && value == std::floor(value)) continue;
    found.refuse("element " + std::to_string(i / components) + " is out of range",
                 "0 to " + std::to_string(below - 1), std::to_string(value));
  }
  return values.cast<int>();
}

}  // namespace retake
