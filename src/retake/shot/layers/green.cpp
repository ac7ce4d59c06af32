#include "retake/shot/layers/green.h"

#include <algorithm>
#include <cmath>

#include "retake/shot/changed_part.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/layers/green_part.h"
#include "retake/shot/merged_reports.h"

namespace retake {

namespace {

bool overlap(const ModeNeed& a, const ModeNeed& b) {
  return std::any_of(a.bodies.begin(), a.bodies.end(), [&](int body) {
    return std::find(b.bodies.begin(), b.bodies.end(), body) != b.bodies.end();
  });
}

class GreenEvaluator : public LayerEvaluator {
 public:
  GreenEvaluator(const WishLayer& layer, const LayerStage& stage)
      : layer_(enabled_part(layer)), stage_(stage) {}

  bool depends_on_whole_input() const override { return true; }

  bool update(const Layer& layer) override {
    const auto* wished = layer.content.find<WishLayer>();
    const bool same_method = wished != nullptr && wished->method == layer_.method;
    if (!same_method || wished->settings != layer_.settings) return false;
    layer_ = enabled_part(*wished);
    return true;
  }

  // Without wishes there is nothing to do, and nothing is made for it.
  void solve(Quality quality, LayerInput& input, Progress& progress) override {
    if (layer_.wishes.empty() && parts_.empty()) return;
    part_anew();
    for (GreenPart& part : parts_) part.solve(layer_.wishes, quality, input, progress);
  }

  Eigen::Matrix3Xf frame(int frame, LayerInput& input, Progress& progress) override {
    Eigen::Matrix3Xf positions = input.frame(frame, progress);
    for (const GreenPart& part : parts_) positions = part.frame(frame, std::move(positions));
    return positions;
  }

  // What it did to its own input, added to this one.
  Eigen::Matrix3Xf on_top_of(const Eigen::Matrix3Xf& input, int frame) override {
    if (!can_answer()) return input;
    const FrameView before = parts_.front().input_frame(frame);
    Eigen::Matrix3Xf after = before;
    for (const GreenPart& part : parts_) after = part.frame(frame, std::move(after));
    return input + (after - before);
  }

  // All parts have the window, and so the groups, of the layer.
  FrameRange group_of(int frame) const override {
    return parts_.empty() ? FrameRange{frame, frame} : parts_.front().group_of(frame);
  }

  std::vector<Eigen::Matrix3Xf> group(const FrameRange& frames, LayerInput& input,
                                      Progress& progress) override {
    std::vector<Eigen::Matrix3Xf> group;
    for (int frame = frames.first; frame <= frames.last; ++frame) {
      group.emplace_back(input.frame(frame, progress));
    }
    for (const GreenPart& part : parts_) part.put_group(frames, group);
    return group;
  }

  bool can_answer() const override {
    return !parts_.empty() && std::all_of(parts_.begin(), parts_.end(),
                                          [](const GreenPart& part) { return part.is_solved(); });
  }

  std::optional<EditReport> report(const WeightCurve& weight) const override {
    std::vector<EditReport> reports;
    for (const GreenPart& part : parts_) reports.push_back(part.report(weight));
    return merged(reports, layer_.wishes);
  }

  // The modes of all parts, one after the other.
  std::optional<EditCourse> course() const override {
    if (!can_answer()) return {};
    EditCourse all = {.first_frame = parts_.front().edit().first_frame()};
    for (const GreenPart& part : parts_) {
      if (part.edit().report().wishes.empty()) continue;
      const MatX more = part.edit().amplitudes();
      const VecX squares = part.edit().control_force().cwiseAbs2() * more.rows();
      const Eigen::Index before = all.amplitudes.rows();
      all.amplitudes.conservativeResize(before + more.rows(), more.cols());
      all.amplitudes.bottomRows(more.rows()) = more;
      all.control_force = before == 0 ? squares : VecX(all.control_force + squares);
    }
    if (all.amplitudes.size() == 0) return {};
    all.control_force = (all.control_force / all.amplitudes.rows()).cwiseSqrt();
    return all;
  }

  std::vector<ContactDrift> contact_drifts(Progress& progress) const override {
    std::vector<ContactDrift> drifts;
    for (const GreenPart& part : parts_) {
      const std::vector<ContactDrift> more = part.contact_drifts(progress);
      drifts.insert(drifts.end(), more.begin(), more.end());
    }
    return drifts;
  }

 private:
  // What the wishes tie together now. A part that they tie otherwise goes; one that nothing is
  // wished of stays for when something is again.
  void part_anew() {
    const std::vector<ModeNeed> needs = modes_needed(layer_, stage_.bodies);
    std::erase_if(parts_, [&](const GreenPart& part) {
      return std::any_of(needs.begin(), needs.end(), [&](const ModeNeed& need) {
        return !need.has_same_part(part.need()) && overlap(need, part.need());
      });
    });
    for (const ModeNeed& need : needs) {
      const bool is_there = std::any_of(parts_.begin(), parts_.end(), [&](const GreenPart& part) {
        return part.need().has_same_part(need);
      });
      if (!is_there) parts_.emplace_back(layer_.settings, stage_, need);
    }
  }

  WishLayer layer_;  // its enabled part
  const LayerStage& stage_;
  std::vector<GreenPart> parts_;
};

}  // namespace

const WishMethod& green_method() {
  static const WishMethod method = {
      .kind = green_kind,
      .evaluator = [](const WishLayer& layer,
                      const LayerStage& stage) -> std::unique_ptr<LayerEvaluator> {
        return std::make_unique<GreenEvaluator>(layer, stage);
      },
      .modes = modes_needed};
  return method;
}

const LayerKind& green_kind() {
  static const LayerKind kind = wish_layer_kind("green", green_method());
  return kind;
}

}  // namespace retake
