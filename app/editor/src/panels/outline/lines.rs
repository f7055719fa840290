//! The lines of the outline: all nodes in tree order, or those that match a query. After an edit, only the children of changed nodes are listed
//! again, so that an edit of a large document costs little more than moving lines. Knows nothing about drawing.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Changes, Document, Node};
use treewright_session::i18n::Texts;

/// With more changed parents than this, listing everything is simpler. Finding the line of each takes a pass over all lines.
const MAX_CHANGED_PARENTS: usize = 8;

/// A node of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutlineLine {
    pub id: NodeId,
    pub depth: usize,
    /// The node is in an unconnected branch.
    pub unconnected: bool,
}

#[derive(Default)]
pub(super) struct OutlineLines {
    lines: Vec<OutlineLine>,
    /// A cheap copy that shares its nodes with the active document.
    document: Option<Document>,
}

impl OutlineLines {
    pub fn lines(&self) -> &[OutlineLine] {
        &self.lines
    }

    /// Lists a document. `is_same_list` says whether the last call was for an earlier state of it and the same query.
    pub fn refresh(&mut self, document: &Document, texts: &Texts, query: &str, is_same_list: bool) {
        let query = query.to_lowercase();
        let before = self.document.replace(document.clone());
        let is_updated = before
            .filter(|_| is_same_list)
            .is_some_and(|before| self.update(&before, document, texts, &query));
        if !is_updated {
            self.lines = all_lines(document, texts, &query);
        }
    }

    /// Updates the lines of an earlier state of the document. Returns false if everything must be listed again.
    /// (Titles of node types depend on the language, which is the same.)
    fn update(&mut self, before: &Document, now: &Document, texts: &Texts, query: &str) -> bool {
        if now.trees != before.trees || now.root() != before.root() {
            return false;
        }
        let changes = now.changes_since(before);
        if query.is_empty() {
            return !changes.is_structural() || relist(&mut self.lines, &changes, now);
        }
        let same =
            |(then, now): &(&Node, &Node)| fits(texts, then, query) == fits(texts, now, query);
        !changes.is_structural() && changes.changed.iter().all(same)
    }
}

/// Lists the children of changed parents again. Branches that stayed below their parent keep their lines.
fn relist(lines: &mut Vec<OutlineLine>, changes: &Changes<'_>, document: &Document) -> bool {
    let children_differ = |(then, now): &&(&Node, &Node)| then.children() != now.children();
    let parents: Vec<_> = changes.changed.iter().filter(children_differ).collect();
    if parents.len() > MAX_CHANGED_PARENTS {
        return false;
    }
    for (_, parent) in parents {
        // A parent without a line is in a branch that moved, which is listed as a whole at its new place.
        if let Some(at) = lines.iter().position(|line| line.id == *parent.id()) {
            let (depth, unconnected) = (lines[at].depth + 1, lines[at].unconnected);
            let branch = at + 1..end_of_branch(lines, at + 1, depth);
            let children = parent.children().iter().map(|id| (id, unconnected));
            relist_family(lines, (branch, depth), children, document);
        }
    }
    if changes.heads_changed {
        let all = 0..lines.len();
        let named = roots_of_named_trees(document);
        let heads = document
            .heads()
            .map(|id| (id, is_unconnected(document, &named, id)));
        relist_family(lines, (all, 0), heads, document);
    }
    true
}

