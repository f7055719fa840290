//! An abort as one sentence: what changed, what was interrupted, where the tree goes on.

use treewright_core::Program;
use treewright_core::model::Node;
use treewright_core::project::Project;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::BesideEvent;
use treewright_insight::history::AbortStory;

use crate::i18n::Texts;
use crate::workspace::program_places::Places;
use crate::workspace::run_view::LogKind;

/// What a tree that runs beside the one shown did, in words.
pub(super) fn tell_beside(tree: &str, what: &BesideEvent, texts: &Texts) -> (LogKind, String) {
    let named = |key| texts.tr_with(key, &[("tree", tree)]);
    let says = |text: &str| texts.tr_with("log.beside_says", &[("tree", tree), ("text", text)]);
    match what {
        BesideEvent::Started => (LogKind::Run, named("log.beside_started")),
        BesideEvent::Ended(EndStatus::Success) => (LogKind::Run, named("log.beside_success")),
        BesideEvent::Ended(EndStatus::Failure) => (LogKind::Run, named("log.beside_failure")),
        BesideEvent::Ended(EndStatus::Inactive) => (LogKind::Run, named("log.beside_stopped")),
        BesideEvent::Log(text) | BesideEvent::Mark(text) => (LogKind::Log, says(text)),
        BesideEvent::Error(text) => (LogKind::Error, says(&texts.told(text))),
    }
}

/// What a sentence needs to call nodes by their names.
pub(super) struct Told<'a> {
    pub program: &'a Program<()>,
    pub places: &'a Places,
    pub project: &'a Project<'a>,
    pub texts: &'a Texts,
}

impl Told<'_> {
    fn node(&self, node: NodeIndex) -> Option<&Node> {
        self.places.node(self.project, self.program, node)
    }

    /// An abort in a sentence.
    pub(super) fn abort(&self, story: &AbortStory) -> String {
        let texts = self.texts;
        let called = |node| self.places.title(self.project, self.program, node, texts);
        let condition = self.node(story.conditional);
        let condition = condition.map_or_else(|| called(story.conditional), |n| texts.asked(n));
        let watched_by = self.node(story.watched_by);
        let abort = watched_by.map_or("", |node| node.abort.name());
        let abort = texts.tr(&format!("abort.{abort}")).into_owned();
        let interrupted = match story.branch() {
            Some(node) => {
                let top = called(node);
                match story.interrupted.first().filter(|first| **first != node) {
                    Some(first) => texts.tr_with(
                        "log.abort_branch",
                        &[("top", &top), ("running", &called(*first))],
                    ),
                    None => texts.tr_with("log.abort_node", &[("top", &top)]),
                }
            }
            None => texts.tr("log.abort_nothing").into_owned(),
        };
        let key = match story.answer {
            Status::Success => "log.abort_true",
            _ => "log.abort_false",
        };
        let arguments = [
            ("condition", &*condition),
            ("composite", &*called(story.watched_by)),
            ("abort", &*abort),
            ("interrupted", &*interrupted),
            ("target", &*called(story.target)),
        ];
        texts.tr_with(key, &arguments)
    }
}
