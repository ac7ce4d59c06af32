#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "retake/spacetime/handle_solution.h"

namespace retake {

// Where a contact is.
struct ContactPlace {
  int frame = 0;
  int vertex = 0;
  int obstacle = -1;  // its index; -1: the body itself

  bool operator==(const ContactPlace&) const = default;
};

// What a wish would have to go through, or lift off from: no stiffness, so that locking is no cure.
struct Hindrance {
  ContactPlace place;
  std::string name;        // of the obstacle
  bool is_contact = true;  // one that the edit keeps; else an obstacle that it may not enter
};

// How well one wish was met.
struct WishReport {
  int id = 0;
  std::string name;
  int frame = 0;
  double miss =
      0;  // m (m/s for velocities), along the directions that count; of a pose its worst vertex
  double free_miss = 0;  // m, along stiff directions that were left free
  // Stiff directions were held though the wish leaves them free, since the drag itself goes there.
  bool locked = false;
  // How much of the drag itself (target from input) lies along those, 0 to 1: near 1 nothing would
  // seem to happen, and locking the wish is what its maker wants.
  double freed_part = 0;
  Eigen::Matrix3Xd freed_directions;   // those, world axes
  std::vector<int> contradicts;        // ids of the wishes that it disagrees with
  std::optional<Hindrance> hindrance;  // where a miss is not the body's own doing
};

// How obstacles pushed back, and what stays inside of them before the last clamp (vertex by
// vertex).
struct ObstacleReport {
  bool converged = true;    // the search for rows that push ended
  int rows_unmet = 0;       // rows that contradict the wishes
  double left_by_rows = 0;  // m, that rows of the whole motion leave inside
  int guards = 0;           // vertices that the reconstruction led out then, over all frames
  std::vector<std::pair<int, double>> inside;  // frames where something stays, and its depth, m
};

// How far the worst member of a site of kept contacts went off, m (sliding ones: along the normal).
struct ContactDrift {
  ContactPlace place;
  std::string name;  // of the obstacle, or the body
  double drift = 0;
};

struct EditReport {
  std::vector<WishReport> wishes;
  int iterations = 0;                 // of the exact handles
  bool degenerate = false;            // stopped early: an element would have been turned inside out
  HandleStop stop = HandleStop::met;  // why the exact handles ended
  double smallest_stretch = 1;        // of any element in frames with handles: det of its stretch
  int contact_sites = 0;              // clustered contacts that are kept
  int contacts = 0;                   // of the input
  int one_sided_active = 0;           // obstacle rows that push back
  double worst_penetration = 0;       // m, over all frames, before the last clamp
  ObstacleReport obstacles;
  double cost = 0;  // E of the linear edit
  double solve_seconds = 0;
};

}  // namespace retake
