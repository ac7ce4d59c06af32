#pragma once
#include <variant>

#include "retake/shot/layer_edit.h"
#include "retake/shot/pose_edit.h"
#include "retake/shot/shot.h"

// Every change to a shot is a value: applied, undone, journaled, and sent by an editor as the same
// one. Layers and what they hold are named by their ids. What only one kind of layer knows is an
// AnyLayerEdit.
namespace retake {

struct RenameShot {
  std::string name;
};
struct AddLayer {
  int index = 0;  // in the stack, 0 at the bottom; the layer's own ids are new in the shot
  Layer layer;
};
struct RemoveLayer {
  int layer = 0;
};
struct MoveLayer {
  int layer = 0;
  int index = 0;  // where it stands afterwards
};
struct RenameLayer {
  int layer = 0;
  std::string name;
};
struct SetMuted {
  int layer = 0;
  bool muted = false;
};
struct SetSolo {
  int layer = 0;
  bool solo = false;
};
struct SetWeight {
  int layer = 0;
  WeightCurve weight;
};

// Layers that hold wishes.
struct ChangeSettings {
  int layer = 0;
  EditSettings settings;
};
struct AddWish {
  int layer = 0, index = 0;
  LayerWish wish;
};
struct RemoveWish {
  int layer = 0, wish = 0;
};
struct ChangeWish {
  int layer = 0;
  LayerWish wish;  // takes the place of the one with its id
};
// Moves of one drag number, one after the other, undo as one; 0: each for itself.
struct MoveWish {
  int layer = 0, wish = 0;
  Vec3 target = Vec3::Zero();
  int drag = 0;
};

struct Edit;
// Several as one: all or none, undone together.
struct EditGroup {
  std::string name;  // for the list of edits: "duplicate layer"
  std::vector<Edit> edits;
};

struct Edit {
  std::variant<RenameShot, AddLayer, RemoveLayer, MoveLayer, RenameLayer, SetMuted, SetSolo,
               SetWeight, ChangeSettings, AddWish, RemoveWish, ChangeWish, MoveWish, AnyLayerEdit,
               SetPoses, AddPose, RemovePose, ChangePose, ChangePoseSettings, EditGroup>
      what;
};

}  // namespace retake
