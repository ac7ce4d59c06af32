#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/picture/picture.h"
#include "retake/shot/shot.h"

namespace retake {

inline constexpr double picture_aspect = 1.6;  // width over height of every picture

Camera camera_of(const Shot& shot);
PictureOptions options_for(int width, int samples);
// So many frames, evenly from the first to the last.
std::vector<int> spread_frames(int frame_count, int wanted);

// Draws frames of a shot: its render surface (or its own triangles), its props, on a floor.
class ShotPicture {
 public:
  explicit ShotPicture(const Shot& shot);

  void look_from(const Camera& camera) { camera_ = camera; }

  // What is drawn of the body where its vertices stand at `positions`, 3 x n.
  Points drawn(const Eigen::Matrix3Xf& positions) const;
  Image draw(const Eigen::Matrix3Xf& positions, const PictureOptions& options, Progress& progress);

 private:
  const Body& body_;
  Camera camera_;
  PictureRenderer renderer_;
};

// Throws InputError that names the option and the frames there are.
void check_frame(int frame, int count, const std::string& option = "--frame");

// Draws these frames of the motion; where it goes lower than the floor, the floor lies below it.
std::vector<Image> draw_frames(const Shot& shot, const Motion& motion,
                               const std::vector<int>& frames, const Camera& camera,
                               const PictureOptions& wanted, Progress& progress);

// A frame that was changed by hand, as a contact sheet marks it.
struct FrameMark {
  int frame = 0;                           // of the motion that is drawn
  std::string label = {};                  // what is wished there
  std::vector<WeightedPoint> points = {};  // of which, by vertices of the body that is drawn
};

struct PictureRequest {
  enum class Kind { frame, sheet, animation };
  Kind kind = Kind::sheet;
  int frame = 0;        // for Kind::frame
  int tiles = 12;       // for Kind::sheet: frames spread evenly over the motion
  int first_label = 0;  // for Kind::sheet: what is written under the motion's first frame
  int width = 0;        // of a frame or tile, pixels; 0: what suits the kind
  std::vector<FrameMark> marks = {};  // for Kind::sheet: always among the tiles; frames rise
};

// Renders the motion as asked and writes the file.
void save_picture(const Shot& shot, const Motion& motion, const PictureRequest& request,
                  const std::filesystem::path& file, Progress& progress);

// Pictures one after the other, for a film.
struct SequenceRequest {
  int turntable = 0;  // pictures on a way once around, while the motion goes by; 0: one a frame
  int width = 0;      // pixels; 0: what suits
};

// Whether a file of the sequence NAME_####.png is there already. Throws InputError for a name
// without such marks.
bool sequence_exists(const std::filesystem::path& pattern);

// Writes them all or none; gives their number. They are numbered from the motion's start frame, on
// the turntable from 0.
int save_sequence(const Shot& shot, const Motion& motion, const SequenceRequest& request,
                  const std::filesystem::path& pattern, Progress& progress);

// A frame in the middle of the action, as a still.
Image draw_poster(const Shot& shot, const Motion& motion, int width, Progress& progress);

}  // namespace retake
