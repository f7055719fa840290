//! Where an editor waits for games: what the environment of the process or the file of the editor says. Knows no socket.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use treewright_core::format::json;

use crate::proof::Hex16;

/// The variable of the environment that an editor sets for a game that it starts: `HOST:PORT:TOKEN`.
pub const VARIABLE: &str = "TREEWRIGHT_LINK";

/// The value of the field `format` in the editor's file, and its version.
const FORMAT: &str = "treewright-link";
const FILE_VERSION: u32 = 1;

/// Where an editor waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port.
    pub host: String,
    /// What both sides prove to know.
    pub token: Hex16,
}

/// The file by which an editor tells games where it waits.
#[derive(Serialize, Deserialize)]
struct AddressFile {
    format: String,
    version: u32,
    address: String,
    token: Hex16,
    #[serde(default)]
    pid: u32,
}

impl Address {
    /// Returns the text of the variable [`VARIABLE`].
    pub fn to_variable(&self) -> String {
        format!("{}:{}", self.host, self.token)
    }

    /// Returns the text of the file at [`Self::path`], written by the process with this number. Nobody but the user may read
    /// that file.
    pub fn to_file(&self, process: u32) -> String {
        let file = AddressFile {
            format: FORMAT.to_owned(),
            version: FILE_VERSION,
            address: self.host.clone(),
            token: self.token,
            pid: process,
        };
        // Cannot fail: it consists of texts and small numbers.
        json::to_string(&file).unwrap_or_default()
    }

    /// Returns the path of the editor's file, in a folder that only the user can read; `None` if there is no such folder.
    pub fn path() -> Option<PathBuf> {
        let folders = ["XDG_RUNTIME_DIR", "LOCALAPPDATA", "TMPDIR"];
        let folder = folders.into_iter().find_map(std::env::var_os)?;
        Some(PathBuf::from(folder).join("treewright").join("link.json"))
    }

    /// Reads `HOST:PORT:TOKEN`.
    pub(crate) fn of_variable(text: &str) -> Option<Self> {
        let (host, token) = text.rsplit_once(':')?;
        Some(Self {
            host: host.to_owned(),
            token: token.parse().ok()?,
        })
    }

    /// Reads the editor's file. Only addresses of this machine count: others are given by hand.
    pub(crate) fn of_file(text: &str) -> Option<Self> {
        let file: AddressFile = json::from_str(text).ok()?;
        let is_here = file.address.starts_with("127.0.0.1:") || file.address.starts_with("[::1]:");
        let is_known = file.format == FORMAT && file.version == FILE_VERSION && is_here;
        is_known.then_some(Self {
            host: file.address,
            token: file.token,
        })
    }

    /// Returns where an editor waits now.
    pub(crate) fn find() -> Option<Self> {
        match std::env::var(VARIABLE) {
            Ok(text) => Self::of_variable(&text),
            Err(_) => Self::of_file(&std::fs::read_to_string(Self::path()?).ok()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "000102030405060708090a0b0c0d0e0f";

    #[test]
    fn the_variable_has_host_port_and_token() {
        let read = |text: &str| Address::of_variable(text).map(|address| address.host);
        assert_eq!(
            read(&format!("127.0.0.1:41234:{TOKEN}")).unwrap(),
            "127.0.0.1:41234"
        );
        assert_eq!(
            read(&format!("[::1]:41234:{TOKEN}")).unwrap(),
            "[::1]:41234"
        );
        assert_eq!(
            read(&format!("editor.local:1:{TOKEN}")).unwrap(),
            "editor.local:1"
        );
        for wrong in ["", "127.0.0.1:41234", "127.0.0.1:41234:secret", TOKEN] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_an_editor_writes_is_read() {
        let address = Address {
            host: "127.0.0.1:41234".to_owned(),
            token: TOKEN.parse().unwrap(),
        };
        let read = Address::of_variable(&address.to_variable());
        assert_eq!(read.as_ref(), Some(&address));
        let text = address.to_file(123);
        assert_eq!(
            text,
            format!(
                r#"{{"format":"treewright-link","version":1,"address":"127.0.0.1:41234","token":"{TOKEN}","pid":123}}"#
            )
        );
        assert_eq!(Address::of_file(&text), Some(address));
    }

    #[test]
    fn the_file_leads_to_this_machine_only() {
        let read = |format: &str, version: u32, address: &str| {
            let text = format!(
                r#"{{"format":"{format}","version":{version},"address":"{address}","token":"{TOKEN}","pid":123}}"#
            );
            Address::of_file(&text).map(|address| address.host)
        };
        assert_eq!(
            read(FORMAT, 1, "127.0.0.1:41234").unwrap(),
            "127.0.0.1:41234"
        );
        assert_eq!(read(FORMAT, 1, "[::1]:41234").unwrap(), "[::1]:41234");
        assert_eq!(read(FORMAT, 2, "127.0.0.1:41234"), None);
        assert_eq!(read("other", 1, "127.0.0.1:41234"), None);
        assert_eq!(read(FORMAT, 1, "10.0.0.7:41234"), None);
        assert_eq!(Address::of_file("{"), None);
    }
}
