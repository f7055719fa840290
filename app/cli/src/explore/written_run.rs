//! A run that shows something, as people and programs read it: what comes from outside, frame by frame.

use serde::Serialize;
use serde_json::Map;
use treewright_core::format::literal::push_value;
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_explore::findings::Sight;
use treewright_insight::scenario::{Scenario, ScenarioStep};
use treewright_session::i18n::Texts;

use super::exploring::{Explored, ExploredTree};

/// A run.
#[derive(Clone, Serialize)]
pub struct WrittenRun {
    /// How many frames it has. What it shows happens in the last one.
    pub frames: u64,
    /// The frames before which something comes from outside.
    pub inputs: Vec<WrittenFrame>,
    #[serde(skip)]
    lines: Vec<String>,
}

/// What comes from outside before a frame.
#[derive(Clone, Serialize)]
pub struct WrittenFrame {
    pub frame: u64,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub set: Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// The results of leaves.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub returns: Map<String, serde_json::Value>,
    /// The seed with which the random choices begin anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl WrittenRun {
    /// The shortest run that shows something.
    pub fn of(
        tree: &ExploredTree,
        explored: &Explored,
        sight: &Sight,
        texts: &Texts,
    ) -> Option<Self> {
        let scenario = explored.found.scenario(&tree.tree.document, sight).ok()?;
        let steps = scenario.steps.iter();
        Some(Self {
            frames: scenario.frames,
            inputs: steps.map(|(frame, step)| of_step(*frame, step)).collect(),
            lines: lines(&scenario, texts),
        })
    }

    /// Returns the run in words, one line for each frame before which something comes from outside.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

fn of_step(frame: u64, step: &ScenarioStep) -> WrittenFrame {
    let json = |value: &Value| {
        let mut text = String::new();
        push_value(value, &mut text);
        serde_json::from_str(&text).unwrap_or_default()
    };
    let set = step.set.iter();
    let returns = step.force.iter();
    WrittenFrame {
        frame,
        set: set
            .map(|(name, value)| (name.to_string(), json(value)))
            .collect(),
        events: step
            .events
            .iter()
            .map(|event| event.name.to_string())
            .collect(),
        returns: returns
            .map(|(leaf, status)| (leaf.to_string(), status.name().into()))
            .collect(),
        seed: step.seed,
    }
}

fn lines(scenario: &Scenario, texts: &Texts) -> Vec<String> {
    let comma = texts.tr("list.comma");
    let lines = scenario.steps.iter().filter_map(|(frame, step)| {
        let what = in_words(step, texts);
        let frame = texts.tr_with("status.frame", &[("frame", &frame.to_string())]);
        (!what.is_empty()).then(|| texts.labeled(&frame, &what.join(&comma)))
    });
    lines.collect()
}

/// What comes from outside, without leaves that go on.
fn in_words(step: &ScenarioStep, texts: &Texts) -> Vec<String> {
    let mut words = Vec::new();
    for (name, value) in &step.set {
        let value = value.to_string();
        let arguments = [("name", &**name), ("value", &*value)];
        words.push(texts.tr_with("cli.explore.set", &arguments));
    }
    for event in &step.events {
        words.push(texts.tr_with("cli.explore.event", &[("name", &event.name)]));
    }
    for (leaf, status) in &step.force {
        if *status != Status::Running {
            let status = texts.choice(status.name());
            let arguments = [("node", &**leaf), ("status", &*status)];
            words.push(texts.tr_with("cli.explore.returns", &arguments));
        }
    }
    if let Some(seed) = step.seed {
        words.push(texts.tr_with("cli.explore.seed", &[("seed", &seed.to_string())]));
    }
    words
}
