#pragma once
#include "apps/server/engine/shot_picture.h"

namespace retake {

// Those of `frames` at which an active layer has a wish or a displacement, or the source a key
// pose; counted from the first of `frames`, rising. Of `body` alone where it is one of several.
std::vector<FrameMark> marks_of(const Shot& shot, const FrameRange& frames,
                                const ShotBody* body = nullptr);

// So many frames from the first to the last with all of `marked` among them: each takes the place
// of the one nearest to it. More where more are marked, up to 60; beyond that, some of these.
std::vector<int> sheet_frames(int frame_count, int tiles, const std::vector<int>& marked);

// The direction and field of view of the shot's own camera, and nearest to what is drawn of the
// frames, all of which it sees; tiles get a shape that suits them.
struct SheetView {
  Camera camera;
  double aspect = picture_aspect;  // width over height, 0.8 to 2
};
SheetView view_of_all(const Shot& shot, const Motion& motion, const std::vector<int>& frames);

Image draw_sheet(const Shot& shot, const Motion& motion, const PictureRequest& request,
                 Progress& progress);

}  // namespace retake
