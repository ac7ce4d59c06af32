#pragma once
#include "retake/shot/layers/blend.h"

namespace retake {

class ChangeBlend : public Cloneable<ChangeBlend, LayerEdit> {
 public:
  Envelope envelope;
  BlendSpace space = BlendSpace::world;

  ChangeBlend() = default;
  ChangeBlend(int layer, const Envelope& envelope, BlendSpace space = BlendSpace::world);
  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
};

class AddDelta : public Cloneable<AddDelta, LayerEdit> {
 public:
  int index = 0;
  BlendDelta delta;

  AddDelta() = default;
  AddDelta(int layer, int index, BlendDelta delta);
  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
  std::size_t memory() const override;
  std::vector<int> new_ids() const override { return {delta.id}; }
  void set_new_ids(const std::vector<int>& ids) override { delta.id = ids.front(); }
};

class RemoveDelta : public Cloneable<RemoveDelta, LayerEdit> {
 public:
  int delta = 0;

  RemoveDelta() = default;
  RemoveDelta(int layer, int delta);
  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
};

class ChangeDelta : public Cloneable<ChangeDelta, LayerEdit> {
 public:
  BlendDelta delta;  // takes the place of the one with its id
  int number = 0;    // of the drag

  ChangeDelta() = default;
  ChangeDelta(int layer, BlendDelta delta, int number = 0);
  const LayerEditKind& kind() const override;
  void write(Json& json) const override;
  AnyLayerEdit apply(Layer& to) const override;
  std::size_t memory() const override;
  std::optional<LayerDrag> drag() const override { return {{number, delta.id}}; }
  void tell_move(Json& moved) const override;
};

// For the kind's row.
std::vector<const LayerEditKind*> blend_edit_kinds();

}  // namespace retake
