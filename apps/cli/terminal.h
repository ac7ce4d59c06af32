#pragma once
#include <chrono>
#include <string>

#include "retake/numerics/progress.h"

namespace retake::cli {

// True once Ctrl-C was pressed. A second Ctrl-C ends the program at once.
bool interrupted();
void watch_for_interrupt();

// A progress bar with an estimate on standard error. On a terminal one line is redrawn; elsewhere
// (a log, a pipe) a line is written when a step begins and every few seconds. Quiet shows nothing.
class TerminalProgress : public Progress {
 public:
  enum class Style { bar, lines, quiet };

  explicit TerminalProgress(Style style) : style_(style) {}
  ~TerminalProgress() override { finish(); }

  // bar if standard error is a terminal, else lines.
  static Style suitable_style();

  bool cancelled() const override { return interrupted(); }
  // Ends the current bar, so that other output starts on a line of its own.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void report(std::string_view name, double fraction) override;
  void draw_bar(double fraction) const;
  void write_line(double fraction) const;
  std::string time_left(double fraction) const;

  Style style_;
  std::string step_;
  Clock::time_point step_began_{};
  Clock::time_point last_shown_{};
  bool line_open_ = false;
};

}  // namespace retake::cli
