#!/usr/bin/env bash
# plot_convergence.sh [RETAKE]: docs/pictures/convergence.svg, how an edit converges with its modes.
# Needs the paper's bridge (RETAKE_DATA). Both axes are logarithmic.
set -eu
cd "$(dirname "$0")/.."
retake=${1:-build/release/apps/cli/retake}
row=$("$retake" bench edit/bridge/convergence --json -q)
numbers_of() { sed "s/.*\"$1\":\[\([^]]*\)\].*/\1/" <<<"$row" | tr ',' '\n'; }
paste <(numbers_of modes) <(numbers_of error) | awk '
  function log10(x) { return log(x) / log(10) }
  function across(modes) { return 70 + 170 * log10(modes) }
  function down(error) { return 73 - 33 * log10(error) }
  BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"360\" " \
          "font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">"
    print "<rect width=\"640\" height=\"360\" fill=\"white\"/>"
    for (m = 1; m <= 1000; m *= 10) {
      x = across(m)
      printf "<path d=\"M%.1f 30V300\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"318\" text-anchor=\"middle\">%d</text>\n", x, x, m
    }
    for (k = 1; k >= -6; --k) {
      y = down(10 ^ k)
      printf "<path d=\"M70 %.1fH600\" stroke=\"#ddd\"/><text x=\"62\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", y, y + 4, 10 ^ k
    }
  }
  { path = path (NR == 1 ? "M" : "L") sprintf("%.1f %.1f", across($1), down($2))
    dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", across($1), down($2)) }
  END {
    printf "<g fill=\"#2f6fb0\"><path d=\"%s\" fill=\"none\" stroke=\"#2f6fb0\" stroke-width=\"2\"/>%s</g>\n", path, dots
    print "<text x=\"335\" y=\"345\" text-anchor=\"middle\">modes</text>"
    print "<text x=\"72\" y=\"20\">relative error of a pulled frame against 1,000 modes</text>"
    print "</svg>"
  }' > docs/pictures/convergence.svg
