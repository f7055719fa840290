//! A tree as drawings in text need it: each node with its title, task and settings. Does not know the drawing formats.

use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::library::{NodeLibrary, PlainWords, parameter_line};
use treewright_core::model::{Document, Node};

/// A node of a drawing.
pub(super) struct DrawnNode<'a> {
    pub node: &'a Node,
    /// Its depth; the roots of the tree and of unconnected branches have depth 0.
    pub depth: usize,
    /// Its own title, or its task's.
    pub title: &'a str,
    /// Further text, in order: its task if the title does not contain it, its settings, its abort type, whether it is
    /// disabled.
    pub about: Vec<String>,
    /// The name of the tree whose root it is.
    pub tree: Option<&'a str>,
    /// Its category; `None` if its task is not declared.
    pub category: Option<Category>,
}

/// Returns all nodes of a document, each before its children: the tree first, then the unconnected branches.
pub(super) fn nodes<'a>(
    document: &'a Document,
    library: &'a NodeLibrary,
) -> impl Iterator<Item = DrawnNode<'a>> {
    document.pre_order().with_depth().map(|(node, depth)| {
        let own = node.own_title();
        let declaration = library.declaration(&node.task);
        let parent = node.parent().and_then(|id| document.node(id));
        let parent = parent.and_then(|parent| library.declaration(&parent.task));
        let task = own.map(|_| node.task.to_string());
        let settings = Some(parameter_line(node, declaration, parent, &PlainWords));
        let interrupts = (node.abort != AbortType::None).then(|| format!("abort {}", node.abort));
        let disabled = node.disabled.then(|| "disabled".to_owned());
        let about = [task, settings, interrupts, disabled].into_iter().flatten();
        DrawnNode {
            node,
            depth,
            title: own.unwrap_or(&node.task),
            about: about.filter(|part| !part.is_empty()).collect(),
            tree: document.tree_name(node.id()),
            category: declaration.map(|declaration| declaration.category),
        }
    })
}
