# The two commands a newcomer needs are `make run` and `make test`; each installs what it lacks when it may.

.DEFAULT_GOAL := help
.PHONY: help run build test soak test-swift test-process test-browser build-tests fuzz check format bench screenshots smoke clean
.PHONY: install package package-test
.PHONY: run-server run-swift run-crowd run-process run-browser

# Swift builds use every core by default. Browser and process tests wait as well as compute, so several go at once, each
# with a server of its own. No test is repeated to pass: scripts/pytest.sh names those that are flaky, and they fail.
PYTEST ?= .venv/bin/python -m pytest
TESTS ?= Tests/Browser
FUZZ ?= 1000000

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build everything and serve at http://localhost:8080 (PORT, HOST and DAYBOOK_* are passed on)
	@scripts/run.sh

build: ## Build .build/release/daybook and the browser half beside it
	@scripts/build.sh

# The crowd waits as long as it must, so it may run beside tests that compute. Other tests of processes may not.
test: build-tests ## Run all tests
	@$(MAKE) --no-print-directory run-server
	@$(MAKE) --no-print-directory -j2 --output-sync=target run-swift run-crowd
	@$(MAKE) --no-print-directory run-process
	@$(MAKE) --no-print-directory run-browser

build-tests: ## Build what the tests run: the program, the tests, and the browser half beside them
	@scripts/build-tests.sh

test-swift: ## Build and run all tests in Swift
	@scripts/install.sh build
	swift build --build-tests
	@$(MAKE) --no-print-directory run-server run-swift

test-process: ## Run the tests of the program as an operator meets it: signals, disks, sockets, a hostile crowd
	@scripts/install.sh test
	swift build --product daybook
	@$(MAKE) --no-print-directory run-process run-crowd

test-browser: ## Run the tests in a real browser (TESTS=path chooses some)
	@scripts/install.sh test
	swift build --product daybook
	@scripts/build-browser.sh
	@$(MAKE) --no-print-directory run-browser

# Server tests apart: what Core simulates would keep from them the threads on which they wait for each other. Four at
# once, because tests of waiting hold a thread for a moment only, and a thousand that begin together all wait for all.
run-server run-swift: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4
run-server:
	@scripts/swift-test.sh --skip-build --filter DaybookServerTests

run-swift:
	@scripts/swift-test.sh --skip-build --skip DaybookServerTests

run-crowd:
	@scripts/pytest.sh Tests/Process/test_crowd.py

# One test at a time is handed out, the longest first, so that all processes end together.
run-process:
	@scripts/pytest.sh -n 3 --maxschedchunk 1 Tests/Process --ignore Tests/Process/test_crowd.py

run-browser:
	@scripts/pytest.sh -n 3 --maxschedchunk 1 $(TESTS)

fuzz: ## Run a million seeded cases of each fuzzer (FUZZ=count for more or fewer)
	@scripts/install.sh build
	DAYBOOK_FUZZ=$(FUZZ) swift test --filter Fuzz

# How many random histories of devices, tabs, clocks, losses, resets and backups `make soak` lives through, and how often
# it kills the server.
HISTORIES ?= 1000000
KILLS ?= 200

soak: ## Live through a million random histories of sync and 200 kills of the server (HISTORIES=n, KILLS=n)
	@scripts/install.sh test
	DAYBOOK_HISTORIES=$(HISTORIES) swift test -c release -Xswiftc -enable-testing --filter SyncSimulationTests
	swift build --product daybook
	DAYBOOK_KILLS=$(KILLS) $(PYTEST) -s Tests/Process/test_crash.py

check: ## Format, imports, the views of the iPhone, WebAssembly and JavaScript versions, sizes, words, tests named in SECURITY.md
	@scripts/install.sh test
	@scripts/check-format.sh
	@scripts/check-words.sh
	@scripts/check-security.sh
	@scripts/build-browser.sh
	@scripts/check-js.sh
	@scripts/check-imports.sh
	@scripts/check-apple.sh
	@scripts/check-wasm.sh
	@scripts/check-sizes.sh

format: ## Format all Swift as .swift-format says
	swift format --in-place --recursive --parallel Package.swift Apps Sources Tests Benchmarks scripts

bench: ## Measure sizes, page and server, and print the table of docs/benchmarks.md
	@scripts/install.sh bench
	@scripts/build.sh
	.venv/bin/python Benchmarks/run.py

# `make install` takes what is built, so that sudo builds nothing.
PREFIX ?= /usr/local

install: ## Install what `make build` has built (PREFIX=/usr/local)
	@scripts/stage.sh "$(DESTDIR)$(PREFIX)"

package: ## Make a .tar.gz and a Debian package that need no Swift, in .build/package
	@scripts/package.sh

package-test: ## Install, use, update and purge the package on a Debian that never had Swift (as root)
	@scripts/install.sh package-test
	$(PYTEST) Tests/Package

screenshots: ## Make docs/screenshots from the running app
	@scripts/install.sh screenshots
	@scripts/build.sh
	.venv/bin/python scripts/screenshots.py

smoke: ## Do what a newcomer does: make run, sign up, Ctrl-C, run again
	@scripts/install.sh test
	$(PYTEST) -m smoke Tests/Browser/test_make_run.py

clean: ## Remove everything that was built
	rm -rf .build .build-wasm .venv
