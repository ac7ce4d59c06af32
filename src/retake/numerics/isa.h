#pragma once

// Kernels in *.isa.cpp are compiled for several instruction sets, each in its own namespace, and
// chosen when the program runs. cmake/RetakeIsa.cmake makes the objects.

namespace retake {

enum class Isa { baseline, x86_64_v3, x86_64_v4 };

// The best that this processor runs, found once. RETAKE_ISA=baseline|x86-64-v3|x86-64-v4 in the
// environment lowers it, for tests and comparisons.
Isa best_isa();

// Data for kernels comes in batches of this many elements: [batch][component][batch_lanes]. A
// multiple of every register width in use, so that the layout does not depend on the processor.
inline constexpr int batch_lanes = 16;

}  // namespace retake

#if defined(__x86_64__)
#define RETAKE_DECLARE_PER_ISA(declaration) \
  namespace retake::isa_baseline {          \
  declaration;                              \
  }                                         \
  namespace retake::isa_x86_64_v3 {         \
  declaration;                              \
  }                                         \
  namespace retake::isa_x86_64_v4 {         \
  declaration;                              \
  }
// The address of `function` (not a template) for this processor.
#define RETAKE_PICK_ISA(function)                                                          \
  (::retake::best_isa() == ::retake::Isa::x86_64_v4   ? &::retake::isa_x86_64_v4::function \
   : ::retake::best_isa() == ::retake::Isa::x86_64_v3 ? &::retake::isa_x86_64_v3::function \
                                                      : &::retake::isa_baseline::function)
#else
#define RETAKE_DECLARE_PER_ISA(declaration) \
  namespace retake::isa_baseline {          \
  declaration;                              \
  }
#define RETAKE_PICK_ISA(function) (&::retake::isa_baseline::function)
#endif
