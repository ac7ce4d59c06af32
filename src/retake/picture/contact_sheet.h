#pragma once
#include <string>
#include <vector>

#include "retake/picture/image.h"

namespace retake {

struct ContactSheetOptions {
  int columns = 5;                  // fewer where there are fewer pictures
  int gap = 6;                      // pixels between pictures and around them
  Rgba backdrop = rgb(0x0c0e10);    // of the gaps
  std::vector<std::string> labels;  // none, or one for each picture, written into its lower left
  Rgba label_color = rgb(0xe4e7ea);
  double label_height = 12;       // of a capital, pixels
  std::vector<bool> marked = {};  // none, or for each picture whether it is framed and labelled in
  Rgba mark_color = rgb(0xf57ab8);  // the editor's colour of handles

  // Throws InputError that names the option.
  void validate() const;
};

// Pictures row by row in cells as large as the largest of them. Throws InputError when there is no
// picture, or for another number of labels or marks than pictures.
Image contact_sheet(const std::vector<Image>& images, const ContactSheetOptions& options = {});

// One row.
Image side_by_side(const std::vector<Image>& images, ContactSheetOptions options = {});

}  // namespace retake
