#include <cblas.h>
#include <cstdlib>
#include <string_view>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/isa.h"

// Debian 12's OpenBLAS (0.3.21) picks its kernels by the processor's model number when it is
// loaded. It does not know processors that are newer than itself and then falls back to kernels of
// 2004 (Prescott), several times slower. It has no call to choose again, but the two functions that
// it runs itself when loaded and unloaded are visible; weak, since builds for one processor lack
// them.
extern "C" {
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}

namespace retake::blas {

namespace {

constexpr const char* choice_variable = "OPENBLAS_CORETYPE";

const char* kernels_for(Isa isa) {
  switch (isa) {
    case Isa::x86_64_v4:
      return "SkylakeX";
    case Isa::x86_64_v3:
      return "Haswell";
    case Isa::baseline:
      break;
  }
  return nullptr;
}

void choose_kernels() {
  const bool can_choose = gotoblas_dynamic_init != nullptr && gotoblas_dynamic_quit != nullptr;
  const bool fell_back = std::string_view(openblas_get_corename()) == "Prescott";
  const char* kernels = kernels_for(best_isa());
  if (!can_choose || !fell_back || kernels == nullptr || std::getenv(choice_variable) != nullptr) {
    return;
  }
  setenv(choice_variable, kernels, 1);  // read by the next line, also by child processes
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
}

}  // namespace

void stay_on_calling_thread() {
  static const bool done = [] {
    choose_kernels();
    openblas_set_num_threads(1);
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace retake::blas
