//! Pages of the public web, and nothing else: an address that came out of an answer must not lead into our own network.
//!
//! The check is made where names become addresses, so that what was checked is what is connected to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::time::{Instant, timeout_at};

/// A title stands near the beginning of a page.
const PAGE_BYTES_MAX: usize = 64 << 10;
const TITLE_CHARS_MAX: usize = 160;
pub(super) const URL_CHARS_MAX: usize = 500;
/// A title is not worth more of a live cycle.
const PATIENCE: Duration = Duration::from_millis(1_500);

#[derive(Debug, Clone)]
pub(super) struct PublicWeb(reqwest::Client);

impl PublicWeb {
    pub(super) fn new() -> reqwest::Result<Self> {
        reqwest::Client::builder()
            .connect_timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            // A proxy would resolve names by itself, behind our back.
            .no_proxy()
            .dns_resolver(PublicOnly)
            .user_agent(concat!("viva/", env!("CARGO_PKG_VERSION")))
            .build()
            .map(PublicWeb)
    }

    /// The title of a page, if the page is public, there, and says what it is called.
    pub(super) async fn title(&self, url: &str, deadline: Instant) -> Option<String> {
        let url = public_url(url)?;
        let deadline = deadline.min(Instant::now() + PATIENCE);
        timeout_at(deadline, title_at(&self.0, url)).await.ok()?
    }
}

async fn title_at(http: &reqwest::Client, url: Url) -> Option<String> {
    let mut response = http.get(url).send().await.ok()?;
    if !response.status().is_success() {
        return None;
    }
    let mut page = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = PAGE_BYTES_MAX.saturating_sub(page.len());
        page.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() >= room {
            break;
        }
    }
    title_in(&String::from_utf8_lossy(&page))
}

fn title_in(page: &str) -> Option<String> {
    let begin = page.find("<title")?;
    let (_, rest) = page[begin..].split_once('>')?;
    let (title, _) = rest.split_once("</title")?;
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title: String = title.chars().take(TITLE_CHARS_MAX).collect();
    (!title.is_empty()).then_some(title)
}

/// An address that may be shown and opened: of the web, without a name and password, on the usual port, and with a host
/// that is not obviously inside. What its name leads to is checked when it is resolved.
pub(super) fn public_url(written: &str) -> Option<Url> {
    if written.chars().count() > URL_CHARS_MAX {
        return None;
    }
    let url = Url::parse(written.trim()).ok()?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if !plain {
        return None;
    }
    let host = url.host_str()?;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let public = match bare.parse::<IpAddr>() {
        Ok(address) => is_public(address),
        Err(_) => is_public_name(host),
    };
    public.then_some(url)
}

fn is_public_name(host: &str) -> bool {
    const INSIDE: [&str; 7] = [
        "localhost",
        "local",
        "internal",
        "intranet",
        "lan",
        "home",
        "arpa",
    ];
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    match host.rsplit_once('.') {
        Some((_, last)) => !INSIDE.contains(&last),
        None => false,
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let shared = first == 100 && (64..128).contains(&second);
    let protocols = first == 192 && second == 0 && third == 0;
    let relays = first == 192 && second == 88 && third == 99;
    let benchmarks = first == 198 && (18..20).contains(&second);
    !(first == 0
        || first >= 240
        || shared
        || protocols
        || relays
        || benchmarks
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Only what is given out for general use (2000::/3), less the parts that stand for something else: addresses of the
/// other version in disguise, tunnels, examples. Mapped, unique-local and link-local addresses lie outside of it.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let general = first & 0xe000 == 0x2000;
    let special = first == 0x2001 && second < 0x0200;
    let documentation = (first == 0x2001 && second == 0x0db8) || first & 0xfff0 == 0x3ff0;
    let six_to_four = first == 0x2002;
    general && !special && !documentation && !six_to_four
}

/// Resolves names to public addresses. A name that has a single address inside is refused as a whole.
#[derive(Debug)]
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            if found.iter().any(|address| !is_public(address.ip())) {
                let why = std::io::Error::other("the name leads to an address that is not public");
                return Err(why.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[test]
    fn addresses_inside_are_not_public_in_whatever_disguise() {
        for inside in [
            "127.0.0.1",
            "127.255.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "192.0.0.8",
            "198.18.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fc00::1",
            "fdff::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in [
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
        ] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn only_plain_addresses_of_public_hosts_are_addresses() {
        for wrong in [
            "http://localhost/x",
            "http://printer/",
            "http://wiki.internal/",
            "http://box.local./",
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://017700000001/",
            "http://[::1]/",
            "http://[::ffff:7f00:1]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://user:secret@example.org/",
            "http://example.org:8080/",
            "file:///etc/passwd",
            "gopher://example.org/",
            "javascript:alert(1)",
            "//example.org/",
            "",
        ] {
            assert_eq!(public_url(wrong), None, "{wrong}");
        }
        assert_eq!(
            public_url(&format!("http://example.org/{}", "a".repeat(600))),
            None
        );
        for right in ["https://example.org/a?b=c#d", "http://8.8.8.8/"] {
            assert_eq!(public_url(right).unwrap().as_str(), right);
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_never_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let web = PublicWeb::new().unwrap();
        // The name is resolved by the system: every machine has it, and it leads home.
        let url = Url::parse(&format!("http://localhost:{port}/")).unwrap();
        let refused = web.0.get(url).send().await.unwrap_err();
        assert!(refused.is_connect());
        let connected = tokio::time::timeout(Duration::from_millis(1), listener.accept()).await;
        assert!(connected.is_err(), "somebody connected");
    }

    #[tokio::test]
    async fn the_title_of_a_page_is_read_and_a_long_page_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = [0; 1_024];
                assert!(socket.read(&mut request).await.unwrap() > 0);
                let page = format!(
                    "<html><title lang=en>\n A  kiln </title>{}",
                    "x".repeat(1 << 20)
                );
                let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", page.len());
                // The reader hangs up when it has seen enough.
                if socket.write_all(head.as_bytes()).await.is_ok() {
                    drop(socket.write_all(page.as_bytes()).await);
                }
            }
        });
        let http = reqwest::Client::new();
        let title = title_at(&http, Url::parse(&url).unwrap()).await;
        assert_eq!(title.as_deref(), Some("A kiln"));
        assert_eq!(title_in("<title></title>"), None);
        assert_eq!(title_in("no title"), None);
    }
}
