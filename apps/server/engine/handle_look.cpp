// Streams, and numbers for graphs.
#include "apps/server/engine/pose_requests.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

// A number from 0 to `count` - 1 that must be there.
int read_index(JsonFields& fields, const std::string& key, int count, const std::string& what) {
  int index = -1;
  fields.read(key, index);
  if (index >= 0 && index < count) return index;
  fields.refuse(key, {.what = "no such " + what,
                      .expected = "0 to " + std::to_string(count - 1),
                      .found = fields.has(key) ? std::to_string(index) : "nothing"});
}

void check_layer_exists(const Desk& desk, JsonFields& fields, int layer) {
  if (has_layer(desk, layer)) return;
  fields.refuse("layer", {.what = "no such layer", .found = "id " + std::to_string(layer)});
}

int read_layer_id(const Desk& desk, JsonFields& fields) {
  int layer = 0;
  fields.read("layer", layer);
  check_layer_exists(desk, fields, layer);
  return layer;
}

void check_pose(const Desk& desk, const Look& look) {
  if (can_show_poses(desk, look)) return;
  const bool one = look.what == What::pose;
  throw InputError({.what = one ? "no such pose" : "the shot has no poses",
                    .found = one ? "id " + std::to_string(look.pose) : ""});
}

Answer look(Desk& desk, Request& request) {
  JsonFields& fields = request.fields;
  const int stream = read_index(fields, "stream", most_streams, "stream");
  Look look = read_what(desk, fields);
  look.frame = read_frame(desk, fields);
  fields.read_enum("heat", heat_names, look.heat);
  fields.finish();
  desk.streams.look({request.tab, stream}, look);
  return done();
}

Answer look_away(Desk& desk, Request& request) {
  const int stream = read_index(request.fields, "stream", most_streams, "stream");
  request.fields.finish();
  desk.streams.look_away({request.tab, stream});
  return done();
}

WeightedPoint read_point(const Desk& desk, JsonFields& fields) {
  std::vector<int> vertices;
  fields.read("vertices", vertices);
  std::vector<double> weights(vertices.size(), vertices.empty() ? 0 : 1.0 / std::ssize(vertices));
  fields.read("weights", weights);
  if (vertices.empty() || vertices.size() != weights.size()) {
    fields.refuse("vertices", {.what = "a point needs vertices, and as many weights"});
  }
  WeightedPoint point;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] < 0 || vertices[i] >= desk.shot->body().vertex_count()) {
      fields.refuse("vertices", {.what = "no such vertex", .found = std::to_string(vertices[i])});
    }
    point.push_back({vertices[i], weights[i]});
  }
  return point;
}

Eigen::MatrixXf path_of(const WeightedPoint& point, const Motion& motion) {
  Eigen::MatrixXf path = Eigen::MatrixXf::Zero(3, motion.frame_count());
  for (int t = 0; t < motion.frame_count(); ++t) {
    for (const auto& [vertex, weight] : point) {
      path.col(t) +=
          static_cast<float>(weight) * motion.frames[static_cast<std::size_t>(t)].col(vertex);
    }
  }
  return path;
}

// Work for later; `work` gets what was asked.
template <class Work>
void defer(Desk& desk, const Request& request, int layer, Work work) {
  Deferred later = {request.tab, request.replies, request.type, layer, nullptr, {}};
  later.work = [to = later, work](Progress& progress) { work(to, progress); };
  put_off(desk, std::move(later));
}

Answer trail(Desk& desk, Request& request) {
  const WeightedPoint point = read_point(desk, request.fields);
  const Look look = read_what(desk, request.fields);
  request.fields.finish();
  defer(desk, request, look.what == What::result ? Deferred::top_layer : look.layer,
        [&desk, look, point](const Deferred& to, Progress& progress) {
          const auto motion = desk.pictures->motion(look, progress);
          send_answers(desk, to, {.kind = BinaryKind::trail}, path_of(point, *motion));
        });
  return std::nullopt;
}

// Its wishes are solved for where they were not. A layer that does not count keeps what it solved
// when it did, which may be for another window.
EditCourse solved_edit(Desk& desk, int layer, Progress& progress) {
  Evaluation& evaluation = desk.shot->evaluation;
  for (const Layer* each : active_layers(desk.document_shot().layers)) {
    if (each->id != layer) continue;
    const FrameRange frames = affected_frames(*each, evaluation.frame_count());
    evaluation.frame_of(layer, (frames.first + frames.last) / 2, progress);
    if (std::optional<EditCourse> course = evaluation.course(layer)) return std::move(*course);
  }
  throw InputError({.what = "the layer has nothing to show",
                    .expected = "a green layer with handles that is not muted"});
}

