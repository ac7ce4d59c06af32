#pragma once
#include <optional>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// What changing a motion costs.
enum class CostKind {
  dynamics,  // force that the edit would need beyond the body's own elasticity; stable for all
             // modes
  paper_dynamics,  // the same by Barbic 2012, eq. 2: explicit, unstable for fast modes with a free
                   // end
  smooth,          // Barbic 2012, eq. 10: smooth in space and time, no wiggles
};

// Frames that the edit leaves alone: the first and last two, the first two, or none (a cycle).
enum class Ends { both, start, loop };

// Of mode k: 2 ratio omega_k + mass + stiffness lambda_k, 1/s. Rayleigh damping: ratio 0.
struct Damping {
  double ratio = 0.15;   // of critical, the same for every mode; 0.02 rings, 0.5 hardly swings
  double mass = 0;       // Rayleigh alpha, 1/s
  double stiffness = 0;  // Rayleigh beta, s

  bool operator==(const Damping&) const = default;
};

// Of a cost that does not say otherwise: 1.5, and 0 for the paper's own.
double usual_reach(CostKind kind);

struct CostOptions {
  CostKind kind = CostKind::dynamics;
  Ends ends = Ends::both;
  Damping damping;
  double timestep = 0;    // s, of the edit; 0: that of the motion
  double reach = 1.75;    // gamma, 0 ... 2: more keeps distant parts calm; see usual_reach
  double smoothness = 1;  // mu of eq. 10, s²
  // s: the force of an edit is smooth in time, so that what it does at a point stays above half of
  // its peak for so long or longer, however fast the modes. 0: as short as frames can show.
  double shortest_edit = 0.375;
  // Frames over which an edge of the window is softened. Below 0: as many as the nearest wish
  // allows.
  int taper_start = -1, taper_end = -1;

  void validate() const;
  bool operator==(const CostOptions&) const = default;
};

// Which contacts of the input an edit keeps.
enum class ContactSource { none, source, detect };
enum class ContactKind { sliding, sticking };

struct ContactOptions {
  ContactSource from = ContactSource::source;
  ContactKind kind = ContactKind::sliding;
  bool self_contact = false;         // found on the input, kept as relative positions
  bool one_sided = true;             // obstacles are never entered, at any frame
  double detection_distance = 2e-3;  // of the body's size: nearer than this is a contact
  bool cluster = true;
  int cluster_frames = 12;      // a cluster spans at most so many frames ...
  double cluster_radius = 0.1;  // ... and this part of the body's size around its centre

  bool operator==(const ContactOptions&) const = default;
};

// As many as an edit of such a body has unless it says otherwise: 300; fewer for large bodies,
// whose shapes (24 bytes a vertex and mode) would fill memory and take minutes to find, but no less
// than 60, which bend a body well.
int usual_modes(int vertex_count);

// Everything about an edit but its wishes.
struct EditSettings {
  // First and last frame that may change (with Ends::both the two outermost on each side stay).
  // Absent: all.
  std::optional<std::pair<int, int>> window;
  int modes = 300;
  CostOptions cost;
  bool exact_handles = true;
  double filter = 0.01;     // tau: wishes that contradict each other by less compliance cancel
  std::vector<int> region;  // vertices that may change; empty: all (shot/region_part.h cuts it out)
  ContactOptions contacts;

  void validate(int frame_count, int vertex_count) const;
  bool operator==(const EditSettings&) const = default;
};

}  // namespace retake
