#pragma once
#include "retake/numerics/banded_cholesky.h"
#include "retake/spacetime/edit_settings.h"
#include "retake/spacetime/spectrum.h"

// What an edit costs: E = ½ zᵀ H z, where row k of z (modes x frames) is the amplitude of mode k
// over time. The modes do not meet in H: it is one small banded matrix per mode.
//
// With the residual r of the equation of motion, which is the force of the edit, and weights of the
// reach w_k, E = ½ h Σ_k w_k Σ_i (r² + τ_k⁴ r''²): the force is small, and for `dynamics` it is
// smooth in time. An impulse at one frame is so spread over `shortest_edit`, at any frame rate and
// for modes of any frequency.
namespace retake {

// Residual of the equation of motion at frame i, per mode: a0 z(i-1) + a1 z(i) + a2 z(i+1), in
// units of h² times the modal force. 3 x modes.
//
// `dynamics`: the difference equation whose solutions are exactly those of the damped oscillator
// z'' + d z' + λ z = 0 seen at the frames, for modes with five frames a period or more. The paper's
// explicit form lets modes above h²λ = 4 grow for nothing: the poles of faster modes are moved, by
// three frames a period to a well-damped double pole, which answers for a frame or three.
// `paper_dynamics`: Barbic 2012, appendix A. `smooth`: the second difference of eq. 10.
Eigen::Matrix3Xd residual_stencils(const VecX& eigenvalues, const CostOptions& options);

// (τ_k/h)⁴ of each mode; 0: the force may change from frame to frame. Slow modes keep their own
// pace: τ_k is τ where they are much faster than τ, and falls with the square root of the frequency
// below.
VecX force_smoothing(const VecX& eigenvalues, const CostOptions& options);

// First and one past the last frame at which the force has a second difference. At the ends of a
// motion it needs both neighbours; at the softened edge of a window there is no force beyond.
std::pair<int, int> smoothed_frames(int frame_count, const CostOptions& options);

// The size of a hand, in parts of the body's size.
inline constexpr double hand_size = 0.0175;

// (λ'_k / λ'_1)^-γ: the factor of mode k's cost, relative to the softest elastic mode, 1 for rigid
// modes. λ'_k = λ_k / (1 + (hand_size κ_k)²), κ the wave number: a hand of finite size pulls less
// on waves that are shorter than itself. Without it a point would be drawn out of the body alone,
// the more so, the more modes there are.
VecX reach_weights(const Spectrum& spectrum, double reach);

// Factor of the squared residual at frame i of T: 1 inside, rising towards an edge that is tapered.
double taper_weight(int frame, int frame_count, const CostOptions& options);

// Which unknown of the banded systems each frame is. Frames that the ends hold are none (-1).
struct FrameOrder {
  std::vector<int> unknown_of_frame;
  std::vector<int> frame_of_unknown;
  int half_bandwidth = 2;
};
// A cycle is folded (0, T-1, 1, T-2, ...), so that neighbours on the ring stay within two places.
// Throws InputError for a window that is too short.
FrameOrder frame_order(int frame_count, const CostOptions& options);

// H as one banded matrix per mode over all unknowns of the order.
BandedSystems cost_hessian(const Spectrum& spectrum, int frame_count, const FrameOrder& order,
                           const CostOptions& options);

}  // namespace retake
