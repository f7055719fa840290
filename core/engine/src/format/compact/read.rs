//! Reads a file in the compact form into a document.

use super::head::Head;
use super::nodes::CompactNode;
use super::{CompactError, Damage};
use crate::format::FormatError;
use crate::format::checked::too_long_in;
use crate::ids::NodeId;
use crate::limits::FILE_BYTES;
use crate::model::{Document, DocumentBuilder, ListedPlace, NamedTree, Node, NodeMap, too_long};

/// Reads a document from its compact form.
///
/// ```
/// use treewright_core::format::{compact, native};
///
/// let text = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Idle"}]}"#;
/// let document = native::read(text.as_bytes()).unwrap().document;
/// let file = compact::write(&document).unwrap();
/// assert!(compact::is_compact(&file));
/// assert_eq!(compact::read(&file).unwrap(), document);
/// ```
///
/// # Errors
/// If the bytes are no such file, are damaged, or exceed a limit: with the place and the remedy.
pub fn read(bytes: &[u8]) -> Result<Document, FormatError> {
    document(bytes).map_err(FormatError::from)
}

fn document(bytes: &[u8]) -> Result<Document, Damage> {
    let head = Head::read(bytes)?;
    let mut builder = DocumentBuilder::new(head.name);
    let mut nodes = NodeMap::with_capacity(head.node_count);
    let mut order = Vec::with_capacity(head.node_count);
    let mut list = head.nodes();
    while let Some(node) = list.next_node()? {
        let place = match node.parent {
            Some(parent) => ListedPlace::Below(parent as usize),
            None if order.is_empty() && head.has_root => ListedPlace::Root,
            None => ListedPlace::Loose,
        };
        let overrides = if node.has_overrides {
            list.take_overrides()
        } else {
            Vec::new()
        };
        order.push((order.len(), place));
        let mut node = model_node(&head, &node);
        node.overrides = overrides;
        nodes.try_insert(node).map_err(|(at, node)| {
            let name = node.id().to_string();
            CompactError::Twice { name }.at(&format!("nodes[{at}], nodes[{}]", order.len() - 1), 0)
        })?;
    }
    let libraries: usize = head.libraries.iter().map(|library| library.len()).sum();
    if libraries > FILE_BYTES {
        return Err(CompactError::Texts { limit: FILE_BYTES }.at("libraries", 0));
    }
    let tree = |(name, top): &(&str, usize)| {
        let id = nodes.get_index(*top).map(Node::id).cloned();
        NamedTree::new(*name, id.unwrap_or_else(|| NodeId::from("")))
    };
    let trees = head.trees.iter().map(tree).collect();
    let connected = builder.forest(nodes, &order);
    debug_assert!(connected.is_ok(), "each node comes once, parents first");
    builder.settings(|document| {
        document.restart_when_complete = head.restart_when_complete;
        document.seed = head.seed;
        document.libraries = head.libraries.iter().map(ToString::to_string).collect();
        document.variables = head.variables.into();
        document.trees = trees;
    });
    let document = builder.finish();
    too_long(&document).map_err(|long| too_long_in(&long))?;
    Ok(document)
}

/// Converts a node, without connections.
fn model_node(head: &Head<'_>, file: &CompactNode<'_>) -> Node {
    let id = NodeId::from(file.id.to_string());
    let (task, parameters) = &head.kinds[file.kind as usize];
    let mut node = Node::new(id, task.clone());
    file.name.clone_into(&mut node.name);
    node.parameters = parameters.clone();
    node.abort = file.abort;
    node.disabled = file.disabled;
    node
}
