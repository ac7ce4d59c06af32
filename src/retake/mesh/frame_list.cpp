#include "retake/mesh/frame_list.h"

#include <stdexcept>

namespace retake {

FrameList::FrameList(std::initializer_list<Eigen::Matrix3Xf> frames) {
  for (const Eigen::Matrix3Xf& frame : frames) push_back(frame);
}

FrameList::FrameList(std::vector<Eigen::Matrix3Xf> frames) {
  reserve(frames.size());
  for (Eigen::Matrix3Xf& frame : frames) push_back(std::move(frame));
}

FrameView FrameList::at(std::size_t index) const {
  if (index >= size()) throw std::out_of_range("a frame that the motion does not have");
  return (*this)[index];
}

Eigen::Matrix3Xf& FrameList::change(std::size_t index) {
  Kept& kept = frames_[index];
  if (kept.stored) kept = {kept.stored->view(), nullptr};
  return kept.memory;
}

void FrameList::assign(std::size_t count, const Eigen::Matrix3Xf& frame) {
  frames_.assign(count, keep(frame));
}

FrameList FrameList::part(std::size_t first, std::size_t count) const {
  FrameList part(store_);
  const auto begin = frames_.begin() + static_cast<std::ptrdiff_t>(first);
  part.frames_.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
  return part;
}

bool FrameList::operator==(const FrameList& other) const {
  if (size() != other.size()) return false;
  for (std::size_t i = 0; i < size(); ++i) {
    const FrameView here = (*this)[i], there = other[i];
    if (here.cols() != there.cols() || here != there) return false;
  }
  return true;
}

FrameList::Kept FrameList::keep(Eigen::Matrix3Xf frame) const {
  if (store_) return {Eigen::Matrix3Xf(3, 0), store_->put(frame)};
  return {std::move(frame), nullptr};
}

}  // namespace retake
