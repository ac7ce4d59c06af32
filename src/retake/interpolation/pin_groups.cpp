#include "retake/interpolation/pin_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "retake/interpolation/rigid_match.h"
#include "retake/mesh/bounding_box.h"
#include "retake/numerics/disjoint_sets.h"
#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/winding.h"

namespace retake {
namespace {

double extent_of(const Points& x) { return bounding_box(x).diagonal(); }

// For each pin the first of those that it hangs together with, by elements with two pins or more.
std::vector<int> first_of_group(const std::vector<ElementShape>& elements,
                                const std::map<int, int>& place_of) {
  DisjointSets sets(std::ssize(place_of));
  for (const ElementShape& element : elements) {
    int first = -1;
    for (int c = 0; c < element.corners; ++c) {
      const auto found = place_of.find(element.vertices[c]);
      if (found == place_of.end()) continue;
      if (first >= 0) sets.join(first, found->second);
      first = found->second;
    }
  }
  std::vector<int> firsts(place_of.size());
  for (std::size_t i = 0; i < firsts.size(); ++i) firsts[i] = sets.first_of(static_cast<int>(i));
  return firsts;
}

// The mean of the rotation vectors next to a group, and whether they agree on whole turns.
struct TurnAround {
  Vec3 mean = Vec3::Zero();
  bool agree = false;
};

TurnAround turn_around(const std::vector<int>& elements, const Points& turns) {
  if (elements.empty()) return {};
  const Points around = turns(Eigen::all, elements);
  const Vec3 mean = around.rowwise().mean();
  return {mean, (around.colwise() - mean).colwise().norm().maxCoeff() < std::numbers::pi};
}

}  // namespace

void PinCoordinates::add(double share, const PinCoordinates& other) {
  turns += share * other.turns;
  corrections += share * other.corrections;
  centres += share * other.centres;
  local += share * other.local;
}

PinGroups::PinGroups(const Body& body, const std::vector<ElementShape>& elements)
    : pins_(std::ssize(body.pins)), size_(extent_of(body.rest_positions)) {
  std::map<int, int> place_of;
  for (const int pin : body.pins) place_of.emplace(pin, static_cast<int>(place_of.size()));
  const std::vector<int> firsts = first_of_group(elements, place_of);
  std::map<int, std::size_t> group_of;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const auto [found, fresh] = group_of.emplace(firsts[i], groups_.size());
    if (fresh) groups_.emplace_back();
    groups_[found->second].vertices.push_back(body.pins[i]);
    groups_[found->second].places.push_back(static_cast<int>(i));
  }
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (int c = 0; c < elements[e].corners; ++c) {
      const auto pin = place_of.find(elements[e].vertices[c]);
      if (pin == place_of.end()) continue;
      auto& touching = groups_[group_of.at(firsts[static_cast<std::size_t>(pin->second)])].elements;
      const int number = static_cast<int>(e);
      if (touching.empty() || touching.back() != number) touching.push_back(number);
    }
  for (Group& group : groups_) group.rest = body.rest_positions(Eigen::all, group.vertices);
}

PinCoordinates PinGroups::nothing() const {
  const Points none = Points::Zero(3, count());
  return {none, none, none, Points::Zero(3, pins_)};
}

PinCoordinates PinGroups::coordinates_of(const Points& pose, const Points& turns) const {
  PinCoordinates result = nothing();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const auto column = static_cast<Eigen::Index>(g);
    const TurnAround around = turn_around(group.elements, turns);
    const RigidMatch match =
        match_rigidly(group.rest, pose(Eigen::all, group.vertices), exp_rotation(around.mean));
    const Vec3 shortest = log_rotation(match.rotation);
    const Vec3 turn = around.agree ? nearest_winding(shortest, around.mean) : shortest;
    const Vec3 rest_centre = group.rest.rowwise().mean();
    result.turns.col(column) = turn;
    result.corrections.col(column) = log_rotation(exp_rotation(turn).transpose() * match.rotation);
    result.centres.col(column) = match.centre - rest_centre;
    result.local(Eigen::all, group.places) = match.local - (group.rest.colwise() - rest_centre);
  }
  return result;
}

Points PinGroups::displacements(const PinCoordinates& pins) const {
  Points result(3, pins_);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const auto column = static_cast<Eigen::Index>(g);
    const Vec3 rest_centre = group.rest.rowwise().mean();
    const Points arms = group.rest.colwise() - rest_centre;
    const Mat3 rotation =
        exp_rotation(pins.turns.col(column)) * exp_rotation(pins.corrections.col(column));
    const Points local = pins.local(Eigen::all, group.places);
    // So written, what does not turn does not round either.
    const Points turned = (rotation - Mat3::Identity()) * (arms + local);
    result(Eigen::all, group.places) = (turned + local).colwise() + Vec3(pins.centres.col(column));
  }
  return result;
}

int PinGroups::stillest(const std::vector<KeyPose>& poses) const {
  constexpr double alike = 1e-4;  // rad, and of the size: rounding chooses no group
  int best = 0;
  double least = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    double moved = 0;
    for (const KeyPose& pose : poses) {
      const Points pins = pose.positions(Eigen::all, groups_[g].vertices).cast<double>();
      moved += log_rotation(match_rigidly(groups_[g].rest, pins).rotation).norm() +
               (pins - groups_[g].rest).rowwise().mean().norm() / size_;
    }
    if (g > 0 && moved > least - alike) continue;
    best = static_cast<int>(g);
    least = moved;
  }
  return best;
}

bool pins_go_together(const Body& body, const std::vector<KeyPose>& poses) {
  constexpr double rigid = 1e-4;  // of the size
  const Points rest = body.rest_positions(Eigen::all, body.pins);
  if (body.pins.empty() || !tell_rotation(rest)) return false;
  const Points arms = rest.colwise() - rest.rowwise().mean();
  const double tolerance = rigid * extent_of(body.rest_positions);
  return std::ranges::all_of(poses, [&](const KeyPose& pose) {
    const RigidMatch match =
        match_rigidly(rest, pose.positions(Eigen::all, body.pins).cast<double>());
    return (match.local - arms).colwise().norm().maxCoeff() < tolerance;
  });
}

}  // namespace retake
