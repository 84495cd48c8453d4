//! The way in for guests: further addresses of the server, in the local networks of this machine, opened while it runs.
//!
//! The host's token opens it, so it is made to be worth little to a thief of that token: only this file decides on
//! addresses and port, the token of the host opens nothing there, its limits are its own, so that a crowd outside leaves the
//! host's places free, and the program prints a warning when it opens.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use parking_lot::Mutex;
use tokio::sync::{mpsc, watch};

use super::hosts::Hosts;
use super::outward::outward;
use crate::table;

/// The first port to try. The board's own is the one before it.
const PORT: u16 = 7712;
/// Number of further ports to try.
const NEXT_PORTS: u16 = 100;

/// An opened door, for the server to serve.
pub(super) struct Opening {
    /// Listen already, and do not block.
    pub listeners: Vec<TcpListener>,
    /// Their names.
    pub hosts: Hosts,
    /// Becomes true when it is closed.
    pub stop: watch::Receiver<bool>,
}

/// The door, as tables see it.
#[derive(Debug)]
pub(super) struct Door {
    /// The address of a server that others reach anyway.
    fixed: Option<String>,
    opened: Mutex<Option<Opened>>,
    openings: mpsc::UnboundedSender<Opening>,
    networks: fn() -> io::Result<Vec<Ipv4Addr>>,
}

#[derive(Debug)]
struct Opened {
    addresses: Vec<String>,
    stop: watch::Sender<bool>,
}

impl Door {
    /// A closed door, and what comes through it when it is opened. `fixed` is the page of a server that others reach
    /// anyway.
    pub fn new(fixed: Option<String>) -> (Door, mpsc::UnboundedReceiver<Opening>) {
        let (openings, receiver) = mpsc::unbounded_channel();
        (Door { fixed, opened: Mutex::new(None), openings, networks: local_addresses }, receiver)
    }

    fn open_new(&self) -> Result<Opened, String> {
        let networks =
            (self.networks)().map_err(|error| format!("cannot read the network interfaces: {error}"))?;
        if networks.is_empty() {
            return Err("this machine has no address in a local network".to_string());
        }
        let listeners = listen(&networks, PORT)?;
        let (stop, stopped) = watch::channel(false);
        let bound = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<Vec<_>>>();
        let bound = bound.map_err(|error| error.to_string())?;
        let addresses: Vec<String> = bound.iter().map(|address| format!("http://{address}")).collect();
        tracing::warn!("warning: guests can connect at {}, not encrypted", addresses.join(", "));
        let opening = Opening { listeners, hosts: Hosts::at(&bound), stop: stopped };
        self.openings.send(opening).map_err(|_| "the program is ending".to_string())?;
        Ok(Opened { addresses, stop })
    }
}

impl table::Door for Door {
    fn open(&self) -> Result<Vec<String>, String> {
        if self.fixed.is_some() {
            return Ok(self.addresses());
        }
        let mut opened = self.opened.lock();
        if opened.is_none() {
            *opened = Some(self.open_new()?);
        }
        Ok(opened.iter().flat_map(|opened| opened.addresses.clone()).collect())
    }

    fn close(&self) {
        if let Some(opened) = self.opened.lock().take() {
            opened.stop.send_replace(true);
            tracing::warn!("guests can no longer connect");
        }
    }

    fn addresses(&self) -> Vec<String> {
        let opened = self.opened.lock();
        let opened = opened.iter().flat_map(|opened| &opened.addresses);
        self.fixed.iter().chain(opened).cloned().collect()
    }
}

