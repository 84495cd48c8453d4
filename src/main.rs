//! The program: a command line in front of the library.

fn main() -> std::process::ExitCode {
    quadriga::cli::main(std::env::args_os())
}
