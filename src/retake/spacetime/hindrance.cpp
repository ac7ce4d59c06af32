#include "retake/spacetime/hindrance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/spacetime/outside_obstacles.h"

namespace retake {

namespace {

constexpr double miss_that_counts = 1e-4;  // of the body's size
constexpr double the_larger_part = 0.5;    // of a compliance that rows take away, or of a miss

}  // namespace

std::string name_of(const EditScope& scope, const ContactPlace& place) {
  const auto obstacle = static_cast<std::size_t>(place.obstacle);
  if (place.obstacle < 0) return "the body itself";
  return obstacle < scope.input.obstacles.size() ? scope.input.obstacles[obstacle].name
                                                 : "a contact";
}

// The contact or obstacle row that takes away most of how far the points would go along the pull.
std::optional<ContactPlace> Hindrances::hindering_row(const VecX& pull) const {
  const std::vector<int> rows = rows_->linear_rows(), pulls = rows_->pull_rows();
  if (rows.empty()) return std::nullopt;
  const std::vector<int> points(pulls.begin(), pulls.begin() + rows_->point_count());
  const MatX& S = rows_->conditioning().compliance_matrix();
  const double without = pull.dot(S(points, points) * pull);
  const VecX felt = S(rows, points) * pull;
  const VecX taken = -felt.cwiseProduct(response_->linear_share().leftCols(pull.size()) * pull);
  Eigen::Index most = 0;
  taken.maxCoeff(&most);
  if (taken.sum() < the_larger_part * without) return std::nullopt;
  const int contacts = rows_->contact_count();
  return most < contacts ? contacts_->places[static_cast<std::size_t>(most)]
                         : obstacles_->places()[static_cast<std::size_t>(most - contacts)];
}

// A contact of the reconstruction at one of the wish's own vertices.
std::optional<ContactPlace> Hindrances::hindering_contact(const Wish& wish,
                                                          const Vec3& miss) const {
  for (const WarpContact& contact : frame_contacts_->at(wish.frame)) {
    const bool held = std::any_of(wish.point.begin(), wish.point.end(),
                                  [&](const auto& part) { return part.vertex == contact.vertex; });
    if (!held || contact.softness > 0 ||
        std::abs(contact.normal.dot(miss)) < the_larger_part * miss.norm()) {
      continue;
    }
    return ContactPlace{wish.frame, contact.vertex, obstacle_at(contact, wish.frame)};
  }
  return std::nullopt;
}

// The obstacle that a contact of the reconstruction stands on: the nearest.
int Hindrances::obstacle_at(const WarpContact& contact, int frame) const {
  if (!contact.against.empty()) return -1;
  const std::vector<Obstacle>& obstacles = scope_->input.obstacles;
  const Vec3 point = scope_->input_frame(frame).col(contact.vertex).cast<double>() +
                     contact.offset * contact.normal;
  int nearest = static_cast<int>(obstacles.size());  // none: a contact from a file
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t o = 0; o < obstacles.size(); ++o) {
    const double distance = std::abs(distance_to(obstacles[o], point).distance);
    if (distance >= least) continue;
    least = distance;
    nearest = static_cast<int>(o);
  }
  return nearest;
}

std::optional<Hindrance> Hindrances::of(const Wish& wish, const MatX& reads,
                                        const VecX& miss) const {
  if (miss.norm() < miss_that_counts * scope_->size) return std::nullopt;
  if (const auto before = obstacle_before(*scope_, wish)) {
    const ContactPlace at{before->frame, wish.point[0].vertex, before->obstacle};
    return Hindrance{at, name_of(*scope_, at), false};
  }
  std::optional<ContactPlace> place = hindering_contact(wish, wish.directions * miss);
  if (!place) place = hindering_row(reads.transpose() * miss.normalized());
  if (!place) return std::nullopt;
  const bool pushes = std::ranges::find(obstacles_->places(), *place) != obstacles_->places().end();
  return Hindrance{*place, name_of(*scope_, *place), !pushes};
}

}  // namespace retake
