#!/usr/bin/env bash
# Packs the files of the page for the linker: what compresses is compressed, all goes into one file,
# and a table says where each begins.
#   scripts/pack_page.sh PAGE OUT    reads the folder PAGE, writes OUT/page.bin and OUT/page.cpp
set -euo pipefail
page=$1
out=$(realpath "$2")

pack=$(mktemp -d)
trap 'rm -rf "$pack"' EXIT
: >"$pack/page.bin"
cat >"$pack/page.cpp" <<END
// Written by scripts/pack_page.sh.
#include "apps/server/net/built_in_files.h"

asm(".section .rodata\n.global retake_page\nretake_page: .incbin \"$out/page.bin\"\n.previous");
extern "C" const char retake_page[];

namespace retake::net {

std::span<const BuiltInFile> built_in_files() {
  static const BuiltInFile files[] = {
END
cd "$page"
begin=0
while IFS= read -r file; do
  hash=$(sha256sum "$file" | cut -c 1-32)
  case $file in
    *.html | *.js | *.css | *.json | *.svg | *.map | *.txt | *.md | *.wasm | *.ico | *.webmanifest)
      is_gzip=true
      gzip -9 -n -c "$file" >"$pack/file"
      ;;
    *)
      is_gzip=false
      cp "$file" "$pack/file"
      ;;
  esac
  size=$(stat -c %s "$pack/file")
  cat "$pack/file" >>"$pack/page.bin"
  echo "      {\"${file#.}\", \"$hash\", $is_gzip, {retake_page + $begin, $size}}," >>"$pack/page.cpp"
  begin=$((begin + size))
done < <(find . -type f | LC_ALL=C sort)
cat >>"$pack/page.cpp" <<'END'
  };
  return files;
}

}  // namespace retake::net
END
mkdir -p "$out"
mv "$pack/page.bin" "$pack/page.cpp" "$out"
