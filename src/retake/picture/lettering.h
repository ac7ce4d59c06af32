#pragma once
#include <string_view>

#include "retake/picture/image.h"

namespace retake {

// A small font of straight strokes: ASCII letters, digits and common punctuation; anything else is
// drawn as a small box. Sizes in pixels, `height` being that of a capital.
double text_width(std::string_view text, double height);

// `left` and `baseline` are where the first letter stands.
void draw_text(Image& image, std::string_view text, double left, double baseline, double height,
               Rgba color);

}  // namespace retake
