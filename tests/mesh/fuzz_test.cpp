#include <random>

#include <gtest/gtest.h>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

// Damaged files of every format: each loads or is refused by an Error, and nothing else happens.
namespace retake {
namespace {

struct Sample {
  const char* file;
  WriteOptions options = {};
};

void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.file; }

bool is_motion(const std::filesystem::path& path) {
  return path.extension() == ".pc2" || path.extension() == ".mdd";
}

bool is_surface(const std::filesystem::path& path) {
  const auto ending = path.extension();
  return ending == ".obj" || ending == ".off" || ending == ".stl" || ending == ".ply";
}

// A skinned, morphed and animated triangle; and a model of Quake with two frames.
std::string sample_glb() {
  std::string bytes;
  const auto put = [&](std::initializer_list<float> numbers) {
    for (const float number : numbers) append_bytes(bytes, number, std::endian::little);
  };
  put({0, 0, 0, 1, 0, 0, 0, 1, 0});                      // positions, byte 0
  put({0, 0, 1, 0, 0, 1, 0, 0, 1});                      // morph target, 36
  put({0, 1});                                           // times, 72
  put({0, 1});                                           // weights of the target, 80
  bytes += std::string("\0\0\0\0\0\0\0\0\0\0\0\0", 12);  // joints, 88
  put({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});             // weights of the joints, 100
  std::string json = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
    "nodes":[{"mesh":0,"skin":0},{"translation":[0,0,1]}],"skins":[{"joints":[1]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":4,"WEIGHTS_0":5},"targets":[{"POSITION":1}]}]}],
    "animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}],"samplers":[{"input":2,"output":3}]}],
    "buffers":[{"byteLength":148}],"bufferViews":[{"buffer":0,"byteLength":148}],"accessors":[
    {"bufferView":0,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,0],"max":[1,1,0]},
    {"bufferView":0,"byteOffset":36,"componentType":5126,"type":"VEC3","count":3,"min":[0,0,1],"max":[0,0,1]},
    {"bufferView":0,"byteOffset":72,"componentType":5126,"type":"SCALAR","count":2},
    {"bufferView":0,"byteOffset":80,"componentType":5126,"type":"SCALAR","count":2},
    {"bufferView":0,"byteOffset":88,"componentType":5121,"type":"VEC4","count":3},
    {"bufferView":0,"byteOffset":100,"componentType":5126,"type":"VEC4","count":3}]})";
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string file = "glTF";
  const auto word = [&](std::size_t value) {
    append_bytes(file, static_cast<std::uint32_t>(value), std::endian::little);
  };
  word(2);
  word(12 + 8 + json.size() + 8 + bytes.size());
  word(json.size());
  file += "JSON" + json;
  word(bytes.size());
  return file + std::string("BIN\0", 4) + bytes;
}

std::string sample_md2() {
  std::string file = "IDP2";
  for (const int number : {8, 0, 0, 52, 0, 3, 0, 1, 0, 2, 68, 68, 68, 80, 184, 184}) {
    append_bytes(file, std::int32_t{number}, std::endian::little);
  }
  for (const int number : {0, 1, 2, 0, 0, 0}) {
    append_bytes(file, static_cast<std::uint16_t>(number), std::endian::little);
  }
  for (int frame = 0; frame < 2; ++frame) {
    for (const float number : {1, 1, 1, 0, 0, 0}) append_bytes(file, number, std::endian::little);
    file += std::string("stand01\0\0\0\0\0\0\0\0\0", 16);
    file += std::string("\0\0\0\0\5\0\0\0\0\5\1\0", 12);
  }
  return file;
}

void write_sample(const std::filesystem::path& path, const WriteOptions& options) {
  if (path.extension() == ".glb") {
    write_file(path, sample_glb());
  } else if (path.extension() == ".md2") {
    write_file(path, sample_md2());
  } else if (is_motion(path)) {
    write_motion(path, {24, 0, {3, sample_triangles().positions.cast<float>()}});
  } else if (is_surface(path)) {
    write_mesh(path, sample_triangles(), options);
  } else {
    MeshFile file;
    file.tets = sample_tets();
    file.materials = {{"M", 1e6, 0.4, 1000}};
    file.element_sets = {{"S", {0, 2}, 0}};
    write_mesh(path, file, options);
  }
}

