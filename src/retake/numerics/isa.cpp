#include "retake/numerics/isa.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace retake {

namespace {

Isa isa_of_this_processor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512cd");
  if (v4) return Isa::x86_64_v4;
  if (v3) return Isa::x86_64_v3;
#endif
  return Isa::baseline;
}

Isa isa_that_is_allowed() {
  const char* limit = std::getenv("RETAKE_ISA");
  if (limit == nullptr) return Isa::x86_64_v4;
  const std::string_view name = limit;
  if (name == "baseline") return Isa::baseline;
  if (name == "x86-64-v3") return Isa::x86_64_v3;
  return Isa::x86_64_v4;
}

}  // namespace

Isa best_isa() {
  static const Isa best = std::min(isa_of_this_processor(), isa_that_is_allowed());
  return best;
}

}  // namespace retake
