# Vectors are passed only within one function, all parts of which are compiled into it.
set_source_files_properties(games/wazabi/train_weights.c PROPERTIES COMPILE_OPTIONS "-Wno-psabi;$<$<NOT:$<BOOL:${CORNET_SANITIZE}>>:-O3>")
