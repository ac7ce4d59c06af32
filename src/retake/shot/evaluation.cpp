#include "retake/shot/evaluation.h"

#include <algorithm>

#include "retake/numerics/errors.h"
#include "retake/shot/mode_shelf.h"

namespace retake {

namespace {

constexpr int source_revision = 1;

FrameRange all_frames(int count) { return {0, count - 1}; }

}  // namespace

// One layer, with what is known of its output.
struct Evaluation::Worker {
  Layer layer;  // as it was taken over last
  Worker* below = nullptr;
  std::unique_ptr<LayerEvaluator> evaluator;  // made when it is needed
  std::optional<Quality> solved;
  FrameCache frames;
  int input_revision = 0;
  int revision = 0;  // of the output; 0: never taken over
  // The output differs from that of revision `since` in no other frames than these.
  struct Change {
    int since = 0;
    FrameRange frames;
  } last_change;

  void start_again() {
    evaluator.reset();
    solved.reset();
  }
};

struct Evaluation::Impl {
  LayerStage stage;
  LayerFactory factory;
  std::shared_ptr<const Motion> source;
  ModeShelf shelf;
  std::map<int, Worker> workers;       // by the layer's id
  std::map<int, Worker*> at_or_below;  // of every layer: the worker whose output it shows
  std::map<int, Worker*> below_layer;  // ... and whose output it starts from
  Worker* top = nullptr;               // null, here and above: the source
  int last_revision = source_revision;

  void take_over(Worker& worker, const Layer& layer, Worker* below);
  FrameRange own_change(Worker& worker, const Layer& layer);
  FrameRange input_change(Worker& worker, const Worker* below);

  void make_ready(Worker& worker, Quality quality, Progress& progress);
  const Eigen::Matrix3Xf& frame(Worker* worker, int frame, Progress& progress);
  Eigen::Matrix3Xf compute(Worker& worker, int frame, Quality quality, Progress& progress);
  Eigen::Matrix3Xf weighted(Worker& worker, int frame, Eigen::Matrix3Xf output, Progress& progress);
  bool is_changed(const Worker& worker, int frame) const;
  std::shared_ptr<const Motion> whole(Worker* worker, Progress& progress);
  void fill_together(Worker& worker, Progress& progress);

  void check_frame(int frame) const;
  static Worker* find(const std::map<int, Worker*>& workers, int layer);
  const LayerEvaluator* evaluator_of(int layer) const {
    const auto found = workers.find(layer);
    return found != workers.end() ? found->second.evaluator.get() : nullptr;
  }
};

// What a layer finds below it.
class Evaluation::Below : public LayerInput {
 public:
  Below(Impl& impl, Worker* worker) : impl_(impl), worker_(worker) {}
  const Eigen::Matrix3Xf& frame(int frame, Progress& progress) override {
    return impl_.frame(worker_, frame, progress);
  }
  std::shared_ptr<const Motion> whole(Progress& progress) override {
    return impl_.whole(worker_, progress);
  }

