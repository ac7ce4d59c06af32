// What a change of the layers makes stale, frame by frame and layer by layer.
#include <algorithm>

#include "retake/shot/evaluation_impl.h"

namespace retake {

namespace {

FrameRange all_frames(int count) { return {0, count - 1}; }

}  // namespace

// Takes over the layer. Frames that its change has made stale.
FrameRange Evaluation::Impl::own_change(Worker& worker, const Layer& layer) {
  worker.layer.name = layer.name;
  const bool same_content = worker.layer.content == layer.content;
  if (same_content && worker.layer.weight == layer.weight) return {};
  if (!same_content) {
    worker.former.reset();
    if (worker.evaluator && !worker.evaluator->update(layer)) worker.start_again();
    worker.solved.reset();
  }
  const FrameRange before = affected_frames(worker.layer, stage.frame_count);
  worker.layer = layer;
  return unite(before, affected_frames(layer, stage.frame_count));
}

// Frames that a change of what comes from below has made stale.
FrameRange Evaluation::Impl::input_change(Worker& worker, const Worker* below) {
  const int revision = below != nullptr ? below->revision : source->revision();
  if (worker.input_revision == revision) return {};
  const bool is_known = below != nullptr && below->last_change.since == worker.input_revision;
  FrameRange stale = is_known ? below->last_change.frames : all_frames(stage.frame_count);
  worker.input_revision = revision;
  if (stale.empty()) return stale;
  if (worker.evaluator && worker.evaluator->depends_on_whole_input()) {
    if (worker.solved) worker.former = std::move(worker.evaluator);
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
    worker.frames = FrameCache(stage.frame_count, source->fps(), source->start_frame(),
                               source->frames().store());
    worker.input_revision = below != nullptr ? below->revision : source->revision();
  } else {
    const FrameRange own = own_change(worker, layer);
    stale = unite(own, input_change(worker, below));
  }
  if (stale.empty()) return;
  worker.frames.forget(stale);
  std::erase_if(worker.entered, [&](const auto& entry) { return stale.contains(entry.first); });
  worker.last_change = {worker.revision, stale};
  worker.revision = ++last_revision;
}

// Contacts are the source's; another number of frames leaves nothing as it was.
void Evaluation::Impl::follow_source() {
  stage.contacts = source->contacts();
  if (stage.frame_count == source->frame_count()) return;
  stage.frame_count = source->frame_count();
  workers.clear();
}

void Evaluation::follow(const Shot& shot) {
  impl_->source->follow(shot);
  set_layers(shot.layers);
}

void Evaluation::show_poses(std::shared_ptr<const PoseSource> poses,
                            const std::vector<Layer>& layers) {
  impl_->source->show(std::move(poses));
  set_layers(layers);
}

void Evaluation::set_layers(const std::vector<Layer>& layers) {
  impl_->follow_source();
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

}  // namespace retake
