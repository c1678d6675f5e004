//! How long a server asks to be left alone: in milliseconds, in seconds, or until a date.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, HeaderName};

/// What a server wants beyond this is this: no job of ours lives as long.
const WAIT_MAX: Duration = Duration::from_secs(24 * 3_600);

/// What `retry-after-ms` or `retry-after` say. Nothing where they say nothing that can be waited for.
pub(super) fn wanted_wait(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let wait = match number(headers, "retry-after-ms") {
        Some(ms) => bounded(ms / 1_000.0),
        None => match number(headers, "retry-after") {
            Some(seconds) => bounded(seconds),
            None => until_date(headers, now),
        },
    };
    wait.filter(|wait| !wait.is_zero())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    text(headers, name)?.parse().ok()
}

fn bounded(seconds: f64) -> Option<Duration> {
    let wanted = Duration::try_from_secs_f64(seconds.min(WAIT_MAX.as_secs_f64()));
    wanted.ok().filter(|_| !seconds.is_nan())
}

/// A date is compared with the server's own clock where it shows it, because clocks differ.
fn until_date(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let date = |name: &str| httpdate::parse_http_date(text(headers, name)?).ok();
    let from = date("date").unwrap_or(now);
    let wait = date("retry-after")?.duration_since(from).ok()?;
    Some(wait.min(WAIT_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(lines: &[(&'static str, &str)]) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.insert(*name, value.parse().unwrap());
        }
        let now = httpdate::parse_http_date("Wed, 18 Nov 2026 20:00:00 GMT").unwrap();
        wanted_wait(&headers, now)
    }

    #[test]
    fn a_pause_is_read_in_seconds_and_milliseconds() {
        assert_eq!(
            wanted(&[("retry-after", " 2 ")]),
            Some(Duration::from_secs(2))
        );
        let both = [("retry-after", "2"), ("retry-after-ms", "150")];
        assert_eq!(wanted(&both), Some(Duration::from_millis(150)));
        for nothing in ["", "0", "-1", "NaN", "soon"] {
            assert_eq!(wanted(&[("retry-after", nothing)]), None, "{nothing}");
        }
        assert_eq!(wanted(&[]), None);
    }

    #[test]
    fn a_pause_without_reason_is_a_long_one_and_not_none() {
        for absurd in ["90000", "99999999999999999999999", "1e400", "inf"] {
            assert_eq!(
                wanted(&[("retry-after", absurd)]),
                Some(WAIT_MAX),
                "{absurd}"
            );
        }
        let year_9999 = [("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")];
        assert_eq!(wanted(&year_9999), Some(WAIT_MAX));
    }

    #[test]
    fn a_date_is_read_by_the_servers_own_clock_if_it_shows_one() {
        let date = ("retry-after", "Wed, 18 Nov 2026 20:00:05 GMT");
        assert_eq!(wanted(&[date]), Some(Duration::from_secs(5)));
        let ahead = ("date", "Wed, 18 Nov 2026 20:00:02 GMT");
        assert_eq!(wanted(&[date, ahead]), Some(Duration::from_secs(3)));
        let past = ("date", "Wed, 18 Nov 2026 20:00:09 GMT");
        assert_eq!(wanted(&[date, past]), None);
        let nonsense = ("date", "yesterday");
        assert_eq!(wanted(&[date, nonsense]), Some(Duration::from_secs(5)));
    }
}
