#!/bin/sh
# The model of a table in the browser (web/model/) and its fair dice (web/dice/), in Node: messages applied to the state, and who must act
# then; hashes, chains and the checks of an honest client.
set -eu
node tests/web/model.mjs
node tests/web/fair2.mjs
node tests/web/fair3.mjs
exec node tests/web/seat3.mjs
