//! The binary: reads the command line, runs a command, turns failures into messages and exit codes.
#![expect(
    clippy::print_stderr,
    reason = "a command line speaks on standard error"
)]

mod cli;
mod commands;
mod config;
mod console;
mod desk;
mod growing;
mod models;
mod speech;
mod staffing;
mod voice;

use std::process::ExitCode;

use clap::Parser;

/// The user can fix it.
const FIXABLE: u8 = 1;
/// Our bug.
const BUG: u8 = 2;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    console::start_logging();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        eprintln!(
            "error: viva has a bug at {place}; please report it. Everything acknowledged is in the log."
        );
    }));
    let outcome = std::panic::catch_unwind(|| run(cli));
    match outcome {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) if console::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("error: {}", console::described(&error));
            ExitCode::from(FIXABLE)
        }
        Err(_) => ExitCode::from(BUG),
    }
}

fn run(cli: cli::Cli) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(commands::run(cli));
    // A read of standard input that nobody waits for must not keep the program alive.
    runtime.shutdown_background();
    outcome
}

/// Wrong usage is something the user can fix; asking for help is not an error.
fn usage(error: &clap::Error) -> ExitCode {
    if error.print().is_err() {
        return ExitCode::from(FIXABLE);
    }
    if error.use_stderr() {
        ExitCode::from(FIXABLE)
    } else {
        ExitCode::SUCCESS
    }
}
