#!/usr/bin/env bash
# Each room may include only what stands to its left (docs/overview.md). This finds includes that
# point the other way, whether written "retake/..." or <retake/...>.
set -euo pipefail
cd "$(dirname "$0")/.."

# folder: what it may include besides itself, as it is written in the include
rooms="numerics mesh elasticity modes picture rotation_strain spacetime interpolation shot shot/layers shot/sources scenes"
declare -A allowed=(
  [src/retake/numerics]=""
  [src/retake/mesh]="numerics"
  [src/retake/elasticity]="numerics mesh"
  [src/retake/modes]="numerics mesh elasticity"
  [src/retake/picture]="numerics mesh"
  [src/retake/rotation_strain]="numerics mesh elasticity modes"
  [src/retake/spacetime]="numerics mesh elasticity modes rotation_strain"
  [src/retake/interpolation]="numerics mesh elasticity modes rotation_strain"
  # Kinds of layers are known to nobody in their room: it goes by their table.
  [src/retake/shot]="numerics mesh elasticity modes rotation_strain spacetime interpolation shot/sources"
  [src/retake/shot/layers]="numerics mesh elasticity modes rotation_strain spacetime interpolation shot"
  [src/retake/shot/sources]="numerics mesh elasticity modes rotation_strain spacetime interpolation shot"
  [scenes]="numerics mesh elasticity modes rotation_strain spacetime interpolation shot shot/sources"
  [apps/server/engine]="$rooms"
  [apps/server/client]="$rooms"
  [apps/server/net]="$rooms apps/server/engine"
  [apps/mesher]="mesh numerics apps/mesher"
  [apps/cli]="$rooms apps/server/engine apps/server/net apps/server/client"
)

bad=0
for folder in "${!allowed[@]}"; do
  own=${folder#src/retake/}
  while IFS=: read -r file line text; do
    target=${text#*[\"<]}    # retake/mesh/report.h" is the room mesh
    target=${target%/*}
    target=${target#retake/}
    case " ${allowed[$folder]} $own " in
      *" $target "*) ;;
      *) echo "$file:$line: $own may not include '$target' (allowed: ${allowed[$folder]:-nothing else})"; bad=1 ;;
    esac
  done < <(grep -nE '^#include ("|<(retake|scenes|apps)/)' "$folder"/*.h "$folder"/*.cpp /dev/null || true)
done
while read -r folder; do
  [ -n "${allowed[$folder]+known}" ] || { echo "$folder: a folder that scripts/check_includes.sh does not know"; bad=1; }
done < <(find src scenes apps \( -name '*.h' -o -name '*.cpp' \) -printf '%h\n' | sort -u)
exit $bad
