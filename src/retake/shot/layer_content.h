#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "retake/mesh/motion.h"
#include "retake/rotation_strain/warp_contact.h"
#include "retake/shot/frame_range.h"
#include "retake/shot/polymorphic.h"

namespace retake {

struct LayerKind;
class LayerCheck;
class LayerEvaluator;
struct EditLaying;
struct LayerMove;
struct LayerStage;
struct LayerWish;
struct ModeNeed;
struct ShotBody;

// What stands for the pose of a wish in JSON: the name of a file, or the 3n numbers.
using PoseToJson = std::function<nlohmann::ordered_json(const LayerWish& wish)>;

// Something of a layer that stands at a frame, for pictures and for a hand that drags it.
struct LayerMark {
  int id = 0;
  int frame = 0;
  std::string name;
  WeightedPoint point;  // empty: of the whole body
  bool counts = true;   // false: it is switched off
};

// What a layer of one kind holds, with all that only this kind knows. A new kind is a class of this
// interface and a row in the table (layer_kinds.h); nothing else asks for a kind.
class LayerContent {
 public:
  using Json = nlohmann::ordered_json;

  virtual ~LayerContent() = default;
  virtual std::unique_ptr<LayerContent> clone() const = 0;  // ValueOf does these two
  virtual bool equals(const LayerContent& other) const = 0;
  virtual const LayerKind& kind() const = 0;

  // In files and messages. Adds to the layer's JSON what the kind's row reads.
  virtual void write(Json& layer, const PoseToJson& pose) const = 0;
  // Throws InputError for what makes no sense in the shot.
  virtual void check(const LayerCheck& check) const = 0;
  // What it holds beyond itself, bytes.
  virtual std::size_t memory() const { return 0; }
  // Ids of the things that it holds, unique in the shot; and others in their place, in that order.
  virtual std::vector<int> ids() const { return {}; }
  virtual void set_ids(const std::vector<int>& /*ids*/) {}
  virtual std::vector<LayerMark> marks() const { return {}; }

  // At work.
  virtual std::unique_ptr<LayerEvaluator> make_evaluator(const LayerStage& stage) const = 0;
  // Frames outside of which it changes nothing, in a motion of so many.
  virtual FrameRange affected_frames(int frame_count) const = 0;
  // Modes that it works with; idle, it has no work for them yet and changes nothing.
  virtual std::vector<ModeNeed> modes_needed(const std::vector<ShotBody>& stacked) const;
  virtual bool is_idle() const { return false; }
  // Whether obstacles are never entered, whatever its evaluator gives.
  virtual bool is_one_sided() const { return false; }

  // A saved edit (edit_laying.h): laid onto another motion of the same mesh, with notes that call
  // it `layer`; and what it must remember of the motion that it was made on, by ids.
  virtual void lay(EditLaying& laying, const std::string& layer) = 0;
  virtual std::map<int, Eigen::Matrix3Xf> remembered(const Motion& source) const;

  // In a shot that joins several (join_shots.h): its vertices and frames as they are there. Why it
  // cannot come along, and what it does otherwise from then on; empty: nothing.
  virtual void move(const LayerMove& move) = 0;
  virtual std::string hindrance(const LayerMove& /*move*/) const { return ""; }
  virtual std::string note_on(const LayerMove& /*move*/) const { return ""; }
};

using AnyLayerContent = Polymorphic<LayerContent>;

}  // namespace retake
