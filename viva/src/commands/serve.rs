//! `viva serve`: the studio, until it is told to stop. `viva` alone opens it in the browser too.

use std::net::SocketAddr;

use anyhow::Context;
use secrecy::ExposeSecret;
use server::{Connected, Limits};
use tokio::net::TcpListener;

use crate::cli::DEFAULT_ADDRESS;
use crate::config::Config;
use crate::{console, speech, staffing, voice};

pub(super) async fn run(config: &Config, address: &str) -> anyhow::Result<()> {
    serve(config, address, announce).await
}

pub(super) async fn run_and_open(config: &Config) -> anyhow::Result<()> {
    serve(config, DEFAULT_ADDRESS, |address| {
        announce(address);
        if has_desktop() {
            // Whoever has no browser reads the address.
            if let Err(error) = open::that_detached(format!("http://{address}/")) {
                console::say(&format!("open that address in a browser ({error})"));
            }
        }
    })
    .await
}

async fn serve(
    config: &Config,
    address: &str,
    ready: impl FnOnce(SocketAddr),
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}: choose another address with `viva serve --addr 127.0.0.1:PORT`")
    })?;
    // A speech server of our own is started when one is installed and no other is named.
    let speech = match config.setting("VIVA_SPEECH_URL") {
        Some(_) => None,
        None => speech::start(&config.data).await,
    };
    let settings = server::Config {
        data: config.data.clone(),
        database: config.database.clone(),
        token: config
            .token
            .as_ref()
            .map(|it| it.expose_secret().to_owned()),
        staff: staffing::staff(config)?,
        cost_cap: config.cost_cap,
        connected: Connected {
            model: staffing::models(config).map(|models| models.model),
            voice: voice::far(config).map(|far| far.model),
            search: config.setting("VIVA_SEARCH_URL").is_some(),
        },
        voice: voice::settings(config, speech.as_ref().map(|it| it.url().to_owned())),
        limits: Limits::USUAL,
    };
    let stop = told_to_stop()?;
    server::run(listener, settings, ready, stop).await?;
    Ok(())
}

fn announce(address: SocketAddr) {
    // A pipe that nobody reads is no reason not to serve.
    if let Err(error) = console::print(&format!("listening on http://{address}")) {
        tracing::debug!(%error, "the address could not be said");
    }
}

/// Ends when the terminal or the system asks for it.
fn told_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        .context("the system's signals cannot be heard")?;
    Ok(async move {
        let interrupted = async {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        #[cfg(unix)]
        tokio::select! {
            () = interrupted => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        interrupted.await;
    })
}

/// Whether there is a screen to open a browser on.
fn has_desktop() -> bool {
    cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
