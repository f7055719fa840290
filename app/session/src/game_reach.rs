//! From which machines games may attach, and what the user of another machine has to know for that. Neither opens sockets nor asks the system.

use core::net::IpAddr;

use treewright_link::{Address, VARIABLE};

/// From which machines games may attach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// From this one.
    #[default]
    ThisMachine,
    /// Also from those to which the user makes a tunnel. They look like this machine, and what goes over the network is encrypted.
    Tunnel,
    /// Also from all that reach this address of this machine. Nothing is encrypted.
    Network(IpAddr),
}

/// An address by which other machines reach this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// What the system calls it.
    pub name: String,
    /// Its address.
    pub address: IpAddr,
}

/// What the user of another machine has to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The command that makes the tunnel; `None` if there is none.
    pub tunnel: Option<String>,
    /// How the environment of the game has to begin: the variable with its value.
    pub variable: String,
}

impl Invitation {
    /// Invites games by this address, which is the end of a tunnel or that of a network.
    pub fn to(address: &Address, is_tunnel: bool) -> Self {
        let host = &address.host;
        let port = host.rsplit_once(':').map_or("", |(_, port)| port);
        Self {
            tunnel: is_tunnel.then(|| format!("ssh -N -R {port}:{host}")),
            variable: format!("{VARIABLE}={}", address.to_variable()),
        }
    }
}
