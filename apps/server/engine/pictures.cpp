#include "apps/server/engine/pictures.h"

#include <algorithm>

#include "retake/numerics/stopwatch.h"

namespace retake::server {

namespace {

constexpr std::size_t most_kept = 48;  // pictures; 30k vertices: 17 MB

}  // namespace

Pictures::Pictures(OpenShot& shot) : shot_(shot), heat_(shot), without_physics_(shot.evaluation) {}

int Pictures::layer_of(const Look& look) const {
  if (look.what == What::result) return shot_.evaluation.top_layer();
  return look.what == What::layer ? look.layer : 0;
}

int Pictures::revision(const Look& look) const {
  const Evaluation& evaluation = shot_.evaluation;
  if (look.what == What::blend || look.heat == Heat::handle_error) return shot_.document.state();
  if (look.what == What::layer) return evaluation.revision(look.layer);
  return look.what == What::result ? evaluation.revision() : 0;
}

// Whether the layer's output goes through the one that is dragged.
bool Pictures::is_dragged_below(int layer) const {
  if (dragged_ == 0 || layer == 0) return false;
  bool seen = false;
  for (const Layer& each : shot_.document.shot().layers) {
    seen = seen || each.id == dragged_;
    if (each.id == layer) return seen;
  }
  return false;
}

Grade Pictures::best(const Look& look) const {
  const int layer = layer_of(look);
  if (layer == 0) return Grade::finished;
  const bool dragged = is_dragged_below(layer);
  if (shot_.evaluation.missing_modes(dragged ? dragged_ : layer)) return Grade::placeholder;
  return dragged && !shot_.evaluation.is_finished(layer, look.frame) ? Grade::draft
                                                                     : Grade::finished;
}

bool Pictures::takes_long(const Look& look) const {
  const int layer = layer_of(look);
  return layer != 0 && !shot_.evaluation.is_finished(layer, look.frame) &&
         shot_.evaluation.solved(layer) != Quality::finished;
}

bool Pictures::is_at_hand(const Look& look) const {
  return look.what != What::blend && shot_.evaluation.can_answer(layer_of(look), look.frame);
}

std::shared_ptr<const Motion> Pictures::motion(const Look& look, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  if (look.what == What::result) return evaluation.motion(progress);
  if (look.what == What::layer) return evaluation.motion_of(look.layer, progress);
  if (look.what == What::input) return evaluation.shared_source();
  if (look.what == What::blend) {
    without_physics_.set_layers(shot_.document.shot().layers);
    return without_physics_.motion(progress);
  }
  auto still = std::make_shared<Motion>(evaluation.source());
  still->frames.assign(still->frames.size(), shot_.body().rest_positions.cast<float>());
  return still;
}

Eigen::Matrix3Xf Pictures::draft(int layer, int frame, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  return is_dragged_below(layer) ? evaluation.draft_above(dragged_, layer, frame, progress)
                                 : evaluation.draft_frame(layer, frame, progress);
}

Eigen::Matrix3Xf Pictures::of_layer(int layer, int frame, Grade grade, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  const int worked_on = grade == Grade::draft && is_dragged_below(layer) ? dragged_ : layer;
  const auto before = evaluation.solved(worked_on);
  const Stopwatch watch;
  Eigen::Matrix3Xf positions = grade == Grade::draft ? draft(layer, frame, progress)
                                                     : evaluation.frame_of(layer, frame, progress);
  const EditReport* report = evaluation.report(worked_on);
  const bool solved = report != nullptr && before != evaluation.solved(worked_on);
  warp_seconds_ = std::max(0.0, watch.seconds() - (solved ? report->solve_seconds : 0));
  return positions;
}

Pictures::Positions Pictures::positions(const Look& look, Grade grade, Progress& progress) {
  const Motion& source = shot_.evaluation.source();
  const auto& input = source.frames.at(static_cast<std::size_t>(look.frame));
  if (look.what == What::rest) {
    return {Grade::finished, shot_.body().rest_positions.cast<float>()};
  }
  if (look.what == What::blend) {
    without_physics_.set_layers(shot_.document.shot().layers);
    return {Grade::finished, without_physics_.frame(look.frame, progress)};
  }
  const int layer = layer_of(look);
  if (layer == 0) return {Grade::finished, input};
  if (grade == Grade::placeholder) return {grade, input};
  if (shot_.evaluation.is_finished(layer, look.frame)) grade = Grade::finished;
  return {grade, of_layer(layer, look.frame, grade, progress)};
}

Pictures::Picture Pictures::make(const Look& look, int stream, Grade grade, Progress& progress) {
  const Key key = {look, revision(look), shot_.document.state(), grade};
  if (made_.size() > most_kept) made_.clear();
  auto& made = made_[key];
  const auto found = made.find(stream);
  if (found != made.end()) return found->second;
  if (!made.empty()) {
    const Picture& other = made.begin()->second;
    return made[stream] = {other.grade, for_stream(other.bytes, stream)};
  }
  const Positions positions = this->positions(look, grade, progress);
  const Eigen::VectorXf heat = heat_.of(look, positions.at);
  Header header = {.stream = static_cast<std::uint16_t>(stream),
                   .frame = look.frame,
                   .revision = static_cast<std::uint32_t>(key.state)};
  if (positions.grade != Grade::finished) header.flags |= flags::draft;
  return made_[key][stream] = {positions.grade, pack_positions(header, positions.at, heat)};
}

}  // namespace retake::server
