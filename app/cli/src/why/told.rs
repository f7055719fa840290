//! Explains what a node did in a told run: that of a robot, or of a game's agent, as far as it is known.

use treewright_core::Message;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_insight::told_past::KnownState;
use treewright_insight::why::{Moment, ReasonStep, to_the_end, why, why_excluded, why_further};
use treewright_session::i18n::Texts;

use super::{Explained, Nodes, Sentence, Told, Why};
use crate::input::{self, ToldFile, ToldPart, Unusable};

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
    let program = &**part.stretch.program();
    let nodes = Nodes {
        program,
        document: &part.files.document,
        uses: &|id| part.uses_of(id),
        meant: &|called| latest_use(part, &known, called),
    };
    let found = asked.find(&nodes, texts)?;
    let place = program.index(&found);
    let node = place.map_or(&found, |node| part.id(node));
    let title = |id: &NodeId| nodes.title(id, texts);
    let excluded = why_excluded(nodes.document, node, &title);
    let reasons = place.map_or_else(Vec::new, |node| reasons(part, &known, node));
    Ok(Explained {
        name: title(node),
        node: node.to_string(),
        frame,
        excluded: excluded.map(|sentence| said(&sentence, texts)),
        reasons: reasons
            .iter()
            .map(|step| told(step, part, &title, texts))
            .collect(),
        no_abort: None,
        warnings: run
            .not_told()
            .iter()
            .map(|remark| said(remark, texts))
            .collect(),
    })
}

/// Returns the use that ran last, if these are uses of one node.
fn latest_use(part: ToldPart<'_>, known: &KnownState, called: &[NodeId]) -> Option<NodeId> {
    let program = part.stretch.program();
    let uses = called.iter().map(|id| program.index(id));
    let uses: Vec<NodeIndex> = uses.collect::<Option<_>>()?;
    let is_use = |node: &NodeIndex| part.origin(*node) == part.origin(uses[0]);
    let latest = uses.iter().max_by_key(|node| {
        let run = known.runs.get(**node).unwrap_or_default();
        (run.state.is_running(), run.since_frame)
    })?;
    uses.iter().all(is_use).then(|| program.id(*latest).clone())
}

/// Returns the reasons for what a node did, and their reasons.
fn reasons(part: ToldPart<'_>, known: &KnownState, node: NodeIndex) -> Vec<ReasonStep> {
    let (program, past) = (&**part.stretch.program(), part.stretch.past());
    let first = why(program, &past, Moment::after(known.frame), node);
    to_the_end(first, |step| why_further(program, &past, step), |step| step)
}

fn told(
    step: &ReasonStep,
    part: ToldPart<'_>,
    title: &dyn Fn(&NodeId) -> String,
    texts: &Texts,
) -> Told {
    let sentence = step.told(&**part.stretch.program(), &|node| title(part.id(node)));
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
