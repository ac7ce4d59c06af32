#include "retake/shot/merged_reports.h"

#include <algorithm>
#include <map>

namespace retake {

namespace {

ObstacleReport merged(ObstacleReport all, const ObstacleReport& more) {
  all.converged = all.converged && more.converged;
  all.rows_unmet += more.rows_unmet;
  all.left_by_rows = std::max(all.left_by_rows, more.left_by_rows);
  all.guards += more.guards;
  std::map<int, double> inside(all.inside.begin(), all.inside.end());
  for (const auto& [frame, depth] : more.inside) {
    inside[frame] = std::max(inside[frame], depth);
  }
  all.inside.assign(inside.begin(), inside.end());
  return all;
}

void add_wish(std::vector<WishReport>& all, const WishReport& wish) {
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](const WishReport& other) { return other.id == wish.id; });
  if (same == all.end()) {
    all.push_back(wish);
  } else if (wish.miss > same->miss) {
    *same = wish;
  }
}

// Of several reasons the one that tells most. Which wishes yielded is in their own reports.
int rank_of(HandleStop stop) {
  switch (stop) {
    case HandleStop::converged:
      return 0;
    case HandleStop::iteration_limit:
      return 1;
    case HandleStop::yielded:
      return 2;
    case HandleStop::element_limit:
      return 3;
  }
  return 0;
}

void add(EditReport& all, const EditReport& more) {
  for (const WishReport& wish : more.wishes) add_wish(all.wishes, wish);
  all.iterations += more.iterations;
  all.stop = rank_of(more.stop) > rank_of(all.stop) ? more.stop : all.stop;
  all.smallest_stretch = std::min(all.smallest_stretch, more.smallest_stretch);
  all.contact_sites += more.contact_sites;
  all.contacts += more.contacts;
  all.one_sided_active += more.one_sided_active;
  all.worst_penetration = std::max(all.worst_penetration, more.worst_penetration);
  all.obstacles = merged(std::move(all.obstacles), more.obstacles);
  all.cost += more.cost;
  all.solve_seconds += more.solve_seconds;
}

}  // namespace

EditReport merged(const std::vector<EditReport>& reports, const std::vector<LayerWish>& wishes) {
  if (reports.size() == 1) return reports.front();
  EditReport all;
  for (const EditReport& report : reports) add(all, report);
  const auto place = [&](const WishReport& wish) {
    return std::find_if(wishes.begin(), wishes.end(),
                        [&](const LayerWish& other) { return other.id == wish.id; });
  };
  std::stable_sort(all.wishes.begin(), all.wishes.end(),
                   [&](const WishReport& a, const WishReport& b) { return place(a) < place(b); });
  return all;
}

}  // namespace retake
