#include "apps/server/net/assets.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>
#include <zlib.h>

#include <fmt/core.h>

#include "apps/server/net/built_in_files.h"
#include "retake/numerics/errors.h"

namespace retake::net {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> types = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".map", "application/json"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".md", "text/plain; charset=utf-8"},
}};

std::string read_whole(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw FileError({.what = "cannot be read", .where = file.string()});
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::string_view mime_type(std::string_view path) {
  const auto known = std::find_if(types.begin(), types.end(),
                                  [&](const auto& type) { return path.ends_with(type.first); });
  return known != types.end() ? known->second : "application/octet-stream";
}

bool is_named_by_content(std::string_view path) {
  constexpr std::size_t hash_length = 8;
  const std::size_t dot = path.rfind('.');
  return path.starts_with("/assets/") && dot != std::string_view::npos && dot > hash_length &&
         path[dot - hash_length - 1] == '-';
}

std::string Asset::plain() const {
  if (!is_gzip) return std::string(data);
  z_stream stream{};
  constexpr int gzip_window = 16 + MAX_WBITS;
  if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  std::string text;
  std::array<char, 1 << 16> block;  // NOLINT: filled by inflate
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw FileError({.what = "a file of the page is damaged"});
  return text;
}

Assets Assets::built_in() {
  Assets assets;
  for (const BuiltInFile& file : built_in_files()) {
    assets.files_.emplace(file.path, Asset{.data = file.data,
                                           .type = mime_type(file.path),
                                           .etag = fmt::format("\"{}\"", file.hash),
                                           .is_gzip = file.is_gzip,
                                           .is_immutable = is_named_by_content(file.path)});
  }
  return assets;
}

Assets Assets::of_folder(const fs::path& folder) {
  if (!fs::is_regular_file(folder / "index.html")) {
    throw FileError({.what = "the folder holds no page",
                     .where = folder.string(),
                     .expected = "index.html in it",
                     .advice = "`npm run build` in web/ makes web/dist"});
  }
  Assets assets;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = "/" + entry.path().lexically_relative(folder).generic_string();
    auto text = std::make_shared<const std::string>(read_whole(entry.path()));
    const std::size_t hash = std::hash<std::string>()(*text);
    assets.files_.emplace(path, Asset{.data = *text,
                                      .type = mime_type(path),
                                      .etag = fmt::format("\"{:016x}\"", hash),
                                      .is_immutable = is_named_by_content(path),
                                      .keep_alive = text});
  }
  return assets;
}

const Asset* Assets::find(std::string_view path) const {
  const auto file = files_.find(path == "/" ? "/index.html" : path);
  return file != files_.end() ? &file->second : nullptr;
}

}  // namespace retake::net
