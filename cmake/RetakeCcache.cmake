# Where ccache is installed it is used, so that what was once compiled is not compiled again
# (-DRETAKE_CCACHE=OFF: not). With precompiled headers it wants to be told that no macro is defined
# before them, and GCC that the preprocessed text shall name them.
find_program(RETAKE_CCACHE ccache)
if(RETAKE_CCACHE AND "${CMAKE_CXX_COMPILER_LAUNCHER}" MATCHES "(^|ccache)$")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${RETAKE_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
