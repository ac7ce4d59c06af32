#!/usr/bin/env bash
# plot_convergence.sh [RETAKE]: docs/pictures/convergence.svg, how an edit converges with its modes
# (Barbic 2012, fig. 3). Needs the paper's bridge (RETAKE_DATA). Both axes are logarithmic.
set -eu
cd "$(dirname "$0")/.."
retake=${1:-build/release/apps/cli/retake}

# points_of ROW: one line "modes error" for each number of modes.
points_of() {
  local row
  row=$("$retake" bench --no-peers "$1" --json -q | tr -d ' \n')
  paste <(numbers_of modes "$row") <(numbers_of error "$row")
}
numbers_of() { grep -o "\"$1\":\[[^]]*" <<<"$2" | cut -d'[' -f2 | tr ',' '\n'; }

{
  points_of edit/bridge/convergence | sed 's/^/bridge /'
  points_of edit/bar/convergence | sed 's/^/bar /'
} | awk '
  function log10(x) { return log(x) / log(10) }
  function across(modes) { return 70 + 170 * log10(modes) }
  function down(error) { return 57 - 22 * log10(error) }
  function curve(name, color) {
    printf "<g fill=\"%s\"><path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%s</g>\n",
           color, path[name], color, dots[name]
  }
  function caption(y, color, text) {
    printf "<circle cx=\"84\" cy=\"%d\" r=\"3.5\" fill=\"%s\"/><text x=\"94\" y=\"%d\">%s</text>\n",
           y - 4, color, y, text
  }
  BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"390\" " \
          "font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">"
    print "<rect width=\"640\" height=\"390\" fill=\"white\"/>"
    for (m = 1; m <= 1000; m *= 10) {
      x = across(m)
      printf "<path d=\"M%.1f 30V330\" stroke=\"#ddd\"/>" \
             "<text x=\"%.1f\" y=\"348\" text-anchor=\"middle\">%d</text>\n", x, x, m
    }
    for (k = 1; k >= -12; --k) {
      y = down(10 ^ k)
      printf "<path d=\"M70 %.1fH600\" stroke=\"#ddd\"/>" \
             "<text x=\"62\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", y, y + 4, 10 ^ k
    }
  }
  { at = sprintf("%.1f %.1f", across($2), down($3)); split(at, place, " ")
    path[$1] = path[$1] (path[$1] == "" ? "M" : "L") at
    dots[$1] = dots[$1] sprintf("<circle cx=\"%s\" cy=\"%s\" r=\"3.5\"/>", place[1], place[2]) }
  END {
    curve("bridge", "#2f6fb0")
    curve("bar", "#c2562d")
    print "<text x=\"335\" y=\"374\" text-anchor=\"middle\">modes</text>"
    print "<text x=\"72\" y=\"20\">relative error of a pulled frame</text>"
    caption(290, "#2f6fb0", "bridge (26,337 modes) against 1,000")
    caption(310, "#c2562d", "bar (216 modes) against unreduced linear elasticity")
    print "</svg>"
  }' > docs/pictures/convergence.svg
