#pragma once
#include <string_view>

#include "retake/numerics/errors.h"

namespace retake {

// How a long step tells where it is and learns that it should stop. The library never prints.
// Called from one thread at a time.
class Progress {
 public:
  virtual ~Progress() = default;

  // `fraction` of the step called `name` is done (0 to 1). Throws Cancelled if asked to stop.
  void update(std::string_view name, double fraction) {
    if (cancelled()) throw Cancelled();
    report(name, fraction);
  }

  virtual bool cancelled() const { return false; }

  // Nobody watches and nobody cancels.
  static Progress& silent();

 private:
  virtual void report(std::string_view name, double fraction) = 0;
};

// Maps a part's 0..1 onto [begin, end] of a whole step, under the part's own name.
class PartOfProgress : public Progress {
 public:
  PartOfProgress(Progress& whole, double begin, double end)
      : whole_(whole), begin_(begin), end_(end) {}
  bool cancelled() const override { return whole_.cancelled(); }

 private:
  void report(std::string_view name, double fraction) override {
    whole_.update(name, begin_ + fraction * (end_ - begin_));
  }

  Progress& whole_;
  double begin_, end_;
};

}  // namespace retake
