#!/bin/sh
# The model of a table in the browser (web/model/), in Node: messages applied to the state, and who must act then.
set -eu
exec node tests/web/model.mjs
