#!/usr/bin/env bash
# Installs the Debian packages that Retake needs and that are missing; says which, and does nothing
# when all are there.
#   scripts/install_packages.sh build    what the program and its page are built from
#   scripts/install_packages.sh test     that, and what the tests and checks need
set -euo pipefail

build_packages=(
  g++ cmake ninja-build
  libeigen3-dev libsuitesparse-dev libopenblas-dev libtbb-dev
  libembree-dev zlib1g-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libboost-dev
  libspectra-dev libcgal-dev
)
test_packages=(libgtest-dev libgmock-dev libbenchmark-dev clang libclang-rt-14-dev clang-format clang-tidy chromium)
# Where a Node has come from elsewhere (it brings npm), Debian's would only be in its way. Debian 12's
# is too old for the page's tools itself; scripts/with_node.sh then gets a newer one by its npm.
command -v node >/dev/null && command -v npm >/dev/null || build_packages+=(nodejs npm ca-certificates)

case "${1:-}" in
  build) wanted=("${build_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${test_packages[@]}") ;;
  *) echo "usage: $0 build|test" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system; please install by other means: ${wanted[*]}" >&2
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing, and neither root rights nor sudo are there to install them:" >&2
    echo "  apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
