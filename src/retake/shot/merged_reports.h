#pragma once
#include <vector>

#include "retake/shot/layer.h"
#include "retake/spacetime/edit_report.h"

namespace retake {

// What the edits of one layer come to together: the worst of each, counts and costs added up. A
// wish that several of them follow (a pose of several bodies) is told once. Wishes stand in the
// order of `wishes`.
EditReport merged(const std::vector<EditReport>& reports, const std::vector<LayerWish>& wishes);

}  // namespace retake
