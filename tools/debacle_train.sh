#!/bin/sh
# One generation of the Débâcle network: self-play with the present engine, then training.
#
#     tools/debacle_train.sh linear|net ROUNDS NODES SEED FOLDER [OLDER SAMPLES...]
#
# Plays with the linear sum or with the network of data/debacle.net. Writes FOLDER/samples.SEED and
# FOLDER/debacle.net; if the new network wins (`cornet sim`, docs/debacle-engine.md), copy it to
# data/. Needs what `make` needs, and numpy and PyTorch for python3.
set -eu
evaluation=$1 rounds=$2 nodes=$3 seed=$4 folder=$5
shift 5
cd "$(dirname "$0")/.."
mkdir -p "$folder"
cmake --preset default >/dev/null
cmake --build --preset default --target debacle_selfplay
build/default/tools/debacle_selfplay "$rounds" "$nodes" "$seed" "$evaluation" "$folder/samples.$seed"
python3 tools/debacle_train.py net "$folder/samples.$seed" "$@" >"$folder/debacle.net"
