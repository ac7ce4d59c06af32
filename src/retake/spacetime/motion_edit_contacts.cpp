// Contacts of the input that the edit keeps, and obstacles that it may not enter.
#include <algorithm>
#include <cmath>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/contact_change_smoothing.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/contact_sites.h"
#include "retake/spacetime/motion_edit_impl.h"
#include "retake/spacetime/one_sided.h"

namespace retake {

namespace {

constexpr int kMostRounds = 8;            // of looking at all frames and pushing back
constexpr int kMostNewRows = 24;          // in one round
constexpr double kPenetration = 1e-5;     // of the body's size: what counts as outside
constexpr double kSiteRadius = 0.05;      // of the body's size, and
constexpr int kSiteFrames = 4;            // frames: one row stands for what is nearer
constexpr double kRegularization = 1e-8;  // of the small matrix, relative

// How much deeper a point lies in an obstacle than its input did.
Violation violation_of(const Obstacle& obstacle, const Eigen::Vector3f& point,
                       const Eigen::Vector3f& input) {
  const SurfaceDistance now = distance_to(obstacle, point.cast<double>());
  if (now.distance >= 0) return {};
  const double before = std::min(0.0, distance_to(obstacle, input.cast<double>()).distance);
  return {.depth = before - now.distance, .normal = now.normal};
}

std::vector<Violation> violations_in(const std::vector<Obstacle>& obstacles, int frame,
                                     const Eigen::Matrix3Xf& positions,
                                     const Eigen::Matrix3Xf& input, double tolerance) {
  std::vector<Violation> found;
  for (Eigen::Index v = 0; v < positions.cols(); ++v) {
    for (const Obstacle& obstacle : obstacles) {
      Violation violation = violation_of(obstacle, positions.col(v), input.col(v));
      if (violation.depth <= tolerance) continue;
      violation.frame = frame;
      violation.vertex = static_cast<int>(v);
      found.push_back(violation);
    }
  }
  return found;
}

// The deepest first, each standing for what is near to it in space and time.
std::vector<Violation> representatives(std::vector<Violation> violations, const Body& body,
                                       double radius) {
  std::stable_sort(violations.begin(), violations.end(),
                   [](const Violation& a, const Violation& b) { return a.depth > b.depth; });
  std::vector<Violation> chosen;
  for (const Violation& violation : violations) {
    const bool covered = std::any_of(chosen.begin(), chosen.end(), [&](const Violation& other) {
      return std::abs(other.frame - violation.frame) < kSiteFrames &&
             (body.rest_positions.col(other.vertex) - body.rest_positions.col(violation.vertex))
                     .norm() < radius;
    });
    if (covered) continue;
    chosen.push_back(violation);
    if (std::ssize(chosen) == kMostNewRows) break;
  }
  return chosen;
}

WeightedPoint difference_of(const SelfContact& contact) {
  WeightedPoint point = {{contact.vertex, 1}};
  for (int i = 0; i < 3; ++i) {
    point.push_back({contact.triangle[static_cast<std::size_t>(i)], -contact.weights[i]});
  }
  return point;
}

}  // namespace

void MotionEdit::Impl::keep_contacts(Progress& progress) {
  const ContactOptions& options = settings_.contacts;
  std::vector<Contact> contacts;
  if (options.from == ContactSource::source) contacts = input_.contacts;
  const DetectionOptions detection{.distance = options.detection_distance};
  if (options.from == ContactSource::detect) {
    contacts = detect_contacts(input_.body, motion(), input_.obstacles, detection, progress);
  }
  const auto cannot_change = [&](const auto& contact) {
    return contact.frame < first_free() || contact.frame > last_free();
  };
  std::erase_if(contacts, cannot_change);
  const SiteOptions site_options{.frames = options.cluster_frames,
                                 .radius = options.cluster_radius};
  const std::vector<ContactSite> sites = options.cluster
                                             ? cluster_contacts(input_.body, contacts, site_options)
                                             : unclustered(contacts);
  std::vector<WishRow> rows;
  const auto add_row = [&](int frame, const WeightedPoint& point, const Vec3& direction) {
    rows.push_back({{{frame - first_, basis_->row(frame, point, direction)}}});
  };
  for (const ContactSite& site : sites) {
    if (options.kind == ContactKind::sliding) {
      add_row(site.frame, {{site.vertex, 1}}, site.normal);
    } else {
      for (int axis = 0; axis < 3; ++axis)
        add_row(site.frame, {{site.vertex, 1}}, Vec3::Unit(axis));
    }
  }
  report_.contacts = static_cast<int>(contacts.size());
  report_.contact_sites = static_cast<int>(sites.size());
  if (options.self_contact) {
    std::vector<SelfContact> touching =
        detect_self_contacts(input_.body, motion(), detection, progress);
    std::erase_if(touching, cannot_change);
    const std::vector<ContactSite> own = cluster_contacts(input_.body, touching, site_options);
    for (const ContactSite& site : own) {
      const SelfContact& contact = touching[static_cast<std::size_t>(site.representative)];
      add_row(contact.frame, difference_of(contact), contact.normal);
    }
    report_.contacts += static_cast<int>(touching.size());
    report_.contact_sites += static_cast<int>(own.size());
  }
  contact_rows_ = static_cast<int>(rows.size());
  conditioning_->add(std::move(rows));
  keep_contacts_in_warp(contacts);
}

// The reconstruction holds every contact itself, clustered or not; where contacts come and go they
// fade.
void MotionEdit::Impl::keep_contacts_in_warp(const std::vector<Contact>& contacts) {
  if (contacts.empty()) return;
  std::vector<std::vector<WarpContact>> frames(static_cast<std::size_t>(motion().frame_count()));
  for (const Contact& contact : contacts) {
    auto& of_frame = frames[static_cast<std::size_t>(contact.frame)];
    if (settings_.contacts.kind == ContactKind::sliding) {
      of_frame.push_back({contact.vertex, contact.normal});
    } else {
      for (int axis = 0; axis < 3; ++axis) of_frame.push_back({contact.vertex, Vec3::Unit(axis)});
    }
  }
  const auto fading = fade_contact_changes(frames);
  for (int t = first_free(); t <= last_free(); ++t) {
    std::vector<WarpContact> of_frame;
    for (const auto& [contact, strength] : fading[static_cast<std::size_t>(t)]) {
      of_frame.push_back(contact);
      of_frame.back().softness = softness(strength);
    }
    set_warp_contacts(t, std::move(of_frame));
  }
}

void MotionEdit::Impl::set_warp_contacts(int frame, std::vector<WarpContact> contacts) {
  if (contacts.empty()) {
    contact_frames_.erase(frame);
  } else {
    contact_frames_.insert(frame);
  }
  warp_.set_contacts(frame, std::move(contacts));
}

void MotionEdit::Impl::drop_one_sided_rows() {
  drop_turned_rows();
  conditioning_->remove(conditioning_->row_count() - one_sided_rows_, one_sided_rows_);
  one_sided_rows_ = 0;
  one_sided_targets_.resize(0);
  prepared_ = solved_ = false;
}

void MotionEdit::Impl::keep_outside(int frame, Eigen::Matrix3Xf& positions) const {
  if (!settings_.contacts.one_sided || input_.obstacles.empty()) return;
  const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
  const double margin = 1e-7 * size_;  // more than the rounding of single precision
  for (const Violation& violation : violations_in(input_.obstacles, frame, positions, input, 0)) {
    positions.col(violation.vertex) +=
        ((violation.depth + margin) * violation.normal).cast<float>();
  }
}

// Every frame of the window warped as the last solve says, handed to look(frame, positions).
void MotionEdit::Impl::for_each_warped(
    Progress& progress, const std::function<void(int, const Eigen::Matrix3Xf&)>& look) const {
  const int at_once = 16;
  for (int begin = first_free(); begin <= last_free(); begin += at_once) {
    progress.update("looking for obstacles", static_cast<double>(begin - first_) / window_frames());
    std::vector<int> frames;
    for (int t = begin; t <= std::min(begin + at_once - 1, last_free()); ++t) frames.push_back(t);
    const Eigen::MatrixXf edits = basis_->displacements(
        frames, amplitudes_.middleCols(begin - first_, static_cast<Eigen::Index>(frames.size())),
        1e-6 * size_);
    const std::vector<Eigen::Matrix3Xf> warped = warp_.warp(frames, edits);
    for (std::size_t i = 0; i < frames.size(); ++i) look(frames[i], warped[i]);
  }
}

// Rows are taken at the warped state: what moving the modes does to the vertex as it stands there.
void MotionEdit::Impl::push_back_at(const std::vector<Violation>& places) {
  std::vector<WishRow> rows;
  const Eigen::Index before = one_sided_targets_.size();
  one_sided_targets_.conservativeResize(before + std::ssize(places));
  for (const Violation& place : places) {
    const auto probe = warp_.probe(WeightedPoint{{place.vertex, 1}});
    const Warp::ProbedPosition probed =
        warp_.probe(*probe, place.frame, linear_edit(place.frame, pulls_), Warp::WithGradient::yes);
    const Eigen::MatrixXf gradient = probed.gradient.transpose() * place.normal.cast<float>();
    const VecX row = basis_->pull_back(place.frame, gradient).col(0);
    one_sided_targets_[before + std::ssize(rows)] =
        row.dot(amplitudes_.col(place.frame - first_)) + place.depth;
    rows.push_back({{{place.frame - first_, row}}});
  }
  drop_turned_rows();
  one_sided_rows_ += static_cast<int>(rows.size());
  conditioning_->add(std::move(rows));
}

// Rows that would have to pull are let go, with the points where they are.
void MotionEdit::Impl::let_go_of_pulling_rows() {
  const MatX& S = conditioning_->compliance_matrix();
  const int first = conditioning_->row_count() - one_sided_rows_;
  OneSidedProblem problem{S, VecX::Zero(S.rows()),
                          std::vector<bool>(static_cast<std::size_t>(S.rows()))};
  problem.S.diagonal() *= 1 + kRegularization;
  std::vector<int> points(static_cast<std::size_t>(pull_count()));
  for (int i = 0; i < pull_count(); ++i) points[static_cast<std::size_t>(i)] = contact_rows_ + i;
  problem.d.segment(contact_rows_, pull_count()) = read(points, amplitudes_);
  problem.d.tail(one_sided_rows_) = one_sided_targets_;
  for (int i = first; i < conditioning_->row_count(); ++i)
    problem.at_least[static_cast<std::size_t>(i)] = true;
  const VecX multipliers = solve_one_sided_rows(problem).multipliers;
  std::vector<double> targets;
  for (int i = one_sided_rows_; i-- > 0;) {
    if (multipliers[first + i] > 0) {
      targets.insert(targets.begin(), one_sided_targets_[i]);
    } else {
      conditioning_->remove(first + i, 1);
    }
  }
  one_sided_targets_ = Eigen::Map<const VecX>(targets.data(), std::ssize(targets));
  one_sided_rows_ = static_cast<int>(targets.size());
}

std::vector<Violation> MotionEdit::Impl::find_violations(Progress& progress) const {
  std::vector<Violation> violations;
  for_each_warped(progress, [&](int frame, const Eigen::Matrix3Xf& positions) {
    const std::vector<Violation> found =
        violations_in(input_.obstacles, frame, positions,
                      motion().frames[static_cast<std::size_t>(frame)], kPenetration * size_);
    violations.insert(violations.end(), found.begin(), found.end());
  });
  return violations;
}

void MotionEdit::Impl::solve_one_sided(Progress& progress) {
  drop_one_sided_rows();
  solve();
  report_.one_sided_active = 0;
  report_.worst_penetration = 0;
  if (!settings_.contacts.one_sided || input_.obstacles.empty() || wishes_.empty()) return;
  std::vector<Violation> violations;
  for (int round = 0; round <= kMostRounds; ++round) {
    PartOfProgress part(progress, round / (kMostRounds + 1.0), (round + 1) / (kMostRounds + 1.0));
    violations = find_violations(part);
    if (violations.empty() || round == kMostRounds) break;
    push_back_at(representatives(violations, input_.body, kSiteRadius * size_));
    let_go_of_pulling_rows();
    prepared_ = solved_ = false;
    solve();
  }
  report_.one_sided_active = one_sided_rows_;
  for (const Violation& violation : violations) {
    report_.worst_penetration = std::max(report_.worst_penetration, violation.depth);
  }
}

}  // namespace retake
