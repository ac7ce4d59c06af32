#include "apps/server/engine/import_outlook.h"

#include "retake/shot/import_body.h"
#include "retake/shot/import_guess.h"
#include "retake/shot/import_reading.h"

namespace retake::server {

const std::vector<std::string>& body_choice_names() {
  static const std::vector<std::string> names = {"auto", "solid", "shell", "tets"};
  return names;
}

namespace {

void decide_on_body(const ImportReading& reading, ImportOutlook& outlook) {
  if (reading.mesh.tets) {
    outlook.body = BodyChoice::tets;
  } else {
    const auto [kind, why] = decide_body(examine_shape(*reading.mesh.triangles));
    outlook.body = kind;
    const std::string& name = body_choice_names().at(static_cast<std::size_t>(kind));
    outlook.assumptions.push_back("the body is a " + name + ", " + why);
  }
}

}  // namespace

ImportOutlook look_at_import(const ImportRequest& request, Progress& progress) {
  ImportReading reading = read_import(request, progress);
  ImportOutlook outlook;
  outlook.name = object_name(reading.files);
  outlook.assumptions = reading.plan.report.assumptions;
  const Points& x = reading.positions();
  const Guess guess = guess_axes_and_unit(request, reading.files.mesh, x);
  outlook.up = guess.up;
  outlook.meters_per_unit = guess.meters_per_unit;
  outlook.assumptions.insert(outlook.assumptions.end(), guess.assumptions.begin(),
                             guess.assumptions.end());
  outlook.vertices = static_cast<int>(x.cols());
  if (!reading.plan.frames.empty()) {
    const MotionInfo& info = reading.plan.frames.info;
    outlook.frames = info.frame_count;
    outlook.fps = info.fps;
    outlook.start_frame = info.start_frame;
  }
  decide_on_body(reading, outlook);
  return outlook;
}

Json to_json(const ImportOutlook& outlook) {
  return {{"type", "outlook"},
          {"name", outlook.name},
          {"up", name_of(outlook.up, up_axis_names())},
          {"unit", outlook.meters_per_unit},
          {"fps", outlook.fps},
          {"start", outlook.start_frame},
          {"frames", outlook.frames},
          {"vertices", outlook.vertices},
          {"body", name_of(outlook.body, body_choice_names())},
          {"assumptions", outlook.assumptions}};
}

}  // namespace retake::server
