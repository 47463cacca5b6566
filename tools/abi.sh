#!/bin/sh
# abi.sh LIBRARY: prints the binary interface of a libcornet.so with debug information (-g), as libabigail writes it. At a release:
#
#     cmake -G Ninja -S . -B build/abi -DCORNET_PROGRAM=OFF -DCMAKE_BUILD_TYPE=Debug && cmake --build build/abi
#     tools/abi.sh build/abi/libcornet.so.1 >tests/abi/libcornet.so.1.xml
#
# tests/library.sh compares what is built with that file: it may add, and must not change or remove.
set -eu
abidw --headers-dir "$(dirname "$0")/../include/cornet" --drop-private-types --drop-undefined-syms --no-corpus-path \
    --no-comp-dir-path --no-show-locs --no-elf-needed "$1" | sed -E "s|path='[^']*/([^/']*/[^/']*)'|path='\1'|"
