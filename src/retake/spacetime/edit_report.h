#pragma once
#include <functional>
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

// What a wish would have to go through, or lift off from: no bound of its pull, so that holding it
// is no cure.
struct Hindrance {
  ContactPlace place;
  std::string name;        // of the obstacle
  bool is_contact = true;  // one that the edit keeps; else an obstacle that it may not enter
};

// Why no edit moves the point of a wish, whatever it is asked for.
enum class StandsStill { no, pinned, at_region_border };

// How much of an edit is there at a frame: 0 for the input, 1 for all of it.
using FrameShare = std::function<double(int frame)>;

// How well one wish was met. Lengths in m, of velocities in m/s.
struct WishReport {
  int id = 0;
  std::string name;
  int frame = 0;
  // Along all directions that it asks for, in what the layer gives by its weight; of a pose that of
  // its worst vertex.
  double miss = 0;
  double weight = 1;                   // of the layer at the frame
  double at_full_weight = 0;           // the miss with a weight of 1 ...
  Vec3 missed_by = Vec3::Zero();       // ... as target minus reached, world axes; zero for poses
  bool yielded = false;                // missed, since its pull reached its bound (see HandleStop)
  std::vector<int> contradicts;        // ids of the wishes that it disagrees with
  std::optional<Hindrance> hindrance;  // where a miss is not the body's own doing
  StandsStill stands_still = StandsStill::no;
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

// A word for each: converged, yielded, element_limit, iteration_limit.
const char* name_of(HandleStop stop);

struct EditReport {
  std::vector<WishReport> wishes;
  int iterations = 0;                       // of the exact handles
  HandleStop stop = HandleStop::converged;  // why they ended
  // The least that is asked of any element in frames with handles, before its neighbours have their
  // say, or that one has in a pose: volume over that at rest, or in the input where that is less.
  double smallest_stretch = 1;
  int contact_sites = 0;         // clustered contacts that are kept
  int contacts = 0;              // of the input
  int contact_rows = 0;          // by which the whole motion keeps them
  int one_sided_active = 0;      // obstacle rows that push back
  double worst_penetration = 0;  // m, over all frames, before the last clamp
  ObstacleReport obstacles;
  double cost = 0;  // E of the linear edit
  double solve_seconds = 0;
};

}  // namespace retake
