//! Conformance vectors: trees, scripts of variable writes, and the exact events expected in each frame. Knows the format of the vector files. Runs
//! each tree through the document, the compiler and the executor like any other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value as Json;
use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Literal, Node, ParameterValue, Variable};
use treewright_core::runtime::{Event, Globals, NodeIndex, Outcome};
use treewright_core::trace::{FrameRecorder, FrameTrace, TraceEvent};
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

/// One test case.
#[derive(Debug, Deserialize)]
pub struct Vector {
    pub name: String,
    variables: BTreeMap<String, Json>,
    script: Vec<Happening>,
    tree: VectorNode,
    frames: Vec<Frame>,
}

/// An event before a frame is run.
#[derive(Debug, Deserialize)]
struct Happening {
    frame: u64,
    #[serde(flatten)]
    what: What,
}

#[derive(Debug, Deserialize)]
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

#[derive(Debug, Deserialize)]
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
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Outcomes {
    Text(String),
    List(Vec<String>),
}

/// The events expected in a frame.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Frame {
    #[serde(rename = "frame")]
    number: u64,
    status: String,
    events: Vec<Vec<String>>,
    stacks: Vec<Vec<String>>,
}

/// Reads the vectors of all `.jsonl` files of a folder, in the order of their names.
///
/// # Errors
/// If the folder or a file cannot be read, or a line is not a vector; the message names it.
pub fn read_folder(folder: &Path) -> Result<Vec<Vector>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no .jsonl files", folder.display()));
    }
    let mut vectors = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, l)| !l.trim().is_empty())
        {
            let vector = serde_json::from_str(line)
                .map_err(|e| format!("{}:{}: {e}", file.display(), number + 1))?;
            vectors.push(vector);
        }
    }
    Ok(vectors)
}

/// The recorded run of a case.
pub struct Recorded {
    pub program: Arc<Program<()>>,
    pub frames: Vec<FrameTrace>,
}

/// Runs a case.
///
/// # Errors
/// The first difference between expected and actual events.
pub fn run(vector: &Vector) -> Result<Recorded, String> {
    let document = document_of(vector)?;
    let compiled = compile(&document, &NodeLibrary::builtin(), &GameTasks::<()>::new());
    if let Some((id, why)) = compiled.broken.first() {
        return Err(format!("node {id}: {why}"));
    }
    let program = compiled.program.ok_or("the tree is empty")?;
    let mut instance = TreeInstance::new(program.clone(), 0);
    // An untraced run takes shortcuts; it must reach the same state as the traced one.
    let mut unwatched = TreeInstance::new(program.clone(), 0);
    let mut frames = Vec::new();
    let (mut globals, mut unwatched_globals) = (Globals::default(), Globals::default());
    let mut recorder = FrameRecorder::default();
    for expected in &vector.frames {
        for happening in vector.script.iter().filter(|h| h.frame == expected.number) {
            happen(&happening.what, &mut instance, &mut globals)?;
            happen(&happening.what, &mut unwatched, &mut unwatched_globals)?;
        }
        let status = instance
            .tick_traced(&mut (), &mut globals, 1.0, &mut recorder)
            .ok_or_else(|| format!("frame {}: the tree does not run", expected.number))?;
        let trace = recorder.take_frame(&instance, status);
        let seen = frame_of(&instance, &trace);
        if seen != *expected {
            return Err(difference(expected, &seen));
        }
        let unwatched_status = unwatched.tick(&mut (), &mut unwatched_globals, 1.0);
        if unwatched_status != Some(status) || !unwatched.stacks().eq(instance.stacks()) {
            return Err(format!(
                "frame {}: the untraced run has another state",
                trace.frame
            ));
        }
        frames.push(trace);
    }
    Ok(Recorded { program, frames })
}

fn happen(
    what: &What,
    instance: &mut TreeInstance<()>,
    globals: &mut Globals,
) -> Result<(), String> {
    match what {
        What::Write { var, value } => instance
            .set_variable(globals, var, value_of(value)?)
            .map_err(|e| e.to_string())?,
        What::Event { event, payload } => instance.send(Event {
            name: event.as_str().into(),
            payload: payload.as_ref().map(value_of).transpose()?,
        }),
        What::Interrupt {
            interrupt,
            succeeds,
        } => instance.interrupt(interrupt.as_str(), Outcome::of(*succeeds)),
    }
    Ok(())
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

fn document_of(vector: &Vector) -> Result<Document, String> {
    let mut builder = DocumentBuilder::new(vector.name.as_str());
    for (name, value) in &vector.variables {
        let initial = value_of(value)?;
        let value_type = initial.value_type();
        builder.variable(Variable {
            initial: Literal::from(initial),
            ..Variable::new(name.as_str(), value_type)
        });
    }
    let root = builder
        .root(node_of(&vector.tree)?)
        .map_err(|node| format!("root {} was refused", node.id()))?;
    let mut pending = vec![(&vector.tree, root)];
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

fn frame_of(instance: &TreeInstance<()>, trace: &FrameTrace) -> Frame {
    let id = |node: &NodeIndex| instance.program().id(*node).to_string();
    let event = |event: &TraceEvent| match event {
        TraceEvent::Start(node) => Some(vec!["start".into(), id(node)]),
        TraceEvent::Update(node, status) => {
            Some(vec!["update".into(), id(node), status.to_string()])
        }
        TraceEvent::End(node, status) => Some(vec!["end".into(), id(node), status.to_string()]),
        TraceEvent::Check(node, status) => Some(vec!["check".into(), id(node), status.to_string()]),
        TraceEvent::Abort { conditional, scope } => {
            Some(vec!["abort".into(), id(conditional), id(scope)])
        }
        TraceEvent::Log(..)
        | TraceEvent::Mark(..)
        | TraceEvent::Error(..)
        | TraceEvent::Beside(..) => None,
    };
    Frame {
        number: trace.frame,
        status: trace.status.to_string(),
        events: trace.events.iter().filter_map(event).collect(),
        stacks: trace
            .stacks
            .iter()
            .map(|stack| stack.iter().map(id).collect())
            .collect(),
    }
}

fn difference(expected: &Frame, seen: &Frame) -> String {
    let frame = expected.number;
    let events = expected.events.iter().zip(&seen.events);
    if let Some(place) = events.clone().position(|(e, s)| e != s) {
        return format!(
            "frame {frame}, event {}: expected {:?}, found {:?}",
            place + 1,
            expected.events[place],
            seen.events[place]
        );
    }
    if expected.events.len() != seen.events.len() {
        let place = expected.events.len().min(seen.events.len());
        return format!(
            "frame {frame}, event {}: expected {:?}, found {:?}",
            place + 1,
            expected.events.get(place),
            seen.events.get(place)
        );
    }
    if expected.status != seen.status {
        return format!(
            "frame {frame}: expected {}, found {}",
            expected.status, seen.status
        );
    }
    format!(
        "frame {frame}: expected stacks {:?}, found {:?}",
        expected.stacks, seen.stacks
    )
}
