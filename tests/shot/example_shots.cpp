#include "shot/example_shots.h"

#include "retake/mesh/surface.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"

namespace retake {

namespace {

Body two_tets() {
  Body body;
  body.rest_positions.resize(3, 5);
  body.rest_positions << 0, 1, 0, 0, 1.0 / 3,  //
      0, 0, 1, 0, -0.1,                        //
      0, 0, 0, 1, 1e-3;
  body.tets.resize(4, 2);
  body.tets << 0, 0, 1, 4, 2, 1, 3, 3;
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  return body;
}

Wish place(int vertex, int frame, const Vec3& target) {
  Wish wish;
  wish.frame = frame;
  wish.point = {{vertex, 1}};
  wish.target = target;
  return wish;
}

}  // namespace

Layer rich_green_layer() {
  WishLayer green;
  EditSettings& settings = green.settings;
  settings.window = {1, 10};
  settings.modes = 7;
  settings.cost = {.kind = CostKind::smooth,
                   .ends = Ends::start,
                   .damping = {.ratio = 0.1, .mass = 0.2, .stiffness = 0.3},
                   .timestep = 0.01,
                   .reach = 0.4,
                   .smoothness = 2,
                   .shortest_edit = 0.5,
                   .taper_start = 1,
                   .taper_end = 2};
  settings.exact_handles = false;
  settings.filter = 0.02;
  settings.region = {0, 1, 2, 3, 4};
  settings.contacts = {.from = ContactSource::detect,
                       .kind = ContactKind::sticking,
                       .self_contact = true,
                       .one_sided = false,
                       .detection_distance = 3e-3,
                       .cluster = false,
                       .cluster_frames = 5,
                       .cluster_radius = 0.2};
  Wish top = place(3, 5, {0.1, 1.0 / 3, 1.2});
  top.name = "top \"left\"";
  top.directions = Eigen::Matrix3Xd(Mat3::Identity().leftCols(2));
  top.stiff_axes = StiffAxes::locked;
  Wish apart = place(1, 6, {1, 0, 0.125});
  apart.kind = WishKind::relative;
  apart.other = {{0, 0.25}, {2, 0.75}};
  Wish fast = place(2, 7, {0, 3, 0});
  fast.kind = WishKind::velocity;
  fast.directions = Vec3(0.6, 0.8, 0);
  fast.weight = 250;
  Wish pose;
  pose.kind = WishKind::pose;
  pose.frame = 8;
  pose.weight = 10;
  pose.pose = two_tets().rest_positions.cast<float>() * 1.1f;
  Wish pin = place(4, 4, Vec3::Zero());
  pin.kind = WishKind::pin;
  green.wishes = {{11, top}, {12, apart}, {13, fast}, {14, pose}, {15, pin, false}};
  Layer layer{.id = 10, .name = "pull", .muted = true, .content = green};
  layer.weight = {{{0, 0}, {4, 1}, {9, 0.5}}, Easing::linear};
  return layer;
}

Layer rich_blend_layer() {
  BlendLayer blend;
  blend.envelope = {
      .hold_first = 3, .hold_last = 5, .ease_in = 2, .ease_out = 4, .easing = Easing::linear};
  blend.space = BlendSpace::local;
  blend.deltas = {{21, "chin", 4, {{0, 1}, {3, 0.5}}, {0, 0.1, 0}},
                  {22, "", 3, {{2, 1}}, {1, 0, 0}}};
  return {.id = 20, .name = "fix", .solo = true, .weight = {{{3, 0.75}}}, .content = blend};
}

Layer push_layer(int id, const Vec3& displacement) {
  BlendLayer blend;
  blend.envelope = {.hold_first = 4, .hold_last = 6, .ease_in = 3, .ease_out = 3};
  blend.deltas = {{id + 1, "", 4, {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}, displacement}};
  return {.id = id, .name = "push " + std::to_string(id), .content = blend};
}

Shot plain_shot() {
  Shot shot;
  shot.name = "plain";
  shot.bodies.only() = two_tets();
  shot.source = RestSource(12, 30);
  return shot;
}

Shot posed_shot() {
  Shot shot = plain_shot();
  shot.name = "posed";
  const Eigen::Matrix3Xf rest = shot.body().rest_positions.cast<float>();
  PoseSource source;
  source.keys = {{0, "", rest, {}, {}}, {4, "grown", 1.25f * rest, {}, rest}, {9, "", rest, 1, {}}};
  source.keys[1].handles = {{4, {0.5, 1.5, -0.25}}};
  for (PoseKey& key : source.keys) key.id = 5 + key.frame;
  source.keys[2].hold = 2;
  source.keys[2].span = SpanCurves{SpectrumCurve({{0, -0.5, 1.5}, {1, 0.25}}), -0.75};
  source.holds = {{"tip", {3, 4}}};
  source.about = QuasiStatic{std::make_shared<const Motion>(Motion{30, 0, {12, rest}}), 0.25};
  source.frames = 12;
  source.fps = 30;
  source.modes = 3;
  source.settings = {.between = BetweenPoses::swing,
                     .settles_at = SettlesAt::rest,
                     .shapes = PoseShapes::linear,
                     .adjust = false,
                     .adjustment = {0.75, 0.125, 0.25, false},
                     .adjustment_curves = {.velocity = SpectrumCurve({{0, 0}, {1, -0.5}}),
                                           .frequency = 0.25,
                                           .decay = 0.0},
                     .rest_shift = 0.5,
                     .loop = true,
                     .centre = CentrePath::ballistic,
                     .gravity = {0, -1.5, 0}};
  source.settings.spectrum = {.frequency = SpectrumCurve({{0, -0.5}, {1, 0.25}}),
                              .damping = -0.5,
                              .rayleigh = RayleighDamping{0.125, 0.5},
                              .stiffness = 2};
  shot.source = PosesSource(std::make_shared<PoseSource>(source));
  return shot;
}

Shot surface_shot() {
  Shot shot = plain_shot();
  shot.name = "skin";
  const Body solid = shot.body();
  Body& body = shot.bodies.only();
  body = {};
  body.rest_positions.resize(3, 4);
  body.rest_positions << 0.1, 0.4, 0.1, 1.0 / 7,  //
      0.1, 0.1, 0.4, 0.1,                         //
      0.1, 0.1, 0.1, 0.4;
  body.triangles.resize(3, 4);
  body.triangles << 0, 0, 0, 1, 2, 1, 3, 2, 1, 3, 2, 3;
  body.materials = {{"jelly", 950, 2e4, 0.4}, {"bone", 1900, 3e7, 0.3}};
  body.material_of_element = {1, 0};
  body.pins = {2};
  body.interior =
      Interior{.rest_positions = solid.rest_positions,
               .tets = solid.tets,
               .surface = embed(body.rest_positions, {solid.rest_positions, solid.tets}),
               .fill = 2.0 / 3};
  return shot;
}

Shot rich_shot() {
  Shot shot;
  shot.name = "wobble";
  Body& body = shot.bodies.only();
  body = two_tets();
  body.materials = {{"soft, \"foam\" rubber", 1200, 7e6, 0.3}, {"", 900, 5e4, 0.45}};
  body.material_of_element = {1, 0};
  body.pins = {0, 2};
  RenderSurface surface;
  surface.mesh = {body.rest_positions.leftCols(4), body.triangles.leftCols(1)};
  surface.mesh.triangles << 0, 1, 2;
  surface.colors = Eigen::Matrix3Xf::Constant(3, 4, 1);
  surface.embedding = embed(surface.mesh.positions, TetMesh{body.rest_positions, body.tets});
  body.render_surface = surface;
  shot.setup.obstacles = {{"floor", PlaneObstacle{{0, -1, 0}, {0, 1, 0}}, 0.2},
                          {"block", BoxObstacle{{1, 2, 3}, {1, 1, 2}}, 0.3},
                          {"ball", SphereObstacle{{0, 5, 0}, 0.7}, 0.4},
                          {"stairs", StairsObstacle{{0, 1, 0}, 0.5, 0.4, 7}, 0.6}};
  shot.setup.forcing.wind = Wind{{1, 2, 3}, 0.1, 4, 0.2};
  shot.setup.forcing.pushes = {{{1, 0, 0}, 0.4, {0, 9, 0}, 0.5, 0.125}};
  shot.setup.forcing.pin_paths = {
      {{0}, {0, 1, 0}, {{0, {0, 0, 0}, {0, 0, 0}}, {1, {1, 0, 0}, {0, 7, 0}}}}};
  shot.setup.launch = {{0, 3, 0}, {0.1, 0.2, 0.3}, {1, 0, 0}, {0, 0, 5}};
  shot.setup.options.law = ElasticLaw::stvk;
  shot.setup.options.integrator = Integrator::second_order;
  shot.setup.options.fps = 30;
  shot.setup.options.frames = 12;
  shot.source = CachedSource(Motion{30, 0, {12, body.rest_positions.cast<float>()}});
  shot.contacts = {{1, 3, 0, {0, 1, 0}}, {2, 4, 3, {0.6, 0.8, 0}}};
  shot.props = {{"rod", surface.mesh, {0.25f, 0.5f, 0.75f}}};
  shot.view = {{1, 2, 3}, {0, 1, 0}, 42};
  shot.layers = {rich_green_layer(), rich_blend_layer()};
  return shot;
}

std::string text_of(const Shot& shot) {
  Json json = {{"name", shot.name}};
  for (const Layer& layer : shot.layers) json["layers"].push_back(to_json(layer));
  return json.dump();
}

std::filesystem::path saved_shot(const TemporaryFolder& folder, const Shot& shot) {
  write_shot(shot, folder / "wobble.json");
  return folder / "wobble.json";
}

}  // namespace retake
