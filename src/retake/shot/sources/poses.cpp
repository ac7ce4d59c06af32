#include "retake/shot/sources/poses.h"

#include "retake/shot/pose_source.h"
#include "retake/shot/pose_source_json.h"
#include "retake/shot/source_json.h"
#include "retake/shot/source_kinds.h"
#include "retake/shot/sources/rest.h"

namespace retake {

namespace {

// What the poses took the place of is read into the shot first, with its contacts.
AnySource read_poses(JsonFields& fields, const SourceReading& reading) {
  const auto& [folder, shot] = reading;
  std::optional<AnySource> instead_of;
  if (fields.has("instead_of")) {
    shot.source = RestSource();
    read_source(fields.object("instead_of"), folder, shot);
    if (poses_of(shot)) fields.refuse("instead_of", {.what = "poses that take the place of poses"});
    instead_of = shot.source;
  }
  return PosesSource(std::make_shared<PoseSource>(read_pose_source(fields, folder, shot)),
                     std::move(instead_of));
}

}  // namespace

const SourceKind& poses_kind() {
  static const SourceKind kind = {.name = "poses", .read = read_poses, .is_elastic = true};
  return kind;
}

const SourceKind& PosesSource::kind() const { return poses_kind(); }

// Contacts are of the motion before the poses, where there was one.
void PosesSource::write(Json& source, const SourceWriting& writing) const {
  if (!instead_of) write_contacts(source, writing);
  write_pose_source(source, *poses, writing.staging);
  if (instead_of) source["instead_of"] = source_to_json(*instead_of, writing);
}

SimulationResult PosesSource::make_motion(const Shot& shot, Progress& progress) const {
  SimulationResult result;
  if (!instead_of) result.contacts = shot.contacts;
  result.motion = pose_motion(*poses, shot.body(), progress);
  return result;
}

int PosesSource::frame_count(const Shot&) const { return poses->frames; }

double PosesSource::frame_rate(const Shot&) const { return poses->fps; }

double PosesSource::travel(const Shot& shot) const {
  const Vec3 rest = shot.body().rest_positions.col(0);
  double farthest = 0;
  for (const PoseKey& key : poses->keys) {
    farthest = std::max(farthest, (key.positions.col(0).cast<double>() - rest).norm());
  }
  return farthest;
}

std::shared_ptr<const PoseSource> poses_of(const Shot& shot) {
  const auto* source = shot.source.find<PosesSource>();
  return source != nullptr ? source->poses : nullptr;
}

}  // namespace retake
