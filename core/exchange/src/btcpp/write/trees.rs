//! The trees of a file, node by node: unchanged where nothing was edited. Knows nothing of what is around them.

use treewright_core::diagnostic::{Grade, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, SUBTREE, TREE_PARAMETER};

use super::FileWriter;
use crate::btcpp::express::{NodeContext, express, new_tag};
use crate::btcpp::interpret::is_condition;
use crate::btcpp::kept::{KeptNode, KeptPart, KeptTree};
use crate::btcpp::models::RequiredPorts;
use crate::btcpp::rules::{AsyncChildren, TagSetting};
use crate::btcpp::tag::{Tag, TagChange, with_end};
use crate::btcpp::tag::{meaning_of, old_tag};
use crate::btcpp::{check, kept, layout, remarks, rules};
use crate::xml::escape_value;

/// A pending step of writing a tree.
enum WriteStep<'a> {
    Open(&'a Node, usize),
    Close(String),
}

impl FileWriter<'_> {
    /// Removes the tree that was here in the file from those to write, and writes it.
    pub(super) fn old_tree(
        &mut self,
        part: &KeptPart,
        trees: &mut Vec<(String, NodeId)>,
        before: &str,
        out: &mut String,
    ) {
        let found = trees.iter().position(|(name, root)| match part {
            KeptPart::Tree(original) => self.name_in_file(name).as_deref() == Some(original),
            _ => self.document.root() == Some(root) && check::is_unnamed(self.document),
        });
        let Some(found) = found else {
            return;
        };
        let (name, root) = trees.remove(found);
        let kept = match part {
            KeptPart::Unnamed(kept) => Some(kept.clone()),
            _ => self.kept_tree(&name),
        };
        out.push_str(before);
        self.tree(&name, &root, kept.as_ref(), out);
    }

    fn kept_tree(&self, name: &str) -> Option<KeptTree> {
        kept::get(&self.document.tree(name)?.extra)
    }

    /// Returns the name that a tree had in the file.
    fn name_in_file(&self, name: &str) -> Option<String> {
        let tag = Tag::parse(&self.kept_tree(name)?.tag)?;
        tag.get("ID").map(str::to_owned)
    }

    /// Writes trees that were not in the file.
    pub(super) fn new_trees(
        &mut self,
        trees: &mut Vec<(String, NodeId)>,
        known: &[String],
        out: &mut String,
    ) {
        let is_old: Vec<bool> = trees
            .iter()
            .map(|(name, root)| {
                let original = self.name_in_file(name);
                let is_root = self.document.root() == Some(root);
                original.is_some_and(|original| known.contains(&original))
                    || is_root && check::is_unnamed(self.document)
            })
            .collect();
        let mut is_old = is_old.into_iter();
        let new: Vec<_> = trees
            .extract_if(.., |_| !is_old.next().unwrap_or_default())
            .collect();
        for (name, root) in new {
            out.push_str(&self.context.line(1));
            self.tree(&name, &root, None, out);
        }
    }

    fn tree(&mut self, name: &str, root: &NodeId, kept: Option<&KeptTree>, out: &mut String) {
        let in_main = self.document.root() == Some(root);
        let opening = kept.and_then(|kept| {
            let tag = Tag::parse(&kept.tag)?;
            let is_unnamed = in_main && check::is_unnamed(self.document);
            let change = match tag.index("ID").filter(|_| !is_unnamed) {
                Some(index) if tag.attributes[index].value != name => {
                    Some(TagChange::Value(index, name.to_owned()))
                }
                _ => None,
            };
            Some(with_end(&tag.changed(change.as_slice()), false))
        });
        let opening =
            opening.unwrap_or_else(|| format!("<BehaviorTree ID=\"{}\">", escape_value(name)));
        out.push_str(&opening);
        self.nodes(root, in_main, out);
        if let Some(kept) = kept {
            out.push_str(&kept.end);
        } else {
            out.push_str(&self.context.line(1));
            out.push_str("</BehaviorTree>");
        }
    }

    fn nodes(&mut self, root: &NodeId, in_main: bool, out: &mut String) {
        let document = self.document;
        let mut steps: Vec<WriteStep<'_>> = document
            .node(root)
            .map(|n| WriteStep::Open(n, 2))
            .into_iter()
            .collect();
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Close(text) => out.push_str(&text),
                WriteStep::Open(node, depth) => {
                    if let Some(close) = self.node(node, depth, in_main, out) {
                        steps.push(WriteStep::Close(close));
                    }
                    let children = node.children().iter().rev();
                    let children = children.filter_map(|child| document.node(child));
                    steps.extend(children.map(|child| WriteStep::Open(child, depth + 1)));
                }
            }
        }
    }

    /// Writes the text before a node and its opening tag; returns the text after its children.
    fn node(
        &mut self,
        node: &Node,
        depth: usize,
        in_main: bool,
        out: &mut String,
    ) -> Option<String> {
        let kept: KeptNode = kept::get(&node.extra).unwrap_or_default();
        let target = check::target(self.units, self.index, node).filter(|_| &*node.task == SUBTREE);
        let around = NodeContext {
            document: self.document,
            library: self.library,
            in_main,
            root_keys: &self.context.root_keys,
            is_v3: self.context.is_v3,
            children: node.children().len(),
            skipped: layout::skipped(node, self.document),
            defaults: &self.context.defaults,
            tree: target.as_ref().map_or("", |(_, name)| name),
        };
        let line = self.context.line(depth);
        let before = kept.before.as_deref().unwrap_or(&line);
        let comment = layout::comment(before);
        let old = kept.tag.as_deref().and_then(Tag::parse);
        let described = old.as_ref().and_then(|tag| tag.get("_description"));
        let is_described = comment.is_none() && described.is_some();
        let was = comment.as_deref().or(described).unwrap_or_default();
        let comment = (*was != *node.comment).then_some(&*node.comment);
        match comment.filter(|_| !is_described) {
            None => out.push_str(before),
            Some("") => out.push_str(&line),
            Some(comment) => {
                out.push_str(&line);
                if layout::is_changed(comment) {
                    self.remarks.at(node, remarks::comment_changed());
                }
                out.push_str(&layout::written_comment(comment));
                out.push_str(&line);
            }
        }
        let mut wanted = express(node, &around);
        if let Some(old) = old
            .as_ref()
            .filter(|_| kept.children == Some(around.children))
        {
            old.name.clone_into(&mut wanted.element);
        }
        let tag = kept.tag.as_deref().and_then(|tag| {
            let comment = comment.filter(|_| is_described);
            old_tag(node, tag, &wanted, comment, &around)
        });
        let tag = tag.unwrap_or_else(|| with_conditions(new_tag(node, &wanted), old.as_ref()));
        for remark in wanted.remarks {
            self.remarks.at(node, remark);
        }
        if let Some(tag) = Tag::parse(&tag) {
            let required = &self.context.required;
            for note in tag_notes(node, &tag, &around, required, &mut self.asyncs) {
                self.remarks.at(node, note);
            }
        }
        let at_once = node.children().is_empty() && kept.end.is_none();
        out.push_str(&with_end(&tag, at_once));
        if at_once {
            return None;
        }
        let mut close = kept.end.unwrap_or(line);
        let name: String = tag[1..]
            .chars()
            .take_while(|c| !c.is_whitespace() && !matches!(c, '/' | '>'))
            .collect();
        let plain = format!("</{name}>");
        let kept_close = kept
            .close
            .filter(|close| close.starts_with(&plain[..plain.len() - 1]));
        close.push_str(&kept_close.unwrap_or(plain));
        Some(close)
    }
}

