//! The names of this server: the rules against pages of other sites.
//!
//! With every request a browser sends the name in the address (`Host`) and, from scripts, the site of the page
//! (`Origin`). A page of another site can make a browser connect to loopback, also under its own name (DNS rebinding),
//! but it cannot change these two headers. So both must be exactly ours.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Uri, header};

/// The port that addresses leave out in `http://`.
const HTTP_PORT: u16 = 80;

/// The names of this server, as in `Host`.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosts {
    /// Reached without a proxy: a page from there is `http`.
    direct: Vec<String>,
    /// Set by the user who started the server; a proxy may add `https`.
    named: Vec<String>,
    /// Any numeric address with this port is ours, because the server listens on all of them. DNS rebinding needs a
    /// name, which is not numeric.
    any_address: Option<u16>,
}

impl Hosts {
    /// The names of a server at this address, and those of `--host`.
    pub fn new(address: SocketAddr, names: &[String]) -> Hosts {
        let port = address.port();
        let ip = address.ip();
        let mut hosts = Hosts::default();
        let mut direct = vec![literal(ip)];
        if ip.is_loopback() || ip.is_unspecified() {
            direct.push("localhost".to_string());
        }
        for host in direct {
            hosts.direct.push(format!("{host}:{port}"));
            if port == HTTP_PORT {
                hosts.direct.push(host);
            }
        }
        for name in names.iter().map(|name| name.to_ascii_lowercase()) {
            if !name.contains(':') {
                hosts.named.push(format!("{name}:{port}"));
            }
            hosts.named.push(name);
        }
        hosts.any_address = ip.is_unspecified().then_some(port);
        hosts
    }

    /// The names of a server that listens at these addresses, and has no other name.
    pub fn at(addresses: &[SocketAddr]) -> Hosts {
        Hosts { direct: addresses.iter().map(ToString::to_string).collect(), ..Hosts::default() }
    }

    /// Is this value of `Host` ours?
    pub fn accepts(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.direct.contains(&host) || self.named.contains(&host) || self.is_any_address(&host)
    }

    fn is_any_address(&self, host: &str) -> bool {
        let Some(port) = self.any_address else { return false };
        let address = host.parse::<SocketAddr>().is_ok_and(|address| address.port() == port);
        address || (port == HTTP_PORT && host.parse::<IpAddr>().is_ok())
    }

    /// Is a page of this `Origin` from the server with the name `host`, which was accepted before?
    fn is_origin(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        let host = host.to_ascii_lowercase();
        let is_secure = origin.strip_prefix("https://").is_some_and(|name| name == host);
        let is_plain = origin.strip_prefix("http://").is_some_and(|name| name == host);
        is_plain || (is_secure && self.named.contains(&host))
    }

    /// The reason for refusing a request, if any. `opens_socket`: it opens a WebSocket, which must have an `Origin`.
    pub fn refusal(&self, uri: &Uri, headers: &HeaderMap, opens_socket: bool) -> Option<&'static str> {
        let Some(host) = only(headers, header::HOST) else { return Some("expected one Host header") };
        let is_ours = uri.authority().is_none_or(|authority| self.accepts(authority.as_str()));
        if !is_ours || !self.accepts(host) {
            return Some(
                "this server does not answer to that name; 'quadriga board --host NAME' or 'quadriga match --live \
                 NAME:PORT' adds one",
            );
        }
        let origins = headers.get_all(header::ORIGIN).iter().count();
        let origin = only(headers, header::ORIGIN);
        if (origins > 0 || opens_socket) && !origin.is_some_and(|origin| self.is_origin(origin, host)) {
            return Some("pages of other sites may not connect");
        }
        is_foreign(headers, opens_socket).then_some("other sites may only link here")
    }
}

/// Is this a request of another site, according to the browser? A link that a user follows is allowed: it opens the
/// page of the board, and returns nothing to the other site. Browsers do not agree whether a WebSocket to the page's
/// own server is `same-origin` or `same-site`; its `Origin` decides that.
fn is_foreign(headers: &HeaderMap, opens_socket: bool) -> bool {
    let value = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_link = value("sec-fetch-mode") == Some("navigate") && value("sec-fetch-dest") == Some("document");
    match value("sec-fetch-site") {
        None | Some("same-origin" | "none") => false,
        Some("same-site") if opens_socket => false,
        Some(_) => opens_socket || !is_link,
    }
}

/// The value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// An address as in URLs.
pub(super) fn literal(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, names: &[&str]) -> Hosts {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        Hosts::new(address.parse().expect("an address"), &names)
    }

    #[test]
    fn loopback_has_two_names_and_no_other() {
        let hosts = hosts("127.0.0.1:7711", &[]);
        for name in ["127.0.0.1:7711", "localhost:7711", "LocalHost:7711"] {
            assert!(hosts.accepts(name), "{name}");
        }
        for name in
            ["", "127.0.0.1", "127.0.0.1:7712", "localhost", "evil.example:7711", "127.0.0.1.nip.io:7711"]
        {
            assert!(!hosts.accepts(name), "{name}");
        }
        for name in ["localhost.:7711", "0.0.0.0:7711", "[::1]:7711", "2130706433:7711", "127.1:7711"] {
            assert!(!hosts.accepts(name), "{name}");
        }
    }

    #[test]
    fn a_server_on_all_addresses_knows_its_addresses_and_still_no_names() {
        let hosts = hosts("0.0.0.0:7711", &["Board.example"]);
        for name in
            ["192.168.1.5:7711", "[fe80::1]:7711", "localhost:7711", "board.example", "board.example:7711"]
        {
            assert!(hosts.accepts(name), "{name}");
        }
        for name in ["192.168.1.5:80", "192.168.1.5", "evil.example:7711", "evil.board.example"] {
            assert!(!hosts.accepts(name), "{name}");
        }
    }

    #[test]
    fn a_server_for_guests_has_the_names_of_its_addresses_and_not_even_localhost() {
        let hosts = Hosts::at(&["192.168.1.5:7712".parse().expect("an address")]);
        assert!(hosts.accepts("192.168.1.5:7712"));
        for name in ["localhost:7712", "127.0.0.1:7712", "192.168.1.5", "192.168.1.6:7712", "board.example"] {
            assert!(!hosts.accepts(name), "{name}");
        }
    }

    #[test]
    fn an_origin_is_the_server_that_was_called_and_https_only_behind_a_proxy() {
        let hosts = hosts("127.0.0.1:7711", &["board.example"]);
        assert!(hosts.is_origin("http://127.0.0.1:7711", "127.0.0.1:7711"));
        assert!(hosts.is_origin("https://board.example", "board.example"));
        for (origin, host) in [
            ("null", "127.0.0.1:7711"),
            ("https://127.0.0.1:7711", "127.0.0.1:7711"),
            ("http://localhost:7711", "127.0.0.1:7711"),
            ("http://127.0.0.1:7711.evil.example", "127.0.0.1:7711"),
            ("http://127.0.0.1:7711/", "127.0.0.1:7711"),
            ("https://board.example:7711", "board.example"),
        ] {
            assert!(!hosts.is_origin(origin, host), "{origin}");
        }
    }
}
