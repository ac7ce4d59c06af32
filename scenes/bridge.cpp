#include <algorithm>
#include <cmath>
#include <map>

#include "retake/mesh/surface.h"
#include "scenes/builders.h"
#include "scenes/hex_cells.h"
#include "scenes/palette.h"

namespace retake {
namespace {

// Metres. The bridge runs along x and is symmetric; everything stands on one set of lines across x
// and z, so that deck, masts, cables and hangers share whole cell faces.
constexpr double half_length = 1.8, mast_at = 0.95, mast_width = 0.075;
constexpr double deck_half_width = 0.20, leg_width = 0.066, cable_width = 0.024;
constexpr double deck_height = 0.50, deck_camber = 0.09, deck_thickness = 0.045;
constexpr double cable_top = 1.36, cable_sag = 0.66, mast_top = 1.44;
constexpr double hanger_width = 0.02, hanger_pitch = 0.13;

struct Fineness {
  int between_hangers, along_mast, deck_cells, deck_layers;
  double stack_cell;  // height of a cell in masts and hangers
};
constexpr Fineness standard = {2, 1, 4, 1, 0.07}, full = {3, 3, 9, 2, 0.042};

enum BridgePart { deck, mast, cable };

double deck_bottom(double x) {
  const double u = x / half_length;
  return deck_height + deck_camber * (1 - u * u);
}
double deck_top(double x) { return deck_bottom(x) + deck_thickness; }

bool in_mast(double x) { return std::abs(std::abs(x) - mast_at) < mast_width / 2 + 1e-9; }

// Lower side of the main cable: level across a mast, a parabola between the masts, and down to the
// deck's ends outside.
double cable_bottom(double x) {
  const double inner = mast_at - mast_width / 2, outer = mast_at + mast_width / 2;
  const double ax = std::abs(x);
  if (in_mast(x)) return cable_top;
  if (ax < inner) return cable_top - cable_sag * (1 - ax * ax / (inner * inner));
  const double t = (ax - outer) / (half_length - outer);
  const double straight = cable_top + t * (deck_top(half_length) - cable_top);
  return straight - 0.30 * t * (1 - t);
}
// Vertical, so that the cable is equally thick everywhere.
double cable_thickness(double x) {
  if (in_mast(x)) return cable_width;
  constexpr double step = 1e-4;
  const double slope = (cable_bottom(x + step) - cable_bottom(x - step)) / (2 * step);
  return cable_width * std::hypot(1, std::min(std::abs(slope), 3.0));
}

// The lines of the whole bridge and what stands in each cell between two of them.
struct Plan {
  GridLines x, z;
  std::vector<char> is_hanger;  // per cell along x
  std::size_t legs[2][2];       // first and past-last cell along z of either row of legs
  std::size_t ropes[2];         // cell along z of either cable
};

void append_even(GridLines& lines, double end, int cells) {
  const double begin = lines.back();
  for (int i = 1; i <= cells; ++i) lines.push_back(begin + (end - begin) * i / cells);
}

// From the middle outwards: cells, a hanger, cells, ... up to the mast, the mast, and on to the
// end.
Plan make_plan(const Fineness& fineness) {
  GridLines half = {0};
  std::vector<char> hanger;
  const auto fill_span = [&](double end) {
    const double begin = half.back();
    const int hangers = static_cast<int>(std::lround((end - begin) / hanger_pitch)) - 1;
    const double pitch = (end - begin) / (hangers + 1);
    for (int i = 1; i <= hangers; ++i) {
      const double center = begin + pitch * i;
      append_even(half, center - hanger_width / 2, fineness.between_hangers);
      hanger.resize(half.size() - 1, 0);
      append_even(half, center + hanger_width / 2, 1);
      hanger.push_back(1);
    }
    append_even(half, end, fineness.between_hangers);
    hanger.resize(half.size() - 1, 0);
  };
  fill_span(mast_at - mast_width / 2);
  append_even(half, mast_at + mast_width / 2, fineness.along_mast);
  hanger.resize(half.size() - 1, 0);
  fill_span(half_length);

  Plan plan;
  for (std::size_t i = half.size() - 1; i > 0; --i) plan.x.push_back(-half[i]);
  plan.x.insert(plan.x.end(), half.begin(), half.end());
  plan.is_hanger.assign(hanger.rbegin(), hanger.rend());
  plan.is_hanger.insert(plan.is_hanger.end(), hanger.begin(), hanger.end());

  const double margin = (leg_width - cable_width) / 2;
  plan.z = {-deck_half_width - leg_width, -deck_half_width - margin - cable_width,
            -deck_half_width - margin};
  const GridLines inside = even_lines(-deck_half_width, deck_half_width, fineness.deck_cells);
  plan.z.insert(plan.z.end(), inside.begin(), inside.end());
  for (const double z : {plan.z[2], plan.z[1], plan.z[0]}) plan.z.push_back(-z);
  const std::size_t cells = plan.z.size() - 1;
  plan.legs[0][0] = 0, plan.legs[0][1] = 3, plan.legs[1][0] = cells - 3, plan.legs[1][1] = cells;
  plan.ropes[0] = 1, plan.ropes[1] = cells - 2;
  return plan;
}

// Cells of one column (i, k), stacked between two heights that may differ along x.
struct Column {
  HexCells& cells;
  const Plan& plan;
  std::size_t i, k;