/// Adds export notes on what of a tag has another meaning here, and on what BehaviorTree.CPP refuses of it.
fn tag_notes(
    node: &Node,
    tag: &Tag,
    around: &NodeContext<'_>,
    required: &RequiredPorts,
    asyncs: &mut AsyncChildren,
) -> Vec<TransferNote> {
    let meaning = meaning_of(node, tag, around);
    let mut notes = meaning.remarks;
    notes.retain(|remark| remark.grade() >= Grade::Approximated);
    let parent = node
        .parent()
        .and_then(|parent| around.document.node(parent));
    let reactive = parent.filter(|parent| rules::is_reactive(&parent.task));
    let setting = TagSetting {
        children: around.children,
        family: rules::family(node, around.library),
        is_v3: around.is_v3,
        is_subtree: &*node.task == SUBTREE,
        is_below_reactive: reactive.is_some(),
    };
    notes.extend(rules::faults(tag, setting));
    notes.extend(reactive.and_then(|parent| asyncs.fault(parent.id(), tag)));
    let tree = node.text_parameter(TREE_PARAMETER);
    if let Some(ports) = required.get(tree)
        && &*node.task == SUBTREE
        && !meaning.remaps_all
    {
        notes.extend(rules::unset_ports(tag, tree, ports));
    }
    notes
}

/// Returns the tag of a node whose type has changed, with the scripts of the old tag.
fn with_conditions(new: String, old: Option<&Tag>) -> String {
    let (Some(old), Some(tag)) = (old, Tag::parse(&new)) else {
        return new;
    };
    let conditions = old.attributes.iter();
    let conditions = conditions.filter(|a| is_condition(&a.name) && tag.index(&a.name).is_none());
    let conditions = conditions.filter(|a| a.name != "_skipIf" || a.value.trim() != "true");
    let changes: Vec<TagChange> = conditions
        .map(|a| TagChange::Add(a.name.clone(), a.value.clone(), false))
        .collect();
    tag.changed(&changes)
}
