//! Explains what a node did in a log of BehaviorTree.CPP, which has no values and no inputs, but all that started and ended.

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::scenario::node_named;
use treewright_insight::told_past::{KnownState, Stretch};
use treewright_insight::why::{Moment, ReasonStep, to_the_end, why, why_excluded, why_further};
use treewright_robot::logged_run::LoggedRun;
use treewright_session::i18n::Texts;

use super::{Explained, Sentence, Told, Why};
use crate::input::{self, Unusable, unusable};
use crate::report::Report;

/// The most nodes that are listed if the wanted one does not exist.
const SHOWN_NODES: usize = 40;

pub fn explain(asked: &Why, texts: &Texts) -> Result<Explained, Unusable> {
    let file = &*asked.recording;
    let run = input::read_log(file, texts)?;
    let stretch = run.stretch();
    let last = stretch.map_or(0, Stretch::last_frame);
    let frame = asked.frame.unwrap_or(last);
    let known = stretch.and_then(|stretch| Some((stretch, stretch.at(frame)?)));
    let (stretch, known) = known.ok_or_else(|| input::no_frame(file, (frame, last), texts))?;
    let node = find(asked, &run, texts)?;
    let document = &run.tree.files.document;
    let title = |id: &NodeId| texts.title_of(document, id);
    let excluded = why_excluded(document, node, &title);
    let reasons = reasons(&run, stretch, &known, node);
    Ok(Explained {
        name: title(node),
        node: node.to_string(),
        frame,
        excluded: excluded.map(|sentence| said(&sentence, texts)),
        reasons: reasons.iter().map(|step| told(step, &run, texts)).collect(),
        no_abort: None,
        warnings: input::not_told(&run)
            .iter()
            .map(|remark| said(remark, texts))
            .collect(),
    })
}

fn find<'r>(asked: &Why, run: &'r LoggedRun, texts: &Texts) -> Result<&'r NodeId, Unusable> {
    let document = &run.tree.files.document;
    node_named(document, &asked.node).ok_or_else(|| {
        let message = texts.tr_with("cli.why.no_node", &[("node", &asked.node)]);
        let report = Report::error(&asked.recording, "no_node", message);
        let nodes = document.nodes().take(SHOWN_NODES);
        let nodes = nodes.map(|node| format!("{} ({})", node.id(), texts.node_title(node)));
        let nodes: Vec<String> = nodes.collect();
        let nodes = nodes.join(&texts.tr("cli.list_separator"));
        let remedy = texts.tr_with("cli.why.nodes_of_log", &[("nodes", &nodes)]);
        unusable(report.with_remedy(remedy))
    })
}

/// Returns the reasons for what a node did, and their reasons. Of several uses of its tree, the one that ran last counts.
fn reasons(
    run: &LoggedRun,
    stretch: &Stretch,
    known: &KnownState,
    node: &NodeId,
) -> Vec<ReasonStep> {
    let latest = |node: &NodeIndex| {
        let run = known.runs.get(*node).unwrap_or_default();
        (run.state.is_running(), run.since_frame)
    };
    let Some(node) = run.tree.uses_of(node).max_by_key(latest) else {
        return Vec::new();
    };
    let (program, past) = (&**stretch.program(), stretch.past());
    let first = why(program, &past, Moment::after(known.frame), node);
    to_the_end(first, |step| why_further(program, &past, step), |step| step)
}

fn told(step: &ReasonStep, run: &LoggedRun, texts: &Texts) -> Told {
    let tree = &run.tree;
    let title = |node| texts.title_of(&tree.files.document, tree.document_node(node));
    let sentence = step.told(&tree.program, &title);
    Told {
        code: sentence.code(),
        agent: None,
        frame: step.place.map(|place| place.frame),
        node: tree.document_node(step.node).to_string(),
        text: texts.sentence(&sentence),
        conditions: Vec::new(),
        event: None,
    }
}

fn said(message: &Message, texts: &Texts) -> Sentence {
    Sentence {
        code: message.code(),
        text: texts.sentence(message),
    }
}
