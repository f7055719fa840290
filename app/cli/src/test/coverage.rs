//! The nodes of each tree that no scenario reached, as text and as JSON.

use std::io;

use serde::Serialize;
use treewright_insight::scenario::Coverage;
use treewright_session::i18n::Texts;

use crate::Streams;
use crate::colors::{BAD, FAINT, styled};

/// The most unreached nodes of a tree that are listed for people.
const SHOWN: usize = 20;

/// The coverage of all trees.
#[derive(Serialize)]
pub struct CoverageReport {
    nodes: usize,
    reached: usize,
    percent: f64,
    trees: Vec<TreeCoverage>,
}

#[derive(Serialize)]
struct TreeCoverage {
    file: String,
    nodes: usize,
    reached: usize,
    never_reached: Vec<UnreachedNode>,
}

#[derive(Serialize)]
struct UnreachedNode {
    id: String,
    name: String,
}

impl CoverageReport {
    pub fn of(coverage: &Coverage) -> Self {
        let mut trees = Vec::new();
        for (file, nodes) in coverage.documents() {
            let mut tree = TreeCoverage {
                file: file.to_string(),
                nodes: 0,
                reached: 0,
                never_reached: Vec::new(),
            };
            for (id, covered) in nodes {
                tree.nodes += 1;
                if covered.reached {
                    tree.reached += 1;
                } else {
                    tree.never_reached.push(UnreachedNode {
                        id: id.to_string(),
                        name: covered.title.clone(),
                    });
                }
            }
            trees.push(tree);
        }
        let nodes = trees.iter().map(|tree| tree.nodes).sum();
        let reached = trees.iter().map(|tree| tree.reached).sum();
        Self {
            nodes,
            reached,
            percent: percent(reached, nodes),
            trees,
        }
    }

    /// The percentage of nodes that were reached; 100 if there are no nodes.
    pub fn percent(&self) -> f64 {
        self.percent
    }

    /// Writes the coverage for people. `required` is the percentage that was missed, if any.
    pub fn write_human(&self, streams: &mut Streams<'_>, required: Option<f64>) -> io::Result<()> {
        let texts = streams.texts;
        for tree in &self.trees {
            let coverage = counts(tree.reached, tree.nodes, texts);
            let arguments = [("file", &*tree.file), ("coverage", &coverage)];
            let line = texts.tr_with("cli.coverage.of_tree", &arguments);
            writeln!(streams.out, "{line}")?;
            for node in tree.never_reached.iter().take(SHOWN) {
                let arguments = [("title", &*node.name), ("id", &*node.id)];
                let node = texts.tr_with("cli.node", &arguments);
                let line = texts.tr_with("cli.coverage.unreached", &[("node", &node)]);
                writeln!(streams.out, "{}", styled(FAINT, format!("       {line}")))?;
            }
            if let Some(more) = tree.never_reached.len().checked_sub(SHOWN + 1) {
                let more = texts.tr_count("cli.more_nodes", more + 1);
                writeln!(streams.out, "       … {more}")?;
            }
        }
        let coverage = counts(self.reached, self.nodes, texts);
        if let Some(required) = required {
            let required = required.to_string();
            let arguments = [("coverage", &*coverage), ("required", &*required)];
            let text = texts.tr_with("cli.coverage.too_low", &arguments);
            return writeln!(streams.out, "{}", styled(BAD, text));
        }
        let text = texts.tr_with("cli.coverage.total", &[("coverage", &coverage)]);
        writeln!(streams.out, "{text}")
    }
}

/// The numbers in words.
fn counts(reached: usize, nodes: usize, texts: &Texts) -> String {
    let (reached_text, percent) = (reached.to_string(), percent(reached, nodes).to_string());
    let arguments = [("reached", &*reached_text), ("percent", &*percent)];
    texts.tr_count_with("cli.coverage.counts", nodes, &arguments)
}

/// Rounds down, so that 100 means all nodes.
fn percent(reached: usize, nodes: usize) -> f64 {
    if nodes == 0 {
        return 100.0;
    }
    (1000.0 * reached as f64 / nodes as f64).floor() / 10.0
}
