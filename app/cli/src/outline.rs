//! A running tree as indented lines, one for each node, with what it does; and aborts as sentences.

use std::fmt::Write as _;

use anstyle::Style;
use treewright_core::abort::AbortType;
use treewright_core::diagnostic::visible_line;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_insight::history::AbortStory;
use treewright_insight::scenario::{NodeState, Seen};
use unicode_width::UnicodeWidthStr as _;

use super::colors::{ACTIVE, BAD, FAINT, GOOD, NOTABLE, styled};

/// The lines of a tree, whose titles do not change while it runs.
pub struct Outline {
    /// Branches, title and task of each node, in the order of the program.
    lines: Vec<Line>,
    /// The column at which states stand.
    width: usize,
}

struct Line {
    node: NodeIndex,
    indent: String,
    title: String,
    about: String,
}

/// Wider trees have their states further to the left than their longest line.
const MAX_WIDTH: usize = 72;
/// Nodes deeper than this are not indented further; their depth is written instead.
const MAX_DEPTH: usize = 30;

impl Outline {
    /// The outline of the tree that runs.
    pub fn new(run: &Seen<'_>) -> Self {
        let program = run.program();
        // The last of each node's children, which is drawn with a corner.
        let mut last_child = vec![None; program.len()];
        for node in program.indices() {
            if let Some(parent) = program.parent(node) {
                last_child[parent.get()] = Some(node);
            }
        }
        let mut lines: Vec<Line> = Vec::with_capacity(program.len());
        // The nodes on the way down, each with what stands before its children.
        let mut open: Vec<(NodeIndex, String)> = Vec::new();
        for node in program.indices() {
            let parent = program.parent(node);
            while open.last().is_some_and(|(at, _)| Some(*at) != parent) {
                open.pop();
            }
            let is_last = parent.is_none_or(|p| last_child[p.get()] == Some(node));
            let before = open.last().map(|(_, before)| &**before);
            let (indent, below) = branches(before, is_last, open.len());
            let (title, about) = describe(run, node);
            lines.push(Line {
                node,
                indent,
                title,
                about,
            });
            open.push((node, below));
        }
        let widths = lines.iter().map(Line::width);
        let width = widths.max().unwrap_or(0).min(MAX_WIDTH);
        Self { lines, width }
    }

    /// What every node does now.
    pub fn draw(&self, run: &Seen<'_>) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let (symbol, word, style) = shown(run.state(line.node));
            let gap = " ".repeat(self.width.saturating_sub(line.width()) + 2);
            let indent = styled(FAINT, &line.indent);
            let about = styled(FAINT, &line.about);
            let state = styled(style, format!("{symbol} {word}"));
            // writing to a String cannot fail
            let _ = writeln!(text, "  {indent}{}{about}{gap}{state}", line.title);
        }
        text
    }
}

impl Line {
    fn width(&self) -> usize {
        let parts = [&self.indent, &self.title, &self.about];
        parts.iter().map(|part| part.width()).sum()
    }
}

/// What stands before a node, and what before its children; `before` is what its parent puts before it.
fn branches(before: Option<&str>, is_last: bool, depth: usize) -> (String, String) {
    let Some(before) = before else {
        return (String::new(), String::new());
    };
    let corner = if is_last { "└─ " } else { "├─ " };
    if depth > MAX_DEPTH {
        return (format!("{before}{corner}({depth}) "), before.to_owned());
    }
    let below = if is_last { "   " } else { "│  " };
    (format!("{before}{corner}"), format!("{before}{below}"))
}

/// What a node is called, on one line.
fn title(run: &Seen<'_>, node: NodeIndex) -> String {
    const SHOWN: usize = 60;
    let title = run.document_node(node).map_or("", |node| node.title());
    let short: String = title.chars().take(SHOWN).collect();
    visible_line(&short).into_owned()
}

/// A node in a sentence.
pub fn name(run: &Seen<'_>, node: NodeIndex) -> String {
    let id = run.program().id(node);
    format!("`{}` ({id})", title(run, node))
}

/// What a node is called, and what else is to be known of it.
fn describe(run: &Seen<'_>, node: NodeIndex) -> (String, String) {
    let program = run.program();
    let id = program.id(node);
    let Some(found) = run.document_node(node) else {
        return (visible_line(id.as_str()).into_owned(), String::new());
    };
    let mut about = format!(" {id}");
    if !found.name.is_empty() {
        about = format!(" {} {id}", found.task);
    }
    if found.abort != AbortType::None {
        let _ = write!(about, " aborts {}", found.abort);
    }
    (title(run, node), visible_line(&about).into_owned())
}

/// A state's symbol, word and style.
fn shown(state: NodeState) -> (char, &'static str, Style) {
    match state {
        NodeState::Idle => ('·', "idle", FAINT),
        NodeState::Running => ('▶', "running", ACTIVE),
        NodeState::Success => ('✔', "succeeded", GOOD),
        NodeState::Failure => ('✘', "failed", BAD),
        NodeState::Interrupted => ('■', "interrupted", NOTABLE),
    }
}

/// An abort in a sentence: which answer changed, what it interrupted, and where the tree goes on.
pub fn abort_sentence(run: &Seen<'_>, abort: &AbortStory) -> String {
    let name = |node| name(run, node);
    let answer = match abort.answer {
        Status::Success => "Success",
        _ => "Failure",
    };
    let interrupted = match abort.branch() {
        Some(branch) => format!("interrupted {}", name(branch)),
        None => "interrupted nothing".to_owned(),
    };
    format!(
        "{} now answers {answer}: {} {interrupted}, and {} goes on at {}",
        name(abort.conditional),
        abort_type(run, abort.watched_by),
        name(abort.scope),
        name(abort.target),
    )
}

fn abort_type(run: &Seen<'_>, watched_by: NodeIndex) -> String {
    let node = run.document_node(watched_by);
    let abort = node.map_or(AbortType::None, |node| node.abort);
    format!("the {abort} abort of {}", name(run, watched_by))
}
