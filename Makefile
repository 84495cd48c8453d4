# What OpenBench asks for: `make EXE=NAME` puts the program here under this name, built for this machine's processor. `./NAME bench`
# ends with a line of nodes and nodes a second. Everything else is cargo's work: see README.md.
EXE ?= quadriga
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

.PHONY: all
all:
	cargo build --release --locked --bin quadriga --target-dir target
	cp target/release/quadriga$(SUFFIX) $(EXE:.exe=)$(SUFFIX)
