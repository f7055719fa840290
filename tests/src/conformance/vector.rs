//! Vectors: cases in a short form, whose trees are nested and whose frames last one second. `tests/data/conformance/README.md` describes them.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;
use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, DocumentBuilder, Literal, Node, ParameterValue, Variable};
use treewright_core::runtime::{Outcome, Status};
use treewright_core::value::Value;

use super::case::{Case, Done, Form, Input, Observed, Setting, Step, Written};

#[derive(Deserialize)]
struct Vector {
    name: String,
    variables: BTreeMap<String, Json>,
    script: Vec<Happening>,
    tree: VectorNode,
    frames: Vec<Frame>,
}

/// An input before a frame is run.
#[derive(Deserialize)]
struct Happening {
    frame: u64,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum What {
    Write {
        var: String,
        value: Json,
    },
    Event {
        event: String,
        payload: Option<Json>,
    },
    Interrupt {
        interrupt: String,
        succeeds: bool,
    },
}

#[derive(Deserialize)]
struct VectorNode {
    kind: String,
    id: String,
    abort: Option<String>,
    var: Option<String>,
    frames: Option<i64>,
    outcomes: Option<Outcomes>,
    #[serde(default)]
    children: Vec<VectorNode>,
    /// Every other field is a parameter of its node type: a value, or a variable as `{"variable": name}`.
    #[serde(flatten)]
    parameters: BTreeMap<String, Json>,
}

/// Written as one text or as a list of letters.
#[derive(Deserialize)]
#[serde(untagged)]
enum Outcomes {
    Text(String),
    List(Vec<String>),
}

/// What is expected of a frame.
#[derive(Deserialize)]
struct Frame {
    #[serde(rename = "frame")]
    number: u64,
    status: Status,
    events: Vec<Vec<String>>,
    stacks: Vec<Vec<String>>,
}

/// Returns whether a line has the form of vectors.
pub fn is_vector(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        level: Option<String>,
    }
    serde_json::from_str::<Head>(line).is_ok_and(|head| head.level.is_none())
}

/// Reads the line of a vector.
///
/// # Errors
/// What is wrong with it.
pub fn read(line: &str) -> Result<Case, String> {
    let vector: Vector = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let mut steps = Vec::new();
    let mut frames = Vec::new();
    for (expected, number) in vector.frames.into_iter().zip(1..) {
        if expected.number != number {
            return Err(format!("frame {number} is missing"));
        }
        let happenings = vector.script.iter().filter(|h| h.frame == number);
        let did: Result<_, String> = happenings.map(|h| done(&h.what)).collect();
        steps.push(Step { dt: 1.0, did: did? });
        frames.push(vec![Observed {
            status: Some(expected.status),
            events: expected.events,
            stacks: expected.stacks,
            variables: BTreeMap::new(),
        }]);
    }
    let document = document(&vector.name, &vector.variables, &vector.tree)?;
    Ok(Case {
        name: vector.name,
        form: Form::Vector,
        setting: Setting {
            document,
            seed: 0,
            agents: 1,
            steps,
        },
        frames,
    })
}

fn done(what: &What) -> Result<Done, String> {
    let input = match what {
        What::Write { var, value } => Input::Set(var.clone(), Written(value_of(value)?)),
        What::Event { event, payload } => {
            let payload = payload.as_ref().map(value_of).transpose()?;
            Input::Send(event.clone(), payload.map(Written))
        }
        What::Interrupt {
            interrupt,
            succeeds,
        } => Input::Interrupt(interrupt.clone(), Outcome::of(*succeeds)),
    };
    Ok(Done { agent: None, input })
}

fn value_of(json: &Json) -> Result<Value, String> {
    match json {
        Json::Bool(flag) => Ok(Value::Bool(*flag)),
        Json::Number(number) => Ok(match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, number) => Value::Float(number.unwrap_or_default()),
        }),
        Json::String(text) => Ok(Value::from(text.as_str())),
        other => Err(format!("{other} is not a value")),
    }
}

fn document(
    name: &str,
    variables: &BTreeMap<String, Json>,
    tree: &VectorNode,
) -> Result<Document, String> {
    let mut builder = DocumentBuilder::new(name);
    for (name, value) in variables {
        let initial = value_of(value)?;
        let value_type = initial.value_type();
        builder.variable(Variable {
            initial: Literal::from(initial),
            ..Variable::new(name.as_str(), value_type)
        });
    }
    let root = builder
        .root(node_of(tree)?)
        .map_err(|node| format!("root {} was refused", node.id()))?;
    let mut pending = vec![(tree, root)];
    while let Some((node, id)) = pending.pop() {
        for child in &node.children {
            let child_id = builder
                .child(&id, node_of(child)?)
                .map_err(|node| format!("node {} was refused", node.id()))?;
            pending.push((child, child_id));
        }
    }
    Ok(builder.finish())
}

fn node_of(vector: &VectorNode) -> Result<Node, String> {
    let task = match &*vector.kind {
        "Bool" => "CompareBool",
        "Script" => "StandIn",
        kind => kind,
    };
    let mut node = Node::new(NodeId::from(&*vector.id), task);
    if let Some(abort) = &vector.abort {
        node.abort =
            AbortType::from_name(abort).ok_or_else(|| format!("unknown abort type {abort}"))?;
    }
    let mut set = |name: &str, value: ParameterValue| {
        node.parameters.insert(name.into(), value);
    };
    if let Some(variable) = &vector.var {
        set("left", ParameterValue::variable(variable.as_str()));
    }
    for (name, json) in &vector.parameters {
        let value = match json.get("variable").and_then(Json::as_str) {
            Some(variable) => ParameterValue::variable(variable),
            None => ParameterValue::literal(value_of(json)?),
        };
        set(name, value);
    }
    if let Some(frames) = vector.frames {
        set("seconds", ParameterValue::literal(frames as f64));
    }
    if let Some(outcomes) = &vector.outcomes {
        let letters = match outcomes {
            Outcomes::Text(text) => text.clone(),
            Outcomes::List(list) => list.concat(),
        };
        set("mode", ParameterValue::literal("Sequence"));
        set("answers", ParameterValue::literal(letters.as_str()));
    }
    Ok(node)
}
