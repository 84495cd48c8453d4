# The commands of a day's work; `just` lists them. Each is one line that can be typed without just as well.

_default:
    @just --list

# Types and lints, in seconds
check:
    cargo fmt --check
    cargo clippy --profile edit --all-targets -- -D warnings

# The tests whose name contains FILTER, compiled incrementally
test-fast FILTER="":
    cargo test --profile edit {{FILTER}}

# All tests, as the README has it
test:
    cargo test --release

# All checks of a change; `just ci --full` adds the slow ones
ci *FLAGS:
    .ci/run {{FLAGS}}

# The node signature of the working tree
bench:
    cargo run --profile edit --quiet -- bench

# A match of BASE against the working tree until the result is clear
sprt GAME BASE="main":
    scripts/sprt {{BASE}} . --game {{GAME}}

# The board of a game in the terminal, after MOVES
board GAME="draughts" MOVES="":
    cargo run --profile edit --quiet -- show --game {{GAME}} --moves "{{MOVES}}"

# Speed of the release build, appended to the history
measure:
    cargo build --release
    scripts/measure --history docs/speed.jsonl
