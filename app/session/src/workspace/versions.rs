//! Compares the edited document with another version: which one, and what has changed. Compares again when either of them changes. Does not know how
//! the result is displayed.

mod changed_by;
mod comparison;

use std::path::PathBuf;
use std::sync::Arc;

pub use changed_by::ChangedBy;
use comparison::{Comparison, ComparisonResult};
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Subject};
use treewright_exchange::ExchangeFormat;

use super::Workspace;
use super::open_document::{DocumentId, OpenDocument};
use crate::host::job::{JobEnd, JobLock, WithholdResults};

/// The source of the other version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherVersion {
    /// The document's own file: its content when it was last read or saved.
    Disk,
    Open(DocumentId),
    File(PathBuf),
    /// An earlier version, kept in this file.
    Earlier(PathBuf),
}

/// A line in the list of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceLine {
    /// A part of the document, by the index of its first difference.
    Thing(usize),
    /// One of its fields, by the index of the difference.
    Field(usize),
}

/// Two versions of a document, and the changes from the older one to the edited one.
pub struct Versions {
    /// The edited document.
    pub document: DocumentId,
    pub other: OtherVersion,
    /// The name of the other version.
    pub name: String,
    older: Document,
    /// The format of the other version's file.
    format: ExchangeFormat,
    /// The last known content of the document's file when the other version was taken from it.
    on_disk: Option<Arc<Document>>,
    /// Increases whenever the older version would look different.
    older_revision: u64,
    library: Option<Arc<NodeLibrary>>,
    differences: Vec<Difference>,
    /// For each difference, which version changed it; empty if their common version is unknown.
    changed_by: Vec<Option<ChangedBy>>,
    /// For each part that the newer version has, the index of its first difference.
    places: FxHashMap<Subject, usize>,
    /// How many parts were added, removed, moved and changed.
    counts: [usize; 4],
    layout: bool,
    lines: Vec<DifferenceLine>,
    /// The revisions of both versions that were compared last or are to be compared.
    compared_revisions: Option<(u64, Option<u64>)>,
    /// How often the versions have changed, and the value of this counter at the last comparison.
    wanted: u64,
    compared: u64,
    comparison: Option<Comparison>,
}

/// The result of [`Versions::refresh`].
#[derive(Debug, PartialEq, Eq)]
pub enum RefreshResult {
    /// Nothing has changed.
    Same,
    /// A version has changed, or new differences are known.
    Anew,
    /// One of the versions no longer exists.
    Gone,
    /// The comparison did not finish.
    Failed(JobEnd),
}

impl Versions {
    /// Creates a comparison of a document with another version, which has this format. Nothing is compared yet.
    pub fn new(
        document: DocumentId,
        other: OtherVersion,
        name: String,
        (older, format): (Document, ExchangeFormat),
    ) -> Self {
        Self {
            document,
            other,
            name,
            older,
            format,
            on_disk: None,
            older_revision: 0,
            library: None,
            differences: Vec::new(),
            changed_by: Vec::new(),
            places: FxHashMap::default(),
            counts: [0; 4],
            layout: false,
            lines: Vec::new(),
            compared_revisions: None,
            wanted: 0,
            compared: 0,
            comparison: None,
        }
    }

    /// Returns the other version.
    pub fn older(&self) -> &Document {
        &self.older
    }

    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Returns which version made the difference at `index`, if both changed since their common version and that is known.
    pub fn field_changed_by(&self, index: usize) -> Option<ChangedBy> {
        self.changed_by.get(index).copied().flatten()
    }

    /// Returns which version changed the part whose first difference is at `index`.
    pub fn thing_changed_by(&self, index: usize) -> Option<ChangedBy> {
        let subject = &self.differences.get(index)?.subject;
        let found = self.differences.iter().enumerate().skip(index);
        let of_thing = found.take_while(|(_, found)| found.subject == *subject);
        let shown = of_thing.filter(|(_, found)| self.layout || !found.is_layout());
        let by = shown.filter_map(|(index, _)| self.field_changed_by(index));
        by.reduce(ChangedBy::and)
    }

