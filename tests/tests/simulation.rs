//! The seeds that have taught us something, and a few hundred fresh ones.

use tests::simulation;

const SEEDS: &str = include_str!("../seeds.txt");
const FRESH: u64 = 150;

#[tokio::test]
async fn every_seed_keeps_the_promises() {
    let remembered = SEEDS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.trim().parse().ok());
    for seed in remembered.chain(1_000..1_000 + FRESH) {
        if let Err(error) = simulation::run(seed).await {
            panic!("sim failed: seed {seed:#x}: {error}. Rerun: cargo xtask sim {seed:#x}");
        }
    }
}

#[tokio::test]
async fn simulations_do_crash_and_strike() {
    let (mut crashes, mut struck) = (0, 0);
    for seed in 0..20 {
        let outcome = simulation::run(seed).await.unwrap();
        crashes += outcome.crashes;
        struck += outcome.struck;
    }
    assert!(
        crashes > 10 && struck > 5,
        "the simulation is too kind: {crashes} crashes, {struck} struck"
    );
}
