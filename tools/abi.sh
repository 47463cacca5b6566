#!/bin/sh
# abi.sh LIBRARY: prints the binary interface of a libcornet.so with debug information (-g), in libabigail's format. At a release:
#
#     cmake -G Ninja -S . -B build/abi -DCORNET_PROGRAM=OFF -DCMAKE_BUILD_TYPE=Debug && cmake --build build/abi
#     tools/abi.sh build/abi/libcornet.so.1 >tests/abi/libcornet.so.1.xml
#
# tests/library.sh compares each build with that file: interfaces may be added, but not changed or removed.
set -eu
abidw --headers-dir "$(dirname "$0")/../include/cornet" --drop-private-types --drop-undefined-syms --no-corpus-path \
    --no-comp-dir-path --no-show-locs --no-elf-needed "$1" | sed -E "s|path='[^']*/([^/']*/[^/']*)'|path='\1'|"
