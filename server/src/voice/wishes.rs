//! What becomes of a client's wishes in a call.

use coordinator::SessionError;
use interview::event::Channel;
use interview::{ClientId, Heard, Input, Rejection};
use realtime::client::{Asked, NoticeLevel};
use realtime::{ItemId, Order, Words};
use tokio::time::Instant;

use super::call::Call;

/// Answers that wait for the interviewer to stop, which takes a moment.
const TYPED_WAITING_MAX: usize = 16;

impl Call {
    pub(super) async fn asked(&mut self, asked: Asked) -> Result<(), SessionError> {
        match asked {
            Asked::Audio(frame) => self.microphone(frame),
            Asked::CommitTurn => self.order(Order::CommitTurn).await,
            Asked::ClearInput => self.order(Order::ClearInput).await,
            Asked::Cancel => self.order(Order::Cancel).await,
            Asked::Truncated {
                item_id,
                audio_end_ms,
            } => {
                let was_speaking = self.speaking.as_ref() == Some(&item_id);
                self.played(item_id, audio_end_ms).await;
                // What the client has stopped goes on for nobody.
                if was_speaking {
                    self.order(Order::Cancel).await;
                }
            }
            Asked::Played {
                item_id,
                audio_end_ms,
            } => self.played(item_id, audio_end_ms).await,
            Asked::Speed(speed) => self.order(Order::Speed { speed }).await,
            Asked::Respond => self.begin_if_waiting().await?,
            Asked::Typed { item_id, text } => {
                self.begin_if_waiting().await?;
                self.type_in(item_id, text).await?;
            }
        }
        Ok(())
    }

    async fn played(&self, item_id: ItemId, audio_end_ms: u64) {
        let played = Order::Played {
            item_id,
            audio_end_ms,
        };
        self.order(played).await;
    }

    /// Who types takes the floor, as who speaks does: what the interviewer is saying ends first, and stands before the answer
    /// in the talk.
    async fn type_in(&mut self, item_id: ItemId, text: Words) -> Result<(), SessionError> {
        self.typed.push_back((Instant::now(), item_id, text));
        if self.speaking.is_some() && self.typed.len() < TYPED_WAITING_MAX {
            self.order(Order::Cancel).await;
            return Ok(());
        }
        self.take_typed().await
    }

    /// The floor is free, or nobody says any more that it is not.
    pub(super) async fn take_typed(&mut self) -> Result<(), SessionError> {
        while let Some((_, item_id, text)) = self.typed.pop_front() {
            self.typed(item_id, text).await?;
        }
        Ok(())
    }

    /// A client of another make knows no other way to begin than to ask for a first response, and none to go on after its
    /// connection was lost. When the interviewer speaks after that is its own affair; the wish is no order.
    async fn begin_if_waiting(&mut self) -> Result<(), SessionError> {
        for input in [Input::Start, Input::Resume] {
            match self.live.take(input).await {
                Ok(_) => return Ok(()),
                Err(SessionError::Rejected(_)) => {}
                Err(error @ (SessionError::Load(_) | SessionError::Stopped)) => return Err(error),
            }
        }
        Ok(())
    }

    async fn typed(&mut self, item_id: ItemId, text: Words) -> Result<(), SessionError> {
        let heard = Heard {
            text: text.as_str().into(),
            client_id: Some(ClientId::new(item_id.as_str())),
            channel: Channel::Text,
            start_ms: None,
            end_ms: None,
        };
        match self.live.take(Input::Heard(heard)).await {
            Ok(_) | Err(SessionError::Rejected(Rejection::HeardBefore(_))) => {
                self.order(Order::Typed { item_id, text }).await;
                Ok(())
            }
            Err(SessionError::Rejected(rejection)) => {
                let message = rejection.to_string();
                self.client.notice(NoticeLevel::Warning, &message);
                Ok(())
            }
            Err(error @ (SessionError::Load(_) | SessionError::Stopped)) => Err(error),
        }
    }
}
