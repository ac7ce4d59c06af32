#pragma once
#include <vector>

#include "retake/elasticity/contact.h"
#include "retake/elasticity/integrator.h"
#include "retake/elasticity/obstacle.h"

namespace retake {

struct ContactLaw {
  double reach = 1e-3;           // m: obstacles push from this distance on
  double friction_speed = 1e-3;  // m/s: below it friction holds, smoothly
  VecX stiffness;                // per vertex, N/m
};

// Obstacles as a potential of the positions of surface vertices, so that Newton's method sees them
// like everything else: a spring k/2 (reach - distance)² where a vertex is nearer than reach.
//
// Friction is the smoothed Coulomb law of Li et al. (2020, section 5): normals and limits (friction
// times push) are held for a Newton step, and freeze_friction() renews them.
class ContactPotential {
 public:
  ContactPotential(const Body& body, std::vector<Obstacle> obstacles, ContactLaw law);

  // What stays the same for a timestep. The contact forces at `from` limit the friction at first.
  void begin_step(const Points& from, const StepFormula& formula);
  void freeze_friction(const Points& positions);

  // `to`, with vertices that were free of an obstacle at `from` stopped where they meet it (and
  // sliding on as far as it lets them): a guess of where a timestep ends.
  Points stopped_at_obstacles(const Points& from, Points to) const;

  bool any_touch(const Points& positions) const { return !touches(positions).empty(); }

  // J, of pushes and friction.
  double energy(const Points& positions) const;

  // Derivatives of the energy at the vertices that have any, ascending.
  struct Terms {
    std::vector<int> vertices;
    std::vector<Vec3> gradients;  // N
    std::vector<Mat3> hessians;   // N/m, positive semi-definite
  };
  // At `positions`. A vertex that got there from `from` through the surface of an obstacle feels
  // the plane that touches it where the way goes in, not what is nearest inside.
  //
  // The friction's Hessian is that of a paraboloid above its energy, so that it never drives a step
  // too far. Curvature of the obstacle is left out: it only ever lowers the eigenvalues.
  Terms derivatives(const Points& from, const Points& positions) const;

  std::vector<Contact> contacts(const Points& positions, int frame) const;
  double worst_penetration(const Points& positions) const;  // m, 0 where nothing is inside

 private:
  struct Touch {
    int vertex, obstacle;
    double distance;
    Vec3 normal;
  };
  struct Grip {
    int vertex;
    Vec3 normal;
    double limit;  // N
  };

  std::vector<Touch> touches(const Points& positions) const;
  Touch entered(const Touch& touch, const Vec3& from, const Vec3& to) const;
  double push(const Touch& touch) const;  // N
  Vec3 stopped(const Obstacle& obstacle, const Vec3& from, const Vec3& to) const;
  Vec3 slip_velocity(const Grip& grip, const Points& positions) const;

  std::vector<Obstacle> obstacles_;
  ContactLaw law_;
  std::vector<int> vertices_;  // those that can touch: free and on the surface
  // Distances (obstacles x vertices_) at reference_: a bound for positions nearby.
  MatX reference_distances_;
  Points reference_;
  Points friction_base_;  // slip = (x - base) / step
  double step_ = 1;       // s
  std::vector<Grip> grips_;
};

}  // namespace retake
