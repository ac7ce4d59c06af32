# retake_page(TARGET): links the editor's page into TARGET. The page is built from web/ by npm, again
# only when one of its sources has changed. Without web/ the page says that there is none.
function(retake_page target)
  set(out ${PROJECT_BINARY_DIR}/page)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(pack ${PROJECT_SOURCE_DIR}/scripts/pack_page.sh)
  if(EXISTS ${web}/package.json)
    set(page ${web}/dist)
    set(build COMMAND ${PROJECT_SOURCE_DIR}/scripts/build_web.sh)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/* ${web}/styles/* ${web}/public/*)
    list(FILTER sources EXCLUDE REGEX "\\.test\\.tsx?$")
    file(GLOB settings CONFIGURE_DEPENDS ${web}/*.json ${web}/*.html ${web}/vite.config.*)
    list(APPEND sources ${settings} ${PROJECT_SOURCE_DIR}/scripts/build_web.sh)
  else()
    set(page ${PROJECT_SOURCE_DIR}/apps/server/page)
    set(build)
    file(GLOB sources CONFIGURE_DEPENDS ${page}/*)
  endif()
  add_custom_command(
    OUTPUT ${out}/page.cpp ${out}/page.bin
    ${build}
    COMMAND ${pack} ${page} ${out}
    DEPENDS ${sources} ${pack}
    COMMENT "Building the editor's page"
    VERBATIM)
  target_sources(${target} PRIVATE ${out}/page.cpp)
  set_source_files_properties(${out}/page.cpp PROPERTIES OBJECT_DEPENDS ${out}/page.bin)
endfunction()
