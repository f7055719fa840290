//! Decodes `.btlog` files, which the `FileLogger2` of BehaviorTree.CPP 4.3 and later writes: a tree and the changes of its nodes'
//! statuses. Opens no files and knows nothing about what the tree means.
//!
//! | offset | bytes | content |
//! | --- | --- | --- |
//! | 0 | 18 | `BTCPP4-FileLogger2` |
//! | 18 | 1 | the version, 1 |
//! | 19 | 4 | the length N of the tree, little-endian like all numbers |
//! | 23 | N | the tree as XML |
//! | 23 + N | 8 | the time at which the log began: microseconds since 1970 |
//! | 31 + N | 9 each | the changes: microseconds since then in 6 bytes, the number of the node in 2, its status |
//!
//! The program writes a log as long as it runs, so a log may end anywhere; what is there is read.

use treewright_core::told;

use crate::bytes::Bytes;
use crate::changes::{CHANGE_BYTES, StatusChange};

const MAGIC: &[u8] = b"BTCPP4-FileLogger2";
const VERSION: u8 = 1;

/// The times wrap around at 48 bits: where the two clocks of the logger differ, they begin anywhere.
const WRAP: u64 = 1 << 48;

told! {
    /// The reason why a log cannot be read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LogFault of "robot_log_error" {
        /// It begins with other bytes.
        NotALog = "not_a_log", "this is no log of BehaviorTree.CPP 4";
        /// Its version is unknown.
        Version {
            /// The version.
            version: u32,
        } = "version", "the log has version {version}, but only version 1 is known";
        /// It ends within the tree, before any change.
        CutBeforeTree = "cut_before_tree",
            "the log ends within its tree, so nothing can be read";
        /// The tree is not a text.
        NotAText = "not_a_text", "the tree in the log is not valid UTF-8";
    }
}

/// A log.
#[derive(Clone, Copy, Debug)]
pub struct Log<'b> {
    /// The tree, as XML.
    pub tree: &'b str,
    /// When it began: microseconds since 1970; `None` if it ends before that.
    pub began: Option<i64>,
    changes: &'b [u8],
}

impl<'b> Log<'b> {
    /// Returns whether a file is a log, by its first bytes.
    pub fn is_log(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a log.
    ///
    /// # Errors
    /// If it is none, or ends before its tree does.
    pub fn read(bytes: &'b [u8]) -> Result<Self, LogFault> {
        let mut bytes = Bytes(bytes);
        if !Self::is_log(bytes.0) {
            return Err(LogFault::NotALog);
        }
        bytes.take(MAGIC.len());
        let version = bytes.byte().ok_or(LogFault::CutBeforeTree)?;
        if version != VERSION {
            return Err(LogFault::Version {
                version: version.into(),
            });
        }
        let length = bytes.little_endian(4).ok_or(LogFault::CutBeforeTree)?;
        let tree = bytes.take(length as usize).ok_or(LogFault::CutBeforeTree)?;
        let tree = std::str::from_utf8(tree).map_err(|_| LogFault::NotAText)?;
        let began = bytes.array().map(i64::from_le_bytes);
        Ok(Self {
            tree,
            began,
            changes: if began.is_some() { bytes.0 } else { &[] },
        })
    }

    /// Returns the changes in order. Their times count from the first one.
    pub fn changes(&self) -> impl Iterator<Item = StatusChange> + Clone {
        let first = StatusChange::all(self.changes).next();
        let first = first.map_or(0, |change| change.time);
        StatusChange::all(self.changes).map(move |change| StatusChange {
            time: (change.time + WRAP - first) % WRAP,
            ..change
        })
    }

    /// Returns the number of bytes at the end that are too few for a change: the log was cut there.
    pub fn cut_bytes(&self) -> usize {
        self.changes.len() % CHANGE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::NodeStatus;

    /// A log with a tree and changes at these times.
    fn log(tree: &str, times: &[u64]) -> Vec<u8> {
        let mut bytes = [MAGIC, &[VERSION]].concat();
        bytes.extend((tree.len() as i32).to_le_bytes());
        bytes.extend(tree.as_bytes());
        bytes.extend(1_700_000_000_000_000_i64.to_le_bytes());
        for time in times {
            bytes.extend(&time.to_le_bytes()[..6]);
            bytes.extend([7, 0, 2]);
        }
        bytes
    }

    #[test]
    fn a_log_that_is_cut_anywhere_is_read_as_far_as_it_goes() {
        let whole = log("<root/>", &[5, 9]);
        for length in 0..=whole.len() {
            let read = Log::read(&whole[..length]);
            match length {
                0..18 => assert_eq!(read.unwrap_err(), LogFault::NotALog),
                18..30 => assert_eq!(read.unwrap_err(), LogFault::CutBeforeTree),
                _ => {
                    let log = read.unwrap();
                    let changes = length.saturating_sub(38);
                    assert_eq!(log.tree, "<root/>");
                    assert_eq!(log.began.is_some(), length >= 38);
                    assert_eq!(log.changes().count(), changes / 9);
                    assert_eq!(log.cut_bytes(), changes % 9);
                }
            }
        }
    }

    #[test]
    fn times_count_from_the_first_change_even_if_they_wrap() {
        let bytes = log("", &[WRAP - 3, 2]);
        let changes: Vec<StatusChange> = Log::read(&bytes).unwrap().changes().collect();
        let change = |time| StatusChange {
            time,
            uid: 7,
            status: Some(NodeStatus::Success),
        };
        assert_eq!(changes, [change(0), change(5)]);
    }

    #[test]
    fn other_versions_and_trees_that_are_no_text_are_refused() {
        let mut bytes = log("<root/>", &[]);
        bytes[24] = 0xff;
        assert_eq!(Log::read(&bytes).unwrap_err(), LogFault::NotAText);
        bytes[18] = 2;
        let refused = Log::read(&bytes).unwrap_err();
        assert_eq!(refused, LogFault::Version { version: 2 });
    }
}