enum class Outcome { loaded, refused };

Outcome try_reading(const std::filesystem::path& path) {
  try {
    const bool is_both = path.extension() == ".glb" || path.extension() == ".md2";
    if (is_motion(path) || is_both) read_motion(path);
    if (!is_motion(path)) read_mesh(path);
    return Outcome::loaded;
  } catch (const Error&) {
    return Outcome::refused;
  }
}

std::string mutate(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::size_t{random()} % std::max<std::size_t>(n, 1);
  };
  const char* const odd_numbers[] = {"-1",
                                     "0",
                                     "99999999999",
                                     "1e999",
                                     "nan",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "1.5",
                                     "x",
                                     "\n",
                                     "*",
                                     "$",
                                     ""};
  for (std::size_t i = 0; i <= below(3); ++i) {
    const std::size_t at = below(bytes.size());
    const std::size_t length = below(std::min<std::size_t>(bytes.size() - at, 40));
    switch (below(6)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, bytes.substr(below(bytes.size()), length));
        break;
      case 3:
        bytes.resize(at);
        break;
      default:
        bytes.replace(at, below(4), odd_numbers[below(std::size(odd_numbers))]);
    }
  }
  return bytes;
}

class DamagedFiles : public testing::TestWithParam<Sample> {};

TEST_P(DamagedFiles, LoadOrAreRefused) {
  const TemporaryFolder folder;
  const auto path = folder / GetParam().file;
  write_sample(path, GetParam().options);
  ASSERT_EQ(try_reading(path), Outcome::loaded);
  const std::string good = bytes_of(path);
  std::mt19937 random(2012);
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    folder.put(GetParam().file, mutate(good, random));
    refused += try_reading(path) == Outcome::refused;
  }
  EXPECT_GT(refused, 0);
}

TEST_P(DamagedFiles, CutAnywhereLoadOrAreRefusedAndCutInTheMiddleAreRefused) {
  const TemporaryFolder folder;
  const auto path = folder / GetParam().file;
  write_sample(path, GetParam().options);
  const std::string good = bytes_of(path);
  for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 300) {
    folder.put(GetParam().file, good.substr(0, size));
    try_reading(path);
  }
  folder.put(GetParam().file, good.substr(0, good.size() / 2));
  EXPECT_EQ(try_reading(path), Outcome::refused);
}

TEST_P(DamagedFiles, OfRandomBytesAreRefused) {
  const TemporaryFolder folder;
  std::mt19937 random(7);
  std::string noise(2000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  EXPECT_EQ(try_reading(folder.put(GetParam().file, noise)), Outcome::refused);
}

INSTANTIATE_TEST_SUITE_P(
    , DamagedFiles,
    testing::Values(Sample{"a.inp"}, Sample{"a.veg"}, Sample{"a.ele"}, Sample{"a.node"},
                    Sample{"a.mesh"}, Sample{"a.msh", {Encoding::text, 4.1}},
                    Sample{"a.msh", {Encoding::binary, 4.1}},
                    Sample{"a.msh", {Encoding::text, 2.2}},
                    Sample{"a.msh", {Encoding::binary, 2.2}}, Sample{"a.vtk", {Encoding::text}},
                    Sample{"a.vtk", {Encoding::binary}}, Sample{"a.obj"}, Sample{"a.off"},
                    Sample{"a.stl", {Encoding::text}}, Sample{"a.stl", {Encoding::binary}},
                    Sample{"a.ply", {Encoding::text}}, Sample{"a.ply", {Encoding::binary}},
                    Sample{"a.ply", {Encoding::binary_big_endian}}, Sample{"a.pc2"},
                    Sample{"a.mdd"}, Sample{"a.glb"}, Sample{"a.md2"}));

}  // namespace
}  // namespace retake
