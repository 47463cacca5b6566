# The toolchain of the preset `wasm`: clang, lld and wasi-libc, as Debian has them.
set(CMAKE_SYSTEM_NAME Generic) # CMake warns about names that it does not know
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
# A separate sysroot: with /usr the headers of this machine would be found too.
set(sysroot ${CMAKE_BINARY_DIR}/sysroot)
file(MAKE_DIRECTORY ${sysroot}/include ${sysroot}/lib)
foreach(part include lib)
  file(CREATE_LINK /usr/${part}/wasm32-wasi ${sysroot}/${part}/wasm32-wasi SYMBOLIC)
endforeach()
set(CMAKE_SYSROOT ${sysroot})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # configuration checks then need no main()
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
