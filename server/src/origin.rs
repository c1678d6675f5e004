//! Where a request comes from: origins, hosts and the browser's own words about them.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Method, Version, header};

/// Whether the page that sent this request is ours. `None` when no page says so.
pub(crate) fn is_own_page(headers: &HeaderMap) -> Option<bool> {
    let origin = headers.get(header::ORIGIN)?;
    let own = (|| {
        let origin = origin.to_str().ok()?;
        let place = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"))?;
        Some(place.eq_ignore_ascii_case(host(headers)?))
    })();
    Some(own.unwrap_or(false))
}

/// A cookie is sent by the browser whoever asks for it, so it counts only together with proof that our own page asked.
pub(crate) fn backs_a_cookie(method: &Method, headers: &HeaderMap) -> bool {
    match is_own_page(headers) {
        Some(own) => own,
        None => {
            reads(method)
                && !upgrades(headers)
                && headers
                    .get("sec-fetch-site")
                    .is_some_and(|it| it == "same-origin")
        }
    }
}

pub(crate) fn reads(method: &Method) -> bool {
    *method == Method::GET || *method == Method::HEAD
}

/// Whether this asks for a WebSocket, through which much can be done.
pub(crate) fn upgrades(headers: &HeaderMap) -> bool {
    headers.contains_key(header::UPGRADE)
}

pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

/// The address of this server as its caller knows it.
pub(crate) fn base(headers: &HeaderMap) -> String {
    let own = (is_own_page(headers) == Some(true)).then(|| headers.get(header::ORIGIN));
    let by_page = own.flatten().and_then(|it| it.to_str().ok());
    let by_proxy = headers
        .get("x-forwarded-proto")
        .is_some_and(|it| it == "https");
    match by_page {
        Some(origin) => origin.to_owned(),
        None => {
            let scheme = if by_proxy { "https" } else { "http" };
            format!("{scheme}://{}", host(headers).unwrap_or("localhost"))
        }
    }
}

/// Whether somebody at this very machine asked this machine by its own name. A foreign name that was made to point
/// here, and a proxy that speaks for others, are not that. A proxy may leave no trace of itself, but no browser asks in
/// HTTP/1.0, as the best known proxy does unless it is told otherwise.
pub(crate) fn is_at_home(peer: SocketAddr, version: Version, headers: &HeaderMap) -> bool {
    let forwarded = [
        "forwarded",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-real-ip",
        "via",
    ];
    version >= Version::HTTP_11
        && peer.ip().to_canonical().is_loopback()
        && host(headers).is_some_and(is_loopback_name)
        && !forwarded.iter().any(|name| headers.contains_key(*name))
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_address_that_its_maker_sees() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs.iter().map(|(name, value)| {
                let name = axum::http::HeaderName::from_static(name);
                (name, axum::http::HeaderValue::from_static(value))
            });
            pairs.collect::<HeaderMap>()
        };
        let studio = headers(&[("host", "viva.example"), ("origin", "https://viva.example")]);
        assert_eq!(base(&studio), "https://viva.example");
        let behind = headers(&[("host", "viva.example"), ("x-forwarded-proto", "https")]);
        assert_eq!(base(&behind), "https://viva.example");
        let plain = headers(&[("host", "127.0.0.1:1"), ("origin", "https://other.example")]);
        assert_eq!(base(&plain), "http://127.0.0.1:1");
    }

    #[test]
    fn only_names_of_this_machine_are_at_home() {
        for home in ["localhost", "localhost:7373", "127.0.0.1:80", "[::1]:7373"] {
            assert!(is_loopback_name(home), "{home}");
        }
        for foreign in [
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "",
            "[::2]:1",
        ] {
            assert!(!is_loopback_name(foreign), "{foreign}");
        }
    }
}
