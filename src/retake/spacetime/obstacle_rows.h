#pragma once
#include <vector>

#include "retake/spacetime/edit_model.h"
#include "retake/spacetime/edit_report.h"
#include "retake/spacetime/edit_rows.h"
#include "retake/spacetime/edit_scope.h"
#include "retake/spacetime/penetration.h"

namespace retake {

// Rows of the whole motion by which obstacles push back, and never pull (one_sided.h): the last
// of its rows, beside which there must be no turned ones when they change.
class ObstacleRows {
 public:
  // All must live as long.
  ObstacleRows(const EditScope& scope, const EditModel& model, EditRows& rows)
      : scope_(&scope), model_(&model), rows_(&rows) {}

  int count() const { return rows_->obstacle_count(); }
  const VecX& targets() const { return targets_; }
  const std::vector<ContactPlace>& places() const { return places_; }  // of each row

  void clear();
  // New rows for these places, linearized about the motion (amplitudes, modes x frames).
  void push_back_at(const std::vector<Violation>& places, const MatX& amplitudes);
  // Without rows that would have to pull, with the points where they are in the motion.
  struct Search {
    bool converged = true;
    int unmet = 0;  // rows that contradict the wishes
  };
  Search let_go_of_pulling_rows(const MatX& amplitudes);

  // Rows as they are, for the time when others turn out to be worse.
  struct State {
    std::vector<WishRow> rows;
    VecX targets;
    std::vector<ContactPlace> places;
  };
  State state() const { return {rows_->obstacle_rows(), targets_, places_}; }
  void restore(State state);

 private:
  void remove(int i);

  const EditScope* scope_;
  const EditModel* model_;
  EditRows* rows_;
  VecX targets_;
  std::vector<ContactPlace> places_;
};

}  // namespace retake
