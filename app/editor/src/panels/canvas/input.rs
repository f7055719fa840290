//! The read-only input of the canvas.

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
use treewright_session::workspace::exploration::ExploreReport;
use treewright_session::workspace::project_listing::ProjectTree;
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::tree_coverage::TreeCoverage;

use super::marks::NodeMarks;
use crate::panels::reader_words::ReaderWords;
use crate::theme::Theme;

/// What the canvas reads in a frame.
#[derive(Clone, Copy)]
pub struct CanvasInput<'a> {
    /// The active document.
    pub document: &'a Document,
    /// Whether the document is only shown.
    pub is_read_only: bool,
    /// Changes whenever the document, the library or the identity of the document changes.
    pub revision: u64,
    pub library: &'a Arc<NodeLibrary>,
    pub templates: &'a Templates,
    /// The trees of the project that Subtree nodes can run.
    pub trees: &'a [ProjectTree],
    /// The node types that were added last, newest first.
    pub recent: &'a [String],
    pub selection: &'a Selection,
    pub diagnostics: &'a Problems,
    pub breakpoints: &'a Breakpoints,
    /// The compiled program of the document. It is compiled in the background on request; `None` until that is done.
    pub program: &'a dyn Fn() -> Option<Made>,
    pub run: Option<&'a dyn RunView>,
    /// What the scenarios of the document have covered, if these were run.
    pub coverage: Option<&'a TreeCoverage>,
    /// All that the tree can do, if it was explored.
    pub explored: Option<&'a ExploreReport>,
    /// Nodes to highlight.
    pub marks: Option<&'a NodeMarks>,
    pub theme: &'a Theme,
    pub texts: &'a Texts,
    /// Whether trees grow to the right instead of down.
    pub left_to_right: bool,
    /// The canvas settings of the user.
    pub options: CanvasOptions,
}

impl<'a> CanvasInput<'a> {
    /// What its nodes say to screen readers.
    pub fn reader_words(&self) -> ReaderWords<'a> {
        ReaderWords {
            texts: self.texts,
            document: self.document,
            breakpoints: self.breakpoints,
            problems: self.diagnostics,
        }
    }

    /// What scenarios have covered, if what they missed is to be marked.
    pub fn missed(&self) -> Option<&'a TreeCoverage> {
        self.coverage.filter(|_| self.options.missed_by_scenarios)
    }

    /// What an exploration has found, if what is impossible is to be marked.
    pub fn impossible(&self) -> Option<&'a ExploreReport> {
        self.explored.filter(|_| self.options.explored)
    }
}
