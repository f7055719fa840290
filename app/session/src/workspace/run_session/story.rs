//! An abort as one sentence: what changed, what was interrupted, where the tree goes on.

use treewright_core::abort::AbortType;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::BesideEvent;
use treewright_core::{Argument, Message, Program, ToArgument as _};
use treewright_insight::history::AbortStory;

use crate::i18n::{asked, said};
use crate::workspace::program_places::Places;
use crate::workspace::run_view::LogKind;

/// What a tree that runs beside the one shown did, in words.
pub(super) fn tell_beside(tree: &str, what: &BesideEvent) -> (LogKind, Message) {
    let named = |key| said(key, vec![("tree", tree.to_argument())]);
    let says = |text: Argument| {
        let arguments = vec![("tree", tree.to_argument()), ("text", text)];
        said("log.beside_says", arguments)
    };
    match what {
        BesideEvent::Started => (LogKind::Run, named("log.beside_started")),
        BesideEvent::Ended(EndStatus::Success) => (LogKind::Run, named("log.beside_success")),
        BesideEvent::Ended(EndStatus::Failure) => (LogKind::Run, named("log.beside_failure")),
        BesideEvent::Ended(EndStatus::Inactive) => (LogKind::Run, named("log.beside_stopped")),
        BesideEvent::Log(text) | BesideEvent::Mark(text) => {
            (LogKind::Log, says(text.to_argument()))
        }
        BesideEvent::Error(why) => (LogKind::Error, says(why.to_argument())),
    }
}

/// What a sentence needs to call nodes by their names.
pub(super) struct Told<'a> {
    pub program: &'a Program<()>,
    pub places: &'a Places,
    pub project: &'a Project<'a>,
}

impl Told<'_> {
    fn node(&self, node: NodeIndex) -> Option<&Node> {
        self.places.node(self.project, self.program, node)
    }

    /// An abort in a sentence.
    pub(super) fn abort(&self, story: &AbortStory) -> Message {
        let called = |node| self.places.title_argument(self.project, self.program, node);
        let condition = self.node(story.conditional);
        let condition = condition.map_or_else(|| called(story.conditional), asked);
        let watched_by = self.node(story.watched_by);
        let abort = watched_by.map(|node| node.abort).unwrap_or_default();
        let interrupted = match story.branch() {
            Some(node) => {
                let top = ("top", called(node));
                match story.interrupted.first().filter(|first| **first != node) {
                    Some(first) => said("log.abort_branch", vec![top, ("running", called(*first))]),
                    None => said("log.abort_node", vec![top]),
                }
            }
            None => said("log.abort_nothing", Vec::new()),
        };
        let key = match story.answer {
            Status::Success => "log.abort_true",
            _ => "log.abort_false",
        };
        let arguments = vec![
            ("condition", condition),
            ("composite", called(story.watched_by)),
            ("abort", said_abort(abort).to_argument()),
            ("interrupted", interrupted.to_argument()),
            ("target", called(story.target)),
        ];
        said(key, arguments)
    }
}

/// An abort type, as the interface calls it.
fn said_abort(abort: AbortType) -> Message {
    Message::new("abort", abort.name(), Vec::new(), "")
}