  template <class Bottom, class Top>
  void stack(const Bottom& bottom, const Top& top, int count, int part) const {
    for (int j = 0; j < count; ++j) {
      std::array<Vec3, 8> corners;
      for (std::size_t c = 0; c < 8; ++c) {
        const double x = plan.x[i + (c & 1U)], z = plan.z[k + (c >> 2)];
        const double t = (j + static_cast<double>(c >> 1 & 1U)) / count;
        corners[c] = {x, (1 - t) * bottom(x) + t * top(x), z};
      }
      cells.add(corners, part);
    }
  }
};

int cells_between(double low, double high, double cell) {
  return std::max(1, static_cast<int>(std::lround((high - low) / cell)));
}

void add_deck(HexCells& cells, const Plan& plan, const Fineness& fineness) {
  for (std::size_t i = 0; i + 1 < plan.x.size(); ++i)
    for (std::size_t k = 0; k + 1 < plan.z.size(); ++k)
      Column{cells, plan, i, k}.stack(deck_bottom, deck_top, fineness.deck_layers, deck);
}

double cable_upper(double x) { return cable_bottom(x) + cable_thickness(x); }

void add_cables(HexCells& cells, const Plan& plan, const Fineness& fineness) {
  for (std::size_t i = 0; i + 1 < plan.x.size(); ++i) {
    const double middle = (plan.x[i] + plan.x[i + 1]) / 2;
    for (const std::size_t k : plan.ropes) {
      const Column column{cells, plan, i, k};
      if (!in_mast(middle)) column.stack(cable_bottom, cable_upper, 1, cable);
      const double low = deck_top(middle), high = cable_bottom(middle);
      if (plan.is_hanger[i] && high - low > 0.04)
        column.stack(deck_top, cable_bottom, cells_between(low, high, fineness.stack_cell), cable);
    }
  }
}

void add_mast_column(const Column& column, const Fineness& fineness) {
  const auto ground = [](double) { return 0.0; };
  const auto top = [](double) { return mast_top; };
  const double x = mast_at;
  column.stack(ground, deck_bottom, cells_between(0, deck_bottom(x), fineness.stack_cell), mast);
  column.stack(deck_top, cable_bottom, cells_between(deck_top(x), cable_top, fineness.stack_cell),
               mast);
  column.stack(cable_bottom, cable_upper, 1, mast);
  column.stack(cable_upper, top, 1, mast);
}

void add_masts(HexCells& cells, const Plan& plan, const Fineness& fineness) {
  for (std::size_t i = 0; i + 1 < plan.x.size(); ++i) {
    if (!in_mast((plan.x[i] + plan.x[i + 1]) / 2)) continue;
    for (const auto& [first, last] : plan.legs)
      for (std::size_t k = first; k < last; ++k) add_mast_column({cells, plan, i, k}, fineness);
    for (std::size_t k = plan.legs[0][1]; k < plan.legs[1][0]; ++k)  // the beam between the legs
      Column{cells, plan, i, k}.stack(cable_bottom, cable_upper, 1, mast);
  }
}

Body make_bridge(const Fineness& fineness) {
  const Plan plan = make_plan(fineness);
  HexCells cells;
  add_deck(cells, plan, fineness);
  add_cables(cells, plan, fineness);
  add_masts(cells, plan, fineness);
  const TetMesh mesh = cells.tet_mesh();
  Body body;
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.triangles = surface_triangles(mesh);
  body.material_of_element = cells.part_of_tet();
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 p = mesh.positions.col(v);
    if (p.y() < 1e-6 || std::abs(p.x()) > half_length - 1e-6) body.pins.push_back(v);
  }
  return body;
}

// The tets' own skin, each part with vertices of its own so that colours do not run.
RenderSurface painted_skin(const Body& body) {
  const Surface skin = surface_of({body.rest_positions, body.tets});
  const Eigen::Vector3f colors[] = {palette::asphalt, palette::rust, palette::rust};
  RenderSurface painted;
  std::vector<int> source, part;
  std::map<std::pair<int, int>, int> copy_of;
  painted.mesh.triangles.resize(3, skin.mesh.triangle_count());
  for (int t = 0; t < skin.mesh.triangle_count(); ++t)
    for (int c = 0; c < 3; ++c) {
      const int vertex = skin.vertices[static_cast<std::size_t>(skin.mesh.triangles(c, t))];
      const int tet = skin.tets[static_cast<std::size_t>(t)];
      const int matter = body.material_of_element[static_cast<std::size_t>(tet)] == deck ? 0 : 1;
      const auto [copy, is_new] =
          copy_of.try_emplace({vertex, matter}, static_cast<int>(source.size()));
      if (is_new) source.push_back(vertex), part.push_back(matter);
      painted.mesh.triangles(c, t) = copy->second;
    }
  const auto count = static_cast<Eigen::Index>(source.size());
  painted.mesh.positions.resize(3, count);
  painted.colors.resize(3, count);
  for (Eigen::Index v = 0; v < count; ++v) {
    painted.mesh.positions.col(v) = body.rest_positions.col(source[static_cast<std::size_t>(v)]);
    painted.colors.col(v) = colors[part[static_cast<std::size_t>(v)]];
  }
  painted.embedding = embed(painted.mesh.positions, {body.rest_positions, body.tets});
  return painted;
}

}  // namespace

