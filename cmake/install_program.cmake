# The files of the installed program.
install(TARGETS cornet)

# Completions, written by the program itself.
set(completions)
foreach(shell bash zsh fish)
  set(file ${CMAKE_BINARY_DIR}/completions/cornet.${shell})
  add_custom_command(OUTPUT ${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/completions
                     COMMAND cornet completion ${shell} --lang en >${file}
                     DEPENDS cornet COMMENT "Making the completions for ${shell}")
  list(APPEND completions ${file})
endforeach()
add_custom_target(completions ALL DEPENDS ${completions})
install(FILES ${CMAKE_BINARY_DIR}/completions/cornet.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cornet)
install(FILES ${CMAKE_BINARY_DIR}/completions/cornet.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _cornet)
install(FILES ${CMAKE_BINARY_DIR}/completions/cornet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# Pages, in the folders of docs/, so that their links to each other hold.
foreach(page compatibility operate/club-server operate/cluster develop/bots develop/engine develop/protocol develop/record
        design/fair-dice design/server)
  get_filename_component(folder ${page} DIRECTORY)
  install(FILES docs/${page}.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(PROGRAMS examples/bots/bot.py DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/bots)
install(FILES examples/bots/bot.c DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/bots)
install(FILES packaging/man/cornet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES packaging/man/fr/cornet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/fr/man1)

# The menu of a desktop: `cornet` alone, in a terminal.
install(FILES packaging/cornet.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES web/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME cornet.svg)
foreach(size 192 512)
  install(FILES web/icon-${size}.png DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps RENAME cornet.png)
endforeach()

# The server under systemd. The unit names the program by its place, which is known when it is installed.
install(CODE "set(bindir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
configure_file(\"${CMAKE_SOURCE_DIR}/packaging/systemd/cornet.service.in\" \"${CMAKE_BINARY_DIR}/cornet.service\" @ONLY)")
install(FILES ${CMAKE_BINARY_DIR}/cornet.service DESTINATION lib/systemd/system)
install(FILES packaging/systemd/cornet.sysusers DESTINATION lib/sysusers.d RENAME cornet.conf)
