//! Another version of a document beside the one that is edited: which it is, and what changed from it. Looks again when one of the two is
//! another than before. Knows nothing of how it is shown.

mod comparing;

use std::path::PathBuf;
use std::sync::Arc;

use comparing::{Compared, Comparing};
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Subject};
use treewright_exchange::ExchangeFormat;

use super::Workspace;
use super::open_document::{DocumentId, OpenDocument};
use crate::host::job::{Ended, Hold, Turns};

/// Where the other version is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// In the document's own file: as it was when it was looked at, or as the last save made it.
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
    /// The format of the file from which the other version came.
    format: ExchangeFormat,
    /// What was known of the document's file when that was made of it.
    on_disk: Option<Arc<Document>>,
    /// Another one whenever what the older version looks like is.
    older_revision: u64,
    library: Option<Arc<NodeLibrary>>,
    differences: Vec<Difference>,
    /// The place of the first difference of each thing that is there.
    places: FxHashMap<Subject, usize>,
    /// How many things were added, removed, moved and changed.
    counts: [usize; 4],
    layout: bool,
    lines: Vec<Line>,
    /// The revisions of which this tells.
    made_of: Option<(u64, Option<u64>)>,
    /// How often they were to be compared, as far as is known; and the last time of which this tells.
    wanted: u64,
    compared: u64,
    comparing: Option<Comparing>,
}

/// What came of looking at versions again.
#[derive(Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// Nothing is to be seen otherwise.
    Same,
    /// One of them is another, or other differences are known.
    Anew,
    /// One of them is gone.
    Gone,
    /// They were not compared to the end.
    Failed(Ended),
}

impl Versions {
    /// A document beside another version of it, of a file of this format, which is not compared yet.
    pub fn new(
        document: DocumentId,
        other: Other,
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
            places: FxHashMap::default(),
            counts: [0; 4],
            layout: false,
            lines: Vec::new(),
            made_of: None,
            wanted: 0,
            compared: 0,
            comparing: None,
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

    /// Another number whenever the other version looks otherwise: it is another, or the kinds of nodes are.
    pub fn older_revision(&self) -> u64 {
        self.older_revision
    }

    /// Whether both sides changed since they were one, so that neither is the older: the file is a stranger's, and nothing is decided.
    pub fn is_apart(&self, front: &OpenDocument) -> bool {
        self.other == Other::Disk && front.undecided_on_disk && front.id() == self.document
    }

    /// How many things were added, removed, moved and changed, in the order of [`DifferenceKind::ALL`].
    pub fn counts_of_kinds(&self) -> [usize; 4] {
        self.counts
    }

    /// The places of the things that are listed, each by its first difference.
    pub fn things(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.lines.iter().filter_map(|line| match line {
            Line::Thing(index) => Some(*index),
            Line::Field(_) => None,
        })
    }

    /// How a thing that is in both versions differs: where it is, and what its fields hold.
    pub fn fields_of<'a>(&'a self, subject: &'a Subject) -> impl Iterator<Item = &'a Difference> {
        let start = self.places.get(subject).copied();
        let all = self.differences.get(start.unwrap_or(usize::MAX)..);
        let of_thing = all.unwrap_or_default().iter();
        of_thing
            .take_while(move |found| found.subject == *subject)
            .filter(|found| matches!(found.kind, DifferenceKind::Moved | DifferenceKind::Changed))
            .filter(|found| self.layout || !found.is_layout())
    }

    /// How a thing that the newer version has differs; none if it does not.
    pub fn kind_of(&self, subject: &Subject) -> Option<DifferenceKind> {
        let found = self.differences.get(*self.places.get(subject)?)?;
        (self.layout || !found.is_layout()).then_some(found.kind)
    }

    /// The nearest node that both versions have, from a node upwards as the older one has it.
    pub fn kept_above<'a>(&'a self, document: &Document, id: &'a NodeId) -> Option<&'a NodeId> {
        let mut way = std::iter::once(id).chain(self.older.ancestors(id));
        way.find(|id| document.node(id).is_some())
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
        self.counts = counts(&self.differences, on);
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

    /// Whether it is known what changed, if only from what the versions were a moment ago.
    pub fn is_compared(&self) -> bool {
        self.compared > 0
    }

    /// Whether it is being found out what changed.
    pub fn is_comparing(&self) -> bool {
        self.comparing.is_some()
    }

    /// Compares again if one of the versions is another than before. What changed in large ones, or in held ones, is known later: `wake` is called then, and
    /// this must be asked again. What is known until then is that of the versions before.
    pub fn refresh(
        &mut self,
        workspace: &Workspace,
        way: (&Turns, Hold),
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Refreshed {
        let open = |id| Some(&workspace.documents()[workspace.index_of(id)?]);
        let Some(front) = open(self.document) else {
            return Refreshed::Gone;
        };
        let other = match self.other {
            Other::Open(id) => open(id),
            Other::Disk | Other::File(_) => None,
        };
        if matches!(self.other, Other::Open(_)) && other.is_none() {
            return Refreshed::Gone;
        }
        let is_another = self.follow(front, other);
        if let Some(comparing) = &self.comparing {
            let Some(found) = comparing.take() else {
                return if is_another {
                    Refreshed::Anew
                } else {
                    Refreshed::Same
                };
            };
            let number = comparing.number;
            self.comparing = None;
            if number == self.wanted {
                return self.take(found);
            }
        }
        if self.compared == self.wanted {
            return Refreshed::Same;
        }
        let older = (&self.older, self.format);
        let comparing = Comparing::begin(self.wanted, front, older, way, wake);
        if let Some(found) = comparing.take() {
            return self.take(found);
        }
        self.comparing = Some(comparing);
        Refreshed::Anew
    }

    /// Takes the versions as they are now; says whether one of them is another than before.
    fn follow(&mut self, front: &OpenDocument, other: Option<&OpenDocument>) -> bool {
        let saved = self.follow_disk(front);
        let now = (front.revision(), other.map(OpenDocument::revision));
        if self.made_of.replace(now) == Some(now) && !saved {
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

    /// Takes what was found.
    fn take(&mut self, found: Result<Compared, Ended>) -> Refreshed {
        self.compared = self.wanted;
        let found = match found {
            Ok(found) => found,
            Err(ended) => return Refreshed::Failed(ended),
        };
        if let Some(older) = found.older {
            self.older = older;
            self.older_revision += 1;
        }
        (self.differences, self.places) = (found.differences, found.places);
        self.lines = lines(&self.differences, self.layout);
        self.counts = counts(&self.differences, self.layout);
        Refreshed::Anew
    }
}

impl Versions {
    /// Takes what the document's file holds by now, if it was written or read since this was made of it; says whether it was.
    fn follow_disk(&mut self, front: &OpenDocument) -> bool {
        if self.other != Other::Disk {
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
