//! Explains what a node did in a told run: that of a robot, or of a game's agent, as far as it is known.

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::scenario::node_named;
use treewright_insight::told_past::KnownState;
use treewright_insight::why::{Moment, ReasonStep, to_the_end, why, why_excluded, why_further};
use treewright_session::i18n::Texts;

use super::{Explained, Sentence, Told, Why};
use crate::input::{self, ToldFile, ToldPart, Unusable, unusable};
use crate::report::Report;

/// The most nodes that are listed if the wanted one does not exist.
const SHOWN_NODES: usize = 40;

pub fn explain(asked: &Why, texts: &Texts) -> Result<Explained, Unusable> {
    let file = &*asked.recording;
    let run = ToldFile::read(file, texts)?;
    let agent = run.agent(file, asked.agent.as_deref(), texts)?;
    let parts = run.parts(agent);
    let last = parts.last().map_or(0, |part| part.stretch.last_frame());
    let frame = asked.frame.unwrap_or(last);
    let known = parts
        .iter()
        .rev()
        .find_map(|part| Some((*part, part.stretch.at(frame)?)));
    let (part, known) = known.ok_or_else(|| input::no_frame(file, (frame, last), texts))?;
    let node = find(asked, part, texts)?;
    let document = &part.files.document;
    let title = |id: &NodeId| texts.title_of(document, id);
    let excluded = why_excluded(document, node, &title);
    let reasons = reasons(part, &known, node);
    Ok(Explained {
        name: title(node),
        node: node.to_string(),
        frame,
        excluded: excluded.map(|sentence| said(&sentence, texts)),
        reasons: reasons.iter().map(|step| told(step, part, texts)).collect(),
        no_abort: None,
        warnings: run
            .not_told()
            .iter()
            .map(|remark| said(remark, texts))
            .collect(),
    })
}

fn find<'r>(asked: &Why, part: ToldPart<'r>, texts: &Texts) -> Result<&'r NodeId, Unusable> {
    let document = &part.files.document;
    let found = node_named(document, &asked.node).or_else(|| {
        let called = asked.called(document, texts);
        document
            .nodes()
            .map(treewright_core::model::Node::id)
            .find(|id| called == [(*id).clone()])
    });
    found.ok_or_else(|| {
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
fn reasons(part: ToldPart<'_>, known: &KnownState, node: &NodeId) -> Vec<ReasonStep> {
    let latest = |node: &NodeIndex| {
        let run = known.runs.get(*node).unwrap_or_default();
        (run.state.is_running(), run.since_frame)
    };
    let Some(node) = part.uses_of(node).max_by_key(latest) else {
        return Vec::new();
    };
    let (program, past) = (&**part.stretch.program(), part.stretch.past());
    let first = why(program, &past, Moment::after(known.frame), node);
    to_the_end(first, |step| why_further(program, &past, step), |step| step)
}

fn told(step: &ReasonStep, part: ToldPart<'_>, texts: &Texts) -> Told {
    let title = |node| match part.document_node(node) {
        Some(found) => texts.title_of(&part.files.document, found.id()),
        None => part.id(node).to_string(),
    };
    let sentence = step.told(&**part.stretch.program(), &title);
    Told {
        code: sentence.code(),
        agent: None,
        frame: step.place.map(|place| place.frame),
        node: part.id(step.node).to_string(),
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
