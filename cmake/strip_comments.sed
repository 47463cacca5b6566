# Removes comments and indentation of a script or a style sheet: browsers do not need them, and types in comments are a third of a
# script. Line numbers stay. No text in quotes spans lines. A comment after code has no quotes if it goes.
/^ *\/\*\*$/,/^ *\*\/$/s/.*//
/^ *\/\*[^*]*\(\*[^/][^*]*\)*\*\/$/s/.*//
/^ *\/\/ /s/.*//
s/^ *//
s/\([;{},)]\) *\/\/ [^'"`]*$/\1/
