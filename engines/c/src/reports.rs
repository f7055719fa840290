//! How much of a run continues after a swap or in a saved game: `tw_report`.

use treewright_core::runtime::{RestoreReport, SwapOutcome, SwapReason};

use crate::border::{Code, Failure, Result, border};
use crate::constants::{TW_KEPT, TW_LOST, TW_PARTLY, TW_RESTARTED};
use crate::handles::{self, Handle, Object};
use crate::memory::{Out, Place, Str, give};

/// What became of trees: `tw_report`.
#[derive(Default)]
pub struct Report {
    trees: Vec<Tree>,
    globals: Vec<Reason>,
}

struct Tree {
    agent: u64,
    outcome: i32,
    reasons: Vec<Reason>,
}

struct Reason {
    code: &'static str,
    node: String,
    text: String,
}

impl Object for Report {
    const NAME: &'static str = "report";
}

impl Reason {
    fn of(reason: &SwapReason) -> Self {
        Self {
            code: reason.code(),
            node: reason
                .restarts()
                .map(ToString::to_string)
                .unwrap_or_default(),
            text: reason.to_string(),
        }
    }
}

impl Tree {
    fn of(agent: u64, outcome: &SwapOutcome) -> Self {
        Self {
            agent,
            outcome: match outcome {
                SwapOutcome::Kept => TW_KEPT,
                SwapOutcome::Partly(_) => TW_PARTLY,
                SwapOutcome::Restarted(_) => TW_RESTARTED,
            },
            reasons: outcome.reasons().iter().map(Reason::of).collect(),
        }
    }
}

impl Report {
    /// Hands out what became of one tree or several, if the caller wants to know.
    ///
    /// # Errors
    /// If no handle is left.
    pub fn hand_out(outcomes: &[(u64, SwapOutcome)], report: &Place<Handle<Self>>) -> Result {
        if report.is_wanted() {
            let trees = outcomes.iter();
            report.set(handles::add(Self {
                trees: trees
                    .map(|(agent, outcome)| Tree::of(*agent, outcome))
                    .collect(),
                globals: Vec::new(),
            })?);
        }
        Ok(())
    }

    /// Hands out what became of a restored manager, if the caller wants to know.
    ///
    /// # Errors
    /// If no handle is left.
    pub fn hand_out_restored(restored: &RestoreReport, report: &Place<Handle<Self>>) -> Result {
        if !report.is_wanted() {
            return Ok(());
        }
        let of_tree = |(agent, tree): &(treewright_core::runtime::AgentId, _)| match tree {
            Ok(outcome) => Tree::of(agent.number(), outcome),
            Err(error) => Tree {
                agent: agent.number(),
                outcome: TW_LOST,
                reasons: vec![lost(error)],
            },
        };
        report.set(handles::add(Self {
            trees: restored.trees.iter().map(of_tree).collect(),
            globals: restored.globals.iter().map(Reason::of).collect(),
        })?);
        Ok(())
    }
}

fn lost(error: &treewright_core::runtime::SnapshotError) -> Reason {
    Reason {
        code: error.code(),
        node: String::new(),
        text: error.to_string(),
    }
}

/// What became of a tree: `tw_outcome`.
#[repr(C)]
pub struct COutcome {
    agent: u64,
    outcome: i32,
    reason_count: usize,
}

/// Why something was not kept: `tw_reason`.
#[repr(C)]
pub struct CReason {
    code: Str,
    node: Str,
    text: Str,
}

impl CReason {
    fn of(reason: &Reason) -> Self {
        Self {
            code: Str::of(reason.code),
            node: Str::of(&reason.node),
            text: Str::of(&reason.text),
        }
    }
}

fn missing(what: &str, index: usize) -> Failure {
    Failure::argument(format!("the report has no {what} at index {index}"))
}

/// Returns the number of trees in a report.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_count(report: Handle<Report>, count: Out<usize>) -> Code {
    give(count, || Ok(handles::get(report)?.trees.len()))
}

/// Returns what became of a tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_tree(
    report: Handle<Report>,
    index: usize,
    outcome: Out<COutcome>,
) -> Code {
    give(outcome, || {
        let report = handles::get(report)?;
        let tree = report.trees.get(index);
        let tree = tree.ok_or_else(|| missing("tree", index))?;
        Ok(COutcome {
            agent: tree.agent,
            outcome: tree.outcome,
            reason_count: tree.reasons.len(),
        })
    })
}

/// Returns a reason why a tree was not kept. Its texts are valid as long as the report.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_reason(
    report: Handle<Report>,
    index: usize,
    reason: usize,
    out: Out<CReason>,
) -> Code {
    give(out, || {
        let report = handles::get(report)?;
        let tree = report.trees.get(index);
        let tree = tree.ok_or_else(|| missing("tree", index))?;
        let found = tree.reasons.get(reason);
        Ok(CReason::of(found.ok_or_else(|| missing("reason", reason))?))
    })
}

/// Returns the number of global variables that were not kept.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_global_count(report: Handle<Report>, count: Out<usize>) -> Code {
    give(count, || Ok(handles::get(report)?.globals.len()))
}

/// Returns why a global variable was not kept. Its texts are valid as long as the report.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_global_reason(
    report: Handle<Report>,
    index: usize,
    out: Out<CReason>,
) -> Code {
    give(out, || {
        let report = handles::get(report)?;
        let found = report.globals.get(index);
        Ok(CReason::of(found.ok_or_else(|| missing("reason", index))?))
    })
}

/// Frees a report.
#[unsafe(no_mangle)]
pub extern "C" fn tw_report_free(report: Handle<Report>) -> Code {
    border(|| handles::remove(report))
}
