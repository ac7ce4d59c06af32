# Most of the time to compile a file of ours went into reading Eigen and the standard library again.
# With RETAKE_PCH they are read once for each set of flags: for the rooms, for the tests, for the
# programs. Files still include what they use: all must build with RETAKE_PCH=OFF too.
option(RETAKE_PCH "Precompile the headers of Eigen and of the standard library" ON)

set(RETAKE_PCH_HEADERS
    <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map> <memory> <numbers>
    <numeric> <optional> <span> <string> <string_view> <vector>
    <Eigen/Core> <Eigen/SparseCore> <Eigen/Geometry>
    <oneapi/tbb/blocked_range.h> <oneapi/tbb/global_control.h> <oneapi/tbb/parallel_for.h>)

# retake_pch(NAME HEADERS <...> LINK targets... OPTIONS flags...): precompiles RETAKE_PCH_HEADERS and
# HEADERS for all targets that say retake_use_pch(TARGET NAME). These must be compiled with the same flags.
function(retake_pch name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINK;OPTIONS" ${ARGN})
  if(NOT RETAKE_PCH)
    return()
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/pch_${name}.cpp CONTENT "")
  add_library(retake_pch_${name} OBJECT ${PROJECT_BINARY_DIR}/pch_${name}.cpp)
  target_compile_options(retake_pch_${name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(retake_pch_${name} PRIVATE ${ARG_LINK} retake_flags)
  target_precompile_headers(retake_pch_${name} PRIVATE ${RETAKE_PCH_HEADERS} ${ARG_HEADERS})
endfunction()

function(retake_use_pch target name)
  if(RETAKE_PCH)
    target_precompile_headers(${target} REUSE_FROM retake_pch_${name})
  endif()
endfunction()
