//! What the scenarios have covered of each tree, as text and as JSON: nodes, and outcomes by measure.

pub mod cobertura;
pub mod lcov;
pub mod lines;

use std::io;
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Map, Value, json};
use treewright_core::diagnostic::visible_line;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{Outcome, Status};
use treewright_insight::scenario::{Coverage, CoverageCount, Covered, Measure, NodeOutcome};
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use crate::Streams;
use crate::colors::{BAD, FAINT, HEADING, styled};
use crate::terminal::padded;

/// The most lines per tree that list what is missing, for people.
const SHOWN: usize = 20;

/// The value of `--measure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChosenMeasure {
    Nodes,
    Results,
    Conditions,
    Aborts,
    Switches,
    Outcomes,
}

impl From<ChosenMeasure> for Measure {
    fn from(chosen: ChosenMeasure) -> Self {
        match chosen {
            ChosenMeasure::Nodes => Self::Nodes,
            ChosenMeasure::Results => Self::Results,
            ChosenMeasure::Conditions => Self::Conditions,
            ChosenMeasure::Aborts => Self::Aborts,
            ChosenMeasure::Switches => Self::Switches,
            ChosenMeasure::Outcomes => Self::Outcomes,
        }
    }
}

/// The coverage of all trees.
#[derive(Serialize)]
pub struct CoverageReport {
    nodes: usize,
    reached: usize,
    percent: f64,
    measures: MeasureCounts,
    trees: Vec<TreeCoverage>,
    /// The measure that was chosen, if any.
    #[serde(skip)]
    chosen: Option<Measure>,
}

#[derive(Serialize)]
struct TreeCoverage {
    file: String,
    nodes: usize,
    reached: usize,
    measures: MeasureCounts,
    never_reached: Vec<UnreachedNode>,
    missing: Vec<MissingOutcome>,
}

#[derive(Serialize)]
struct UnreachedNode {
    id: String,
    name: String,
}

/// An outcome that never occurred.
#[derive(Serialize)]
struct MissingOutcome {
    id: String,
    name: String,
    measure: &'static str,
    #[serde(flatten)]
    outcome: Map<String, Value>,
    /// For people, without the node.
    #[serde(skip)]
    text: String,
    /// Whether the node was reached; otherwise the outcome is implied.
    #[serde(skip)]
    is_reached: bool,
}

/// The counts by measure.
#[derive(Clone, Copy, Default)]
struct MeasureCounts([CoverageCount; Measure::ALL.len()]);

impl MeasureCounts {
    fn add(&mut self, each: impl Fn(Measure) -> CoverageCount) {
        for (count, measure) in self.0.iter_mut().zip(Measure::ALL) {
            *count += each(measure);
        }
    }

    fn of(&self, measure: Measure) -> CoverageCount {
        let mut all = Measure::ALL.into_iter().zip(self.0);
        let found = all.find(|(one, _)| *one == measure);
        found.map(|(_, count)| count).unwrap_or_default()
    }
}

impl Serialize for MeasureCounts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            Measure::ALL
                .into_iter()
                .zip(self.0)
                .map(|(measure, count)| {
                    let counts = json!({
                        "all": count.all,
                        "covered": count.covered,
                        "percent": count.percent(),
                    });
                    (measure.name(), counts)
                }),
        )
    }
}

impl CoverageReport {
    /// Creates the report. With a chosen measure, only what it misses is listed for people.
    pub fn of(coverage: &Coverage, chosen: Option<Measure>, texts: &Texts) -> Self {
        let trees: Vec<_> = coverage
            .documents()
            .map(|(file, _)| TreeCoverage::of(coverage, file, texts))
            .collect();
        let mut measures = MeasureCounts::default();
        for tree in &trees {
            measures.add(|measure| tree.measures.of(measure));
        }
        let nodes = measures.of(Measure::Nodes);
        Self {
            nodes: nodes.all,
            reached: nodes.covered,
            percent: nodes.percent(),
            measures,
            trees,
            chosen,
        }
    }

