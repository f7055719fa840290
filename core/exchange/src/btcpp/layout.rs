//! White space and comments around elements: what is written anew, and what is kept because it differs from that.

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::TransferNote;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node};

use super::express::{NodeContext, express, new_tag};
use super::interpret::TagMeaning;
use super::kept::{self, KeptDocument, KeptNode, KeptPart};
use super::models::{self, PortDefaults, RequiredPorts};
use super::tag::{Tag, meaning_of, with_end};
use super::{names, values};
use crate::xml::{Element, comment_text};

/// The data of a document that is needed to write its nodes or interpret what is kept of them.
pub(super) struct DocumentContext {
    pub root_keys: FxHashSet<String>,
    pub is_v3: bool,
    pub indent: String,
    pub newline: &'static str,
    pub library: NodeLibrary,
    /// The default values of subtrees' ports.
    pub defaults: PortDefaults,
    /// Ports of subtrees that must be set.
    pub required: RequiredPorts,
}

impl DocumentContext {
    /// Returns the context of a document: what it keeps of its file, or the style of a new file.
    pub fn of(document: &Document) -> Self {
        let kept: Option<KeptDocument> = kept::get(&document.extra);
        let named = document.variables.iter();
        let keys = named.filter_map(|variable| variable.name.strip_prefix(values::ROOT));
        Self {
            root_keys: keys.map(str::to_owned).collect(),
            is_v3: kept.as_ref().is_some_and(|kept| kept.is_v3),
            newline: newline(kept.as_ref()),
            defaults: kept
                .as_ref()
                .map(|kept| of_models(kept, models::defaults))
                .unwrap_or_default(),
            required: kept
                .as_ref()
                .map(|kept| of_models(kept, models::required))
                .unwrap_or_default(),
            indent: kept.map_or_else(|| "  ".to_owned(), |kept| kept.indent),
            library: NodeLibrary::builtin(),
        }
    }

    /// Returns a line break with the indent for `depth`.
    pub fn line(&self, depth: usize) -> String {
        line(self.newline, &self.indent, depth)
    }
}

/// Collects the kept models of subtrees.
fn of_models<T: FromIterator<I::Item>, I: IntoIterator>(
    kept: &KeptDocument,
    of: fn(Element<'_>) -> I,
) -> T {
    let texts = kept.parts.iter().filter_map(|part| match part {
        KeptPart::Models(text) => models::parse(text),
        _ => None,
    });
    texts.flat_map(|xml| of(xml.root())).collect()
}

fn newline(kept: Option<&KeptDocument>) -> &'static str {
    if kept.is_some_and(|kept| kept.crlf) {
        "\r\n"
    } else {
        "\n"
    }
}

/// The deepest level that is indented further, so that lines of deep trees do not consist mostly of blanks.
const MAX_INDENTED: usize = 100;

fn line(newline: &str, indent: &str, depth: usize) -> String {
    format!("{newline}{}", indent.repeat(depth.min(MAX_INDENTED)))
}

/// Returns the indent of one level: the white space before the first child of the root element.
pub(super) fn indent_of(root: Element<'_>, text: &str) -> String {
    let first = root.elements().next();
    let before = first.map(|first| &text[..first.span().start]);
    let indent = before.and_then(|before| before.rsplit('\n').next());
    let is_blank =
        |indent: &&str| indent.len() <= 16 && indent.bytes().all(|b| b == b' ' || b == b'\t');
    match indent.filter(is_blank) {
        Some(indent) if !indent.is_empty() => indent.to_owned(),
        _ => "  ".to_owned(),
    }
}

