# Fills the folder of the npm package (make package): cmake -Dsource=FOLDER -DVERSION=1.2.3 -P package.cmake.
set(site ${source}/build/site)
set(package ${source}/build/package)
file(REMOVE_RECURSE ${package})
file(COPY ${source}/bindings/js/ DESTINATION ${package})
configure_file(${source}/bindings/js/package.json ${package}/package.json @ONLY)
file(COPY ${source}/LICENSE ${site}/hash.js DESTINATION ${package})
file(GLOB data ${site}/offline/*.data)
file(COPY ${data} ${site}/offline/files.js ${site}/offline/host.js DESTINATION ${package}/offline)
