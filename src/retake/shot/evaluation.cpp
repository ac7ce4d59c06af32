#include <algorithm>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/shot/evaluation_impl.h"
#include "retake/spacetime/penetration.h"

namespace retake {

namespace {

double box_diagonal(const Points& points) { return bounding_box(points).diagonal(); }

}  // namespace

void Evaluation::Impl::make_ready(Worker& worker, Quality quality, Progress& progress) {
  if (!worker.evaluator) {
    worker.evaluator = factory(worker.layer, stage);
    worker.solved.reset();
  }
  if (worker.solved && *worker.solved >= quality) return;
  Below input(*this, worker.below);
  worker.evaluator->solve(quality, input, progress);
  worker.solved = quality;
  worker.former.reset();
}

// Elsewhere the input goes through, to the bit.
bool Evaluation::Impl::is_changed(const Worker& worker, int frame) const {
  return affected_frames(worker.layer, stage.frame_count).contains(frame) &&
         worker.layer.weight.at(frame) != 0;
}

double Evaluation::Worker::deepest() const {
  double depth = 0;
  for (const auto& [frame, entered_there] : entered) depth = std::max(depth, entered_there);
  return depth;
}

// What goes deeper into obstacles than the input did is noted; a one-sided layer puts it back.
Eigen::Matrix3Xf Evaluation::Impl::outside(Worker& worker, int frame, Eigen::Matrix3Xf output,
                                           const FrameView& input) const {
  const bool one_sided = worker.layer.content->is_one_sided();
  const std::vector<Violation> violations = violations_in(
      stage.obstacles, frame, output, input, one_sided ? 0 : least_penetration * body_size);
  const double depth = deepest(violations);
  worker.entered[frame] = depth > least_penetration * body_size ? depth : 0;
  return one_sided ? pushed_out(std::move(output), violations, body_size) : output;
}

// What the layer's weight leaves of its output.
Eigen::Matrix3Xf Evaluation::Impl::weighted(Worker& worker, int frame, Eigen::Matrix3Xf output,
                                            Progress& progress) {
  if (!output.allFinite()) {
    throw SolveError({.what = "the layer gives positions that are no numbers",
                      .where = "layer '" + worker.layer.name + "', frame " + std::to_string(frame),
                      .advice = "Mute it, or take back its last change"});
  }
  const auto weight = static_cast<float>(worker.layer.weight.at(frame));
  const bool is_outside = stage.obstacles.empty() || worker.layer.content->is_one_sided();
  if (weight == 1 && is_outside) return output;
  const FrameView input = this->frame(worker.below, frame, progress);
  if (weight != 1) output = input + weight * (output - input);
  return outside(worker, frame, std::move(output), input);
}

// The frame, finished, and those that come with it.
void Evaluation::Impl::fill(Worker& worker, int frame, Progress& progress) {
  if (!is_changed(worker, frame)) {
    this->frame(worker.below, frame, progress);
    worker.frames.share(frame,
                        worker.below != nullptr ? worker.below->frames.frames() : source->frames());
    return;
  }
  make_ready(worker, Quality::finished, progress);
  Below input(*this, worker.below);
  const FrameRange range = worker.evaluator->group_of(frame);
  std::vector<Eigen::Matrix3Xf> group = worker.evaluator->group(range, input, progress);
  for (int at = range.first; at <= range.last; ++at) {
    if (worker.frames.has(at) || !is_changed(worker, at)) continue;
    Eigen::Matrix3Xf& output = group[static_cast<std::size_t>(at - range.first)];
    worker.frames.put(at, weighted(worker, at, std::move(output), progress));
  }
}

Eigen::Matrix3Xf Evaluation::Impl::draft(Worker& worker, int frame, Progress& progress) {
  if (!is_changed(worker, frame)) return this->frame(worker.below, frame, progress);
  make_ready(worker, Quality::draft, progress);
  Below input(*this, worker.below);
  return weighted(worker, frame, worker.evaluator->frame(frame, input, progress), progress);
}

// Each layer above the hand adds what it did when it was solved last. Null: the source.
Eigen::Matrix3Xf Evaluation::Impl::draft_above(const Worker* dragged, Worker* worker, int frame,
                                               Progress& progress) {
  if (worker == nullptr || worker->frames.has(frame)) return this->frame(worker, frame, progress);
  if (worker == dragged) return draft(*worker, frame, progress);
  const Eigen::Matrix3Xf input = draft_above(dragged, worker->below, frame, progress);
  LayerEvaluator* known = worker->last_solved();
  if (known == nullptr || !is_changed(*worker, frame)) return input;
  const auto weight = static_cast<float>(worker->layer.weight.at(frame));
  return input + weight * (known->on_top_of(input, frame) - input);
}

FrameView Evaluation::Impl::frame(Worker* worker, int frame, Progress& progress) {
  if (worker == nullptr) return source->frame(frame);
  if (!worker->frames.has(frame)) fill(*worker, frame, progress);
  return worker->frames.at(frame);
}

std::shared_ptr<const Motion> Evaluation::Impl::whole(Worker* worker, Progress& progress) {
  if (worker == nullptr) return source->whole(progress);
  const int missing = worker->frames.missing();
  for (int frame = 0; frame < stage.frame_count && worker->frames.missing() > 0; ++frame) {
    progress.update("layer " + worker->layer.name,
                    1 - static_cast<double>(worker->frames.missing()) / missing);
    this->frame(worker, frame, progress);
  }
  return worker->frames.whole();
}

void Evaluation::Impl::check_frame(int frame) const {
  if (frame >= 0 && frame < stage.frame_count) return;
  throw InputError({.what = "no such frame",
                    .expected = "0 to " + std::to_string(stage.frame_count - 1),
                    .found = std::to_string(frame)});
}

Evaluation::Worker* Evaluation::Impl::find(const std::map<int, Worker*>& workers, int layer) {
  const auto found = workers.find(layer);
  if (found != workers.end()) return found->second;
  throw InputError({.what = "no such layer", .found = "id " + std::to_string(layer)});
}

Evaluation::Evaluation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {
  impl_->stage.modes = [shelf = impl_->shelf, stage = &impl_->stage](const ModeNeed& need,
                                                                     Progress& step) {
    return shelf->modes(stage->body, stage->bodies, need, step);
  };
}

std::unique_ptr<LayerEvaluator> make_evaluator(const Layer& layer, const LayerStage& stage) {
  return layer.content->make_evaluator(stage);
}

Evaluation::Evaluation(const Shot& shot, LayerFactory factory, Progress& progress)
    : Evaluation(std::make_unique<Impl>()) {
  impl_->factory = std::move(factory);
  impl_->source = std::make_shared<SourceMotion>(shot, impl_->shelf, progress);
  LayerStage& stage = impl_->stage;
  stage.body = shot.body();
  stage.bodies = shot.bodies.several();
  stage.obstacles = shot.setup.obstacles;
  impl_->body_size = box_diagonal(stage.body.rest_positions);
  set_layers(shot.layers);
}

Evaluation Evaluation::beside() const {
  auto impl = std::make_unique<Impl>();
  impl->stage = impl_->stage;
  impl->factory = impl_->factory;
  impl->source = impl_->source;
  impl->body_size = impl_->body_size;
  impl->shelf = impl_->shelf;
  return Evaluation(std::move(impl));
}

Evaluation::~Evaluation() = default;
Evaluation::Evaluation(Evaluation&&) noexcept = default;
Evaluation& Evaluation::operator=(Evaluation&&) noexcept = default;

int Evaluation::frame_count() const { return impl_->stage.frame_count; }
double Evaluation::fps() const { return impl_->source->fps(); }
double Evaluation::start_frame() const { return impl_->source->start_frame(); }
std::shared_ptr<const Motion> Evaluation::shared_source(Progress& progress) const {
  return impl_->source->whole(progress);
}
SourceMotion& Evaluation::source_motion() const { return *impl_->source; }
const LayerStage& Evaluation::stage() const { return impl_->stage; }

FrameView Evaluation::frame(int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(impl_->top, frame, progress);
}

FrameView Evaluation::frame_of(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(Impl::find(impl_->at_or_below, layer), frame, progress);
}

std::shared_ptr<const Motion> Evaluation::motion(Progress& progress) {
  return impl_->whole(impl_->top, progress);
}

std::shared_ptr<const Motion> Evaluation::motion_of(int layer, Progress& progress) {
  return impl_->whole(Impl::find(impl_->at_or_below, layer), progress);
}

FrameView Evaluation::input_frame(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(Impl::find(impl_->below_layer, layer), frame, progress);
}

Eigen::Matrix3Xf Evaluation::draft_frame(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  Worker* worker = Impl::find(impl_->at_or_below, layer);
  if (worker == nullptr || worker->layer.id != layer || worker->frames.has(frame)) {
    return impl_->frame(worker, frame, progress);
  }
  return impl_->draft(*worker, frame, progress);
}

Eigen::Matrix3Xf Evaluation::draft_above(int dragged, int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  const Worker* hand = dragged == 0 ? nullptr : Impl::find(impl_->at_or_below, dragged);
  Worker* worker = Impl::find(impl_->at_or_below, layer);
  if (worker == nullptr || (hand == nullptr && dragged != 0)) {
    return draft_frame(layer, frame, progress);
  }
  return impl_->draft_above(hand, worker, frame, progress);
}

bool Evaluation::is_finished(int layer, int frame) const {
  const Worker* worker = impl_->worker_at(layer);
  return worker == nullptr || worker->frames.has(frame);
}

bool Evaluation::can_answer(int layer, int frame) const {
  const Worker* worker = impl_->worker_at(layer);
  if (worker == nullptr) return impl_->source->has(frame);
  if (worker->frames.has(frame)) return true;
  const bool has_input =
      worker->below == nullptr ? impl_->source->has(frame) : worker->below->frames.has(frame);
  return has_input && worker->evaluator && worker->evaluator->can_answer();
}

std::optional<ModeNeed> Evaluation::missing_modes(int layer) const {
  for (const Worker* worker = impl_->worker_at(layer); worker != nullptr; worker = worker->below) {
    const LayerContent& content = *worker->layer.content;
    if (content.is_idle()) continue;
    for (const ModeNeed& need : content.modes_needed(impl_->stage.bodies)) {
      if (!impl_->shelf->find(need)) return need;
    }
  }
  return impl_->source->missing_modes();
}

std::shared_ptr<const Modes> Evaluation::modes() const { return impl_->shelf->find({}); }

void Evaluation::put_modes(const ModeNeed& need, std::shared_ptr<const Modes> modes) {
  impl_->shelf->put(need, std::move(modes));
}

int Evaluation::top_layer() const { return impl_->top != nullptr ? impl_->top->layer.id : 0; }

const EditReport* Evaluation::report(int layer) const {
  const auto found = impl_->workers.find(layer);
  if (found == impl_->workers.end() || !found->second.evaluator) return nullptr;
  const Worker& worker = found->second;
  const std::optional<EditReport> own = worker.evaluator->report(worker.layer.weight);
  const double deepest = worker.deepest();
  if (!own && deepest == 0) return nullptr;
  worker.report = own.value_or(EditReport{});
  worker.report.worst_penetration = std::max(worker.report.worst_penetration, deepest);
  return &worker.report;
}

std::optional<Quality> Evaluation::solved(int layer) const {
  const auto found = impl_->workers.find(layer);
  return found != impl_->workers.end() ? found->second.solved : std::nullopt;
}

std::optional<EditCourse> Evaluation::course(int layer) const {
  const LayerEvaluator* evaluator = impl_->evaluator_of(layer);
  return evaluator != nullptr ? evaluator->course() : std::nullopt;
}

std::vector<ContactDrift> Evaluation::contact_drifts(int layer, Progress& progress) const {
  const LayerEvaluator* evaluator = impl_->evaluator_of(layer);
  return evaluator != nullptr ? evaluator->contact_drifts(progress) : std::vector<ContactDrift>{};
}

int Evaluation::revision(int layer) const {
  const Worker* worker = Impl::find(impl_->at_or_below, layer);
  return worker != nullptr ? worker->revision : impl_->source->revision();
}

int Evaluation::revision() const {
  return impl_->top != nullptr ? impl_->top->revision : impl_->source->revision();
}

}  // namespace retake
