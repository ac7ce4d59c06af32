#!/usr/bin/env bash
# Each room may include only what stands to its left (docs/overview.md). This finds includes that
# point the other way.
set -euo pipefail
cd "$(dirname "$0")/.."

# room: the rooms that it may include besides itself
declare -A allowed=(
  [src/retake/numerics]=""
  [src/retake/mesh]="numerics"
  [src/retake/elasticity]="numerics mesh"
  [src/retake/modes]="numerics mesh elasticity"
  [src/retake/picture]="numerics mesh"
  [src/retake/rotation_strain]="numerics mesh elasticity modes"
  [src/retake/spacetime]="numerics mesh elasticity modes rotation_strain"
  [src/retake/shot]="numerics mesh elasticity modes rotation_strain spacetime"
  [scenes]="numerics mesh elasticity modes rotation_strain spacetime shot"
)

bad=0
for folder in "${!allowed[@]}"; do
  own=${folder##*/}
  while IFS=: read -r file line text; do
    target=$(sed -E 's/.*"(retake\/)?([a-z_]+)\/.*/\2/' <<<"$text")
    case " ${allowed[$folder]} $own " in
      *" $target "*) ;;
      *) echo "$file:$line: $own may not include '$target' (allowed: ${allowed[$folder]:-nothing else})"; bad=1 ;;
    esac
  done < <(grep -rnE '^#include "' "$folder" --include='*.h' --include='*.cpp' || true)
done
for folder in src/retake/*/; do
  [ -n "${allowed[${folder%/}]+known}" ] || { echo "$folder: a room that scripts/check_includes.sh does not know"; bad=1; }
done
exit $bad
