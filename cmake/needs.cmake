# The dependencies of the build. One error names all missing ones, by their Debian packages.
#
#   need_module(PREFIX MODULE PACKAGE)     a library by pkg-config, as pkg_check_modules finds it
#   need_library(VARIABLE NAME PACKAGE)    a library without a pkg-config file
#   need_program(VARIABLE NAME PACKAGE)
#   needs_end()                            stops if something is missing
set(missing)

macro(need_module prefix module package)
  pkg_check_modules(${prefix} QUIET IMPORTED_TARGET ${module})
  if(NOT ${prefix}_FOUND)
    list(APPEND missing ${package})
  endif()
endmacro()

macro(need_library variable name package)
  find_library(${variable} ${name})
  if(NOT ${variable})
    list(APPEND missing ${package})
  endif()
endmacro()

macro(need_program variable name package)
  find_program(${variable} ${name})
  if(NOT ${variable})
    list(APPEND missing ${package})
  endif()
endmacro()

macro(needs_end)
  if(missing)
    list(JOIN missing " " missing)
    message(FATAL_ERROR "Cornet needs packages that are not installed: ${missing}. As root: apt-get install ${missing}")
  endif()
endmacro()
