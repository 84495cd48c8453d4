//! Listening for browsers: on loopback at the first free port, or on an address that the user names.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};

use super::Failure;
use super::output::note;
use crate::web::{Limits, Server};

/// Number of further ports to try after the default one.
const NEXT_PORTS: u16 = 100;

/// Listens on loopback: at this port, or at the first free one from `default` on. `what` listens, such as "the board".
pub(super) fn bind_loopback(
    port: Option<u16>,
    default: u16,
    names: &[String],
    limits: Limits,
    what: &str,
) -> Result<Server, Failure> {
    let first = port.unwrap_or(default);
    let last = if port.is_some() { first } else { default + NEXT_PORTS };
    let mut port = first;
    loop {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match Server::bind(address, names, limits) {
            Ok(server) if port != first => {
                note(&format!("port {first} is in use: {what} has port {port}"));
                return Ok(server);
            }
            Ok(server) => return Ok(server),
            Err(error) if error.kind() == ErrorKind::AddrInUse && port < last => port += 1,
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                return Err(Failure::Failed(format!("port {port} is in use; choose another, or 0 for any")));
            }
            Err(error) => return Err(Failure::Failed(format!("cannot listen at {address}: {error}"))),
        }
    }
}

/// Listens on the address of a flag, whose name becomes one of the server's; reports an address that others can reach.
pub(super) fn bind_named(
    flag: &str,
    address: &str,
    example_port: u16,
    names: &[String],
    limits: Limits,
    warning: &str,
) -> Result<Server, Failure> {
    let wrong =
        || Failure::Usage(format!("{flag} {address}: expected HOST:PORT, such as 0.0.0.0:{example_port}"));
    let (host, _) = address.rsplit_once(':').ok_or_else(wrong)?;
    let resolved = address.to_socket_addrs().ok().and_then(|mut all| all.next()).ok_or_else(wrong)?;
    let mut names = names.to_vec();
    if host.trim_matches(['[', ']']).parse::<IpAddr>().is_err() {
        names.push(host.to_string());
    }
    let server = Server::bind(resolved, &names, limits)
        .map_err(|error| Failure::Failed(format!("cannot listen at {address}: {error}")))?;
    if !resolved.ip().is_loopback() {
        note(&format!("warning: {warning}"));
    }
    Ok(server)
}
