# The door: `make help` lists what one can do here. The work is done by CMake and by scripts/.
.DEFAULT_GOAL := help
.PHONY: help quick site texts try test build dev check-format format tidy conformance language games golden golden-update citations fuzz bench ratio clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

try: ## install what is needed, build, and play a game
	@scripts/try

test: ## install what is needed, build, and run every test, as CI does
	@scripts/test

quick: ## what one runs before a commit: the tests that take less than four minutes
	@scripts/test quick

build: ## the program, optimised: build/release/tgdl
	@scripts/build release

dev: ## build for daily work and run the unit tests
	@scripts/build dev
	@ctest --preset dev -j $$(nproc)

check-format: ## say which C++ files are not laid out as they should be
	@scripts/format --check

format: ## lay out our C++ files
	@scripts/format

tidy: ## clang-tidy over our sources
	@scripts/test setup tidy

conformance: build ## the conformance programs, against the list of those that pass
	@scripts/conformance

language: build ## the programs that show the language clause by clause
	@tests/conformance/run tests/language --tgdl build/release/tgdl

games: build ## the games we ship: no warning, laid out, playthroughs, random games, known numbers of lines of play
	@scripts/check_games
	@scripts/games_table --check

golden: build ## the golden tests
	@tests/golden/run

citations: ## clauses of the reference that code, tests and pages cite
	@scripts/check_citations

texts: build ## the pages of docs/: every block of code and every link
	@scripts/check_texts

site: build ## the pages of docs/ as HTML: build/site/index.html
	@scripts/site

golden-update: build ## write down what the golden tests give now; read the diff before you commit it
	@tests/golden/run --update

fuzz: ## every fuzz target for 45 seconds; scripts/fuzz 3600 for an hour each
	@scripts/fuzz

bench: build ## the benchmarks and the bars they must stay under
	@bench/run

ratio: build ## how fast the games are beside the same games written in C++
	@bench/ratio

clean: ## remove everything that was built
	@rm -rf build