Scene build_bridge(SceneSize size) {
  Scene scene;
  Body& body = scene.body;
  body = make_bridge(size == SceneSize::full ? full : standard);
  body.render_surface = painted_skin(body);
  body.materials = {{.name = "deck", .density = 300, .young = 1.2e5, .poisson = 0.3},
                    {.name = "mast", .density = 400, .young = 1.2e6, .poisson = 0.3},
                    {.name = "cable", .density = 400, .young = 4e5, .poisson = 0.3}};
  scene.setup.forcing.wind = {
      .velocity = {0.8, 0.8, 5}, .gust = 1.0, .gust_period = 2.8, .turbulence = 0.6};
  scene.setup.forcing.pushes = {{.center = {0.2, deck_height, 0},
                                 .radius = 0.8,
                                 .acceleration = {0, -25, 0},
                                 .start = 0.4,
                                 .duration = 0.35}};
  // The rest shape is the one that stands under its own weight, so no weight is added.
  scene.setup.options = {.fps = 24,
                         .frames = 240,
                         .gravity = Vec3::Zero(),
                         .mass_damping = 0.3,
                         .newton_tolerance = 1e-4};
  scene.view = {.eye = {1.9, 1.75, 4.0}, .target = {0.08, 0.70, 0}, .vertical_field_of_view = 31};
  scene.color = palette::rust;
  return scene;
}

}  // namespace retake
