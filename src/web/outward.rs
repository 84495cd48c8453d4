//! The address of this machine for others.

use std::net::{IpAddr, UdpSocket};

/// The address with the way to other networks; `unspecified` is of the wanted kind. Nothing is sent: the system only chooses
/// a route.
pub(super) fn outward(unspecified: IpAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((unspecified, 0)).ok()?;
    let anywhere = if unspecified.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    socket.connect(anywhere).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
