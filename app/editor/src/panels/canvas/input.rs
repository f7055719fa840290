//! What the canvas is given to read. Says nothing of what becomes of it.

use std::sync::Arc;

use treewright_authoring::edit::Selection;
use treewright_core::diagnostic::Problems;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::i18n::Texts;
use treewright_session::templates::Templates;
use treewright_session::workspace::breakpoints::Breakpoints;
use treewright_session::workspace::document_program::Made;
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::scenario_list::Reached;

use super::marks::Marks;
use crate::theme::Theme;

/// What the canvas reads in a frame.
#[derive(Clone, Copy)]
pub struct CanvasInput<'a> {
    /// The document in front.
    pub document: &'a Document,
    /// Changes with each change of the document, the library or what the document is.
    pub revision: u64,
    /// The kinds of nodes.
    pub library: &'a Arc<NodeLibrary>,
    /// The patterns that can be inserted.
    pub templates: &'a Templates,
    /// What is selected.
    pub selection: &'a Selection,
    /// What is wrong with the document.
    pub diagnostics: &'a Problems,
    /// Where runs are to stop.
    pub breakpoints: &'a Breakpoints,
    /// The program that the document would run as, which is compiled when it is asked for; none while that goes on.
    pub program: &'a dyn Fn() -> Option<Made>,
    /// The run, if there is one.
    pub run: Option<&'a dyn RunView>,
    /// What the scenarios of the document reached, if they were run.
    pub reached: Option<&'a Reached>,
    /// Nodes that stand out.
    pub marks: Option<&'a Marks>,
    /// Colors.
    pub theme: &'a Theme,
    /// The language.
    pub texts: &'a Texts,
    /// Whether trees grow to the right instead of down.
    pub left_to_right: bool,
    /// What the user chose.
    pub options: CanvasOptions,
}

impl<'a> CanvasInput<'a> {
    /// What scenarios reached, if what they did not is to be marked.
    pub fn missed(&self) -> Option<&'a Reached> {
        self.reached.filter(|_| self.options.missed_by_scenarios)
    }
}