    /// The percentage of the chosen measure, or of nodes, that was covered; 100 if there is nothing to cover.
    pub fn percent(&self) -> f64 {
        self.measures.of(self.measure()).percent()
    }

    fn measure(&self) -> Measure {
        self.chosen.unwrap_or(Measure::Nodes)
    }

    /// Writes the coverage for people. `required` is the percentage that was missed, if any.
    pub fn write_human(&self, streams: &mut Streams<'_>, required: Option<f64>) -> io::Result<()> {
        let texts = streams.texts;
        for tree in &self.trees {
            let coverage = counts(&tree.measures, self.measure(), texts);
            let arguments = [("file", &*tree.file), ("coverage", &coverage)];
            let line = texts.tr_with("cli.coverage.of_tree", &arguments);
            writeln!(streams.out, "{line}")?;
            let missing = tree.missing_lines(self.chosen, texts);
            for line in missing.iter().take(SHOWN) {
                writeln!(streams.out, "{}", styled(FAINT, format!("       {line}")))?;
            }
            if let Some(more) = missing.len().checked_sub(SHOWN + 1) {
                let more = texts.tr_count("cli.coverage.more", more + 1);
                writeln!(streams.out, "       {more}")?;
            }
        }
        self.write_table(streams)?;
        let coverage = counts(&self.measures, self.measure(), texts);
        if let Some(required) = required {
            let required = required.to_string();
            let arguments = [("coverage", &*coverage), ("required", &*required)];
            let text = texts.tr_with("cli.coverage.too_low", &arguments);
            return writeln!(streams.out, "{}", styled(BAD, text));
        }
        let text = texts.tr_with("cli.coverage.total", &[("coverage", &coverage)]);
        writeln!(streams.out, "{text}")
    }

    /// Writes the counts by measure: a row for each tree, one for all of them, and their percentages.
    fn write_table(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        if self.trees.is_empty() {
            return Ok(());
        }
        let texts = streams.texts;
        let cells = |first: String, cell: &dyn Fn(Measure) -> String| -> Vec<String> {
            let others = Measure::ALL.into_iter().map(cell);
            std::iter::once(first).chain(others).collect()
        };
        let counted = |counts: &MeasureCounts, measure| match counts.of(measure) {
            CoverageCount { all: 0, .. } => "–".to_owned(),
            count => format!("{}/{}", count.covered, count.all),
        };
        let mut rows = vec![cells(String::new(), &|measure| texts.measure(measure))];
        for tree in &self.trees {
            let file = visible_line(&tree.file).into_owned();
            rows.push(cells(file, &|measure| counted(&tree.measures, measure)));
        }
        if self.trees.len() > 1 {
            let total = texts.tr("cli.coverage.all_trees").into_owned();
            rows.push(cells(total, &|measure| counted(&self.measures, measure)));
        }
        rows.push(cells(
            String::new(),
            &|measure| match self.measures.of(measure) {
                CoverageCount { all: 0, .. } => String::new(),
                count => format!("{} %", count.percent()),
            },
        ));
        let width = |column: usize| rows.iter().map(|row| row[column].width()).max();
        let widths: Vec<usize> = (0..=Measure::ALL.len())
            .map(|column| width(column).unwrap_or(0))
            .collect();
        writeln!(streams.out)?;
        for (number, row) in rows.iter().enumerate() {
            let mut line = padded(&row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                line.push_str(&" ".repeat(2 + width - cell.width()));
                line.push_str(cell);
            }
            if number == 0 {
                writeln!(streams.out, "{}", styled(HEADING, line))?;
            } else {
                writeln!(streams.out, "{}", line.trim_end())?;
            }
        }
        writeln!(streams.out)
    }
}

