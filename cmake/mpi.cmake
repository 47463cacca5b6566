# use_mpi(TARGET): several processes that mpirun starts share the work (src/cli/ranks.c).
#
# Open MPI calls libevent. libev has functions of the same names, so libevent must be found before it.
pkg_check_modules(MPI IMPORTED_TARGET mpi)
find_library(EVENT_CORE event_core)
find_library(EVENT_PTHREADS event_pthreads)

function(use_mpi target)
  if(NOT MPI_FOUND OR NOT EVENT_CORE OR NOT EVENT_PTHREADS)
    message(FATAL_ERROR "MPI is missing: apt-get install libopenmpi-dev openmpi-bin")
  endif()
  target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src/cli/ranks.c)
  target_link_libraries(${target} PRIVATE PkgConfig::MPI)
  target_link_options(${target} PRIVATE LINKER:--push-state,--no-as-needed ${EVENT_CORE} ${EVENT_PTHREADS} LINKER:--pop-state)
endfunction()
