#include "apps/cli/terminal.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <unistd.h>

#include <fmt/core.h>

namespace retake::cli {

namespace {

using namespace std::chrono_literals;
constexpr auto redraw_bar_every = 80ms;
constexpr auto write_line_every = 5s;
constexpr auto estimate_after = 1s;

std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

// The second time the process ends at once.
extern "C" void on_interrupt(int signal) {
  interrupt_seen = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

bool interrupted() { return interrupt_seen; }

void watch_for_interrupt() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // `nohup` and shells have their reasons to ignore one.
    if (std::signal(signal, on_interrupt) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

TerminalProgress::Style TerminalProgress::suitable_style() {
  return isatty(STDERR_FILENO) != 0 ? Style::bar : Style::lines;
}

void TerminalProgress::report(std::string_view name, double fraction) {
  if (style_ == Style::quiet) return;
  const auto now = Clock::now();
  const bool new_step = name != step_;
  if (new_step) {
    finish();
    step_ = name;
    step_began_ = now;
  }
  const auto wait = style_ == Style::bar ? Clock::duration(redraw_bar_every) : write_line_every;
  if (!new_step && fraction < 1 && now - last_shown_ < wait) return;
  if (style_ == Style::lines && !new_step && now - last_shown_ < wait) return;
  last_shown_ = now;
  fraction = std::clamp(fraction, 0.0, 1.0);
  style_ == Style::bar ? draw_bar(fraction) : write_line(fraction);
  line_open_ = style_ == Style::bar;
}

void TerminalProgress::draw_bar(double fraction) const {
  constexpr int width = 28;
  const int full = static_cast<int>(std::lround(fraction * width));
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < full ? "━" : "─";
  fmt::print(stderr, "\r\033[K{:<28.28} {} {:3.0f} % {}", step_, bar, 100 * fraction,
             time_left(fraction));
  std::fflush(stderr);
}

void TerminalProgress::write_line(double fraction) const {
  if (fraction <= 0) {
    fmt::print(stderr, "{} ...\n", step_);
  } else {
    fmt::print(stderr, "{}: {:.0f} % {}\n", step_, 100 * fraction, time_left(fraction));
  }
}

std::string TerminalProgress::time_left(double fraction) const {
  const auto elapsed = Clock::now() - step_began_;
  if (fraction <= 0.01 || fraction >= 1 || elapsed < estimate_after) return "";
  const double seconds = std::chrono::duration<double>(elapsed).count() * (1 - fraction) / fraction;
  if (seconds < 90) return fmt::format("{:.0f} s left", seconds);
  return fmt::format("{:.0f} min left", seconds / 60);
}

void TerminalProgress::finish() {
  if (line_open_) fmt::print(stderr, "\n");
  line_open_ = false;
  step_.clear();
}

}  // namespace retake::cli