    /// Returns a number that increases whenever the other version would look different: it or its node types have changed.
    pub fn older_revision(&self) -> u64 {
        self.older_revision
    }

    /// Returns whether both sides changed since their common version, so that neither is older: another program changed the file and the user has not
    /// decided yet.
    pub fn has_diverged(&self, front: &OpenDocument) -> bool {
        self.other == OtherVersion::Disk && front.undecided_on_disk && front.id() == self.document
    }

    /// Returns how many parts were added, removed, moved and changed, in the order of [`DifferenceKind::ALL`].
    pub fn counts_of_kinds(&self) -> [usize; 4] {
        self.counts
    }

    /// Returns the listed parts, each by the index of its first difference.
    pub fn things(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.lines.iter().filter_map(|line| match line {
            DifferenceLine::Thing(index) => Some(*index),
            DifferenceLine::Field(_) => None,
        })
    }

    /// Returns the differences of a part that exists in both versions: its place and its fields.
    pub fn fields_of<'a>(&'a self, subject: &'a Subject) -> impl Iterator<Item = &'a Difference> {
        let start = self.places.get(subject).copied();
        let all = self.differences.get(start.unwrap_or(usize::MAX)..);
        let of_thing = all.unwrap_or_default().iter();
        of_thing
            .take_while(move |found| found.subject == *subject)
            .filter(|found| matches!(found.kind, DifferenceKind::Moved | DifferenceKind::Changed))
            .filter(|found| self.layout || !found.is_layout())
    }

    /// Returns how a part of the newer version differs; `None` if it does not.
    pub fn kind_of(&self, subject: &Subject) -> Option<DifferenceKind> {
        let found = self.differences.get(*self.places.get(subject)?)?;
        (self.layout || !found.is_layout()).then_some(found.kind)
    }

    /// Returns the nearest node that exists in both versions: the node itself or its closest ancestor in the older version.
    pub fn nearest_common<'a>(&'a self, document: &Document, id: &'a NodeId) -> Option<&'a NodeId> {
        let mut way = std::iter::once(id).chain(self.older.ancestors(id));
        way.find(|id| document.node(id).is_some())
    }

    pub fn lines(&self) -> &[DifferenceLine] {
        &self.lines
    }

    /// Returns whether the list includes parts that were only moved on the canvas.
    pub fn shows_layout(&self) -> bool {
        self.layout
    }

    /// Includes or excludes parts that were only moved on the canvas.
    pub fn show_layout(&mut self, on: bool) {
        self.layout = on;
        self.lines = lines(&self.differences, on);
        self.counts = counts(&self.differences, on);
    }

    /// Returns how many parts have changed, and how many were only moved on the canvas.
    pub fn counts(&self) -> (usize, usize) {
        let things = |layout: bool| {
            let found = self.differences.iter().filter(|d| d.is_layout() == layout);
            found.map(|d| &d.subject).collect::<FxHashSet<_>>()
        };
        let (matter, lie) = (things(false), things(true));
        (matter.len(), lie.difference(&matter).count())
    }

    /// Returns whether differences are known, perhaps those of slightly older versions.
    pub fn is_compared(&self) -> bool {
        self.compared > 0
    }

    /// Returns whether a comparison is running.
    pub fn is_comparing(&self) -> bool {
        self.comparison.is_some()
    }

