//! Which nodes the scenarios of each tree never reached, as text and as JSON.

use std::io;

use serde::Serialize;
use treewright_insight::scenario::Coverage;

use crate::Streams;
use crate::check::counted;
use crate::colors::{BAD, FAINT, styled};

/// So many nodes that were never reached are named to people.
const SHOWN: usize = 20;

/// How many nodes were reached, in all trees.
#[derive(Serialize)]
pub struct Covered {
    nodes: usize,
    reached: usize,
    percent: f64,
    trees: Vec<Tree>,
}

/// How many were in one tree.
#[derive(Serialize)]
struct Tree {
    file: String,
    nodes: usize,
    reached: usize,
    never_reached: Vec<Missed>,
}

#[derive(Serialize)]
struct Missed {
    id: String,
    name: String,
}

impl Covered {
    /// Sums up.
    pub fn of(coverage: &Coverage) -> Self {
        let mut trees = Vec::new();
        for (file, nodes) in coverage.documents() {
            let mut tree = Tree {
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
                    tree.never_reached.push(Missed {
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

    /// How many of a hundred nodes were reached; all, if there are none.
    pub fn percent(&self) -> f64 {
        self.percent
    }

    /// Writes it for people; also how many percent it should have been, if that was missed.
    pub fn write_human(&self, streams: &mut Streams<'_>, missed: Option<f64>) -> io::Result<()> {
        for tree in &self.trees {
            writeln!(
                streams.out,
                "coverage {}: {}",
                tree.file,
                told(tree.reached, tree.nodes)
            )?;
            for node in tree.never_reached.iter().take(SHOWN) {
                let line = format!("       never reached: `{}` ({})", node.name, node.id);
                writeln!(streams.out, "{}", styled(FAINT, line))?;
            }
            if let Some(more) = tree.never_reached.len().checked_sub(SHOWN + 1) {
                let more = counted(more + 1, "further node");
                writeln!(streams.out, "       … and {more}")?;
            }
        }
        let all = format!("coverage: {}", told(self.reached, self.nodes));
        match missed {
            Some(least) => {
                let text = format!("{all}, but {least} % are asked for");
                writeln!(streams.out, "{}", styled(BAD, text))
            }
            None => writeln!(streams.out, "{all}"),
        }
    }
}

fn told(reached: usize, nodes: usize) -> String {
    let percent = percent(reached, nodes);
    format!(
        "{reached} of {} reached ({percent} %)",
        counted(nodes, "node")
    )
}

/// Rounded down, so that only all of them are a hundred.
fn percent(reached: usize, nodes: usize) -> f64 {
    if nodes == 0 {
        return 100.0;
    }
    (1000.0 * reached as f64 / nodes as f64).floor() / 10.0
}