/// Listens at all of these addresses, on the first port from `first` on that is free at each.
fn listen(addresses: &[Ipv4Addr], first: u16) -> Result<Vec<TcpListener>, String> {
    let at = |port: u16| -> io::Result<Vec<TcpListener>> {
        let bind = |&ip: &Ipv4Addr| {
            let listener = TcpListener::bind(SocketAddr::from((ip, port)))?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        addresses.iter().map(bind).collect()
    };
    for port in first..=first + NEXT_PORTS {
        match at(port) {
            Ok(listeners) => return Ok(listeners),
            // Windows forbids ports that it keeps for itself.
            Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {}
            Err(error) => return Err(format!("cannot listen in the local network: {error}")),
        }
    }
    Err(format!("the ports {first} to {} are in use", first + NEXT_PORTS))
}

/// The addresses of this machine in local networks, the one with the way out of them first.
fn local_addresses() -> io::Result<Vec<Ipv4Addr>> {
    let all = if_addrs::get_if_addrs()?.into_iter().map(|interface| interface.ip());
    let outward = outward(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    Ok(sorted(all, outward))
}

fn sorted(all: impl Iterator<Item = IpAddr>, outward: Option<IpAddr>) -> Vec<Ipv4Addr> {
    let mut local: Vec<Ipv4Addr> = all.filter_map(local).collect();
    local.sort_by_key(|&ip| (Some(IpAddr::V4(ip)) != outward, ip));
    local.dedup();
    local
}

/// An address of IPv4 that the internet does not route: private, of a carrier or a private overlay (100.64.0.0/10), or of a
/// laboratory (RFC 5737). An address that all the world reaches is not opened from the page.
fn local(ip: IpAddr) -> Option<Ipv4Addr> {
    let IpAddr::V4(ip) = ip else { return None };
    let is_shared = ip.octets()[0] == 100 && ip.octets()[1] & 0xc0 == 64;
    (ip.is_private() || is_shared || ip.is_documentation()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Door as _;

    fn door(networks: fn() -> io::Result<Vec<Ipv4Addr>>) -> (Door, mpsc::UnboundedReceiver<Opening>) {
        let (door, openings) = Door::new(None);
        (Door { networks, ..door }, openings)
    }

    #[test]
    fn only_addresses_of_local_networks_are_opened_the_one_with_the_way_out_first() {
        let ips = ["127.0.0.1", "8.8.8.8", "172.17.0.1", "192.168.1.5", "fe80::1", "169.254.0.9", "0.0.0.0"];
        let all = ips.map(|ip| ip.parse::<IpAddr>().expect("an address"));
        let expected = ["192.168.1.5", "172.17.0.1"].map(|ip| ip.parse::<Ipv4Addr>().expect("an address"));
        assert_eq!(sorted(all.into_iter(), Some(all[3])), expected);
        assert_eq!(sorted([all[0], all[1]].into_iter(), Some(all[1])), [] as [Ipv4Addr; 0]);
    }

    #[test]
    fn it_opens_once_at_a_free_port_and_tells_when_it_is_closed() {
        let (door, mut openings) = door(|| Ok(vec![Ipv4Addr::LOCALHOST]));
        assert!(door.addresses().is_empty());
        let addresses = door.open().expect("a free port");
        assert_eq!((door.open(), door.addresses()), (Ok(addresses.clone()), addresses.clone()));
        let opening = openings.try_recv().expect("one opening");
        assert!(openings.try_recv().is_err() && !*opening.stop.borrow());
        let authority = addresses[0].strip_prefix("http://").expect("a page");
        assert!(opening.hosts.accepts(authority));
        door.close();
        assert!(*opening.stop.borrow() && door.addresses().is_empty());
    }

    #[test]
    fn a_machine_without_a_network_is_told_so() {
        let (door, _openings) = door(|| Ok(Vec::new()));
        assert!(door.open().expect_err("nowhere to listen").contains("local network"));
    }

    #[test]
    fn a_port_that_is_in_use_is_not_taken() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = taken.local_addr().expect("its address").port().min(u16::MAX - NEXT_PORTS - 1);
        let found = listen(&[Ipv4Addr::LOCALHOST], port).expect("another port");
        assert_ne!(found[0].local_addr().expect("its address"), taken.local_addr().expect("its address"));
    }
}
