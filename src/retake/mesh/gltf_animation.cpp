#include "retake/mesh/gltf_animation.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace retake {
namespace {

GltfPath path_of(const GltfValue& value) {
  constexpr std::pair<const char*, GltfPath> known[] = {{"translation", GltfPath::translation},
                                                        {"rotation", GltfPath::rotation},
                                                        {"scale", GltfPath::scale},
                                                        {"weights", GltfPath::weights}};
  for (const auto& [name, path] : known) {
    if (value.text() == name) return path;
  }
  value.refuse("unknown target of an animation", "translation, rotation, scale or weights",
               value.text());
}

GltfCurve::Between between_of(const GltfValue& sampler) {
  const std::string name = sampler.text_or("interpolation", "LINEAR");
  if (name == "LINEAR") return GltfCurve::Between::linear;
  if (name == "STEP") return GltfCurve::Between::step;
  if (name == "CUBICSPLINE") return GltfCurve::Between::cubic;
  sampler.refuse("unknown interpolation", "LINEAR, STEP or CUBICSPLINE", name);
}

void check_times(const Eigen::VectorXf& times, const GltfValue& input) {
  for (Eigen::Index i = 0; i < times.size(); ++i) {
    if (times[i] >= 0 && (i == 0 || times[i] > times[i - 1])) continue;
    input.refuse("times of an animation must not be negative and must ascend", {},
                 std::to_string(times[i]) + " s at key " + std::to_string(i));
  }
}

// Weights lie as single numbers, all targets of a key after each other.
Eigen::MatrixXf values_of(const GltfFile& file, const GltfValue& output, const GltfCurve& curve,
                          int targets) {
  const Eigen::Index per_key = curve.between == GltfCurve::Between::cubic ? 3 : 1;
  Eigen::MatrixXf values = curve.path == GltfPath::weights
                               ? file.floats(output, 1)
                               : file.floats(output, curve.path == GltfPath::rotation ? 4 : 3);
  const Eigen::Index numbers = curve.path == GltfPath::weights ? targets : values.rows();
  const Eigen::Index expected = numbers * per_key * curve.times.size();
  if (values.size() != expected) {
    output.refuse(
        "an animation has another number of values than of times",
        std::to_string(expected) + " numbers for " + std::to_string(curve.times.size()) + " times",
        std::to_string(values.size()));
  }
  return values.reshaped(numbers, per_key * curve.times.size());
}

GltfCurve read_curve(const GltfFile& file, const GltfValue& animation, const GltfValue& channel,
                     const std::vector<int>& target_counts) {
  const GltfValue target = channel["target"];
  GltfCurve curve;
  curve.path = path_of(target["path"]);
  curve.node =
      static_cast<int>(target["node"].integer(static_cast<std::int64_t>(target_counts.size())));
  const auto sampler_count = static_cast<std::int64_t>(animation.list("samplers").size());
  const GltfValue sampler =
      animation["samplers"][static_cast<int>(channel["sampler"].integer(sampler_count))];
  curve.between = between_of(sampler);
  curve.times = file.floats(sampler["input"], 1).row(0);
  check_times(curve.times, sampler["input"]);
  curve.values = values_of(file, sampler["output"], curve,
                           target_counts[static_cast<std::size_t>(curve.node)]);
  return curve;
}

Eigen::VectorXf linear_between(const Eigen::VectorXf& a, const Eigen::VectorXf& b, float s,
                               bool is_rotation) {
  if (!is_rotation) return (1 - s) * a + s * b;
  const Eigen::Quaternionf from(a.data()), to(b.data());
  return from.normalized().slerp(s, to.normalized()).coeffs();
}

}  // namespace

Eigen::VectorXf GltfCurve::at(double time) const {
  const bool is_cubic = between == Between::cubic;
  const auto value = [&](Eigen::Index key) { return values.col(is_cubic ? 3 * key + 1 : key); };
  const Eigen::Index last = times.size() - 1;
  const auto next = std::upper_bound(times.begin(), times.end(), static_cast<float>(time));
  const Eigen::Index key = next - times.begin() - 1;
  if (key < 0) return value(0);
  if (key >= last || between == Between::step) return value(std::min(key, last));
  const float length = times[key + 1] - times[key];
  const float s = (static_cast<float>(time) - times[key]) / length;
  if (!is_cubic) return linear_between(value(key), value(key + 1), s, path == GltfPath::rotation);
  // The cubic through both values with the tangents of both keys (glTF 2.0, appendix C).
  const float s2 = s * s, s3 = s2 * s;
  const Eigen::VectorXf x =
      (2 * s3 - 3 * s2 + 1) * value(key) + (s3 - 2 * s2 + s) * length * values.col(3 * key + 2) +
      (3 * s2 - 2 * s3) * value(key + 1) + (s3 - s2) * length * values.col(3 * key + 3);
  return path == GltfPath::rotation ? Eigen::VectorXf(x.normalized()) : x;
}

std::vector<GltfClip> read_gltf_clips(const GltfFile& file, const std::vector<int>& target_counts) {
  std::vector<GltfClip> clips;
  for (const GltfValue& animation : file.root().list("animations")) {
    GltfClip clip;
    clip.name = animation.text_or("name", "animation " + std::to_string(clips.size()));
    for (const GltfValue& channel : animation.list("channels")) {
      if (!channel["target"].has("node")) continue;  // belongs to an extension
      clip.curves.push_back(read_curve(file, animation, channel, target_counts));
      const GltfCurve& curve = clip.curves.back();
      clip.duration =
          std::max(clip.duration, static_cast<double>(curve.times[curve.times.size() - 1]));
    }
    clips.push_back(std::move(clip));
  }
  return clips;
}

}  // namespace retake
