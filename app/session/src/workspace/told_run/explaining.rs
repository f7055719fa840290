//! The reasons for what nodes did in a run that was told.

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::told_past::Stretch;
use treewright_insight::why::{self, EventPosition, Moment, ReasonStep};

use super::ToldRun;
use crate::i18n::said;
use crate::workspace::live::SourceKind;
use crate::workspace::reasons::ReasonsOf;
use crate::workspace::run_view::{LogEntry, Reason};

type NodeName<'a> = &'a dyn Fn(&NodeId) -> String;

impl ToldRun {
    /// Explains why a node ended or does not run at the shown moment. Of several uses of its tree, the one that ran last counts.
    pub(super) fn reasons(&self, id: &NodeId, name: NodeName<'_>) -> Vec<Reason> {
        let last = |place: &NodeIndex| {
            let run = self.run_at(*place);
            run.map(|run| (run.state.is_running(), run.since_frame))
        };
        let tree = self.tree();
        let places = tree.places.of(&tree.program, id);
        let known = self.past.stretch(self.agent, self.shown.frame);
        let Some((node, stretch)) = places.max_by_key(last).zip(known) else {
            return Vec::new();
        };
        let moment = Moment {
            frame: self.shown.frame,
            events: self.shown.events.unwrap_or(usize::MAX),
        };
        let steps = why::why(&**stretch.program(), &stretch.past(), moment, node);
        self.in_words(stretch, &steps, name)
    }

    /// Returns the reasons of a reason.
    pub(super) fn further_reasons(&self, reason: &Reason, name: NodeName<'_>) -> Vec<Reason> {
        let frame = reason
            .step
            .place
            .map_or(self.shown.frame, |place| place.frame);
        let Some(stretch) = self.past.stretch(self.agent, frame) else {
            return Vec::new();
        };
        let steps = match reason.step.other() {
            Some(other) => why::why_other(&**stretch.program(), &stretch.past(), other),
            None => why::why_further(&**stretch.program(), &stretch.past(), &reason.step),
        };
        self.in_words(stretch, &steps, name)
    }

    /// Returns on what the condition depended that a line of the log tells of.
    pub(super) fn reasons_of_logged(&self, line: &LogEntry, name: NodeName<'_>) -> Vec<Reason> {
        let stretch = self.past.stretch(self.agent, line.frame);
        let Some((stretch, event)) = stretch.zip(line.events.checked_sub(1)) else {
            return Vec::new();
        };
        let place = EventPosition {
            frame: line.frame,
            event,
        };
        let steps = why::why_event(&**stretch.program(), &stretch.past(), place);
        self.in_words(stretch, &steps, name)
    }

    fn in_words(&self, of: &Stretch, steps: &[ReasonStep], name: NodeName<'_>) -> Vec<Reason> {
        let nodes = self.tree_of(of).nodes();
        let names = |node: NodeIndex| nodes.shown_node(node).named(name);
        let reasons = ReasonsOf {
            nodes,
            agent: self.agent.number(),
            tree: 0,
            program: of.program_number(),
        };
        reasons.told(&of.past(), steps, &names, &|sentence| {
            self.by_whom(sentence)
        })
    }

    /// Says that a robot has decided what otherwise a game decides.
    fn by_whom(&self, sentence: Message) -> Message {
        match (self.kind, sentence.code()) {
            (SourceKind::Robot, "source_game") => {
                said("attach.robot_decides", sentence.arguments().to_vec())
            }
            _ => sentence,
        }
    }
}
