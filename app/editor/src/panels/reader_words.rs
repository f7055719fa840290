//! What a node says to screen readers beside its name, on its card and in the outline: its marks, its problems and its place in the tree.

use egui::accesskit::Node as AccessNode;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_session::i18n::Texts;
use treewright_session::workspace::breakpoints::Breakpoints;

use super::canvas::MAX_PROBLEMS;

/// The words for the nodes of a document.
pub struct ReaderWords<'a> {
    pub texts: &'a Texts,
    pub document: &'a Document,
    pub breakpoints: &'a Breakpoints,
    pub problems: &'a Problems,
}

/// The place of a node in its tree.
#[derive(Clone, Copy)]
pub struct NodePlace {
    /// From 0.
    pub level: usize,
    /// Among its siblings, from 1; `None` without a parent.
    pub order: Option<usize>,
    pub siblings: usize,
    pub children: usize,
}

impl ReaderWords<'_> {
    /// `disabled`, `breakpoint`, and the problems.
    pub fn marks(&self, id: &NodeId, is_disabled: bool, is_unconnected: bool) -> Vec<String> {
        let breakpoint = match self.breakpoints.mark(id) {
            Some(true) => Some("canvas.reader.breakpoint"),
            Some(false) => Some("canvas.reader.breakpoint_off"),
            None => None,
        };
        let marks = [
            is_disabled.then_some("canvas.reader.disabled"),
            is_unconnected.then_some("canvas.reader.unconnected"),
            breakpoint,
        ];
        let marks = marks.into_iter().flatten();
        let mut parts: Vec<String> = marks.map(|key| self.texts.tr(key).into_owned()).collect();
        parts.extend(self.problems_of(id));
        parts
    }

    /// The first problems of a node, and how many more there are.
    pub fn problems_of(&self, id: &NodeId) -> Vec<String> {
        let (shown, more) = self.problems.first_of_node(id, MAX_PROBLEMS);
        let shown = shown.into_iter();
        let shown = shown.map(|(_, problem)| self.texts.problem_in(self.document, problem));
        let mut texts: Vec<String> = shown.collect();
        if more > 0 {
            let more = more.to_string();
            texts.push(self.texts.tr_with("problems.more", &[("count", &more)]));
        }
        texts
    }

    /// `child 2 of 3, level 2`.
    pub fn place(&self, place: NodePlace) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(order) = place.order {
            let (order, of) = (order.to_string(), place.siblings.to_string());
            let arguments = [("place", &*order), ("of", &*of)];
            parts.push(self.texts.tr_with("canvas.reader.place", &arguments));
        }
        let level = (place.level + 1).to_string();
        parts.push(
            self.texts
                .tr_with("canvas.reader.level", &[("level", &level)]),
        );
        parts
    }

    /// All of these, one after the other.
    pub fn joined(&self, parts: Vec<String>) -> String {
        let joined = parts.into_iter().reduce(|first, last| {
            let arguments = [("first", &*first), ("last", &*last)];
            self.texts.tr_with("canvas.parameters", &arguments)
        });
        joined.unwrap_or_default()
    }
}

impl NodePlace {
    /// Describes the place as systems with words of their own for it say it.
    pub fn describe(self, node: &mut AccessNode) {
        node.set_level(self.level);
        if let Some(order) = self.order {
            node.set_position_in_set(order - 1);
        }
        if self.children > 0 {
            // That of the children.
            node.set_size_of_set(self.children);
        }
    }
}
