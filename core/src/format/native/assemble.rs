//! From the objects of a file to a document: gives every node an id and a place, and remembers where all stood.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::fields::{Source, TaskNames, text_or_empty};
use super::link::{Forest, Wanted, link};
use super::positions::{LineCounter, Positions};
use super::read::Read;
use super::shapes::{FileDocument, FileNode};
use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::format::FormatError;
use crate::format::json_text::offset_of;
use crate::format::shape::Text;
use crate::ids::NodeId;
use crate::model::{Document, DocumentBuilder, Node};

/// Makes the document.
pub(super) fn assemble(text: &str, file: &FileDocument<'_>) -> Result<Read, FormatError> {
    let source = Source { text };
    let mut positions = Positions::default();
    let mut builder = DocumentBuilder::new(text_or_empty(file.name.as_ref()));
    let mut settings = Ok(());
    builder.settings(|document| settings = set_settings(source, file, document, &mut positions));
    settings?;

    let roots = source.roots(file.root)?;
    let nodes = Nodes::read(source, items(file.nodes.as_ref()), &mut positions)?;
    let diagnostics = nodes.hang(&roots, items(file.loose.as_ref()), &mut builder);
    Ok(Read {
        document: builder.finish(),
        diagnostics,
        positions,
    })
}

fn items<T>(list: Option<&Vec<T>>) -> &[T] {
    list.map_or(&[], Vec::as_slice)
}

/// Everything of a document but its name and nodes.
fn set_settings(
    source: Source<'_>,
    file: &FileDocument<'_>,
    document: &mut Document,
    positions: &mut Positions,
) -> Result<(), FormatError> {
    document.description = text_or_empty(file.description.as_ref());
    document.restart_when_complete = file.restart_when_complete.unwrap_or_default();
    document.seed = source.seed(file.seed)?;
    let libraries = items(file.libraries.as_ref());
    document.libraries = libraries.iter().map(|l| l.to_string()).collect();
    let mut lines = LineCounter::new(source.text);
    for (i, file) in items(file.variables.as_ref()).iter().enumerate() {
        let variable = source.variable(file, i)?;
        if let Some(name) = file.name.as_ref().and_then(Text::borrowed) {
            let at = lines.position_of(offset_of(source.text, name));
            positions.add_variable(variable.name.clone(), at);
        }
        document.variables.push(variable);
    }
    for (i, note) in items(file.notes.as_ref()).iter().enumerate() {
        document.notes.push(source.note(note, i)?);
    }
    for (i, group) in items(file.groups.as_ref()).iter().enumerate() {
        document.groups.push(source.group(group, i)?);
    }
    document.extra = source.extra(&file.unknown, String::new)?;
    Ok(())
}

/// The nodes of a file, in its order, with ids made unique.
struct Nodes<'f> {
    unhung: Vec<Option<Node>>,
    ids: Vec<NodeId>,
    /// Of nodes with the same id, the first.
    by_id: FxHashMap<&'f str, usize>,
    children: Vec<&'f [Text<'f>]>,
    duplicates: Vec<usize>,
}

impl<'f> Nodes<'f> {
    fn read<'a: 'f>(
        source: Source<'a>,
        file: &'f [FileNode<'a>],
        positions: &mut Positions,
    ) -> Result<Self, FormatError> {
        let count = file.len();
        let mut all = Self {
            unhung: Vec::with_capacity(count),
            ids: Vec::with_capacity(count),
            by_id: FxHashMap::with_capacity_and_hasher(count, FxBuildHasher),
            children: Vec::with_capacity(count),
            duplicates: Vec::new(),
        };
        let mut tasks = TaskNames::default();
        for (index, file_node) in file.iter().enumerate() {
            let node = source.node(file_node, index, &mut tasks)?;
            let id = file_node.id.as_deref().unwrap_or_default();
            if *all.by_id.entry(id).or_insert(index) != index {
                all.duplicates.push(index);
            }
            all.ids.push(node.id().clone());
            all.unhung.push(Some(node));
            all.children.push(items(file_node.children.as_ref()));
        }
        all.rename_duplicates();
        let mut lines = LineCounter::new(source.text);
        positions.reserve(count);
        for (id, file_node) in all.ids.iter().zip(file) {
            if let Some(part) = file_node.anchor() {
                let at = lines.position_of(offset_of(source.text, part));
                positions.add_node(id.clone(), at);
            }
        }
        Ok(all)
    }

    /// Gives each node whose id occurred before one that the file names nowhere.
    fn rename_duplicates(&mut self) {
        if self.duplicates.is_empty() {
            return;
        }
        let named = self.children.iter().copied().flatten().map(|c| &**c);
        let named: FxHashSet<&str> = named.chain(self.by_id.keys().copied()).collect();
        let numbers = named
            .iter()
            .filter_map(|id| id.strip_prefix('n')?.parse::<u64>().ok());
        let mut last = u128::from(numbers.max().unwrap_or(0));
        for index in &self.duplicates {
            last += 1;
            let fresh = NodeId::new(format!("n{last}"));
            let taken = std::mem::replace(&mut self.ids[*index], fresh.clone());
            if let Some(node) = self.unhung[*index].take() {
                let mut renamed = node.copy_as(fresh);
                renamed.duplicate_of = Some(taken);
                self.unhung[*index] = Some(renamed);
            }
        }
    }

    /// Hangs all nodes into the document, and says what of the file the document cannot show.
    fn hang(
        mut self,
        roots: &[Text<'_>],
        loose: &[Text<'_>],
        builder: &mut DocumentBuilder,
    ) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let mut known = |text: &Text<'_>| {
            let found = self.by_id.get(&**text).copied();
            if found.is_none() {
                let child = NodeId::from(&**text);
                let problem = Problem::DanglingId {
                    parent: None,
                    child,
                };
                diagnostics.push(Diagnostic::new(Location::Document, problem));
            }
            found
        };
        let roots: Vec<usize> = roots.iter().filter_map(&mut known).collect();
        let loose: Vec<usize> = loose.iter().filter_map(&mut known).collect();
        if let [kept, others @ ..] = &*roots
            && !others.is_empty()
        {
            let problem = Problem::TwoRoots {
                kept: self.ids[*kept].clone(),
                others: others.iter().map(|i| self.ids[*i].clone()).collect(),
            };
            diagnostics.push(Diagnostic::new(Location::Document, problem));
        }
        let heads: Vec<usize> = roots.iter().skip(1).chain(&loose).copied().collect();
        let forest = link(&Wanted {
            ids: &self.ids,
            by_id: &self.by_id,
            children: &self.children,
            root: roots.first().copied(),
            loose: &heads,
            duplicates: &self.duplicates,
        });
        self.fill(forest, builder);
        diagnostics
    }

    fn fill(&mut self, forest: Forest, builder: &mut DocumentBuilder) {
        for (parent, broken) in forest.broken {
            if let Some(node) = &mut self.unhung[parent] {
                node.broken_links.push(broken);
            }
        }
        let order = forest.order.into_iter();
        let nodes = order.filter_map(|(index, hang)| Some((self.unhung[index].take()?, hang)));
        let rejected = builder.forest(nodes.collect());
        debug_assert!(
            rejected.is_ok(),
            "every id is unique and every parent comes first"
        );
    }
}
