//! The floor: what comes from one side goes to the other, and nobody looks at it.

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{accept_async_with_config, client_async_with_config};

use super::limits;

/// Relays every connection to the far end until the process is ended.
pub async fn run(far: &str) -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println_address(&listener)?;
    loop {
        let (stream, _) = listener.accept().await?;
        let far = far.to_owned();
        tokio::spawn(async move {
            if let Err(error) = relay(stream, &far).await {
                tracing::debug!(%error, "a relayed talk ended");
            }
        });
    }
}

#[expect(
    clippy::print_stdout,
    reason = "whoever started the relay reads where it listens"
)]
fn println_address(listener: &TcpListener) -> anyhow::Result<()> {
    println!("listening on http://{}", listener.local_addr()?);
    Ok(())
}

async fn relay(near: TcpStream, far: &str) -> Result<(), Error> {
    near.set_nodelay(true)?;
    let near = accept_async_with_config(near, Some(limits())).await?;
    let stream = TcpStream::connect(far).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{far}/v1/realtime");
    let (far, _) = client_async_with_config(url, stream, Some(limits())).await?;
    let (mut to_near, mut from_near) = near.split();
    let (mut to_far, mut from_far) = far.split();
    loop {
        tokio::select! {
            message = from_near.next() => match passed_on(message)? {
                Some(message) => to_far.send(message).await?,
                None => return Ok(()),
            },
            message = from_far.next() => match passed_on(message)? {
                Some(message) => to_near.send(message).await?,
                None => return Ok(()),
            },
        }
    }
}

fn passed_on(message: Option<Result<Message, Error>>) -> Result<Option<Message>, Error> {
    match message.transpose()? {
        Some(Message::Close(_)) | None => Ok(None),
        Some(message) => Ok(Some(message)),
    }
}
