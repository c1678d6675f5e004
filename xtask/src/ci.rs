//! `cargo xtask ci`: everything that has to be right before a change is taken. Stops at the first thing that is not.

use std::time::Instant;

use anyhow::{Context as _, Result};

use crate::{process, suite, tidy};

struct Step {
    name: &'static str,
    work: fn() -> Result<()>,
    advice: &'static str,
}

/// Cheap checks first: whoever forgot to format should not wait for the tests to hear of it.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        work: || cargo(&["fmt", "--all", "--check"]),
        advice: "run `cargo fmt --all`",
    },
    Step {
        name: "tidy",
        work: tidy::run,
        advice: "each line above says what to do",
    },
    Step {
        name: "clippy",
        work: || {
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ])
        },
        advice: "mend it, or `#[expect(…, reason = \"…\")]` it",
    },
    Step {
        name: "test",
        work: || suite::run(&[]),
        advice: "run one crate alone with `cargo xtask test -p CRATE`",
    },
    Step {
        name: "build",
        work: || cargo(&["build"]),
        advice: "run `cargo build`",
    },
];

pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    perform(STEPS)?;
    println!(
        "ci: all {} steps passed in {:.1} s",
        STEPS.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn perform(steps: &[Step]) -> Result<()> {
    for (index, step) in steps.iter().enumerate() {
        let place = format!("{}/{}", index + 1, steps.len());
        println!("ci {place}: {}", step.name);
        let start = Instant::now();
        let outcome = (step.work)();
        let seconds = start.elapsed().as_secs_f64();
        outcome.with_context(|| {
            format!(
                "ci stopped at `{}` ({place}) after {seconds:.1} s; {}",
                step.name, step.advice
            )
        })?;
        println!("ci {place}: {} passed in {seconds:.1} s", step.name);
    }
    Ok(())
}

fn cargo(args: &[&str]) -> Result<()> {
    process::run(process::cargo().args(args))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_stops_the_rest_and_is_named() {
        let steps = [
            Step {
                name: "good",
                work: || Ok(()),
                advice: "",
            },
            Step {
                name: "bad",
                work: || anyhow::bail!("broken"),
                advice: "mend it",
            },
            Step {
                name: "never",
                work: || panic!("ran after a failure"),
                advice: "",
            },
        ];
        let error = format!("{:#}", perform(&steps).unwrap_err());
        assert!(
            error.starts_with("ci stopped at `bad` (2/3) after 0.0 s; mend it"),
            "{error}"
        );
        assert!(error.ends_with(": broken"), "{error}");
    }
}
