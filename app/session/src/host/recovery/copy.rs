//! The file format of recovery copies: one header line of JSON, then the document as it would be saved. Reading a damaged copy reports the damage and
//! returns what is readable.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use treewright_core::{limits, told};

use crate::host::files::{self, Fingerprint};

/// Identifies a recovery copy.
const MAGIC: &str = "treewright-recovery";

/// The version of the format that this program writes.
const VERSION: u32 = 1;

/// Allowance for the header line, which contains paths and a title, above the size limit of documents.
const HEADER_BYTES: usize = limits::MEGABYTE;

/// What a copy says about its document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyHead {
    /// The document's file, or `None` if it never had one.
    pub path: Option<PathBuf>,
    /// Fingerprint of that file when it was last read or written; missing in copies of earlier versions.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    pub title: String,
    /// The other tool's file from which it was imported, while it has no file of its own.
    #[serde(default)]
    pub origin: Option<PathBuf>,
    /// The content of the file of its claims, while it has no file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<String>,
}

/// The header line. Earlier versions of the program wrote only the fields of [`CopyHead`].
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
    #[serde(flatten)]
    head: CopyHead,
    /// Time of writing in seconds since 1970.
    #[serde(default)]
    written: u64,
    /// The id of the process that wrote it.
    #[serde(default)]
    process: u32,
    /// Fingerprint of the document that follows.
    #[serde(default)]
    holds: Option<Fingerprint>,
}

told! {
    /// What is wrong with a copy.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CopyFault of "copy_fault" without examples {
        Unreadable(reason: String) = "unreadable", "it cannot be read: {reason}";
        /// The header line is damaged.
        NoHead = "no_head", "its first line is damaged";
        /// The end of the document is missing.
        CutShort = "cut_short", "its end is missing";
        /// The document differs from what was written.
        Altered = "altered", "its contents were changed";
        /// A newer program version wrote it.
        Newer = "newer", "a newer version of Treewright wrote it";
    }
}

/// A copy that was found at start.
#[derive(Clone, Debug)]
pub struct FoundCopy {
    pub file: PathBuf,
    /// Default if the header is unreadable.
    pub head: CopyHead,
    pub written: Option<SystemTime>,
    /// The document, or the readable part of it.
    pub bytes: Vec<u8>,
    pub fault: Option<CopyFault>,
}

/// Returns the text of a copy.
///
/// # Errors
/// If a path in the header cannot be represented in JSON.
pub fn text(head: &CopyHead, document: &str) -> Result<String, serde_json::Error> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let first = Header {
        format: MAGIC.to_owned(),
        version: VERSION,
        head: head.clone(),
        written: now.map_or(0, |since| since.as_secs()),
        process: std::process::id(),
        holds: Some(Fingerprint::of(document.as_bytes())),
    };
    let mut text = serde_json::to_string(&first)?;
    text.reserve(document.len() + 1);
    text.push('\n');
    text.push_str(document);
    Ok(text)
}

/// Reads a copy; of a damaged one, as much as possible.
pub fn read(file: &Path) -> FoundCopy {
    let mut found = FoundCopy {
        file: file.to_owned(),
        head: CopyHead::default(),
        written: None,
        bytes: Vec::new(),
        fault: None,
    };
    let mut bytes = match files::read_up_to(file, (limits::FILE_BYTES + HEADER_BYTES) as u64) {
        Ok(bytes) => bytes,
        Err(error) => {
            found.fault = Some(CopyFault::Unreadable(error.to_string()));
            return found;
        }
    };
    let end = bytes.iter().position(|b| *b == b'\n');
    let first = end.and_then(|end| serde_json::from_slice::<Header>(&bytes[..end]).ok());
    let (Some(end), Some(first)) = (end, first) else {
        // The document may be complete all the same.
        bytes.drain(..end.map_or(0, |end| end + 1));
        found.bytes = bytes;
        found.fault = Some(CopyFault::NoHead);
        return found;
    };
    bytes.drain(..=end);
    found.fault = first.fault(&bytes);
    found.written = (first.written > 0).then(|| UNIX_EPOCH + Duration::from_secs(first.written));
    found.head = first.head;
    found.bytes = bytes;
    found
}

impl Header {
    /// Checks the document that follows the header.
    fn fault(&self, bytes: &[u8]) -> Option<CopyFault> {
        if self.format == MAGIC && self.version > VERSION {
            return Some(CopyFault::Newer);
        }
        let holds = self.holds?;
        if holds == Fingerprint::of(bytes) {
            None
        } else if (bytes.len() as u64) < holds.length() {
            Some(CopyFault::CutShort)
        } else {
            Some(CopyFault::Altered)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn head() -> CopyHead {
        CopyHead {
            path: Some(PathBuf::from("/trees/guard.bt.json")),
            fingerprint: Some(Fingerprint::of(b"what it held")),
            title: "guard".to_owned(),
            origin: None,
            claims: None,
        }
    }

    #[test]
    fn a_damaged_copy_is_reported_with_its_readable_part() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.copy");
        let text = text(&head(), "{\n}\n").unwrap();
        let read = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            read(&file)
        };
        let whole = read(text.as_bytes());
        assert_eq!((whole.head, whole.fault), (head(), None));
        assert!(whole.written.is_some());
        assert_eq!(whole.bytes, b"{\n}\n");

        let cut = read(&text.as_bytes()[..text.len() - 2]);
        assert_eq!((cut.head, cut.fault), (head(), Some(CopyFault::CutShort)));
        assert_eq!(cut.bytes, b"{\n");

        let altered = read(text.replace("{\n}\n", "{\n]\n").as_bytes());
        assert_eq!(altered.fault, Some(CopyFault::Altered));

        let newer = read(text.replace("\"version\":1", "\"version\":2").as_bytes());
        assert_eq!(newer.fault, Some(CopyFault::Newer));

        let garbled = read(text.replace("\"path\"", "\"path").as_bytes());
        assert_eq!(garbled.fault, Some(CopyFault::NoHead));
        assert_eq!(garbled.bytes, b"{\n}\n");

        let nothing = read(b"");
        assert_eq!(nothing.fault, Some(CopyFault::NoHead));
    }

    #[test]
    fn a_copy_of_an_earlier_version_is_valid() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1-4.copy");
        fs::write(
            &file,
            "{\"path\":null,\"title\":\"guard\",\"process\":7}\n{}",
        )
        .unwrap();
        let found = read(&file);
        assert_eq!((&*found.head.title, found.fault), ("guard", None));
        assert_eq!(found.bytes, b"{}");
    }
}
