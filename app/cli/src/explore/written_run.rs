//! A run that shows something, as people and programs read it: what comes from outside, frame by frame.

use serde::Serialize;
use serde_json::{Map, json};
use treewright_core::format::literal::push_value;
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_explore::findings::Sight;
use treewright_explore::witness::{Witness, WitnessFrame};

use super::result::Teller;

/// A run.
#[derive(Clone, Serialize)]
pub struct WrittenRun {
    /// How many frames it has. What it shows happens in the last one.
    pub frames: u64,
    /// The frames before which something comes from outside.
    pub inputs: Vec<WrittenFrame>,
    /// Why the inputs are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
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
    pub events: Vec<serde_json::Value>,
    /// The results of leaves.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub returns: Map<String, serde_json::Value>,
    /// The seed with which the random choices begin anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl WrittenRun {
    /// The shortest run that shows something.
    pub(super) fn of(teller: &Teller<'_>, sight: &Sight) -> Self {
        match teller.explored.found.search.witness(sight) {
            Ok(witness) => {
                let inputs = witness.inputs.iter();
                Self {
                    frames: witness.frames,
                    inputs: inputs.map(|frame| written(teller, frame)).collect(),
                    unknown: None,
                    lines: lines(teller, &witness),
                }
            }
            Err(why) => Self {
                frames: sight.frame,
                inputs: Vec::new(),
                unknown: Some(teller.texts.sentence(&why.message())),
                lines: Vec::new(),
            },
        }
    }

    /// Returns the run in words, one line for each frame before which something comes from outside.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

fn written(teller: &Teller<'_>, frame: &WitnessFrame) -> WrittenFrame {
    let json = |value: &Value| {
        let mut text = String::new();
        push_value(value, &mut text);
        serde_json::from_str(&text).unwrap_or_default()
    };
    let set = frame.set.iter();
    let returns = frame.answers.iter();
    let events = frame.events.iter();
    WrittenFrame {
        frame: frame.frame,
        set: set
            .map(|(name, value)| (name.to_string(), json(value)))
            .collect(),
        events: events
            .map(|event| match &event.payload {
                None => (*event.name).into(),
                Some(payload) => json!({"name": *event.name, "payload": json(payload)}),
            })
            .collect(),
        returns: returns
            .map(|(leaf, status)| {
                (
                    teller.scenario_name(*leaf).to_string(),
                    status.name().into(),
                )
            })
            .collect(),
        seed: frame.seed,
    }
}

fn lines(teller: &Teller<'_>, witness: &Witness) -> Vec<String> {
    let texts = teller.texts;
    let comma = texts.tr("list.comma");
    let lines = witness.inputs.iter().filter_map(|inputs| {
        let what = in_words(teller, inputs);
        let frame = texts.tr_with("status.frame", &[("frame", &inputs.frame.to_string())]);
        (!what.is_empty()).then(|| texts.labeled(&frame, &what.join(&comma)))
    });
    lines.collect()
}

/// What comes from outside, without leaves that go on.
fn in_words(teller: &Teller<'_>, frame: &WitnessFrame) -> Vec<String> {
    let texts = teller.texts;
    let mut words = Vec::new();
    for (name, value) in &frame.set {
        let name = texts.quoted(&teller.names.variable(name));
        let value = value.to_string();
        let arguments = [("name", &*name), ("value", &*value)];
        words.push(texts.tr_with("cli.explore.set", &arguments));
    }
    for event in &frame.events {
        let name: (&str, &str) = ("name", &event.name);
        words.push(match &event.payload {
            None => texts.tr_with("cli.explore.event", &[name]),
            Some(payload) => {
                let value = payload.to_string();
                let arguments = [name, ("value", &*value)];
                texts.tr_with("cli.explore.event_with", &arguments)
            }
        });
    }
    for (leaf, status) in &frame.answers {
        if *status != Status::Running {
            let status = texts.choice(status.name());
            let arguments = [("node", &*teller.name(*leaf)), ("status", &*status)];
            words.push(texts.tr_with("cli.explore.returns", &arguments));
        }
    }
    if let Some(seed) = frame.seed {
        words.push(texts.tr_with("cli.explore.seed", &[("seed", &seed.to_string())]));
    }
    words
}
