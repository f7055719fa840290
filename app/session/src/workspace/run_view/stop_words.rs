//! Where and why a run has stopped, in words.

use treewright_core::ToArgument as _;
use treewright_core::model::Document;

use super::{StopKind, StopView};
use crate::i18n::{Texts, said};

impl Texts {
    /// Returns where and why a run of this document has stopped.
    pub fn stop(&self, stop: &StopView, document: &Document) -> String {
        let title = stop.node.as_ref().map(|node| self.title_of(document, node));
        let title = title.unwrap_or_default();
        let node = [("node", &*title)];
        let why = match &stop.kind {
            StopKind::Breakpoint(text) => self.message(text),
            StopKind::Frame => self.tr("stop.frame").into_owned(),
            StopKind::Start => self.tr_with("stop.start", &node),
            StopKind::End => self.tr_with("stop.end", &node),
            StopKind::Finished(status) => {
                let status = self.choice(status.name());
                self.tr_with("stop.finished", &[("status", &status)])
            }
            StopKind::NotReached(frames) => {
                let arguments = vec![("frames", frames.to_argument())];
                self.message(&said("log.goal_not_reached", arguments))
            }
        };
        let why = why.trim_end_matches(['.', '。']);
        let frame = stop.frame.to_string();
        self.tr_with("stop.where", &[("why", why), ("frame", &frame)])
    }
}
