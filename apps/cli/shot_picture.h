#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/picture/picture.h"
#include "retake/shot/shot.h"

namespace retake::cli {

// Draws frames of a shot: its render surface (or its own triangles), its props, on a floor.
class ShotPicture {
 public:
  explicit ShotPicture(const Shot& shot);

  // `positions`: of the body's vertices, 3 x n.
  Image draw(const Eigen::Matrix3Xf& positions, const PictureOptions& options, Progress& progress);

 private:
  const Body& body_;
  Camera camera_;
  PictureRenderer renderer_;
};

// Throws InputError that names the option and the frames there are.
void check_frame(int frame, int count, const std::string& option = "--frame");

struct PictureRequest {
  enum class Kind { frame, sheet, animation };
  Kind kind = Kind::sheet;
  int frame = 0;        // for Kind::frame
  int tiles = 12;       // for Kind::sheet: frames spread evenly over the motion
  int first_label = 0;  // for Kind::sheet: what is written under the motion's first frame
  int width = 0;        // of a frame or tile, pixels; 0: what suits the kind
};

// Whether a picture of the shot shows all of the body standing at `positions`.
bool fits_picture(const Shot& shot, const Eigen::Matrix3Xf& positions);

// Renders the motion as asked and writes the file.
void save_picture(const Shot& shot, const Motion& motion, const PictureRequest& request,
                  const std::filesystem::path& file, Progress& progress);

// A frame in the middle of the action, as a still.
Image draw_poster(const Shot& shot, const Motion& motion, int width, Progress& progress);

}  // namespace retake::cli
