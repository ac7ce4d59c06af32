#pragma once
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <Eigen/SparseCore>

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

// The rows n·q(point) = offset for the contacts of a frame (normals in the axes of q). Contacts
// have priority over the centre of mass of a piece without pins: lifting the piece as a whole costs
// next to nothing. Rows that repeat or contradict each other share the load.
class ContactSystem {
 public:
  ContactSystem(const PoissonSystem& poisson, ContactColumns& columns,
                std::vector<WarpContact> contacts);

  // Where the displacement has q = `found` at the contacts' points so far (3 x contacts).
  ContactPulls pulls_for(const Eigen::Matrix3Xd& found) const;

  // What a point comes to once the contacts are kept, as a reading of the displacement q before:
  // its coordinate a is Σ of reads[a].col(i) · q(vertices[i]), and standing[a].
  struct Reading {
    std::vector<int> vertices;  // may repeat
    Eigen::Matrix3Xd reads[3];
    Vec3 standing;
  };
  Reading reading_of(const WeightedPoint& point) const;

 private:
  VecX answers_at(const WeightedPoint& point) const;

  const PoissonSystem& poisson_;
  std::vector<WarpContact> contacts_;
  std::vector<int> vertices_;            // of all contacts, each once, ascending
  Eigen::SparseMatrix<double> weights_;  // what each contact reads from them
  Eigen::MatrixX3d along_;               // normals
  VecX lift_;                            // of free pieces
  VecX dent_;                            // of each contact under its own pull
  MatX rows_;                            // how far contact i rises under a pull along contact j
};

}  // namespace retake
