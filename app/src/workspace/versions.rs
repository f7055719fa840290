//! Another version of a document beside the one that is edited: which it is, and what changed from it. Looks again when one of the two is
//! another than before. Knows nothing of how it is shown.

use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diff::{Difference, DifferenceKind, diff};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Subject};

use super::Workspace;
use super::open_document::{DocumentId, OpenDocument};

/// Where the other version is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// In the document's own file, as it was when it was looked at.
    Disk,
    /// In another tab.
    Open(DocumentId),
    /// In another file.
    File(PathBuf),
}

/// A line of the list of what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The thing that the difference at this place is about.
    Thing(usize),
    /// One of its fields, by the place of the difference.
    Field(usize),
}

/// Two versions of a document, and what changed from the older to the one that is edited.
pub struct Versions {
    /// The document that is edited.
    pub document: DocumentId,
    /// Where the other version is.
    pub other: Other,
    /// What the other version is called.
    pub name: String,
    older: Document,
    differences: Vec<Difference>,
    /// What stands out on the canvas: what happened to each node that is still there.
    changed: FxHashMap<NodeId, DifferenceKind>,
    layout: bool,
    lines: Vec<Line>,
    /// The revisions of which this tells.
    made_of: Option<(u64, Option<u64>)>,
}

impl Versions {
    /// A document beside another version of it, which is not compared yet.
    pub fn new(document: DocumentId, other: Other, name: String, older: Document) -> Self {
        Self {
            document,
            other,
            name,
            older,
            differences: Vec::new(),
            changed: FxHashMap::default(),
            layout: false,
            lines: Vec::new(),
            made_of: None,
        }
    }

    /// The other version.
    pub fn older(&self) -> &Document {
        &self.older
    }

    /// What changed.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// What happened to each node that is still there, where that is more than another place on the canvas.
    pub fn changed(&self) -> &FxHashMap<NodeId, DifferenceKind> {
        &self.changed
    }

    /// The lines of the list.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether the list also tells what only lies elsewhere.
    pub fn shows_layout(&self) -> bool {
        self.layout
    }

    /// Also tells what only lies elsewhere, or no longer.
    pub fn show_layout(&mut self, on: bool) {
        self.layout = on;
        self.lines = lines(&self.differences, on);
    }

    /// How many things changed, and how many of them only lie elsewhere.
    pub fn counts(&self) -> (usize, usize) {
        let things = |layout: bool| {
            let found = self.differences.iter().filter(|d| d.is_layout() == layout);
            found.map(|d| &d.subject).collect::<FxHashSet<_>>()
        };
        let (matter, lie) = (things(false), things(true));
        (matter.len(), lie.difference(&matter).count())
    }

    /// Compares again if one of the versions is another than before; says whether it did. None if one of them is gone.
    pub fn refresh(&mut self, workspace: &Workspace) -> Option<bool> {
        let open = |id| Some(&workspace.documents()[workspace.index_of(id)?]);
        let front = open(self.document)?;
        let other = match self.other {
            Other::Open(id) => Some(open(id)?),
            Other::Disk | Other::File(_) => None,
        };
        let now = Some((front.revision(), other.map(OpenDocument::revision)));
        if self.made_of == now {
            return Some(false);
        }
        if let Some(other) = other {
            self.older = other.document().clone();
        }
        self.made_of = now;
        self.differences = diff(&self.older, front.document());
        self.lines = lines(&self.differences, self.layout);
        self.changed = changed(&self.differences);
        Some(true)
    }
}

/// What happened to nodes; being new or elsewhere tells more than what they hold.
fn changed(differences: &[Difference]) -> FxHashMap<NodeId, DifferenceKind> {
    let mut changed = FxHashMap::default();
    let told = |found: &&Difference| !found.is_layout() && found.kind != DifferenceKind::Removed;
    for found in differences.iter().filter(told) {
        if let Some(id) = found.subject.node() {
            changed.entry(id.clone()).or_insert(found.kind);
        }
    }
    changed
}

fn lines(differences: &[Difference], layout: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut last: Option<&Subject> = None;
    for (index, found) in differences.iter().enumerate() {
        if found.is_layout() && !layout {
            continue;
        }
        if last != Some(&found.subject) {
            lines.push(Line::Thing(index));
        }
        last = Some(&found.subject);
        if matches!(found.kind, DifferenceKind::Moved | DifferenceKind::Changed) {
            lines.push(Line::Field(index));
        }
    }
    lines
}
