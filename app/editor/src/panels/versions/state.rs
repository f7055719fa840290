//! What the list of changes and the view of both versions keep between frames: what is compared, which nodes stand out, and where one is
//! among the changes.

use treewright_authoring::diff::DifferenceKind;
use treewright_core::ids::NodeId;
use treewright_core::model::Subject;
use treewright_session::i18n::Texts;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument, Version};
use treewright_session::workspace::versions::Versions;

use super::marking;
use crate::panels::canvas::marks::{Mark, Marks};
use crate::theme::Tone;

/// What the panel keeps between frames.
#[derive(Default)]
pub struct VersionsState {
    /// The versions that are compared.
    pub shown: Option<Versions>,
    /// Whether both versions are to be seen beside each other in the place of the canvas.
    pub side_by_side: bool,
    /// The first change is to be gone to once it is known.
    pub begins: bool,
    /// This document is a copy of unsaved work, about which somebody is to decide here.
    pub undecided_copy: Option<DocumentId>,
    /// The list is to show the line of where one is.
    pub reveal: bool,
    at: Option<At>,
    /// The marks on the canvas of a document, and on the older version of it.
    marks: Memo<MarkedFor, (Marks, Marks)>,
}

/// The thing to which somebody went, and what was selected then: whoever selects another node is no longer there.
struct At {
    subject: Subject,
    gone: bool,
    primary: Option<NodeId>,
    left: bool,
}

/// The version of the document that the marks are for, the language, and whether the sides are apart.
type MarkedFor = (Version, &'static str, bool);

/// The words of differences: those of two versions of which one is the older, or those of two that each changed.
pub fn word(texts: &Texts, kind: DifferenceKind, apart: bool) -> String {
    let words = if apart { "apart" } else { "mark" };
    texts
        .tr(&format!("versions.{words}_{}", kind.code()))
        .into_owned()
}

impl VersionsState {
    /// The versions of this document, if it is compared.
    pub fn of(&self, document: DocumentId) -> Option<&Versions> {
        let shown = self.shown.as_ref();
        shown.filter(|versions| versions.document == document)
    }

    /// The versions of this document, if they are to be seen beside each other.
    pub fn beside(&self, document: DocumentId) -> Option<&Versions> {
        self.of(document).filter(|_| self.side_by_side)
    }

    /// Nothing is compared any more.
    pub fn stop(&mut self) {
        self.shown = None;
        self.side_by_side = false;
        self.begins = false;
        self.at = None;
    }

    /// Somebody went to this thing, which only the older version has if it is `gone`.
    pub fn go_to(&mut self, subject: Subject, gone: bool, front: &OpenDocument) {
        let primary = front.selection().primary().cloned();
        self.at = Some(At {
            subject,
            gone,
            primary,
            left: false,
        });
        self.reveal = true;
    }

    /// Somebody selected something.
    pub fn leave(&mut self) {
        if let Some(at) = &mut self.at {
            // From there the next change is sought, but one is not there any more.
            at.left = true;
        }
    }

    /// The thing that is looked at, and whether only the older version has it.
    pub fn current(&self, front: &OpenDocument) -> Option<(Subject, bool)> {
        let primary = front.selection().primary();
        match &self.at {
            Some(at) if !at.left && at.primary.as_ref() == primary => {
                // What was gone may be here again by an undo.
                let node = at.subject.node().and_then(|id| front.document().node(id));
                Some((at.subject.clone(), at.gone && node.is_none()))
            }
            _ => primary.map(|id| (Subject::Node(id.clone()), false)),
        }
    }

    /// The node that is looked at although only the older version has it.
    pub fn gone(&self, front: &OpenDocument) -> Option<NodeId> {
        let (subject, gone) = self.current(front)?;
        subject.node().filter(|_| gone).cloned()
    }

    /// Which of the things that differ is looked at, counted from 0; or where somebody went last.
    pub fn place(&self, front: &OpenDocument) -> Option<usize> {
        let versions = self.of(front.id())?;
        let find = |subject: &Subject, gone: bool| {
            versions.things().position(|index| {
                let found = &versions.differences()[index];
                found.subject == *subject && (found.kind == DifferenceKind::Removed) == gone
            })
        };
        let current = self.current(front);
        let current = current.and_then(|(subject, gone)| find(&subject, gone));
        current.or_else(|| {
            let at = self.at.as_ref()?;
            find(&at.subject, at.gone)
        })
    }

    /// Marks the nodes that changed or conflict, if that was not done for this document yet.
    pub fn mark(&mut self, front: &OpenDocument, texts: &Texts, anew: bool) {
        let shown = self.shown.as_ref();
        let versions = shown.filter(|versions| versions.document == front.id());
        let apart = versions.is_some_and(|versions| versions.is_apart(front));
        if anew {
            self.marks.forget();
        }
        let of_side = |presence| {
            let versions = versions?;
            let words = |kind| word(texts, kind, apart);
            let layout = versions.shows_layout();
            let differences = versions.differences();
            Some(marking::marks(differences, presence, layout, words))
        };
        let now = (front.version(), texts.language(), apart);
        self.marks.of(now, |_| {
            let mut newer = of_side(DifferenceKind::Added).unwrap_or_default();
            let older = of_side(DifferenceKind::Removed).unwrap_or_default();
            for conflict in &front.document().conflicts {
                if let Some(id) = conflict.subject.node() {
                    let mark = Mark {
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

    /// Marks anew, since other differences are to be seen.
    pub fn mark_anew(&mut self) {
        self.marks.forget();
    }

    /// The marks on the canvas of this document.
    pub fn marks(&self, document: DocumentId) -> Option<&Marks> {
        let marked = self.marks.key();
        let of_document = marked.is_some_and(|(version, ..)| version.document == document);
        let (newer, _) = &*self.marks;
        (of_document && !newer.is_empty()).then_some(newer)
    }

    /// The marks on the older version of this document.
    pub fn older_marks(&self) -> &Marks {
        &self.marks.1
    }
}
