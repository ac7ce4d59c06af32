#include "retake/spacetime/contact_change_smoothing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

using Frames = std::vector<std::vector<WarpContact>>;
using FadingFrames = std::vector<std::vector<FadingContact>>;

// A vertex may touch an obstacle and its own body at once.
bool is_same(const WarpContact& a, const WarpContact& b, double least_cosine) {
  return a.vertex == b.vertex && a.against.empty() == b.against.empty() &&
         a.normal.dot(b.normal) >= least_cosine;
}

// Contacts of one frame, found by vertex and normal.
class ContactIndex {
 public:
  explicit ContactIndex(const std::vector<WarpContact>& contacts) : sorted_(contacts) {
    std::stable_sort(sorted_.begin(), sorted_.end(), by_vertex);
  }
  bool has(const WarpContact& contact, double least_cosine) const {
    const auto [first, last] = std::equal_range(sorted_.begin(), sorted_.end(), contact, by_vertex);
    return std::any_of(first, last, [&](const WarpContact& other) {
      return is_same(other, contact, least_cosine);
    });
  }

 private:
  static bool by_vertex(const WarpContact& a, const WarpContact& b) { return a.vertex < b.vertex; }
  std::vector<WarpContact> sorted_;
};

class Fader {
 public:
  Fader(const Frames& frames, const FadeOptions& options)
      : frames_(frames), options_(options), least_cosine_(std::cos(options.same_angle)) {
    index_.reserve(frames.size());
    for (const std::vector<WarpContact>& contacts : frames) index_.emplace_back(contacts);
  }

  FadingFrames run() const {
    FadingFrames faded(frames_.size());
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      for (const WarpContact& contact : frames_[f]) faded[f].push_back({contact, 1});
    }
    for (int f = 0; f < std::ssize(frames_); ++f) {
      for (const WarpContact& contact : frames_[static_cast<std::size_t>(f)]) {
        fade(contact, f, -1, faded);
        fade(contact, f, 1, faded);
      }
    }
    return faded;
  }

 private:
  // From a true contact on, backwards or forwards in time, up to where it is a true one again.
  void fade(const WarpContact& contact, int frame, int direction, FadingFrames& faded) const {
    for (int j = 1; j <= options_.frames; ++j) {
      const int f = frame + j * direction;
      if (f < 0 || f >= std::ssize(frames_)) return;
      const auto place = static_cast<std::size_t>(f);
      if (index_[place].has(contact, least_cosine_)) return;
      strengthen(faded[place], {contact, 1 - j / (options_.frames + 1.0)});
    }
  }

  // A contact that fades here from both sides has the greater strength.
  void strengthen(std::vector<FadingContact>& here, const FadingContact& fading) const {
    const auto same = std::find_if(here.begin(), here.end(), [&](const FadingContact& other) {
      return other.strength < 1 && is_same(other.contact, fading.contact, least_cosine_);
    });
    if (same == here.end()) {
      here.push_back(fading);
    } else if (same->strength < fading.strength) {
      *same = fading;
    }
  }

  const Frames& frames_;
  const FadeOptions& options_;
  double least_cosine_;
  std::vector<ContactIndex> index_;
};

}  // namespace

void FadeOptions::validate() const {
  if (frames < 0) {
    throw InputError({.what = "frames over which a contact fades",
                      .expected = "0 or more",
                      .found = std::to_string(frames)});
  }
  if (!(same_angle >= 0 && same_angle <= std::numbers::pi)) {
    throw InputError({.what = "angle between normals of the same contact",
                      .expected = "0 to pi",
                      .found = std::to_string(same_angle)});
  }
}

FadingFrames fade_contact_changes(const Frames& frames, const FadeOptions& options) {
  options.validate();
  return Fader(frames, options).run();
}

double softness(double strength) { return (1 - strength) / strength; }

}  // namespace retake
