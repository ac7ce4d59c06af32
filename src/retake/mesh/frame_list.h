#pragma once
#include <initializer_list>
#include <iterator>

#include "retake/mesh/frame_store.h"

namespace retake {

// The frames of a motion, each 3 x n: in memory, or in a store when they are too many. Reads like a
// vector of matrices; copies share what lies in a store.
class FrameList {
 public:
  FrameList() = default;
  FrameList(std::size_t count, const Eigen::Matrix3Xf& frame) : frames_(count, {frame, nullptr}) {}
  FrameList(std::initializer_list<Eigen::Matrix3Xf> frames);
  FrameList(std::vector<Eigen::Matrix3Xf> frames);
  // What is put into the list from now on lies in the store (null: in memory).
  explicit FrameList(std::shared_ptr<FrameStore> store) : store_(std::move(store)) {}
  const std::shared_ptr<FrameStore>& store() const { return store_; }

  std::size_t size() const { return frames_.size(); }
  bool empty() const { return frames_.empty(); }
  void reserve(std::size_t count) { frames_.reserve(count); }
  void resize(std::size_t count) { frames_.resize(count); }  // new ones have no points

  // Holds until the frame is changed.
  FrameView operator[](std::size_t index) const {
    const Kept& kept = frames_[index];
    return kept.stored ? kept.stored->view() : FrameView(kept.memory.data(), 3, kept.memory.cols());
  }
  FrameView at(std::size_t index) const;
  FrameView front() const { return (*this)[0]; }
  FrameView back() const { return (*this)[size() - 1]; }

  // To be changed in place: in memory from then on.
  Eigen::Matrix3Xf& change(std::size_t index);
  void put(std::size_t index, Eigen::Matrix3Xf frame) { frames_[index] = keep(std::move(frame)); }
  // As in the other list: what lies in a store lies there once.
  void share(std::size_t index, const FrameList& other) { frames_[index] = other.frames_[index]; }
  void push_back(Eigen::Matrix3Xf frame) { frames_.push_back(keep(std::move(frame))); }
  void emplace_back(Eigen::Matrix3Xf frame) { push_back(std::move(frame)); }
  void pop_back() { frames_.pop_back(); }
  void assign(std::size_t count, const Eigen::Matrix3Xf& frame);
  FrameList part(std::size_t first, std::size_t count) const;

  class Iterator;
  Iterator begin() const;
  Iterator end() const;

  bool operator==(const FrameList& other) const;

 private:
  struct Kept {
    Eigen::Matrix3Xf memory = Eigen::Matrix3Xf(3, 0);
    std::shared_ptr<const FrameStore::Frame> stored;  // null: in memory
  };
  Kept keep(Eigen::Matrix3Xf frame) const;

  std::shared_ptr<FrameStore> store_;
  std::vector<Kept> frames_;
};

class FrameList::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Eigen::Matrix3Xf;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = FrameView;

  Iterator(const FrameList& list, std::size_t index) : list_(&list), index_(index) {}
  FrameView operator*() const { return (*list_)[index_]; }
  Iterator& operator++() { return ++index_, *this; }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

 private:
  const FrameList* list_;
  std::size_t index_;
};

inline FrameList::Iterator FrameList::begin() const { return {*this, 0}; }
inline FrameList::Iterator FrameList::end() const { return {*this, size()}; }

}  // namespace retake
