//! `cargo xtask sim [SEED]`: one seed again, or a thousand new ones.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use tests::simulation;

const SEEDS: u64 = 1_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let given = std::env::args()
        .nth(1)
        .map(|seed| parse(&seed))
        .transpose()?;
    let seeds = given.map_or(0..SEEDS, |seed| seed..seed + 1);
    let (mut events, mut crashes) = (0, 0);
    for seed in seeds.clone() {
        let outcome = simulation::run(seed).await.map_err(|error| {
            anyhow::anyhow!("sim failed: seed {seed:#x}: {error}. Rerun: cargo xtask sim {seed:#x}")
        })?;
        events += outcome.events;
        crashes += outcome.crashes;
    }
    println!(
        "{} interviews, {events} events, {crashes} crashes: every promise kept",
        seeds.end - seeds.start
    );
    Ok(())
}

fn parse(seed: &str) -> anyhow::Result<u64> {
    match seed.strip_prefix("0x") {
        Some(hex) => Ok(u64::from_str_radix(hex, 16)?),
        None => Ok(seed.parse()?),
    }
}
