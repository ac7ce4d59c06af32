#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy over the library and the programs.
#   scripts/tidy.sh [sources...]    over these alone
#
# Reading Eigen and looking through it takes clang-tidy seconds, whatever the source. So dozens of
# sources of a folder are checked as one unit, one after the other. Sources that cannot share a
# unit, since their unnamed namespaces hold the same name, are halved until they can.
set -euo pipefail
cd "$(dirname "$0")/.."
export build=$PWD/build/tidy
sources_per_unit=36

# The analyzer follows each function's paths without going deep into others: that is three times
# as quick, and null pointers and values not set are found all the same.
export shallow='--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=mode=shallow'

# unit FOLDER SOURCES...: writes the unit, on which of its lines each source begins, and that it is
# compiled as the first source is. (A unit of #includes would not do: the analyzer skips headers.)
unit() {
  local folder=$1 first=$PWD/$2
  mkdir -p "$folder"
  awk 1 "${@:2}" >"$folder/unit.cpp"
  awk 'FNR == 1 { print NR, FILENAME }' "${@:2}" >"$folder/begins"
  awk -v RS='},?\n' -v file="\"file\": \"$first\"" \
    'index($0, file) { sub(/^\[\n/, ""); print "[" $0 "}]"; exit }' "$build/compile_commands.json" |
    sed "s|$first|$folder/unit.cpp|g" >"$folder/compile_commands.json"
}

# Puts source and line where clang-tidy named the unit and its line.
name_sources() {
  awk -v unit="$1/unit.cpp:" '
    NR == FNR { begins[++n] = $1; source[n] = $2; next }
    index($0, unit) == 1 {
      place = substr($0, length(unit) + 1)
      line = place + 0
      sub(/^[0-9]+/, "", place)
      for (k = n; begins[k] > line; --k);
      $0 = source[k] ":" line - begins[k] + 1 place
    }
    { print }' "$1/begins" -
}

check() {
  local folder=$build/units/${1//\//.}.$# half=$(($# / 2)) found
  unit "$folder" "$@"
  found=$(clang-tidy -p "$folder" --quiet $shallow "$folder/unit.cpp" 2>"$folder/log") && return 0
  if [ $# -gt 1 ] && grep -q clang-diagnostic-error <<<"$found"; then
    check "${@:1:half}" && check "${@:half+1}"
  else
    name_sources "$folder" <<<"$found"
    return 1
  fi
}
export -f unit name_sources check

# Clang cannot read what GCC precompiled, so the flags come from a configuration without.
cmake --preset tidy >/dev/null
rm -rf "$build/units"

if [ $# -gt 0 ]; then
  check "$@"
  exit
fi
for folder in src/retake/*/ scenes/ apps/*/; do
  [ "$folder" = apps/mesher/ ] && continue  # CGAL takes clang-tidy minutes and gigabytes
  find "$folder" -name '*.cpp' ! -name '*.isa.cpp' | sort | xargs -r -n "$sources_per_unit"
  find "$folder" -name '*.isa.cpp'
done | xargs -P "$(nproc)" -I{} bash -c 'check {}'
