//! A running tree as indented lines, one per node with its state; aborts as sentences.

use std::fmt::Write as _;

use anstyle::Style;
use treewright_core::abort::AbortType;
use treewright_core::diagnostic::visible_line;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_insight::history::AbortSummary;
use treewright_insight::scenario::NodeState;
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::colors::{ACTIVE, BAD, FAINT, GOOD, NOTABLE, styled};
use super::shown_run::ShownRun;

/// The lines of a tree without the states. They do not change during a run.
pub struct Outline {
    /// One per node, in the order of the program.
    lines: Vec<Line>,
    /// The column of the states.
    width: usize,
}

struct Line {
    node: NodeIndex,
    indent: String,
    title: String,
    /// Type, id and abort type.
    about: String,
}

/// The greatest column of the states; longer lines reach beyond it.
const MAX_WIDTH: usize = 72;
/// Deeper nodes are not indented further; their depth is written as a number.
const MAX_DEPTH: usize = 30;

impl Outline {
    /// The outline of a tree that runs.
    pub fn new(run: &dyn ShownRun, texts: &Texts) -> Self {
        let program = run.program();
        // The last child of each node, which is drawn with a corner.
        let mut last_child = vec![None; program.len()];
        for node in program.indices() {
            if let Some(parent) = program.parent(node) {
                last_child[parent.get()] = Some(node);
            }
        }
        let mut lines: Vec<Line> = Vec::with_capacity(program.len());
        // The ancestors of the present node, each with the indentation of its children.
        let mut open: Vec<(NodeIndex, String)> = Vec::new();
        for node in program.indices() {
            let parent = program.parent(node);
            while open.last().is_some_and(|(at, _)| Some(*at) != parent) {
                open.pop();
            }
            let is_last = parent.is_none_or(|p| last_child[p.get()] == Some(node));
            let before = open.last().map(|(_, before)| &**before);
            let (indent, below) = branches(before, is_last, open.len());
            let (title, about) = describe(run, node, texts);
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

    /// The lines with the present states.
    pub fn draw(&self, run: &dyn ShownRun, texts: &Texts) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let (symbol, key, style) = state(run.state(line.node));
            let word = texts.tr(key);
            let gap = " ".repeat(self.width.saturating_sub(line.width()) + 2);
            let indent = styled(FAINT, &line.indent);
            let about = styled(FAINT, &line.about);
            let state = styled(style, format!("{symbol} {word}"));
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {indent}{}{about}{gap}{state}", line.title);
        }
        text
    }
}

impl Outline {
    /// The lines of single nodes without the tree, with the present states; with `before`, also with the previous ones.
    pub fn draw_nodes(
        &self,
        run: &dyn ShownRun,
        nodes: &[NodeIndex],
        before: Option<&dyn Fn(NodeIndex) -> Option<NodeState>>,
        texts: &Texts,
    ) -> String {
        let mut text = String::new();
        for node in nodes {
            let Some(line) = self.lines.get(node.get()) else {
                continue;
            };
            let word = |of: Option<NodeState>| {
                let (symbol, key, style) = state(of);
                styled(style, format!("{symbol} {}", texts.tr(key))).clone()
            };
            let about = styled(FAINT, &line.about);
            let now = word(run.state(*node));
            let states = match before {
                Some(before) => format!("{} → {now}", word(before(*node))),
                None => now,
            };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {}{about}  {states}", line.title);
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

/// Returns the indentation of a node and that of its children; `before` is the one that its parent gives to it.
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

/// The title of a node, shortened and on one line.
fn title(run: &dyn ShownRun, node: NodeIndex, texts: &Texts) -> String {
    const SHOWN: usize = 60;
    let title = run
        .document_node(node)
        .map_or_else(String::new, |node| texts.node_title(node));
    let short: String = title.chars().take(SHOWN).collect();
    visible_line(&short).into_owned()
}

/// A node in a sentence, by title and id.
pub fn name(run: &dyn ShownRun, node: NodeIndex, texts: &Texts) -> String {
    let title = title(run, node, texts);
    let arguments = [("title", &*title), ("id", run.program().id(node).as_str())];
    texts.tr_with("cli.node", &arguments)
}

/// The title of a node, and the text after it: type, id, abort type.
fn describe(run: &dyn ShownRun, node: NodeIndex, texts: &Texts) -> (String, String) {
    let program = run.program();
    let id = program.id(node);
    let Some(found) = run.document_node(node) else {
        return (visible_line(id.as_str()).into_owned(), String::new());
    };
    let mut details = format!(" {id}");
    if !found.name.is_empty() {
        details = format!(" {} {id}", texts.task_title(&found.task));
    }
    if found.abort != AbortType::None {
        let abort = abort_type(found.abort, texts);
        details.push(' ');
        details.push_str(&texts.tr_with("cli.run.aborts", &[("abort", &abort)]));
    }
    (title(run, node, texts), visible_line(&details).into_owned())
}

/// The symbol of a state, the key of its word, and its style.
fn state(state: Option<NodeState>) -> (char, &'static str, Style) {
    let Some(state) = state else {
        return ('?', "cli.state.not_known", FAINT);
    };
    match state {
        NodeState::Idle => ('·', "cli.state.idle", FAINT),
        NodeState::Running => ('▶', "cli.state.running", ACTIVE),
        NodeState::Success => ('✔', "cli.state.succeeded", GOOD),
        NodeState::Failure => ('✘', "cli.state.failed", BAD),
        NodeState::Interrupted => ('■', "cli.state.interrupted", NOTABLE),
    }
}

/// An abort in a sentence: the condition that changed, what was aborted, and where the tree continues.
pub fn abort_sentence(run: &dyn ShownRun, abort: &AbortSummary, texts: &Texts) -> String {
    let name = |node| name(run, node, texts);
    let key = match (abort.answer, abort.branch()) {
        (Status::Success, Some(_)) => "cli.abort.became_true",
        (Status::Success, None) => "cli.abort.became_true_idle",
        (_, Some(_)) => "cli.abort.became_false",
        (_, None) => "cli.abort.became_false_idle",
    };
    let composite = run.document_node(abort.watched_by);
    let abort_name = abort_type(composite.map_or(AbortType::None, |node| node.abort), texts);
    let branch = abort.branch().map_or_else(String::new, name);
    let arguments = [
        ("conditional", &*name(abort.conditional)),
        ("abort", &*abort_name),
        ("composite", &*name(abort.watched_by)),
        ("branch", &*branch),
        ("scope", &*name(abort.scope)),
        ("target", &*name(abort.target)),
    ];
    texts.tr_with(key, &arguments)
}

fn abort_type(abort: AbortType, texts: &Texts) -> String {
    texts.tr(&format!("abort.{abort}")).into_owned()
}
