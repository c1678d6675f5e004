//! The commands, one file each.

mod after;
mod check;
mod compare;
mod doctor;
mod edited;
mod essay;
mod export;
mod follow_up;
mod import;
mod interview;
mod log;
mod models;
mod piped;
mod plan;
mod rehearse;
mod replay;
mod script;
mod sections;
mod serve;
mod sessions;
mod simulate;
mod spoken;
mod terminal;
mod try_speech;

use crate::cli::{Cli, Command};
use crate::config::Config;

pub(crate) async fn run(cli: Cli) -> anyhow::Result<()> {
    let Some(command) = cli.command else {
        return serve::run_and_open(&Config::read(&cli.place)?).await;
    };
    match command {
        Command::Serve(args) => serve::run(&Config::read(&cli.place)?, &args.addr).await,
        Command::Check { plan } => check::run(&plan),
        Command::Plan(args) => plan::run(&args, &cli.place).await,
        Command::Simulate(args) => simulate::run(&args).await,
        Command::Rehearse(args) => rehearse::run(&args, &cli.place).await,
        Command::Models { command } => models::run(&Config::read(&cli.place)?, command).await,
        Command::Doctor => doctor::run(&cli.place).await,
        Command::Interview(args) => interview::run(&args, &Config::read(&cli.place)?).await,
        Command::Sessions { json } => sessions::list(&Config::read(&cli.place)?, json).await,
        Command::Show { session, json } => {
            sessions::show(&Config::read(&cli.place)?, &session.session, json).await
        }
        Command::Log {
            session,
            json,
            after,
        } => log::run(&Config::read(&cli.place)?, &session.session, json, after).await,
        Command::Replay {
            session,
            at,
            verify,
        } => replay::run(&Config::read(&cli.place)?, &session.session, at, verify).await,
        Command::Analyze { session, json } => {
            after::analyze(&Config::read(&cli.place)?, &session.session, json).await
        }
        Command::Essay(args) => essay::run(&Config::read(&cli.place)?, &args).await,
        Command::FollowUp(args) => follow_up::run(&Config::read(&cli.place)?, &args).await,
        Command::Import(args) => import::run(&Config::read(&cli.place)?, &args).await,
        Command::Export { session, out } => {
            export::run(&Config::read(&cli.place)?, &session.session, &out).await
        }
    }
}
