#pragma once
#include <map>
#include <memory>

#include "retake/shot/evaluation.h"
#include "retake/shot/mode_shelf.h"

namespace retake {

// One layer, with what is known of its output.
struct Evaluation::Worker {
  Layer layer;  // as it was taken over last
  Worker* below = nullptr;
  std::unique_ptr<LayerEvaluator> evaluator;  // made when it is needed
  std::optional<Quality> solved;
  // Solved about an input that is not any more: serves drafts until the new one is solved.
  std::unique_ptr<LayerEvaluator> former;
  FrameCache frames;
  std::map<int, double> entered;  // frame -> how far it would have gone into obstacles, m
  mutable EditReport report;      // the evaluator's, with what was entered
  int input_revision = 0;
  int revision = 0;  // of the output; 0: never taken over
  // The output differs from that of revision `since` in no other frames than these.
  struct Change {
    int since = 0;
    FrameRange frames;
  } last_change;

  double deepest() const;
  LayerEvaluator* last_solved() const { return solved ? evaluator.get() : former.get(); }
  void start_again() {
    evaluator.reset();
    solved.reset();
  }
};

struct Evaluation::Impl {
  LayerStage stage;
  LayerFactory factory;
  std::shared_ptr<SourceMotion> source;  // its revisions are below 0, those of layers above
  double body_size = 0;                  // box diagonal of the rest shape, m
  std::shared_ptr<ModeShelf> shelf = std::make_shared<ModeShelf>();
  std::map<int, Worker> workers;       // by the layer's id
  std::map<int, Worker*> at_or_below;  // of every layer: the worker whose output it shows
  std::map<int, Worker*> below_layer;  // ... and whose output it starts from
  Worker* top = nullptr;               // null, here and above: the source
  int last_revision = 0;

  void follow_source();

  void take_over(Worker& worker, const Layer& layer, Worker* below);
  FrameRange own_change(Worker& worker, const Layer& layer);
  FrameRange input_change(Worker& worker, const Worker* below);

  void make_ready(Worker& worker, Quality quality, Progress& progress);
  FrameView frame(Worker* worker, int frame, Progress& progress);
  void fill(Worker& worker, int frame, Progress& progress);
  Eigen::Matrix3Xf draft(Worker& worker, int frame, Progress& progress);
  Eigen::Matrix3Xf draft_above(const Worker* dragged, Worker* worker, int frame,
                               Progress& progress);
  Eigen::Matrix3Xf weighted(Worker& worker, int frame, Eigen::Matrix3Xf output, Progress& progress);
  Eigen::Matrix3Xf outside(Worker& worker, int frame, Eigen::Matrix3Xf output,
                           const FrameView& input) const;
  bool is_changed(const Worker& worker, int frame) const;
  std::shared_ptr<const Motion> whole(Worker* worker, Progress& progress);
  const Worker* worker_at(int layer) const {
    return layer == 0 ? nullptr : find(at_or_below, layer);
  }

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
  FrameView frame(int frame, Progress& progress) override {
    return impl_.frame(worker_, frame, progress);
  }
  std::shared_ptr<const Motion> whole(Progress& progress) override {
    return impl_.whole(worker_, progress);
  }

 private:
  Impl& impl_;
  Worker* worker_;
};

}  // namespace retake
