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
	@echo 'make run          installs missing packages, builds, and serves http://localhost:7777/'
	@echo 'make run BIND=all also serves your local network'
	@echo 'make site         writes build/site: static files that play without a server'
	@echo 'make package      writes build/cornet-core-VERSION.tgz, the games as a JavaScript package; needs npm'
	@echo 'make python       writes build/cornet-VERSION-….whl, a wheel for Python 3.11 and later'
	@echo 'make test         installs missing packages, builds, and runs every test once: about eight minutes on two cores'
	@echo 'make test-deep    runs the long tests for hours; PART=fuzz runs one part: unit, fuzz, program, browser, cluster,'
	@echo '                  threads, builds or packages, each at most about two hours'
	@echo 'make fresh        runs make run and make test in a bare Debian 12, as root; AS=user: as a user with sudo'
	@echo 'make bench        runs the benchmarks'
	@echo 'make figures      plays for hours and updates the tables of docs/ on the strength of bots. ONLY=levels,times selects'
	@echo '                  tables; GAMES=0.1 plays a tenth of the games, MINUTES=10 as many as fit, THREADS=2 two at a time'
	@echo 'make install      builds if necessary and installs the program (PREFIX=/usr/local, DESTDIR=); installs no packages'
	@echo 'make deb          writes Debian packages to build/deb: cornet, cornet-server, libcornet1, libcornet-dev'
	@echo 'make docs         writes the documents as a static site to build/docs'
	@echo 'make format       runs clang-format on every C file'
	@echo 'make update-pages    updates figures and pictures of the rules pages, and options in the man pages'
	@echo 'make update-golden   updates the golden playthroughs: read the diff'
	@echo 'make update-po    updates po/fr.po from the sources'

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
	tools/man_options.py build/default/cornet
	node tools/rules_pictures.mjs

update-golden:
	cmake --preset ci >/dev/null
	cmake --build --preset ci --target golden
	build/default/tests/golden --update games

update-po:
	tools/update-po.sh

clean:
	rm -rf build
