//! Which faults pass, which need a new connection, and which no connection will cure.

use crate::wire::Fault;
use tokio_tungstenite::tungstenite::{self, protocol::CloseFrame};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    GoOn,
    Reconnect(String),
    /// Never in a loop: it costs money or gets the account blocked.
    GiveUp(String),
}

const HOPELESS: &[&str] = &[
    "invalid_api_key",
    "insufficient_quota",
    "credit_balance_exhausted",
    "billing_hard_limit_reached",
    "account_deactivated",
    "model_not_found",
    "beta_api_shape_disabled",
    "unsupported_country_region_territory",
];

/// Codes are short names; anything else would be text of the provider's choosing.
const CODE_CHARS_MAX: usize = 64;

pub(super) fn name(fault: &Fault) -> String {
    let code = fault
        .code
        .as_deref()
        .or(fault.kind.as_deref())
        .unwrap_or("error");
    code.chars()
        .filter(|it| it.is_ascii_alphanumeric() || *it == '_')
        .take(CODE_CHARS_MAX)
        .collect()
}

/// The frame was wrong, not the server's day.
pub(super) fn is_ours(fault: &Fault) -> bool {
    fault.kind.as_deref() == Some("invalid_request_error")
}

pub(super) fn of_error(fault: &Fault) -> Remedy {
    let name = name(fault);
    match (HOPELESS.contains(&name.as_str()), name.as_str()) {
        (true, _) => Remedy::GiveUp(hint(&name)),
        (false, "session_expired") => {
            Remedy::Reconnect("the session reached its time limit".into())
        }
        (false, _) => Remedy::GoOn,
    }
}

pub(super) fn of_close(frame: Option<&CloseFrame>) -> Remedy {
    let Some(frame) = frame else {
        return Remedy::Reconnect("closed without a reason".into());
    };
    let code = u16::from(frame.code);
    let hopeless = HOPELESS.iter().find(|it| frame.reason.contains(**it));
    match (hopeless, code) {
        (Some(name), _) => Remedy::GiveUp(hint(name)),
        (None, 3000 | 4000 | 1008) => {
            Remedy::GiveUp(format!("refused by the server with close code {code}"))
        }
        (None, _) => Remedy::Reconnect(format!("closed with code {code}")),
    }
}

pub(super) fn of_socket(error: &tungstenite::Error) -> Remedy {
    if let tungstenite::Error::Http(response) = error {
        let status = response.status().as_u16();
        let body = response.body().as_deref().unwrap_or_default();
        let body = String::from_utf8_lossy(body);
        let hopeless = HOPELESS.iter().find(|it| body.contains(**it));
        return match (hopeless, status) {
            (Some(name), _) => Remedy::GiveUp(hint(name)),
            (None, 400..=407 | 410..=428) => Remedy::GiveUp(hint(&format!("status {status}"))),
            (None, _) => Remedy::Reconnect(format!("answered with status {status}")),
        };
    }
    if let tungstenite::Error::Url(_) | tungstenite::Error::HttpFormat(_) = error {
        return Remedy::GiveUp("the realtime address or key cannot be used; check VIVA_REALTIME_URL and OPENAI_API_KEY".into());
    }
    if let tungstenite::Error::Capacity(_) = error {
        return Remedy::Reconnect("a frame was larger than any honest one".into());
    }
    Remedy::Reconnect("the connection broke".into())
}

fn hint(name: &str) -> String {
    match name {
        "invalid_api_key" | "status 401" | "status 403" => {
            format!("{name}: check OPENAI_API_KEY and what it may use")
        }
        "insufficient_quota" | "credit_balance_exhausted" | "billing_hard_limit_reached" => {
            format!("{name}: add credit to the account")
        }
        "model_not_found" | "status 404" => {
            format!("{name}: check VIVA_REALTIME_MODEL and VIVA_REALTIME_URL")
        }
        other => format!("{other}: the server will not serve this setup"),
    }
}
