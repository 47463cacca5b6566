#!/bin/sh
# One generation of the Débâcle network: self-play with the present engine, then training.
#
#     tools/debacle_train.sh linear|net ROUNDS NODES SEED FOLDER [OLDER SAMPLES...]
#
# Writes FOLDER/samples.SEED and FOLDER/debacle_net_weights.h; whether the new weights win, `cornet
# sim` says (docs/debacle-engine.md). Needs a C compiler, and numpy and PyTorch for python3.
set -eu
judge=$1 rounds=$2 nodes=$3 seed=$4 folder=$5
shift 5
cd "$(dirname "$0")/.."
mkdir -p "$folder"
cc -O2 -march=native -fopenmp -D_GNU_SOURCE -I. -o "$folder/selfplay" tools/debacle_selfplay.c \
    base/*.c games/*.c solve/*.c agents/*.c match/*.c -lm
"$folder/selfplay" "$rounds" "$nodes" "$seed" "$judge" "$folder/samples.$seed"
python3 tools/debacle_train.py net "$folder/samples.$seed" "$@" >"$folder/debacle_net_weights.h"
