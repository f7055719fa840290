//! The state of the version comparison between frames: what is compared, the marked nodes, and the current change.

use treewright_authoring::diff::DifferenceKind;
use treewright_core::ids::NodeId;
use treewright_core::model::Subject;
use treewright_session::i18n::Texts;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument, Version};
use treewright_session::workspace::versions::Versions;

use super::difference_style;
use crate::panels::canvas::marks::{NodeMark, NodeMarks};
use crate::theme::Tone;

/// State kept between frames.
#[derive(Default)]
pub struct VersionsState {
    pub shown: Option<Versions>,
    /// Whether both versions are shown side by side in place of the canvas.
    pub side_by_side: bool,
    /// Go to the first change once it is known.
    pub goes_to_first: bool,
    /// This document is a recovery copy for which a decision is pending here.
    pub undecided_copy: Option<DocumentId>,
    /// Scroll to the row of the current change.
    pub reveal: bool,
    at: Option<CurrentElement>,
    /// The marks on the canvas of a document, and on the older version of it.
    marks: Memo<MarksKey, (NodeMarks, NodeMarks)>,
}

/// The element that the user navigated to, and the selection at that time: selecting another node leaves the element.
struct CurrentElement {
    subject: Subject,
    removed: bool,
    primary: Option<NodeId>,
    left: bool,
}

/// The key of the marks: the version of the document, the language, and whether the versions diverged.
type MarksKey = (Version, &'static str, bool);

/// The word for a kind of difference: between an older and a newer version, or (`apart`) between versions that both changed.
pub fn word(texts: &Texts, kind: DifferenceKind, apart: bool) -> String {
    let words = if apart { "apart" } else { "mark" };
    texts
        .tr(&format!("versions.{words}_{}", kind.code()))
        .into_owned()
}

impl VersionsState {
    /// The compared versions of this document.
    pub fn of(&self, document: DocumentId) -> Option<&Versions> {
        let shown = self.shown.as_ref();
        shown.filter(|versions| versions.document == document)
    }

    /// The compared versions of this document, if they are shown side by side.
    pub fn side_by_side_versions(&self, document: DocumentId) -> Option<&Versions> {
        self.of(document).filter(|_| self.side_by_side)
    }

    /// Ends the comparison.
    pub fn stop(&mut self) {
        self.shown = None;
        self.side_by_side = false;
        self.goes_to_first = false;
        self.at = None;
    }

    /// Goes to an element; `removed` means that only the older version has it.
    pub fn go_to(&mut self, subject: Subject, removed: bool, front: &OpenDocument) {
        let primary = front.selection().primary().cloned();
        self.at = Some(CurrentElement {
            subject,
            removed,
            primary,
            left: false,
        });
        self.reveal = true;
    }

    /// The user selected something.
    pub fn leave(&mut self) {
        if let Some(at) = &mut self.at {
            // Kept as the position from which to find the next change, although it is not current any more.
            at.left = true;
        }
    }

    /// The current element, and whether only the older version has it.
    pub fn current(&self, front: &OpenDocument) -> Option<(Subject, bool)> {
        let primary = front.selection().primary();
        match &self.at {
            Some(at) if !at.left && at.primary.as_ref() == primary => {
                // Undo may have restored a removed node.
                let node = at.subject.node().and_then(|id| front.document().node(id));
                Some((at.subject.clone(), at.removed && node.is_none()))
            }
            _ => primary.map(|id| (Subject::Node(id.clone()), false)),
        }
    }

    /// The current node, if only the older version has it.
    pub fn removed_node(&self, front: &OpenDocument) -> Option<NodeId> {
        let (subject, removed) = self.current(front)?;
        subject.node().filter(|_| removed).cloned()
    }

    /// The index of the current element among the differing ones, or that of the last one navigated to.
    pub fn place(&self, front: &OpenDocument) -> Option<usize> {
        let versions = self.of(front.id())?;
        let find = |subject: &Subject, removed: bool| {
            versions.things().position(|index| {
                let found = &versions.differences()[index];
                found.subject == *subject && (found.kind == DifferenceKind::Removed) == removed
            })
        };
        let current = self.current(front);
        let current = current.and_then(|(subject, removed)| find(&subject, removed));
        current.or_else(|| {
            let at = self.at.as_ref()?;
            find(&at.subject, at.removed)
        })
    }

    /// Marks the changed and conflicting nodes, unless the marks are up to date.
    pub fn mark(&mut self, front: &OpenDocument, texts: &Texts, force: bool) {
        let shown = self.shown.as_ref();
        let versions = shown.filter(|versions| versions.document == front.id());
        let apart = versions.is_some_and(|versions| versions.has_diverged(front));
        if force {
            self.marks.forget();
        }
        let of_side = |presence| {
            let versions = versions?;
            let words = |kind| word(texts, kind, apart);
            let layout = versions.shows_layout();
            let differences = versions.differences();
            Some(difference_style::marks(
                differences,
                presence,
                layout,
                (words, &texts.tr("list.comma")),
            ))
        };
        let now = (front.version(), texts.language(), apart);
        self.marks.of(now, |_| {
            let mut newer = of_side(DifferenceKind::Added).unwrap_or_default();
            let older = of_side(DifferenceKind::Removed).unwrap_or_default();
            for conflict in &front.document().conflicts {
                if let Some(id) = conflict.subject.node() {
                    let mark = NodeMark {
                        tone: Tone::Conflict,
                        icon: "call_split",
                        word: texts.tr("versions.mark_conflict").into_owned(),
                    };
                    newer.insert(id.clone(), mark);
                }
            }
            (newer, older)
        });
    }

    /// Discards the marks because other differences are shown.
    pub fn discard_marks(&mut self) {
        self.marks.forget();
    }

    /// The marks on the canvas of this document.
    pub fn marks(&self, document: DocumentId) -> Option<&NodeMarks> {
        let marked = self.marks.key();
        let of_document = marked.is_some_and(|(version, ..)| version.document == document);
        let (newer, _) = &*self.marks;
        (of_document && !newer.is_empty()).then_some(newer)
    }

    /// The marks on the older version of this document.
    pub fn older_marks(&self) -> &NodeMarks {
        &self.marks.1
    }
}
