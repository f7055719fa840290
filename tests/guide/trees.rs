//! Trees as nested lists, for pages of the guide.

use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_session::i18n::Texts;

/// Writes a node and what is below it, down to this many levels; what is deeper is shown as an ellipsis.
pub fn list(document: &Document, id: &NodeId, levels: usize, texts: &Texts) -> String {
    let mut out = String::new();
    write(document, id, 0, levels, texts, &mut out);
    out
}

fn write(
    document: &Document,
    id: &NodeId,
    depth: usize,
    levels: usize,
    texts: &Texts,
    out: &mut String,
) {
    let node = document.node(id).unwrap();
    let line = line(document, node, texts);
    out.push_str(&"  ".repeat(depth));
    out.push_str("- ");
    out.push_str(&line);
    out.push('\n');
    if depth < levels {
        for child in node.children() {
            write(document, child, depth + 1, levels, texts, out);
        }
    } else if !node.children().is_empty() {
        out.push_str(&"  ".repeat(depth + 1));
        out.push_str("- …\n");
    }
}

/// A node in one line: its name, its type, and what is set.
fn line(document: &Document, node: &Node, texts: &Texts) -> String {
    let title = texts.node_title(node);
    let task = texts.task_title(&node.task);
    let mut about: Vec<String> = (title != task).then(|| task.clone()).into_iter().collect();
    for (name, value) in &node.parameters {
        let name = texts.parameter_title(owner(document, node, name), name);
        let value = match value {
            ParameterValue::Variable(variable) => variable.to_string(),
            ParameterValue::Literal(literal) => literal.value.to_string(),
        };
        about.push(format!("{name} = `{value}`"));
    }
    if node.abort != AbortType::None {
        let key = format!("canvas.row.abort.{}", node.abort.name());
        about.push(texts.tr(&key).into_owned());
    }
    if about.is_empty() {
        return format!("**{title}**");
    }
    texts.with_note(
        &format!("**{title}**"),
        &about.join(&texts.tr("list.comma")),
    )
}

/// The node type that declares a parameter of a node: its own, or that of its parent, which gives each child a parameter.
fn owner<'d>(document: &'d Document, node: &'d Node, parameter: &str) -> &'d str {
    let parent = node.parent().and_then(|parent| document.node(parent));
    let library = NodeLibrary::builtin();
    let parent = parent.filter(|parent| {
        let declared = library.declaration(&parent.task);
        let mut given = declared.iter().flat_map(|it| &it.child_parameters);
        given.any(|given| &*given.name == parameter)
    });
    &parent.unwrap_or(node).task
}
