#pragma once
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
// On the function object of a task that oneTBB copies: it reads what it carries before TaskOrder
// can say that this was written earlier. What it calls is watched all the same.
#define RETAKE_CARRIED_BY_TBB __attribute__((no_sanitize("thread")))
#else
#define RETAKE_CARRIED_BY_TBB
#endif

namespace retake {

// What starts tasks comes before them, and they before what waits for them. The thread sanitizer
// does not see this by itself, since Debian's oneTBB is not built with it; without being told it
// would report every result read after a loop. Between tasks it still sees each race. In other
// builds all of this is nothing.
class TaskOrder {
 public:
  TaskOrder() { release(&start_); }      // in the starting thread, before the first task
  void wait() const { acquire(&end_); }  // there, after the last task

  // Lives in each task from its begin to its end.
  class Task {
   public:
    explicit Task(const TaskOrder& order) : order_(order) { acquire(&order_.start_); }
    ~Task() { release(&order_.end_); }
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

   private:
    const TaskOrder& order_;
  };

 private:
#if defined(__SANITIZE_THREAD__)
  static void acquire(const char* place) { __tsan_acquire(const_cast<char*>(place)); }
  static void release(const char* place) { __tsan_release(const_cast<char*>(place)); }
#else
  static void acquire(const char*) {}
  static void release(const char*) {}
#endif
  char start_ = 0, end_ = 0;  // their addresses are the names of the two moments
};

}  // namespace retake