/// Lists siblings again that have this depth and are in this range of the lines. Those that were there keep their lines.
fn relist_family<'a>(
    lines: &mut Vec<OutlineLine>,
    (range, depth): (Range<usize>, usize),
    siblings: impl Iterator<Item = (&'a NodeId, bool)>,
    document: &Document,
) {
    let start = range.start;
    let mut old: Vec<Option<OutlineLine>> = lines.drain(range.clone()).map(Some).collect();
    let mut branches: FxHashMap<NodeId, Range<usize>> = FxHashMap::default();
    let mut at = 0;
    while let Some(Some(line)) = old.get(at) {
        let id = line.id.clone();
        let next = old[at + 1..]
            .iter()
            .flatten()
            .position(|line| line.depth <= depth);
        let end = next.map_or(old.len(), |next| at + 1 + next);
        branches.insert(id, at..end);
        at = end;
    }
    let mut new = Vec::with_capacity(old.len());
    for (id, unconnected) in siblings {
        if let Some(branch) = branches.remove(id) {
            new.extend(old[branch].iter_mut().filter_map(Option::take));
        } else {
            let branch = document.subtree(id).with_depth();
            new.extend(branch.map(|(node, below)| OutlineLine {
                id: node.id().clone(),
                depth: depth + below,
                unconnected,
            }));
        }
    }
    lines.splice(start..start, new);
}

/// The index after the last line from `start` on that is at least this deep.
fn end_of_branch(lines: &[OutlineLine], start: usize, depth: usize) -> usize {
    let behind = lines[start..].iter().position(|line| line.depth < depth);
    behind.map_or(lines.len(), |behind| start + behind)
}

/// Whether a node matches the query.
fn fits(texts: &Texts, node: &Node, query: &str) -> bool {
    let holds = |text: &str| text.to_lowercase().contains(query);
    query.is_empty()
        || node.own_title().is_some_and(holds)
        || holds(&node.task)
        || holds(&texts.task_title(&node.task))
        || node.id().as_str() == query
}

fn roots_of_named_trees(document: &Document) -> FxHashSet<&NodeId> {
    document.trees.iter().map(|tree| &tree.root).collect()
}

fn is_unconnected(document: &Document, named: &FxHashSet<&NodeId>, head: &NodeId) -> bool {
    document.root() != Some(head) && !named.contains(head)
}

fn all_lines(document: &Document, texts: &Texts, query: &str) -> Vec<OutlineLine> {
    let mut lines = Vec::new();
    let named = roots_of_named_trees(document);
    let mut unconnected = false;
    for (node, depth) in document.pre_order().with_depth() {
        if depth == 0 {
            unconnected = is_unconnected(document, &named, node.id());
        }
        if fits(texts, node, query) {
            lines.push(OutlineLine {
                id: node.id().clone(),
                depth: if query.is_empty() { depth } else { 0 },
                unconnected,
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use treewright_authoring::edit::{History, Selection};
    use treewright_core::library::NodeLibrary;

    use super::*;
    use crate::scene::tests::{change, random_below, sample};

    #[test]
    fn random_changes_list_the_same_lines_as_a_new_list() {
        let (library, texts) = (NodeLibrary::builtin(), Texts::default());
        let (mut state, mut relisted) = (7, 0);
        for _ in 0..40 {
            let mut document = sample(false);
            let (mut history, mut selection) = (History::new(), Selection::default());
            let mut listed = OutlineLines::default();
            listed.refresh(&document, &texts, "", false);
            for step in 0..60 {
                let before = document.clone();
                if step % 7 == 6 {
                    history.undo(&mut document, &mut selection);
                } else {
                    let command = change(&document, &mut state);
                    // A command that cannot be applied changes nothing.
                    let _ = history.apply(&mut document, &library, &mut selection, &command);
                }
                let mut updated = listed.lines.clone();
                let same_heads = before.root() == document.root() && before.trees == document.trees;
                if same_heads && relist(&mut updated, &document.changes_since(&before), &document) {
                    relisted += usize::from(updated != listed.lines);
                    assert_eq!(updated, all_lines(&document, &texts, ""));
                }
                listed.refresh(&document, &texts, "", random_below(&mut state, 9) > 0);
                assert_eq!(listed.lines, all_lines(&document, &texts, ""));
                if document.node_count() == 0 {
                    break;
                }
            }
        }
        assert!(relisted > 300, "{relisted}");
    }
}
