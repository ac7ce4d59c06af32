# retake_isa_objects(TARGET sources...): compiles each source once per instruction set and links all
# the objects into TARGET. In each, RETAKE_ISA names the namespace that the kernels live in, so the
# copies do not clash; numerics/isa.h picks one when the program runs. Such sources include only
# headers whose functions live in that namespace: a function shared by name (an Eigen or std
# template) could be taken from the AVX object for code that also runs on older processors.
function(retake_isa_objects target)
  if(NOT ARGN)
    return()
  endif()
  set(isas baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND isas x86_64_v3 x86_64_v4)
  endif()
  foreach(isa IN LISTS isas)
    add_library(${target}_${isa} OBJECT ${ARGN})
    target_include_directories(${target}_${isa} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${target}_${isa} PRIVATE RETAKE_ISA=isa_${isa})
    # Release runs these at -O3; sums of products may fuse, since each ISA rounds its own way anyway.
    target_compile_options(${target}_${isa} PRIVATE -fno-math-errno -fno-trapping-math -ffp-contract=fast)
    if(NOT isa STREQUAL "baseline")
      string(REPLACE "x86_64_" "x86-64-" march ${isa})
      target_compile_options(${target}_${isa} PRIVATE -march=${march})
    endif()
    if(isa STREQUAL "x86_64_v4")
      target_compile_options(${target}_${isa} PRIVATE -mprefer-vector-width=512)
    endif()
    target_link_libraries(${target}_${isa} PRIVATE retake_flags)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
  endforeach()
endfunction()
