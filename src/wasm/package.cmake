# Fills the folder of the npm package (make package): cmake -Dsource=FOLDER -DVERSION=1.2.3 [-DURL=https://…] -P package.cmake.
# The URL of the public repository gives package.json its fields repository, homepage and bugs.
set(site ${source}/build/site)
set(package ${source}/build/package)
file(REMOVE_RECURSE ${package})
file(COPY ${source}/bindings/js/ DESTINATION ${package})
set(REPOSITORY)
if(URL)
  set(REPOSITORY "
  \"repository\": { \"type\": \"git\", \"url\": \"git+${URL}.git\", \"directory\": \"bindings/js\" },
  \"homepage\": \"${URL}\",
  \"bugs\": \"${URL}/issues\",")
endif()
configure_file(${source}/bindings/js/package.json ${package}/package.json @ONLY)
file(COPY ${source}/LICENSE DESTINATION ${package})
file(COPY ${site}/core/hash.js DESTINATION ${package}/core)
file(GLOB data ${site}/offline/*.data)
list(FILTER data EXCLUDE REGEX "/practise[^/]*\\.data$") # of the page alone
file(COPY ${data} ${site}/offline/files.js ${site}/offline/host.js DESTINATION ${package}/offline)
