#pragma once
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>

#include "retake/rotation_strain/poisson.h"

namespace retake {

// Columns of L⁻¹ at contact vertices, solved for together when first needed and kept within a
// budget of memory; the one not used for longest goes first. Safe to call from several threads.
class ContactColumns {
 public:
  ContactColumns(const PoissonSystem& poisson, std::size_t bytes)
      : poisson_(poisson), bytes_(bytes) {}

  // k x k: how far vertex i answers to a unit pull at vertex j.
  MatX answers_among(const std::vector<int>& vertices);

 private:
  struct Column {
    Eigen::VectorXf values;  // n
    std::list<int>::iterator use;
  };
  void keep(int vertex, Eigen::VectorXf values);

  const PoissonSystem& poisson_;
  std::size_t bytes_;
  std::mutex mutex_;
  std::unordered_map<int, Column> columns_;
  std::list<int> uses_;  // vertices, the last used first
};

// Pulls at vertices that make a displacement keep to contacts.
struct ContactPulls {
  std::vector<int> vertices;  // each once
  Eigen::Matrix3Xd pulls;     // per vertex
  Eigen::Matrix3Xd centers;   // per free piece: how far its centre of mass goes along with them
};

// The rows n·q(point) = offset for `contacts` (normals in the axes of q), where the displacement
// has q = `found` at the contacts' points so far (3 x k). Contacts have priority over the centre
// of mass of a piece without pins: lifting the piece as a whole costs next to nothing. Rows that
// repeat or contradict each other share the load.
ContactPulls pulls_of_contacts(const PoissonSystem& poisson, ContactColumns& columns,
                               const std::vector<WarpContact>& contacts,
                               const Eigen::Matrix3Xd& found);

}  // namespace retake
