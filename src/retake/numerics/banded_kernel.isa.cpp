#include "retake/numerics/banded_kernel.h"

// Plain loops over neighbouring systems, which the compiler turns into SIMD. Per unknown and system
// a factorization takes w(w + 3) flops, a solve 4w + 1 flops and reads 16(w + 1) + 32 bytes: solves
// wait for memory, which is why blocks are narrow enough for several right-hand sides to find L in
// cache.
#ifndef RETAKE_ISA
#define RETAKE_ISA isa_baseline
#endif

namespace retake::RETAKE_ISA {

namespace {

constexpr int systems_at_once = 16;

inline int smaller_of(int a, int b) { return a < b ? a : b; }

// Row t of L and D, for up to systems_at_once systems: v_d = (L D)(t, t-d) from far to near.
template <int width>
void factor_row(const BandedBlock& block, int t, int first, int count, double* bands,
                double* smallest_pivots) {
  const int w = width > 0 ? width : block.half_bandwidth;
  const auto entry = [&](int row, int d) {
    return bands + (static_cast<std::ptrdiff_t>(row) * (w + 1) + d) * block.stride + first;
  };
  const int reach = smaller_of(t, w);
  for (int d = reach; d > 0; --d) {
    double* v = entry(t, d);
    for (int e = d + 1; e <= reach; ++e) {
      const double* left = entry(t, e);
      const double* above = entry(t - d, e - d);
      for (int i = 0; i < count; ++i) v[i] -= left[i] * above[i];
    }
  }
  double* pivot = entry(t, 0);
  double diagonal[systems_at_once];
  for (int i = 0; i < count; ++i) diagonal[i] = pivot[i];
  for (int d = 1; d <= reach; ++d) {
    double* v = entry(t, d);
    const double* inverse = entry(t - d, 0);
    for (int i = 0; i < count; ++i) {
      const double scaled = v[i] * inverse[i];
      pivot[i] -= v[i] * scaled;
      v[i] = scaled;
    }
  }
  for (int i = 0; i < count; ++i) {
    const double ratio = pivot[i] / diagonal[i];
    const bool positive = diagonal[i] > 0;
    const double found = positive ? ratio : -1;
    double& smallest = smallest_pivots[first + i];
    smallest = found > smallest ? smallest : found;  // NaN stays
    pivot[i] = 1 / pivot[i];
  }
}

template <int width>
void factor(const BandedBlock& block, double* bands, double* smallest_pivots) {
  for (int i = 0; i < block.systems; ++i) smallest_pivots[i] = 1;
  for (int first = 0; first < block.systems; first += systems_at_once) {
    const int count = smaller_of(systems_at_once, block.systems - first);
    for (int t = 0; t < block.unknowns; ++t)
      factor_row<width>(block, t, first, count, bands, smallest_pivots);
  }
}

template <int width>
void solve(const BandedBlock& block, const double* bands, double* b) {
  const int w = width > 0 ? width : block.half_bandwidth;
  const int count = block.systems;
  const auto entry = [&](int row, int d) {
    return bands + (static_cast<std::ptrdiff_t>(row) * (w + 1) + d) * block.stride;
  };
  for (int t = 1; t < block.unknowns; ++t) {
    double* x = b + t * block.stride;
    for (int d = 1; d <= smaller_of(t, w); ++d) {
      const double* l = entry(t, d);
      const double* before = x - d * block.stride;
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) x[i] -= l[i] * before[i];
    }
  }
  for (int t = block.unknowns - 1; t >= 0; --t) {
    double* x = b + t * block.stride;
    const double* inverse = entry(t, 0);
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) x[i] *= inverse[i];
    for (int d = 1; d <= smaller_of(block.unknowns - 1 - t, w); ++d) {
      const double* l = entry(t + d, d);
      const double* after = x + d * block.stride;
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) x[i] -= l[i] * after[i];
    }
  }
}

}  // namespace

void factor_banded(const BandedBlock& block, double* bands, double* smallest_pivots) {
  switch (block.half_bandwidth) {
    case 1:
      return factor<1>(block, bands, smallest_pivots);
    case 2:
      return factor<2>(block, bands, smallest_pivots);
    default:
      return factor<0>(block, bands, smallest_pivots);
  }
}

void solve_banded(const BandedBlock& block, const double* bands, double* b) {
  switch (block.half_bandwidth) {
    case 1:
      return solve<1>(block, bands, b);
    case 2:
      return solve<2>(block, bands, b);
    default:
      return solve<0>(block, bands, b);
  }
}

}  // namespace retake::RETAKE_ISA