// Columns of the frames of an edit among those of the whole motion; zero elsewhere.
template <class Matrix>
Matrix among_all_frames(const Matrix& inside, int first, int frame_count) {
  Matrix all = Matrix::Zero(inside.rows(), frame_count);
  if (first + inside.cols() > frame_count) {
    throw std::logic_error("an edit of more frames than the motion has");
  }
  all.middleCols(first, inside.cols()) = inside;
  return all;
}

Answer amplitudes(Desk& desk, Request& request) {
  const int layer = read_layer_id(desk, request.fields);
  request.fields.finish();
  defer(desk, request, layer, [&desk, layer](const Deferred& to, Progress& progress) {
    const EditCourse course = solved_edit(desk, layer, progress);
    const Eigen::MatrixXf inside = course.amplitudes.cast<float>();
    send_answers(desk, to, {.kind = BinaryKind::amplitudes},
                 among_all_frames(inside, course.first_frame, desk.shot->evaluation.frame_count()));
  });
  return std::nullopt;
}

Answer force(Desk& desk, Request& request) {
  const int layer = read_layer_id(desk, request.fields);
  request.fields.finish();
  defer(desk, request, layer, [&desk, layer](const Deferred& to, Progress& progress) {
    const EditCourse course = solved_edit(desk, layer, progress);
    const Eigen::RowVectorXd inside = course.control_force.transpose();
    const auto all =
        among_all_frames(inside, course.first_frame, desk.shot->evaluation.frame_count());
    const Json per_frame = std::vector<double>(all.begin(), all.end());
    desk.audience.answer(to.tab, to.replies,
                         {{"type", "force"}, {"layer", layer}, {"per_frame", per_frame}});
  });
  return std::nullopt;
}

Answer mode(Desk& desk, Request& request) {
  const auto modes = desk.shot->evaluation.modes();
  if (!modes) {
    throw InputError({.what = "the modes are not there yet", .advice = "Wait for their job"});
  }
  const int index =
      read_index(request.fields, "index", static_cast<int>(modes->eigenvalues.size()), "mode");
  request.fields.finish();
  Eigen::Matrix3Xf shape =
      modes->shapes.col(index).cast<float>().reshaped(3, modes->shapes.rows() / 3);
  shape /= shape.colwise().norm().maxCoeff();
  send_answers(desk, {request.tab, request.replies, request.type, 0, nullptr, {}},
               {.kind = BinaryKind::mode, .frame = index}, shape);
  return std::nullopt;
}

Answer contacts(Desk& desk, Request& request) {
  const int frame =
      read_index(request.fields, "frame", desk.shot->evaluation.frame_count(), "frame");
  request.fields.finish();
  const FrameView positions = desk.shot->evaluation.source_motion().frame(frame);
  Json answer = {{"type", "contacts"},        {"frame", frame},
                 {"vertices", Json::array()}, {"points", Json::array()},
                 {"normals", Json::array()},  {"obstacles", Json::array()}};
  for (const Contact& contact : desk.shot->evaluation.stage().contacts) {
    if (contact.frame != frame) continue;
    answer["vertices"].push_back(contact.vertex);
    answer["points"].push_back(xyz(positions.col(contact.vertex).cast<double>()));
    answer["normals"].push_back(xyz(contact.normal));
    answer["obstacles"].push_back(contact.obstacle);
  }
  return answer;
}

}  // namespace

Look read_what(const Desk& desk, JsonFields& fields) {
  Look look;
  fields.read_enum("what", what_names, look.what);
  if (look.what == What::layer) {
    look.layer = read_layer_id(desk, fields);
  } else {
    fields.has("layer");
  }
  if (look.what == What::pose) fields.read("pose", look.pose);
  if (look.what >= What::pose) check_pose(desk, look);
  return look;
}

int read_frame(const Desk& desk, JsonFields& fields) {
  return read_index(fields, "frame", desk.shot->evaluation.frame_count(), "frame");
}

void send_answers(Desk& desk, const Deferred& to, Header header, const Eigen::MatrixXf& numbers) {
  header.revision = static_cast<std::uint32_t>(desk.shot->document.state());
  for (const int reply : to.replies) {
    header.serial = static_cast<std::uint32_t>(reply);
    desk.audience.send(to.tab, pack(header, numbers));
  }
  if (to.replies.empty()) desk.audience.send(to.tab, pack(header, numbers));
}

void add_look_rules(Rules& rules) {
  rules["look"] = {look};
  rules["look_away"] = {look_away};
  rules["trail"] = {trail};
  rules["amplitudes"] = {amplitudes};
  rules["force"] = {force};
  rules["mode"] = {mode};
  rules["contacts"] = {contacts};
}

}  // namespace retake::server
