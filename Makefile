# A thin front: CMake and Ninja do the work. `make run` and `make test` need nothing but make: they install what is missing, as do
# `make site`, `package`, `python`, `docs`, `bench` and `test-deep`; `make fresh` installs debootstrap. Nothing else here calls apt or sudo.
PREFIX ?= /usr/local
export DESTDIR ?=
PORT ?= 7777
BIND ?=

.PHONY: all run site package python deb docs test test-deep fresh bench figures install format update-golden update-pages update-po clean help

# If build/site was made once, it is kept up to date and embedded in the program.
all: build/default/build.ninja
	@if [ -f build/site/index.html ] && [ -f build/wasm/build.ninja ]; then cmake --build --preset wasm; fi
	@cmake --build --preset default $(TARGETS)

site: build/.setup-site
	@cmake --preset wasm >/dev/null
	@cmake --build --preset wasm
	@du -sh build/site | awk '{ print "build/site: " $$1 ", static files for any host" }'

package: site
	@cd build/package && npm pack --silent --pack-destination ..

python: build/.setup-python
	@tools/configure.sh default
	@cmake --build --preset default --target cornet python
	@/usr/bin/python3 tools/python_wheel.py build/default build "$$(build/default/cornet --version | sed 's/cornet //')"

help:
	@echo 'make run          sets up, builds, and serves the table: open http://localhost:7777/'
	@echo 'make run BIND=all the same for everybody in your network'
	@echo 'make site         sets up, and makes build/site: static files that play without a server'
	@echo 'make package      the same as a package for JavaScript, build/cornet-core-VERSION.tgz; needs npm'
	@echo 'make python       sets up, and makes a wheel for Python 3.11 and later, build/cornet-VERSION-….whl'
	@echo 'make test         sets up and runs every test once: about eight minutes on two cores'
	@echo 'make test-deep    the long tests, for hours; PART=fuzz one part of them: unit, fuzz, program, browser, cluster,'
	@echo '                  threads, builds or packages, each meant to take less than two hours'
	@echo 'make fresh        the two commands of the README in a bare Debian 12, as root; AS=user as a user with sudo'
	@echo 'make bench        measures'
	@echo 'make figures      plays for hours, and writes the tables of docs/ that say how strong bots are; ONLY=levels,times'
	@echo '                  some of them, GAMES=0.1 a tenth of the games, MINUTES=10 what fits, THREADS=2 at a time'
	@echo 'make install      PREFIX=/usr/local DESTDIR=; builds if need be, and installs no packages'
	@echo 'make deb          Debian packages in build/deb: cornet, cornet-server, libcornet1, libcornet-dev'
	@echo 'make docs         the documents as a site of static files, build/docs'
	@echo 'make format       clang-format on every C file'
	@echo 'make update-pages    writes figures and pictures of the rules pages anew'
	@echo 'make update-golden   writes the golden playthroughs anew: read the diff'
	@echo 'make update-po    brings po/fr.po up to date with the sources'

build/%/build.ninja:
	@tools/configure.sh $*

build/.setup-%: tools/packages.txt
	@tools/setup.sh $*

run: build/.setup-build
	@$(MAKE) --no-print-directory all TARGETS='--target cornet --target languages'
	@[ -n '$(BIND)' ] || echo 'make run BIND=all opens the table to your local network.'
	@build/default/cornet serve --port $(PORT) $(BIND:%=--bind %)

deb:
	@tools/deb.sh build/deb

docs: build/.setup-docs
	@/usr/bin/python3 tools/docs_site.py check
	@/usr/bin/python3 tools/docs_site.py stage
	@mkdocs build --quiet
	@echo 'build/docs/index.html: open it, or put build/docs on any host'

test:
	@tools/test.sh

test-deep:
	@tools/setup.sh test-deep
	@tools/test-deep.sh $(PART)

fresh:
	@tools/fresh-machine.sh both

bench: build/.setup-bench
	@$(MAKE) --no-print-directory all
	@tools/bench.sh

figures: build/default/build.ninja
	@$(MAKE) --no-print-directory all TARGETS='--target cornet'
	@python3 tools/strength_figures.py build/default/cornet $(ONLY:%=--only %) $(GAMES:%=--games %) $(MINUTES:%=--minutes %) \
	    $(THREADS:%=--threads %)

install: all
	@cmake --install build/default --prefix $(PREFIX)

format:
	clang-format -i $$(git ls-files -co --exclude-standard '*.c' '*.h')

update-pages: all
	python3 tools/rules_figures.py build/default/cornet
	node tools/rules_pictures.mjs

update-golden:
	cmake --preset ci >/dev/null
	cmake --build --preset ci --target golden
	build/default/tests/golden --update games

update-po:
	tools/update-po.sh

clean:
	rm -rf build
