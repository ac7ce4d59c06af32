#pragma once
#include "retake/shot/layer_content.h"
#include "retake/spacetime/edit_settings.h"
#include "retake/spacetime/wish.h"

namespace retake {

class JsonFields;
struct Layer;
struct LayerLimits;
struct LayerReading;

struct LayerWish {
  int id = 0;
  Wish wish;
  bool enabled = true;  // else kept, but not counted
};
bool operator==(const LayerWish& a, const LayerWish& b);

class WishLayer;

// What meets wishes. Each is a kind of layer, made by wish_layer_kind().
struct WishMethod {
  std::function<const LayerKind&()> kind;
  std::function<std::unique_ptr<LayerEvaluator>(const WishLayer&, const LayerStage&)> evaluator;
  std::function<std::vector<ModeNeed>(const WishLayer&, const std::vector<ShotBody>&)> modes;
};
// Of a layer that does not say.
const WishMethod& usual_method();

// A layer that holds wishes about the motion: what is wished, the settings, and the method that
// meets it. All kinds of layers with wishes are this one, so that another method keeps them.
class WishLayer : public ValueOf<WishLayer, LayerContent> {
 public:
  EditSettings settings;
  std::vector<LayerWish> wishes;
  const WishMethod* method = &usual_method();

  bool operator==(const WishLayer&) const = default;

  const LayerKind& kind() const override { return method->kind(); }
  void write(Json& layer, const PoseToJson& pose) const override;
  void check(const LayerCheck& check) const override;
  std::size_t memory() const override;
  std::vector<int> ids() const override;
  void set_ids(const std::vector<int>& ids) override;
  std::vector<LayerMark> marks() const override;
  std::unique_ptr<LayerEvaluator> make_evaluator(const LayerStage& stage) const override;
  FrameRange affected_frames(int frame_count) const override;
  std::vector<ModeNeed> modes_needed(const std::vector<ShotBody>& stacked) const override;
  bool is_idle() const override { return wishes.empty(); }
  bool is_one_sided() const override { return settings.contacts.one_sided; }
  void lay(EditLaying& laying, const std::string& layer) override;
  std::map<int, Eigen::Matrix3Xf> remembered(const Motion& source) const override;
  void move(const LayerMove& move) override;
  std::string hindrance(const LayerMove& move) const override;
  std::string note_on(const LayerMove& move) const override;
};

// The row of a method that meets wishes.
LayerKind wish_layer_kind(const std::string& name, const WishMethod& method);

// With the wishes that count alone.
WishLayer enabled_part(WishLayer layer);

// Null: there is none of that id.
const LayerWish* find_wish(const WishLayer& layer, int id);

// A new target of a wish that was checked before.
void check_target(const Layer& layer, const LayerWish& wish, const LayerLimits& limits);

// "wish 'mast top' (id 4)"
std::string spoken_item(const LayerWish& wish);
std::size_t memory_of(const LayerWish& wish);  // bytes beyond itself

}  // namespace retake
