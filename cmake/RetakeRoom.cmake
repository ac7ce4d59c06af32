option(RETAKE_UNITY "Compile several sources at once: quicker from nothing, slower after a change" OFF)

# Flags that every target of ours shares.
add_library(retake_flags INTERFACE)
target_compile_options(retake_flags INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor
                       -Wno-missing-field-initializers)  # options are given by name, in part
if(NOT RETAKE_UNITY)
  target_compile_options(retake_flags INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A local name may be one that another source of the unit has in its unnamed namespace; and GCC takes
  # the sources of a unit for headers, which should have none.
  target_compile_options(retake_flags INTERFACE -Wshadow=local -Wno-subobject-linkage)
endif()
if(RETAKE_WARNINGS_AS_ERRORS)
  target_compile_options(retake_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(retake_flags INTERFACE -Wno-unknown-pragmas)  # those for GCC
endif()
if(RETAKE_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Precompiled headers change what GCC 12 inlines, and with it its false alarms about std::string (GCC bug 105651).
  target_compile_options(retake_flags INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overread
                         -Wno-stringop-overflow)
endif()
if(RETAKE_SANITIZER)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 takes Eigen's fixed-size matrices for uninitialized once they are instrumented.
    target_compile_options(retake_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_compile_options(retake_flags INTERFACE -fsanitize=${RETAKE_SANITIZER} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  if(RETAKE_SANITIZER MATCHES "undefined")
    # These cost half of the time to compile, and find little that is not found without them: a null pointer
    # faults by itself, Eigen asserts its alignment, the address sanitizer knows the size of objects.
    target_compile_options(retake_flags INTERFACE -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr)
  endif()
  target_link_options(retake_flags INTERFACE -fsanitize=${RETAKE_SANITIZER})
endif()

# Tests are compiled more often than they run; instrumented, optimizing them takes the most time of all.
if(RETAKE_SANITIZER)
  set(RETAKE_TEST_OPTIONS -O0)
else()
  set(RETAKE_TEST_OPTIONS -O1)
endif()

retake_pch(rooms LINK Eigen3::Eigen TBB::tbb)

# Most of what is left after precompiled headers is one template instantiated in source after source (JSON's,
# Beast's). With RETAKE_UNITY eight sources are compiled as one, in half of the time; without, a change
# compiles one source alone. So names in the unnamed namespaces of such a folder differ.
function(retake_use_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RETAKE_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# retake_library(NAME DIRECTORY dir LINK targets...): static library of all sources in the folder and those in it.
# Sources named *.isa.cpp are compiled once per instruction set; see RetakeIsa.cmake.
function(retake_library name)
  cmake_parse_arguments(ARG "" "DIRECTORY" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${ARG_DIRECTORY}/*.cpp ${ARG_DIRECTORY}/*/*.cpp)
  set(isa_sources ${sources})
  list(FILTER sources EXCLUDE REGEX "\\.isa\\.cpp$")
  list(FILTER isa_sources INCLUDE REGEX "\\.isa\\.cpp$")
  add_library(retake_${name} STATIC ${sources})
  retake_isa_objects(retake_${name} ${isa_sources})
  target_include_directories(retake_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(retake_${name} PUBLIC ${ARG_LINK} PRIVATE retake_flags)
  retake_use_pch(retake_${name} rooms)
endfunction()

# retake_room(NAME LINK targets...): the library of src/retake/NAME.
function(retake_room name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  retake_library(${name} DIRECTORY src/retake/${name} LINK ${ARG_LINK})
endfunction()

# retake_test(ROOM LINK targets...): one GoogleTest program of all tests/ROOM/*_test.cpp.
function(retake_test room)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(test_${room} ${sources})
  target_include_directories(test_${room} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(test_${room} PRIVATE RETAKE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_compile_options(test_${room} PRIVATE ${RETAKE_TEST_OPTIONS})
  target_link_libraries(test_${room} PRIVATE ${ARG_LINK} GTest::gtest_main GTest::gmock retake_flags)
  retake_use_pch(test_${room} tests)
  include(GoogleTest)
  gtest_discover_tests(test_${room} TEST_PREFIX ${room}/ DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
endfunction()
