#include "apps/server/engine/pictures.h"

#include <algorithm>

#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/long_motion.h"

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
  if (look.what == What::result) return evaluation.revision();
  return look.what == What::rest ? 0 : evaluation.source_motion().revision();
}

// Whether the layer's output goes through the one that is dragged.
bool Pictures::is_dragged_below(int layer) const {
  if (!dragged_ || layer == 0) return false;
  if (*dragged_ == 0) return true;
  bool seen = false;
  for (const Layer& each : shot_.document.shot().layers) {
    seen = seen || each.id == dragged_;
    if (each.id == layer) return seen;
  }
  return false;
}

Grade Pictures::best(const Look& look) const {
  const int layer = layer_of(look);
  const bool dragged = is_dragged_below(layer);
  const bool is_whole = look.what == What::rest || look.what == What::pose;
  if (!is_whole && shot_.evaluation.missing_modes(dragged ? *dragged_ : layer)) {
    return Grade::placeholder;
  }
  if (layer == 0) return Grade::finished;
  return dragged && !shot_.evaluation.is_finished(layer, look.frame) ? Grade::draft
                                                                     : Grade::finished;
}

bool Pictures::takes_long(const Look& look) const {
  const int layer = layer_of(look);
  return layer != 0 && !shot_.evaluation.is_finished(layer, look.frame) &&
         shot_.evaluation.solved(layer) != Quality::finished;
}

bool Pictures::is_at_hand(const Look& look) const {
  return look.what != What::blend && look.what < What::linear &&
         shot_.evaluation.can_answer(layer_of(look), look.frame);
}

std::shared_ptr<const Motion> Pictures::motion(const Look& look, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  if (look.what == What::result) return evaluation.motion(progress);
  if (look.what == What::layer) return evaluation.motion_of(look.layer, progress);
  if (look.what == What::input) return evaluation.shared_source(progress);
  if (look.what == What::blend) {
    without_physics_.set_layers(shot_.document.shot().layers);
    return without_physics_.motion(progress);
  }
  auto made = std::make_shared<Motion>();
  made->fps = evaluation.fps();
  made->start_frame = evaluation.start_frame();
  made->frames = list_for(shot_.document.shot().body().vertex_count(), evaluation.frame_count());
  Look each = look;
  for (each.frame = 0; each.frame < evaluation.frame_count(); ++each.frame) {
    made->frames.push_back(positions(each, Grade::finished, progress).at);
  }
  return made;
}

Eigen::Matrix3Xf Pictures::draft(int layer, int frame, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  return is_dragged_below(layer) ? evaluation.draft_above(*dragged_, layer, frame, progress)
                                 : evaluation.draft_frame(layer, frame, progress);
}

Eigen::Matrix3Xf Pictures::of_layer(int layer, int frame, Grade grade, Progress& progress) {
  Evaluation& evaluation = shot_.evaluation;
  const int worked_on = grade == Grade::draft && is_dragged_below(layer) ? *dragged_ : layer;
  const auto before = evaluation.solved(worked_on);
  const Stopwatch watch;
  Eigen::Matrix3Xf positions = grade == Grade::draft ? draft(layer, frame, progress)
                                                     : evaluation.frame_of(layer, frame, progress);
  const EditReport* report = evaluation.report(worked_on);
  const bool solved = report != nullptr && before != evaluation.solved(worked_on);
  warp_seconds_ = std::max(0.0, watch.seconds() - (solved ? report->solve_seconds : 0));
  return positions;
}

Eigen::Matrix3Xf Pictures::of_pose(int id) const {
  if (const auto& poses = shot_.evaluation.source_motion().poses()) {
    for (const PoseKey& key : poses->keys) {
      if (key.id == id) return key.positions;
    }
  }
  throw InputError({.what = "no such pose", .found = "id " + std::to_string(id)});
}

// The source as it is, by other shapes, or what stands for it until there are modes.
Pictures::Positions Pictures::of_source(const Look& look, Grade grade) {
  SourceMotion& source = shot_.evaluation.source_motion();
  if (source.missing_modes()) return {Grade::placeholder, source.placeholder(look.frame)};
  if (look.what == What::linear) {
    return {Grade::finished, source.compared(PoseShapes::linear, look.frame)};
  }
  if (look.what == What::warped) {
    return {Grade::finished, source.compared(PoseShapes::modal_warping, look.frame)};
  }
  const bool is_source = layer_of(look) == 0;
  return {is_source ? Grade::finished : grade, source.frame(look.frame)};
}

Pictures::Positions Pictures::positions(const Look& look, Grade grade, Progress& progress) {
  if (look.what == What::pose) return {Grade::finished, of_pose(look.pose)};
  if (look.what == What::rest) {
    return {Grade::finished, shot_.body().rest_positions.cast<float>()};
  }
  if (look.what == What::blend) {
    without_physics_.set_layers(shot_.document.shot().layers);
    return {Grade::finished, without_physics_.frame(look.frame, progress)};
  }
  const int layer = layer_of(look);
  if (layer == 0 || grade == Grade::placeholder) return of_source(look, grade);
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