/// Returns the text of the comments in a gap between elements; `None` if there are none.
pub(super) fn comment(gap: &str) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut rest = gap;
    while let Some((_, after)) = rest.split_once("<!--") {
        let (inside, behind) = after.split_once("-->")?;
        texts.push(unindented(inside.trim()));
        rest = behind;
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Removes the indent that all lines after the first have in common.
fn unindented(text: &str) -> String {
    let blanks = |line: &str| line.len() - line.trim_start().len();
    let later = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let shared = later.map(blanks).min().unwrap_or(0);
    let cut = |(index, line): (usize, &str)| match index {
        0 => line.trim_end().to_owned(),
        _ => line
            .get(shared..)
            .unwrap_or(line.trim_start())
            .trim_end()
            .to_owned(),
    };
    let lines: Vec<String> = text.lines().enumerate().map(cut).collect();
    lines.join("\n")
}

/// Returns the description of a file: the comment before its root element.
pub(super) fn description(head: &str) -> String {
    comment(head).unwrap_or_default()
}

/// Returns a comment on lines of its own.
pub(super) fn written_comment(text: &str) -> String {
    format!("<!-- {} -->", comment_text(text.trim()))
}

/// Returns whether a comment has content that XML comments cannot hold, so that it is written differently.
pub(super) fn is_changed(text: &str) -> bool {
    text.contains("--")
}

/// Returns what has to be kept of a new node because it would be written differently.
pub(super) fn kept_node(
    node: &Node,
    element: Element<'_>,
    (before, end): (&str, &str),
    depth: usize,
    kept: &KeptDocument,
    around: &NodeContext<'_>,
) -> KeptNode {
    let line = |depth| line(newline(Some(kept)), &kept.indent, depth);
    let wanted = express(node, around);
    let canonical = new_tag(node, &wanted);
    let tag = element.open_tag();
    let is_empty = element.elements().next().is_none();
    let has_end = if is_empty {
        !element.is_self_closing()
    } else {
        end != line(depth)
    };
    let close = &element.source()[element.inside().end - element.span().start..];
    let is_switch = &*node.task == "Switch" && element.name().starts_with("Switch");
    let is_plain = element.is_self_closing() || close == format!("</{}>", element.name());
    KeptNode {
        before: (before != line(depth)).then(|| before.to_owned()),
        tag: (with_end(tag, true) != canonical).then(|| tag.to_owned()),
        end: has_end.then(|| end.to_owned()),
        children: (is_switch && wanted.element != element.name()).then_some(around.children),
        close: (!is_plain).then(|| close.to_owned()),
    }
}

/// Node types that behave differently in some case, whatever their tags say.
const DIFFERING: &str = "Wait Delay TimeLimit Parallel ParallelAll IfThenElse WhileDoElse Switch SequenceWithMemory KeepRunningUntilFailure Repeater Retry RunOnce";

/// Returns the import notes on a node that hold as long as it is unchanged.
pub(super) fn standing(
    node: &Node,
    document: &Document,
    context: &DocumentContext,
) -> Vec<TransferNote> {
    let kept = node
        .extra
        .get(kept::KEY)
        .filter(|json| json.contains("\"tag\""));
    let may_differ = DIFFERING.split(' ').any(|task| task == &*node.task)
        || node.parameters.keys().any(|name| !names::is_port(name));
    if kept.is_none() && !may_differ {
        return Vec::new();
    }
    let around = NodeContext {
        document,
        library: &context.library,
        in_main: false,
        root_keys: &context.root_keys,
        is_v3: context.is_v3,
        children: node.children().len(),
        skipped: skipped(node, document),
        defaults: &context.defaults,
        tree: "",
    };
    let kept: Option<KeptNode> = kept.and_then(|_| kept::get(&node.extra));
    let kept = kept
        .and_then(|kept| kept.tag)
        .and_then(|tag| Tag::parse(&tag));
    let tag = kept.or_else(|| Tag::parse(&new_tag(node, &express(node, &around))));
    let meaning: Option<TagMeaning> = tag.map(|tag| meaning_of(node, &tag, &around));
    let meaning = meaning.filter(|meaning| *meaning.task == *node.task);
    let remarks = meaning.map(|meaning| meaning.remarks).unwrap_or_default();
    remarks.into_iter().map(TransferNote::kept).collect()
}

/// Returns the number of a node's children that are disabled.
pub(super) fn skipped(node: &Node, document: &Document) -> usize {
    let children = node.children().iter();
    let children = children.filter_map(|child| document.node(child));
    children.filter(|child| child.disabled).count()
}
