#pragma once
#include <limits>
#include <optional>
#include <vector>

#include "retake/numerics/linear_types.h"

// What exact handles (exact_handles.h) are told about a body and its wishes.
namespace retake {

// Where held points come to stand, and what pulling at them does. Three pulls per point, world
// axes; more of them after a turn.
class HandleModel {
 public:
  virtual ~HandleModel() = default;

  struct State {
    VecX positions;  // 3 per point
    // Of any element in the frames looked at, what is asked of it: det of its stretch over that at
    // rest, or in the input where that is less; those that the input has lost already do not count.
    double smallest_stretch = 1;
  };
  virtual State evaluate(const VecX& pulls) const = 0;
  // What elements get beside their neighbours: the least volume of any, by the same measure; 1
  // where what is asked of them tells enough. Takes several times as long as evaluate().
  // `closely`: looks at them in any case.
  virtual double smallest_volume(const VecX& /*pulls*/, bool /*closely*/) { return 1; }
  // How often it may be looked at in one solve, so that a drag stays one. (Each reach that is tried
  // is a solve, and a search for how far a way can be gone is one more.)
  virtual int most_evaluations() const { return 200; }
  // More is tried then.
  virtual bool looks_are_cheap() const { return false; }
  virtual MatX derivative(const VecX& pulls) const = 0;  // d positions / d pulls

  // Pulls along the ways in which the points move as they stand now, beside those there are.
  struct TurnedPulls {
    VecX pulls;       // the same edit in the new pulls
    MatX energy;      // S of the new pulls
    MatX derivative;  // d positions / d new pulls
  };
  // None: all pulls are there already.
  virtual std::optional<TurnedPulls> turn(const VecX& /*pulls*/) { return std::nullopt; }
  virtual void turn_back() {}  // to the first pulls alone

  struct Limits {
    double strain = 0.5;  // |log| of an edge's length over that in the input
    double farthest = std::numeric_limits<double>::infinity();  // m, of any vertex from its input
  };
  // Whether the body looks well under these pulls: nothing inside out or squeezed far, and within
  // the limits.
  virtual bool is_sound(const VecX& /*pulls*/, const Limits& /*limits*/) { return true; }
  // How far the linear edit moves any of 500 or more vertices all over the body, m, in the frames
  // looked at: soon told. Without what it moves by itself.
  virtual double thrown(const VecX& /*pulls*/) const { return 0; }
  // How far any vertex of the body stands from its input, m, in the frames looked at.
  virtual double farthest(const VecX& /*pulls*/) { return 0; }
};

// Rows B over the positions of the points; several rows belong to one wish.
struct HandleEquations {
  MatX rows;                     // B: equations x 3 points
  std::vector<int> wish_of_row;  // ascending
  VecX weights;                  // per equation: infinity for hard, see Wish::weight
  std::vector<char> may_free;    // per wish: stiff directions start free
  // Per pull: how far its own point gives way without the body moving as a whole. Contradictions
  // are told by this measure; else all wishes about a body that nothing holds would seem to fight,
  // since it would much rather move than bend. Empty: the diagonal of S.
  VecX elastic_compliance;
  // Wishes x wishes: how far the points of two wishes about one frame stand from each other in the
  // input, m; 0 where they are not about one frame, or not about one point each. Empty: of none.
  MatX apart;
  // Of each wish: 1, or for velocities about the time of a frame. Empty: 1 for all.
  VecX metres_per_unit;
};

}  // namespace retake