    /// Compares again if a version has changed. Differences of large versions, or while the hold is set, are available later: `wake` is then called,
    /// and this must be called again. Until then, the previous differences remain.
    pub fn refresh(
        &mut self,
        workspace: &Workspace,
        way: (&JobLock, WithholdResults),
        wake: impl Fn() + Send + Sync + 'static,
    ) -> RefreshResult {
        let open = |id| Some(&workspace.documents()[workspace.index_of(id)?]);
        let Some(front) = open(self.document) else {
            return RefreshResult::Gone;
        };
        let other = match self.other {
            OtherVersion::Open(id) => open(id),
            OtherVersion::Disk | OtherVersion::File(_) | OtherVersion::Earlier(_) => None,
        };
        if matches!(self.other, OtherVersion::Open(_)) && other.is_none() {
            return RefreshResult::Gone;
        }
        let is_another = self.update_versions(front, other);
        if let Some(comparing) = &self.comparison {
            let Some(found) = comparing.take() else {
                return if is_another {
                    RefreshResult::Anew
                } else {
                    RefreshResult::Same
                };
            };
            let number = comparing.number;
            self.comparison = None;
            if number == self.wanted {
                return self.store(found);
            }
        }
        if self.compared == self.wanted {
            return RefreshResult::Same;
        }
        let base = front.version_on_disk().cloned();
        let base = base.filter(|_| self.has_diverged(front));
        let older = (&self.older, self.format, base);
        let comparing = Comparison::begin(self.wanted, front, older, way, wake);
        if let Some(found) = comparing.take() {
            return self.store(found);
        }
        self.comparison = Some(comparing);
        RefreshResult::Anew
    }

    /// Updates the versions; returns whether either has changed.
    fn update_versions(&mut self, front: &OpenDocument, other: Option<&OpenDocument>) -> bool {
        let saved = self.update_from_disk(front);
        let now = (front.revision(), other.map(OpenDocument::revision));
        if self.compared_revisions.replace(now) == Some(now) && !saved {
            return false;
        }
        let drawn_with = self.library.replace(front.library().clone());
        let same_library = drawn_with.is_some_and(|library| Arc::ptr_eq(&library, front.library()));
        if other.is_some() || saved || !same_library {
            self.older_revision += 1;
        }
        if let Some(other) = other {
            self.older = other.document().clone();
        }
        self.wanted += 1;
        true
    }

    /// Stores the result of a comparison.
    fn store(&mut self, found: Result<ComparisonResult, JobEnd>) -> RefreshResult {
        self.compared = self.wanted;
        let found = match found {
            Ok(found) => found,
            Err(ended) => return RefreshResult::Failed(ended),
        };
        if let Some(older) = found.older {
            self.older = older;
            self.older_revision += 1;
        }
        (self.differences, self.places) = (found.differences, found.places);
        self.changed_by = found.changed_by;
        self.lines = lines(&self.differences, self.layout);
        self.counts = counts(&self.differences, self.layout);
        RefreshResult::Anew
    }
}

impl Versions {
    /// Updates the other version from the document's file, if that was written or read since. Returns whether it was.
    fn update_from_disk(&mut self, front: &OpenDocument) -> bool {
        if self.other != OtherVersion::Disk {
            return false;
        }
        let Some(now) = front.version_on_disk() else {
            return false;
        };
        let before = self.on_disk.replace(now.clone());
        let is_other = before.is_some_and(|before| !Arc::ptr_eq(&before, now));
        if is_other {
            self.older = Document::clone(now);
        }
        is_other
    }
}

fn counts(differences: &[Difference], layout: bool) -> [usize; 4] {
    DifferenceKind::ALL.map(|kind| {
        let of_kind = |d: &&Difference| d.kind == kind && (layout || !d.is_layout());
        let found = differences.iter().filter(of_kind);
        found.map(|d| &d.subject).collect::<FxHashSet<_>>().len()
    })
}

fn lines(differences: &[Difference], layout: bool) -> Vec<DifferenceLine> {
    let mut lines = Vec::new();
    let mut last: Option<&Subject> = None;
    for (index, found) in differences.iter().enumerate() {
        if found.is_layout() && !layout {
            continue;
        }
        if last != Some(&found.subject) {
            lines.push(DifferenceLine::Thing(index));
        }
        last = Some(&found.subject);
        if matches!(found.kind, DifferenceKind::Moved | DifferenceKind::Changed) {
            lines.push(DifferenceLine::Field(index));
        }
    }
    lines
}