impl TreeCoverage {
    fn of(coverage: &Coverage, file: &Arc<str>, texts: &Texts) -> Self {
        let mut tree = Self {
            file: file.to_string(),
            nodes: 0,
            reached: 0,
            measures: MeasureCounts::default(),
            never_reached: Vec::new(),
            missing: Vec::new(),
        };
        for (id, covered) in coverage.nodes(file) {
            tree.measures.add(|measure| covered.count(measure));
            if !covered.is_reached() {
                tree.never_reached.push(UnreachedNode {
                    id: id.to_string(),
                    name: covered.title.clone(),
                });
            }
            let missing = covered.missing();
            tree.missing.extend(
                missing.map(|outcome| MissingOutcome::new(coverage, id, covered, outcome, texts)),
            );
        }
        let nodes = tree.measures.of(Measure::Nodes);
        (tree.nodes, tree.reached) = (nodes.all, nodes.covered);
        tree
    }

    /// What the chosen measure misses, or all measures. The outcomes of unreached nodes are listed only if they were chosen.
    fn missing_lines(&self, chosen: Option<Measure>, texts: &Texts) -> Vec<String> {
        let named = |title: &str, id: &str| {
            let arguments = [("title", title), ("id", id)];
            texts.tr_with("cli.node", &arguments)
        };
        let mut lines = Vec::new();
        if matches!(chosen, None | Some(Measure::Nodes)) {
            lines.extend(self.never_reached.iter().map(|unreached| {
                let node = named(&unreached.name, &unreached.id);
                texts.tr_with("cli.coverage.unreached", &[("node", &node)])
            }));
        }
        let is_shown = |missing: &&MissingOutcome| match chosen {
            None => missing.is_reached,
            Some(Measure::Outcomes) => true,
            Some(measure) => measure.name() == missing.measure,
        };
        lines.extend(self.missing.iter().filter(is_shown).map(|missing| {
            let node = named(&missing.name, &missing.id);
            let arguments = [("node", &*node), ("what", &*missing.text)];
            texts.tr_with("cli.coverage.missing", &arguments)
        }));
        lines
    }
}

impl MissingOutcome {
    fn new(
        coverage: &Coverage,
        id: &NodeId,
        covered: &Covered,
        outcome: &NodeOutcome,
        texts: &Texts,
    ) -> Self {
        let title = |(document, id): &(Arc<str>, NodeId)| {
            let title = coverage.node(document, id).map(|node| &*node.title);
            let arguments = [("title", title.unwrap_or_default()), ("id", id.as_str())];
            texts.tr_with("cli.node", &arguments)
        };
        let object = match outcome {
            NodeOutcome::Returns(result) => json!({"outcome": result_name(*result)}),
            NodeOutcome::Is(value) => json!({"outcome": value.to_string()}),
            NodeOutcome::Aborts((file, scope)) => {
                json!({"outcome": "abort", "scope": scope.as_str(), "scope_file": **file})
            }
            NodeOutcome::Switches { from, to } => {
                json!({"outcome": "switch", "from": from.1.as_str(), "to": to.1.as_str()})
            }
        };
        Self {
            id: id.to_string(),
            name: covered.title.clone(),
            measure: outcome.measure().name(),
            outcome: match object {
                Value::Object(object) => object,
                _ => Map::new(),
            },
            text: texts.missing_outcome(outcome, &title),
            is_reached: covered.is_reached(),
        }
    }
}

fn result_name(result: Outcome) -> &'static str {
    Status::from(result).name()
}

/// The numbers of a measure in words.
fn counts(counts: &MeasureCounts, measure: Measure, texts: &Texts) -> String {
    let count = counts.of(measure);
    let (covered, percent) = (count.covered.to_string(), count.percent().to_string());
    if measure == Measure::Nodes {
        let arguments = [("reached", &*covered), ("percent", &*percent)];
        return texts.tr_count_with("cli.coverage.counts", count.all, &arguments);
    }
    let name = texts.measure(measure);
    let arguments = [
        ("measure", &*name),
        ("covered", &*covered),
        ("percent", &*percent),
    ];
    texts.tr_count_with("cli.coverage.counts_of_measure", count.all, &arguments)
}
