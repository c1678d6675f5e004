//! The chores of the workspace: `cargo xtask test`, `ci`, `tidy`, `bench`, `sim`, `speech`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool talks to the terminal"
)]

mod bench;
mod browser;
mod ci;
mod local_model;
mod packages;
mod postgres;
mod process;
mod sdk;
mod speech;
mod suite;
mod tidy;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;

const HELP: &str = "\
cargo xtask test [ARGS…]   run every test with a private PostgreSQL and a real model, then the clients of others on the voice socket and
                           the studio in a browser; ARGS go to the test runner
cargo xtask test browser   run the studio in a browser only
cargo xtask test sdk       run the clients of others on the voice socket only
cargo xtask ci             fmt, clippy, tidy, tests and a build of the product
cargo xtask tidy           check the rules no compiler knows: borders, module docs, lengths, bad habits
cargo xtask bench core     measure the release build
cargo xtask bench models   measure what our code adds to a model's time, and how long the prompts are
cargo xtask bench voice    measure many spoken interviews at once, beside a bare relay
cargo xtask sim [SEED]     run the simulation, from one seed if given
cargo xtask speech         build the companion for local speech and put it beside viva
cargo xtask speech test    run the companion's tests on real models";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[&str]) -> Result<()> {
    match args {
        ["test", "browser"] => browser::run(),
        ["test", "sdk"] => sdk::run(),
        ["test", rest @ ..] => suite::run(rest),
        ["ci"] => ci::run(),
        ["tidy"] => tidy::run(),
        ["bench", rest @ ..] => bench::run(rest),
        ["speech", rest @ ..] => speech::run(rest),
        ["sim", rest @ ..] => {
            let sim = [
                "run",
                "--release",
                "-q",
                "-p",
                "tests",
                "--bin",
                "sim",
                "--",
            ];
            process::run(process::cargo().args(sim).args(rest))
        }
        [] | ["help" | "-h" | "--help"] => {
            println!("{HELP}");
            Ok(())
        }
        unknown => anyhow::bail!("unknown chore `{}`\n\n{HELP}", unknown.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_chore_is_answered_with_the_known_ones() {
        let error = dispatch(&["polish"]).unwrap_err().to_string();
        assert!(error.starts_with("unknown chore `polish`"), "{error}");
        assert!(error.contains("cargo xtask tidy"), "{error}");
    }
}
