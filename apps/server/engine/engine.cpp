#include "apps/server/engine/engine.h"

#include <future>

#include "apps/server/engine/handlers.h"
#include "apps/server/engine/shot_desk.h"
#include "apps/server/engine/show.h"

namespace retake::server {

Desk::Desk(EditorOptions given)
    : options(std::move(given)),
      state(options.state_folder),
      folders(options.folders),
      jobs(audience) {}

void answer(const Desk& desk, const std::vector<Asker>& askers, const Json& message) {
  for (const auto& [tab, replies] : askers) {
    if (tab != 0) {
      desk.audience.answer(tab, replies, message);
    } else if (message["type"] == "problem") {
      desk.audience.tell_all(message);
    }
  }
}

Engine::Engine(EditorOptions options) : desk_(std::move(options)), thread_([this] { run(); }) {}

Engine::~Engine() {
  desk_.jobs.cancel_all();
  desk_.queue.push(Task([this] { stopped_ = true; }));
  thread_.join();
}

void Engine::perform(const Task& task) {
  try {
    task();
  } catch (const std::exception& error) {
    desk_.audience.tell_all(problem(complaint_of(error), ""));
  }
}

bool Engine::work_through_queue() {
  bool found = false;
  while (std::optional<Item> item = desk_.queue.pop()) {
    found = true;
    if (auto* message = std::get_if<Message>(&*item)) {
      handle(desk_, *message);
    } else {
      perform(std::get<Task>(*item));
    }
    if (stopped_) break;
  }
  return found;
}

void Engine::run() {
  while (!stopped_) {
    const bool heard = work_through_queue();
    if (stopped_) break;
    if (heard) bring_missing_modes(desk_);
    if (show_pictures(desk_) || desk_.queue.has_waiting() || work_on_deferred(desk_)) continue;
    desk_.queue.wait();
  }
}

void Engine::leave(int tab) {
  desk_.audience.leave(tab);
  desk_.queue.push(Task([this, tab] {
    desk_.streams.leave(tab);
    // Nobody waits for its graphs any more; jobs that people see go on.
    std::erase_if(desk_.deferred,
                  [&](const Deferred& work) { return work.tab == tab && !work.job; });
    if (desk_.drag && desk_.drag->tab == tab) let_go(desk_);
  }));
}

void Engine::open(const OpenRequest& request) {
  desk_.queue.push(Task([this, request] {
    if (!request.file.empty()) {
      desk_.folders.add(std::filesystem::absolute(request.file).parent_path());
    }
    open_as_job(desk_, request);
  }));
}

void Engine::finish() {
  std::promise<void> done;
  desk_.queue.push(Task([&] {
    save_if_possible(desk_);
    desk_.audience.tell_all({{"type", "bye"}});
    done.set_value();
  }));
  done.get_future().wait();
}

}  // namespace retake::server
