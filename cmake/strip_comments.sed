# Empties the lines of a script or a style sheet that are only comments: browsers do not need them, and types in comments are a third
# of a script. Line numbers stay.
/^ *\/\*\*$/,/^ *\*\/$/s/.*//
/^ *\/\*[^*]*\(\*[^/][^*]*\)*\*\/$/s/.*//
/^ *\/\/ /s/.*//
