#pragma once

namespace retake {

// Frames first ... last; none where last < first.
struct FrameRange {
  int first = 0, last = -1;

  bool empty() const { return last < first; }
  bool contains(int frame) const { return frame >= first && frame <= last; }
};

// The smallest range that holds both.
FrameRange unite(const FrameRange& a, const FrameRange& b);

}  // namespace retake
