// Fills a surface with tets by CGAL: a MesherRequest on standard input, a MesherAnswer on standard
// output. A program of its own, so that whoever asks can end it when it takes too long, and so that
// the GPL of these parts of CGAL is this program's alone.
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>

#include "apps/mesher/meshing.h"
#include "retake/mesh/mesher_message.h"

namespace {

using namespace retake;

// Of the cell: narrower holes are closed, and the wrap stays this far away from the surface.
constexpr double wrap_alpha = 0.6, wrap_offset = 0.3;

MesherAnswer answer(const MesherRequest& request) {
  if (request.wrap || needs_wrap(request.surface)) {
    const TriangleMesh wrap =
        wrap_surface(request.surface, wrap_alpha * request.cell, wrap_offset * request.cell);
    return {fill_surface(wrap, request.cell), true};
  }
  return {fill_surface(request.surface, request.cell), false};
}

}  // namespace

int main() {
  try {
    const std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
    const std::string answered = to_bytes(answer(request_from_bytes(bytes)));
    std::cout.write(answered.data(), static_cast<std::streamsize>(answered.size())).flush();
    return std::cout.good() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
