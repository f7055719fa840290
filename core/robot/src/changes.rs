//! The statuses of BehaviorTree.CPP's nodes and their changes, as its loggers and its Groot2 publisher write them. Knows no file
//! and no message.

use crate::bytes::Bytes;

/// The number of bytes of a change.
pub(crate) const CHANGE_BYTES: usize = 9;

/// The status of a node in BehaviorTree.CPP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeStatus {
    /// It does not run.
    Idle,
    /// It runs.
    Running,
    /// It succeeded, and was not reset since.
    Success,
    /// It failed, and was not reset since.
    Failure,
    /// Its preconditions left it out.
    Skipped,
}

impl NodeStatus {
    /// Returns the status of this number; `None` if there is none.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Idle,
            1 => Self::Running,
            2 => Self::Success,
            3 => Self::Failure,
            4 => Self::Skipped,
            _ => return None,
        })
    }
}

/// A change of a node's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusChange {
    /// When it happened: microseconds since the log began.
    pub time: u64,
    /// The number of the node in its tree.
    pub uid: u16,
    /// The status from then on; `None` if the program wrote a number that is no status.
    pub status: Option<NodeStatus>,
}

impl StatusChange {
    /// Reads the changes in these bytes. What is left at the end is too short for one.
    pub fn all(bytes: &[u8]) -> impl Iterator<Item = Self> + Clone {
        bytes.chunks_exact(CHANGE_BYTES).filter_map(Self::read)
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        Some(Self {
            time: bytes.little_endian(6)?,
            uid: bytes.little_endian(2)? as u16,
            status: NodeStatus::from_number(bytes.byte()?),
        })
    }
}
