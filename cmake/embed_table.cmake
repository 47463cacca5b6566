# Writes FILE into the C file OUTPUT: cmake -DFILE=… -DOUTPUT=… -P embed_table.cmake
include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)
bytes_of(${FILE} bytes)
file(SIZE ${FILE} size)
file(WRITE ${OUTPUT} "/* Made by cmake/embed_table.cmake. */
#include \"solve/easycome_file.h\"

const size_t easycome_file_built_in_length = ${size};
const unsigned char easycome_file_built_in[] = {
${bytes}0};
")
