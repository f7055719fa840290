//! Where a program with a Groot2 publisher is reached: a host and a port, as users write them.

use std::fmt;
use std::str::FromStr;

/// The ports that programs use as a rule: that of a Groot2 publisher, and that of the navigators of nav2.
pub const USUAL_PORTS: [u16; 2] = [1667, 1669];

/// The host of programs on the same machine.
pub const THIS_MACHINE: &str = "127.0.0.1";

/// The address of a program. The port after this one tells which breakpoints are reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotAddress {
    /// A name, or an address without brackets.
    pub host: String,
    pub port: u16,
}

impl Default for RobotAddress {
    fn default() -> Self {
        Self {
            host: THIS_MACHINE.to_owned(),
            port: USUAL_PORTS[0],
        }
    }
}

impl RobotAddress {
    /// Returns the address that a user has typed; `None` if it is none.
    pub fn typed(host: &str, port: &str) -> Option<Self> {
        let host = host.trim().trim_start_matches('[').trim_end_matches(']');
        let port: u16 = port.trim().parse().ok()?;
        // The last port has none after it.
        let is_port = port > 0 && port < u16::MAX;
        let is_host = !host.is_empty() && !host.contains(char::is_whitespace);
        (is_host && is_port).then(|| Self {
            host: host.to_owned(),
            port,
        })
    }
}

impl fmt::Display for RobotAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') {
            write!(f, "[{host}]:{port}")
        } else {
            write!(f, "{host}:{port}")
        }
    }
}

/// An address that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAddress;

impl FromStr for RobotAddress {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let (host, port) = text.rsplit_once(':').ok_or(NoAddress)?;
        Self::typed(host, port).ok_or(NoAddress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for text in ["127.0.0.1:1667", "robot.local:1669", "[::1]:1667"] {
            let address: RobotAddress = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
        }
        assert_eq!(
            RobotAddress::typed(" robot ", " 1667 ").unwrap().host,
            "robot"
        );
        let not = [
            ("", "1667"),
            ("a b", "1667"),
            ("robot", "0"),
            ("robot", "65535"),
            ("robot", "x"),
        ];
        for (host, port) in not {
            assert_eq!(RobotAddress::typed(host, port), None, "{host} {port}");
        }
        assert_eq!("robot".parse::<RobotAddress>(), Err(NoAddress));
    }
}
