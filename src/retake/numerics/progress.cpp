#include "retake/numerics/progress.h"

namespace retake {

namespace {
class SilentProgress : public Progress {
  void report(std::string_view, double) override {}
};
}  // namespace

Progress& Progress::silent() {
  static SilentProgress silent;
  return silent;
}

}  // namespace retake
