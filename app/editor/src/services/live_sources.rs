//! The programs that the editor is attached to: robots.

use treewright_session::workspace::live::{LiveRow, LiveSource, SourceId};
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::robot_link::RobotLink;

/// The programs that the editor is attached to; none at every start.
#[derive(Default)]
pub(crate) struct LiveSources {
    pub robots: Vec<RobotLink>,
    last: u64,
}

impl LiveSources {
    /// Returns the number for another attachment.
    pub fn next_id(&mut self) -> SourceId {
        self.last += 1;
        SourceId(self.last)
    }

    /// Returns an attachment.
    pub fn source_mut(&mut self, id: SourceId) -> Option<&mut dyn LiveSource> {
        let robot = self.robots.iter_mut().find(|robot| robot.id() == id)?;
        Some(robot)
    }

    pub fn robot(&mut self, id: SourceId) -> Option<&mut RobotLink> {
        self.robots.iter_mut().find(|robot| robot.id() == id)
    }

    /// Returns the document that shows what a program runs now.
    pub fn document_of(&self, id: SourceId) -> Option<DocumentId> {
        let robot = self.robots.iter().find(|robot| robot.id() == id)?;
        robot.document()
    }

    /// Returns what panels show of them.
    pub fn rows(&self) -> Vec<LiveRow> {
        self.robots.iter().map(RobotLink::row).collect()
    }
}
