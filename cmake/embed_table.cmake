# Writes FILE into the C file OUTPUT: cmake -DFILE=… -DOUTPUT=… -P embed_table.cmake
file(READ ${FILE} hex HEX)
file(SIZE ${FILE} size)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT} "/* Made by cmake/embed_table.cmake. */
#include \"solve/easycome_file.h\"

const size_t easycome_file_built_in_length = ${size};
const unsigned char easycome_file_built_in[] = {
${bytes}0};
")
