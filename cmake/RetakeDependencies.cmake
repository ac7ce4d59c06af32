# Everything comes from Debian 12 packages; docs/dependencies.md says why each is there.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
if(RETAKE_TESTS)
  find_package(GTest REQUIRED)
endif()
find_package(embree 3 REQUIRED)

# SuiteSparse 5 ships no CMake package.
find_path(SUITESPARSE_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
add_library(retake_suitesparse INTERFACE)
target_include_directories(retake_suitesparse SYSTEM INTERFACE ${SUITESPARSE_INCLUDE_DIR})
target_link_libraries(retake_suitesparse INTERFACE ${CHOLMOD_LIBRARY} ${OPENBLAS_LIBRARY})
