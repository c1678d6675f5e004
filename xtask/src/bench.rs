//! `cargo xtask bench core|models|server|voice`: runs the measured programs in the release build and prints one table.
//!
//! A measured program prints a row as `what<TAB>value`; its other lines are shown as they are.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::process;
use crate::workspace::Workspace;

const START_RUNS: usize = 50;
/// The first runs read the program from disk, which is not what is measured.
const START_RUNS_WARM_UP: usize = 3;
const SAMPLE_EVERY: Duration = Duration::from_millis(10);

const KNOWN: &str = "core, models, server, voice";

type Row = (String, String);

pub(crate) fn run(args: &[&str]) -> Result<()> {
    match args {
        ["core"] => core(),
        ["models"] => models(),
        ["voice"] => voice(),
        ["server"] => server(),
        [] => bail!("which bench? known: {KNOWN}"),
        unknown => bail!("unknown bench `{}`; known: {KNOWN}", unknown.join(" ")),
    }
}

/// What our own code adds to a language model's time.
fn models() -> Result<()> {
    let program = ["-p", "tests", "--bin", "bench_models"];
    print!("{}", table(&measured("bench_models", &program)?));
    Ok(())
}

/// Many spoken interviews at once, beside a bare relay as the floor.
fn voice() -> Result<()> {
    process::run(process::cargo().args(["build", "--release", "-q", "-p", "viva"]))?;
    let viva = Workspace::load()?.target_directory.join("release/viva");
    let viva = viva
        .to_str()
        .context("the target folder's name is not UTF-8")?;
    let program = ["-p", "tests", "--bin", "bench_voice", "--", viva];
    print!(
        "{}",
        table(&measured(
            "bench_voice, which plays the people and the far voice",
            &program
        )?)
    );
    Ok(())
}

/// The release program under the load of a thousand viewers.
fn server() -> Result<()> {
    process::run(process::cargo().args(["build", "--release", "-q", "-p", "viva"]))?;
    let viva = Workspace::load()?.target_directory.join("release/viva");
    let viva = viva.to_str().context("the program's path is not UTF-8")?;
    let program = ["-p", "tests", "--bin", "bench_server", "--", viva];
    print!("{}", table(&measured("bench_server", &program)?));
    Ok(())
}

fn core() -> Result<()> {
    let workspace = Workspace::load()?;
    let mut rows = Vec::new();
    if workspace.builds("tests", "bin", "bench_core") {
        rows.extend(measured(
            "bench_core",
            &["-p", "tests", "--bin", "bench_core"],
        )?);
    }
    if workspace.builds("store", "example", "append_throughput") {
        let folder = tempfile::tempdir()?;
        let path = folder
            .path()
            .to_str()
            .context("the temporary folder's name is not UTF-8")?;
        let program = ["-p", "store", "--example", "append_throughput", "--", path];
        rows.extend(measured("append_throughput", &program)?);
    }
    process::run(process::cargo().args(["build", "--release", "-q", "-p", "viva"]))?;
    rows.extend(process_start(
        &workspace.target_directory.join("release/viva"),
    )?);
    print!("{}", table(&rows));
    Ok(())
}

