#pragma once
#include <deque>
#include <optional>

#include "apps/server/engine/allowed_folders.h"
#include "apps/server/engine/editor.h"
#include "apps/server/engine/jobs.h"
#include "apps/server/engine/message_queue.h"
#include "apps/server/engine/pictures.h"
#include "apps/server/engine/streams.h"
#include "retake/interpolation/pose_bend.h"

namespace retake::server {

// A hand that holds something.
struct Drag {
  int tab = 0;
  int number = 0;
  int layer = 0;   // that it moves in; 0: the source, or nothing moved yet
  int frame = -1;  // that it moves at
  int bent_pose = 0;
  std::shared_ptr<PoseBend> bender = {};
  std::optional<Edit> bend = {};  // of a pose, which is done when it lets go
};

// Who waits for an answer; tab 0: nobody in particular, all hear of a failure.
struct Asker {
  int tab = 0;
  std::vector<int> replies;
};

// Longer work on the shot for the engine's thread, when nothing else is to be done. Stops as soon
// as a message waits (Progress) and is begun again: what was finished until then is kept by the
// evaluation.
struct Deferred {
  static constexpr int top_layer = -1;

  int tab = 0;
  std::vector<int> replies;
  std::string about;         // type of the message that asked for it
  int layer = 0;             // whose modes must be there first; top_layer: whichever is on top
  std::shared_ptr<Job> job;  // that people see; null: none
  std::function<void(Progress&)> work;
  bool hands_job_on = false;  // to a thread that ends it
};

// All that the engine's thread works on. One thread owns the shot (document, evaluation, pictures)
// and the streams: it takes message after message from the queue, then sends the pictures that are
// due, then goes on with longer work. Nothing of the shot is ever touched by another thread: jobs
// on threads of their own (opening, modes, writing) work on copies and hand their results over as
// tasks in the same queue.
struct Desk {
  explicit Desk(EditorOptions given);

  EditorOptions options;
  StateFolder state;
  AllowedFolders folders;
  Audience audience;
  MessageQueue queue;

  std::unique_ptr<OpenShot> shot;  // null: none is open
  std::unique_ptr<Pictures> pictures;
  Streams streams;
  std::optional<Drag> drag;
  std::deque<Deferred> deferred;
  int shots_opened = 0;  // to tell whether a result still belongs to the shot

  // Shots are opened one after another, since two cannot hold one file: a request that comes in
  // the meantime cancels the one under way and begins when that has ended.
  struct Opening {
    OpenRequest request;
    std::vector<Asker> askers;
    std::shared_ptr<Job> job = nullptr;  // null: not begun
  };
  std::optional<Opening> opening, next_opening;
  // Why the file that the program was started with could not be opened: told to all who come.
  std::optional<Json> failed_start;

  struct ModeJob {
    ModeNeed need;
    std::shared_ptr<Job> job;
    std::vector<Asker> askers;
    bool failed = false;  // not to be tried again before something changes, or somebody asks
  };
  std::vector<ModeJob> mode_jobs;
  std::vector<ModeNeed> brought_modes;  // that the evaluation has

  // That the last inspection proposed, by the problem's key, and what it saw of the document.
  std::map<std::string, Edit> fixes;
  std::vector<Layer> inspected_layers;
  int inspected_state = -1;

  // What was told of a layer's report: revision and quality.
  std::map<int, std::pair<int, std::optional<Quality>>> told_reports;
  std::string told_problem;  // of the evaluation, since the last change
  bool is_serving_looks = false;

  Jobs jobs;  // ends first: its threads use what is above

  const Shot& document_shot() const { return shot->document.shot(); }
};

bool has_layer(const Desk& desk, int layer);
// Whether there are poses, and the one that the look is of.
bool can_show_poses(const Desk& desk, const Look& look);

// `message` to each of them.
void answer(const Desk& desk, const std::vector<Asker>& askers, const Json& message);

// After every change of the document: evaluation and tabs follow.
void follow_document(Desk& desk);
// While a hand drags: the evaluation alone. Streams look at no frame or pose that has gone.
void follow_drag(Desk& desk);

// Ends a drag that is open, as if the hand had let go.
void let_go(Desk& desk);

}  // namespace retake::server
