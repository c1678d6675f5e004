//! Text as it is written: Server-Sent Events of Chat Completions, read with bounds.

use tokio::time::{Instant, timeout_at};

use super::breaker::Pace;
use super::call::{Request, Spent};
use super::client::{ANSWER_BYTES_MAX, CHAT, ModelClient, backoff, body};
use super::failure::{ModelError, Refused};
use super::manners::Asking;
use super::wire::{Body, Completion, TokenCount};

/// What became of one stream.
#[derive(Debug, Default)]
struct Written {
    text: String,
    count: Option<TokenCount>,
    finish: Option<String>,
    is_done: bool,
}

impl ModelClient {
    /// Lets a model write, and hands over every piece as it comes. Tried again only while nothing was handed over.
    pub async fn stream_text(
        &self,
        request: &Request,
        spent: &mut Spent,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<String, ModelError> {
        let mut waits = backoff();
        loop {
            let mut written = Written::default();
            let asking = self.asking();
            let pace = Pace::of(Instant::now(), self.call_deadline(request));
            let outcome = self
                .stream_once(request, asking, &mut written, on_piece)
                .await;
            self.note(&request.model, pace, &outcome);
            if let Some(count) = &written.count {
                spent.add(count, self.prices().of(&request.model));
            }
            let error = match outcome {
                Ok(()) => return finished(written),
                Err(refused) if self.learns(asking, &refused) => continue,
                Err(refused) => refused.error,
            };
            if !written.text.is_empty() || !error.is_worth_another_attempt() {
                return Err(error);
            }
            self.wait(request.deadline, waits.next(), &error).await?;
        }
    }

    async fn stream_once(
        &self,
        request: &Request,
        asking: Asking,
        written: &mut Written,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<(), Refused> {
        let deadline = self.call_deadline(request);
        let body = Body {
            stream: true,
            stream_options: asking
                .usage
                .then(|| serde_json::json!({"include_usage": true})),
            ..body(request, &request.messages, asking)
        };
        let mut response = self.post(CHAT, &request.model, &body, deadline).await?;
        let mut lines = Lines::default();
        let mut n_bytes = 0;
        while !written.is_done {
            let patience = deadline.min(Instant::now() + self.config().timeouts.silence);
            let chunk = match timeout_at(patience, response.chunk()).await {
                Ok(Ok(chunk)) => chunk,
                Ok(Err(_)) => return Err(ModelError::Broken.into()),
                Err(_) => return Err(ModelError::TooLate.into()),
            };
            let Some(chunk) = chunk else {
                break;
            };
            n_bytes += chunk.len();
            if n_bytes > ANSWER_BYTES_MAX {
                return Err(ModelError::TooLarge.into());
            }
            for line in lines.take(&chunk) {
                written.read(&line, on_piece)?;
            }
        }
        // A stream that says neither that it is done nor why it stopped was cut.
        if written.is_done || written.finish.is_some() {
            Ok(())
        } else {
            Err(ModelError::Broken.into())
        }
    }
}

fn finished(written: Written) -> Result<String, ModelError> {
    match written.finish.as_deref() {
        Some("length") => Err(ModelError::CutOff),
        Some("content_filter") => Err(ModelError::Declined),
        Some(_) | None if written.text.trim().is_empty() => Err(ModelError::Declined),
        Some(_) | None => Ok(written.text),
    }
}

impl Written {
    fn read(
        &mut self,
        line: &str,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<(), ModelError> {
        let Some(data) = line.strip_prefix("data:").map(str::trim) else {
            return Ok(());
        };
        if data == "[DONE]" {
            self.is_done = true;
            return Ok(());
        }
        let value: serde_json::Value =
            serde_json::from_str(data).map_err(|_| ModelError::Broken)?;
        if value.get("error").is_some_and(|it| !it.is_null()) {
            return Err(ModelError::ServerFailed {
                status: 200,
                wait: None,
            });
        }
        let piece: Completion = serde_json::from_value(value).map_err(|_| ModelError::Broken)?;
        self.count = piece.usage.or(self.count);
        let Some(choice) = piece.choices.into_iter().next() else {
            return Ok(());
        };
        if choice.message.refusal.is_some_and(|it| !it.is_empty()) {
            return Err(ModelError::Declined);
        }
        if let Some(text) = choice.message.content.filter(|it| !it.is_empty()) {
            on_piece(&text);
            self.text.push_str(&text);
        }
        self.finish = choice.finish_reason.or(self.finish.take());
        Ok(())
    }
}

/// Cuts bytes into lines, whatever the pieces they come in.
#[derive(Debug, Default)]
struct Lines(Vec<u8>);

impl Lines {
    fn take(&mut self, chunk: &[u8]) -> Vec<String> {
        self.0.extend_from_slice(chunk);
        let mut lines = Vec::new();
        while let Some(end) = self.0.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.0.drain(..=end).collect();
            lines.push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_any_cut_also_inside_a_letter() {
        let text = "data: é\r\n\ndata: ü\n";
        for cut in 0..text.len() {
            let mut lines = Lines::default();
            let mut found = lines.take(&text.as_bytes()[..cut]);
            found.extend(lines.take(&text.as_bytes()[cut..]));
            assert_eq!(found, ["data: é", "", "data: ü"], "{cut}");
        }
    }
}