 private:
  Impl& impl_;
  Worker* worker_;
};

// Takes over the layer. Frames that its change has made stale.
FrameRange Evaluation::Impl::own_change(Worker& worker, const Layer& layer) {
  worker.layer.name = layer.name;
  const bool same_content = worker.layer.content == layer.content;
  if (same_content && worker.layer.weight == layer.weight) return {};
  if (!same_content) {
    if (worker.evaluator && !worker.evaluator->update(layer)) worker.start_again();
    worker.solved.reset();
  }
  const FrameRange before = affected_frames(worker.layer, stage.frame_count);
  worker.layer = layer;
  return unite(before, affected_frames(layer, stage.frame_count));
}

// Frames that a change of what comes from below has made stale.
FrameRange Evaluation::Impl::input_change(Worker& worker, const Worker* below) {
  const int revision = below != nullptr ? below->revision : source_revision;
  if (worker.input_revision == revision) return {};
  const bool is_known = below != nullptr && below->last_change.since == worker.input_revision;
  FrameRange stale = is_known ? below->last_change.frames : all_frames(stage.frame_count);
  worker.input_revision = revision;
  if (stale.empty()) return stale;
  if (worker.evaluator && worker.evaluator->depends_on_whole_input()) {
    worker.start_again();
    stale = unite(stale, affected_frames(worker.layer, stage.frame_count));
  }
  return stale;
}

void Evaluation::Impl::take_over(Worker& worker, const Layer& layer, Worker* below) {
  worker.below = below;
  FrameRange stale = all_frames(stage.frame_count);
  if (worker.revision == 0) {
    worker.layer = layer;
    worker.frames = FrameCache(stage.frame_count, source->fps, source->start_frame);
    worker.input_revision = below != nullptr ? below->revision : source_revision;
  } else {
    const FrameRange own = own_change(worker, layer);
    stale = unite(own, input_change(worker, below));
  }
  if (stale.empty()) return;
  worker.frames.forget(stale);
  worker.last_change = {worker.revision, stale};
  worker.revision = ++last_revision;
}

void Evaluation::set_layers(const std::vector<Layer>& layers) {
  std::erase_if(impl_->workers, [&](const auto& entry) {
    return std::none_of(layers.begin(), layers.end(),
                        [&](const Layer& layer) { return layer.id == entry.first; });
  });
  impl_->at_or_below.clear();
  impl_->below_layer.clear();
  impl_->top = nullptr;
  const std::vector<const Layer*> active = active_layers(layers);
  for (const Layer& layer : layers) {
    impl_->below_layer[layer.id] = impl_->top;
    if (std::find(active.begin(), active.end(), &layer) != active.end()) {
      Worker& worker = impl_->workers[layer.id];
      impl_->take_over(worker, layer, impl_->top);
      impl_->top = &worker;
    }
    impl_->at_or_below[layer.id] = impl_->top;
  }
}

void Evaluation::Impl::make_ready(Worker& worker, Quality quality, Progress& progress) {
  if (!worker.evaluator) {
    worker.evaluator = factory(worker.layer, stage);
    worker.solved.reset();
  }
  if (worker.solved && *worker.solved >= quality) return;
  Below input(*this, worker.below);
  worker.evaluator->solve(quality, input, progress);
  worker.solved = quality;
}

// Elsewhere the input goes through, to the bit.
bool Evaluation::Impl::is_changed(const Worker& worker, int frame) const {
  return affected_frames(worker.layer, stage.frame_count).contains(frame) &&
         worker.layer.weight.at(frame) != 0;
}

Eigen::Matrix3Xf Evaluation::Impl::weighted(Worker& worker, int frame, Eigen::Matrix3Xf output,
                                            Progress& progress) {
  const auto weight = static_cast<float>(worker.layer.weight.at(frame));
  if (weight == 1) return output;
  const Eigen::Matrix3Xf& input = this->frame(worker.below, frame, progress);
  return input + weight * (output - input);
}

Eigen::Matrix3Xf Evaluation::Impl::compute(Worker& worker, int frame, Quality quality,
                                           Progress& progress) {
  if (!is_changed(worker, frame)) return this->frame(worker.below, frame, progress);
  make_ready(worker, quality, progress);
  Below input(*this, worker.below);
  return weighted(worker, frame, worker.evaluator->frame(frame, input, progress), progress);
}

const Eigen::Matrix3Xf& Evaluation::Impl::frame(Worker* worker, int frame, Progress& progress) {
  if (worker == nullptr) return source->frames[static_cast<std::size_t>(frame)];
  if (!worker->frames.has(frame)) {
    worker->frames.put(frame, compute(*worker, frame, Quality::finished, progress));
  }
  return worker->frames.at(frame);
}

// Where all changed frames are missing, a layer may know a cheaper way than one by one.
void Evaluation::Impl::fill_together(Worker& worker, Progress& progress) {
  const FrameRange affected = affected_frames(worker.layer, stage.frame_count);
  for (int frame = affected.first; frame <= affected.last; ++frame) {
    if (worker.frames.has(frame)) return;
  }
  if (affected.empty()) return;
  make_ready(worker, Quality::finished, progress);
  std::optional<Motion> output = worker.evaluator->motion(progress);
  if (!output) return;
  for (int frame = affected.first; frame <= affected.last; ++frame) {
    if (!is_changed(worker, frame)) continue;
    auto& positions = output->frames[static_cast<std::size_t>(frame)];
    worker.frames.put(frame, weighted(worker, frame, std::move(positions), progress));
  }
}

std::shared_ptr<const Motion> Evaluation::Impl::whole(Worker* worker, Progress& progress) {
  if (worker == nullptr) return source;
  if (worker->frames.missing() > 0) fill_together(*worker, progress);
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

Evaluation::Evaluation(const Shot& shot, LayerFactory factory, Progress& progress)
    : impl_(std::make_unique<Impl>()) {
  SimulationResult made = make_motion(shot, progress);
  impl_->factory = std::move(factory);
  impl_->source = std::make_shared<const Motion>(std::move(made.motion));
  LayerStage& stage = impl_->stage;
  stage.body = shot.setup.body;
  stage.obstacles = shot.setup.obstacles;
  stage.contacts = std::move(made.contacts);
  stage.frame_count = impl_->source->frame_count();
  stage.modes = [impl = impl_.get()](const std::vector<int>& region, int count, Progress& step) {
    return impl->shelf.modes(impl->stage.body, region, count, step);
  };
  set_layers(shot.layers);
}

Evaluation::~Evaluation() = default;
Evaluation::Evaluation(Evaluation&&) noexcept = default;
Evaluation& Evaluation::operator=(Evaluation&&) noexcept = default;

int Evaluation::frame_count() const { return impl_->stage.frame_count; }
const Motion& Evaluation::source() const { return *impl_->source; }

const Eigen::Matrix3Xf& Evaluation::frame(int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(impl_->top, frame, progress);
}

const Eigen::Matrix3Xf& Evaluation::frame_of(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(Impl::find(impl_->at_or_below, layer), frame, progress);
}

std::shared_ptr<const Motion> Evaluation::motion(Progress& progress) {
  return impl_->whole(impl_->top, progress);
}

std::shared_ptr<const Motion> Evaluation::motion_of(int layer, Progress& progress) {
  return impl_->whole(Impl::find(impl_->at_or_below, layer), progress);
}

const Eigen::Matrix3Xf& Evaluation::input_frame(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  return impl_->frame(Impl::find(impl_->below_layer, layer), frame, progress);
}

Eigen::Matrix3Xf Evaluation::draft_frame(int layer, int frame, Progress& progress) {
  impl_->check_frame(frame);
  Worker* worker = Impl::find(impl_->at_or_below, layer);
  if (worker == nullptr || worker->layer.id != layer || worker->frames.has(frame)) {
    return impl_->frame(worker, frame, progress);
  }
  return impl_->compute(*worker, frame, Quality::draft, progress);
}

const EditReport* Evaluation::report(int layer) const {
  const LayerEvaluator* evaluator = impl_->evaluator_of(layer);
  return evaluator != nullptr ? evaluator->report() : nullptr;
}

const MotionEdit* Evaluation::motion_edit(int layer) const {
  const LayerEvaluator* evaluator = impl_->evaluator_of(layer);
  return evaluator != nullptr ? evaluator->motion_edit() : nullptr;
}

int Evaluation::revision(int layer) const {
  const Worker* worker = Impl::find(impl_->at_or_below, layer);
  return worker != nullptr ? worker->revision : source_revision;
}

int Evaluation::revision() const {
  return impl_->top != nullptr ? impl_->top->revision : source_revision;
}

}  // namespace retake
