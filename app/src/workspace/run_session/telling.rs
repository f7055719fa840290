//! The lines of a run's log: who says what, and how many are kept.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::{NodeIndex, Status};

use super::{MAX_LOG, RunSession};
use crate::i18n::Texts;
use crate::workspace::run_view::{LogEntry, LogKind};

impl RunSession {
    /// Says which of the game's tasks are only played, unless that was said before.
    pub(super) fn say_stood_in(
        &mut self,
        tasks: Vec<Arc<str>>,
        library: &NodeLibrary,
        texts: &Texts,
    ) {
        let told = tasks.into_iter().map(|task| {
            let answer = library.stand_in(&task).map_or("", Status::name);
            format!("{task} ({})", texts.choice(answer))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() && told != self.stood_in {
            let tasks = told.join(", ");
            let text = texts.tr_with("log.stood_in", &[("tasks", &tasks)]);
            self.say(LogKind::Run, None, text);
        }
        self.stood_in = told;
    }

    pub(super) fn say_broken(
        &mut self,
        broken: Vec<(NodeId, String)>,
        project: &Project<'_>,
        texts: &Texts,
    ) {
        for (id, why) in broken {
            match self.program().index(&id) {
                Some(node) => self.say_error(node, &why, project, texts),
                None => self.say(LogKind::Error, None, texts.told(&why)),
            }
        }
    }

    /// Says which node could not do its work, and why.
    pub(super) fn say_error(
        &mut self,
        node: NodeIndex,
        why: &str,
        project: &Project<'_>,
        texts: &Texts,
    ) {
        let title = self.places.title(project, self.program(), node, texts);
        let shown = self.places.shown(self.program(), node);
        let text = texts.tr_with("log.error", &[("node", &title), ("why", &texts.told(why))]);
        self.say(LogKind::Error, Some(shown), text);
    }

    pub(super) fn say(&mut self, kind: LogKind, node: Option<NodeId>, text: String) {
        if self.log.len() >= MAX_LOG {
            self.log.drain(..MAX_LOG / 10);
        }
        let frame = self.instance.frame();
        self.log.push(LogEntry {
            frame,
            kind,
            node,
            text,
        });
    }
}
