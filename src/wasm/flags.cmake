# How everything is compiled and linked for WebAssembly.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-Os -msimd128")
add_compile_options(-ffunction-sections -fdata-sections -Wno-unknown-pragmas)
include_directories(SYSTEM ${CMAKE_SOURCE_DIR}/src/wasm/include) # headers of libraries that are the host's
# The stack is below everything else, so that an overflow is an error and not a wrong game. Debian's clang runs wasm-opt after linking if it
# finds one and optimises; wasm-opt does not know vectors.
add_link_options(-O0 LINKER:--gc-sections LINKER:--strip-all LINKER:--stack-first LINKER:-z,stack-size=1048576)