/// Runs one measured program. What it builds first is not part of the memory reported.
fn measured(name: &str, program: &[&str]) -> Result<Vec<Row>> {
    let release = ["--release", "-q"];
    let built = program.iter().take_while(|arg| **arg != "--");
    process::run(process::cargo().arg("build").args(release).args(built))?;
    let mut command = process::cargo();
    command
        .arg("run")
        .args(release)
        .args(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let (output, kib_max) = watched(&mut command)?;

    let mut rows = Vec::new();
    for line in output.lines() {
        match line.split_once('\t') {
            Some((what, value)) => {
                rows.push((what.trim().to_owned(), value.trim().replace('\t', "  ")))
            }
            None => println!("{line}"),
        }
    }
    if let Some(kib) = kib_max {
        rows.push((format!("{name}: peak memory"), mebibytes(kib)));
    }
    Ok(rows)
}

fn watched(command: &mut Command) -> Result<(String, Option<u64>)> {
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", process::describe(command)))?;
    let mut pipe = child
        .stdout
        .take()
        .context("the program has no output to read")?;
    let reader = thread::spawn(move || {
        let mut output = String::new();
        pipe.read_to_string(&mut output).map(|_| output)
    });
    let mut kib_max = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        kib_max = peak_kib(&child).or(kib_max);
        thread::sleep(SAMPLE_EVERY);
    };
    let Ok(output) = reader.join() else {
        bail!("the reader of the program's output panicked")
    };
    if !status.success() {
        bail!("{} failed ({status})", process::describe(command));
    }
    Ok((output?, kib_max))
}

/// The kernel keeps the high-water mark, so only growth in the last few milliseconds can be missed. `cargo run` replaces
/// itself with the program, which makes the child's id the program's.
fn peak_kib(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    high_water_mark(&status)
}

fn high_water_mark(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn process_start(viva: &Path) -> Result<Vec<Row>> {
    let mut times = Vec::with_capacity(START_RUNS);
    for run in 0..START_RUNS_WARM_UP + START_RUNS {
        let start = Instant::now();
        let mut command = Command::new(viva);
        command
            .arg("--help")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let status = command
            .status()
            .with_context(|| format!("cannot start {}", viva.display()))?;
        if !status.success() {
            bail!("`viva --help` failed ({status})");
        }
        if run >= START_RUNS_WARM_UP {
            times.push(start.elapsed());
        }
    }
    times.sort();
    let size = fs::metadata(viva)?.len() / 1024;
    Ok(vec![
        (
            format!("viva --help: median of {START_RUNS}"),
            milliseconds(times[START_RUNS / 2]),
        ),
        (
            "viva --help: slowest".to_owned(),
            milliseconds(times[START_RUNS - 1]),
        ),
        ("viva: size of the program".to_owned(), mebibytes(size)),
    ])
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

fn mebibytes(kib: u64) -> String {
    format!("{}.{} MiB", kib / 1024, kib % 1024 * 10 / 1024)
}

fn table(rows: &[Row]) -> String {
    let width = rows
        .iter()
        .map(|(what, _)| what.chars().count())
        .max()
        .unwrap_or_default();
    rows.iter()
        .map(|(what, value)| format!("{what:<width$}  {value}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_bench_is_answered_with_the_known_ones() {
        assert_eq!(
            run(&["speed"]).unwrap_err().to_string(),
            "unknown bench `speed`; known: core, models, server, voice"
        );
    }

    #[test]
    fn the_peak_is_read_from_the_kernels_status() {
        assert_eq!(
            high_water_mark("VmPeak:\t 9000 kB\nVmHWM:\t    2560 kB\n"),
            Some(2560)
        );
        assert_eq!(high_water_mark("State:\tZ (zombie)\n"), None);
        assert_eq!(mebibytes(2560), "2.5 MiB");
    }

    #[test]
    fn rows_line_up() {
        let rows = [
            ("ä".to_owned(), "1 ms".to_owned()),
            ("long".to_owned(), "2 ms".to_owned()),
        ];
        assert_eq!(table(&rows), "ä     1 ms\nlong  2 ms\n");
    }

    #[test]
    fn a_program_that_fails_is_an_error_and_its_output_is_read_to_the_end() {
        let mut good = Command::new("sh");
        let (output, _) = watched(
            good.args(["-c", "printf 'a\\t1\\n'"])
                .stdout(Stdio::piped()),
        )
        .unwrap();
        assert_eq!(output, "a\t1\n");
        let mut bad = Command::new("sh");
        watched(bad.args(["-c", "exit 2"]).stdout(Stdio::piped())).unwrap_err();
    }
}
