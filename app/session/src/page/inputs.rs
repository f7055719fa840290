//! What a reader of a page can put into the run: the events that the program hears, and its variables. Knows no run and no HTML.

use std::collections::BTreeMap;

use serde::Serialize;
use treewright_core::Program;
use treewright_core::compile::{GameTasks, NodeArguments, Top, Uses, compile_with_arguments};
use treewright_core::format::literal::push_value;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Scope};
use treewright_core::project::Project;
use treewright_core::runtime::{Operand, ProgramVariable};

/// The inputs of a program, by their names in it.
#[derive(Serialize, Default)]
pub struct Inputs {
    /// The events that nodes hear, each with the payload that one of them stores.
    events: BTreeMap<String, Option<Payload>>,
    /// The comments of variables.
    comments: BTreeMap<String, String>,
}

/// What can be sent with an event.
#[derive(Serialize)]
struct Payload {
    /// The type of the variable that stores it, as documents name it.
    kind: String,
    /// A value of that type, as documents contain it.
    example: String,
}

impl Inputs {
    pub fn of(project: &Project<'_>, library: &NodeLibrary) -> Self {
        let mut tasks = GameTasks::<()>::new();
        tasks.use_stand_ins(library);
        let (compiled, arguments) = compile_with_arguments(project, library, &tasks);
        let Some(program) = compiled.program else {
            return Self::default();
        };
        let uses = Uses::of(project, library);
        let comments = variables(&program).filter_map(|variable| {
            let comment = comment(&variable.name, project.document, &uses)?;
            Some((variable.name.to_string(), comment.to_owned()))
        });
        Self {
            events: events(&program, &arguments),
            comments: comments.collect(),
        }
    }
}

fn variables(program: &Program<()>) -> impl Iterator<Item = &ProgramVariable> {
    let own = program.tree_variables().iter();
    own.chain(program.global_variables())
}

/// The comment of a variable of the program, which names one that belongs to the use of a tree by the id of that use, a slash and its own name.
fn comment<'d>(name: &str, main: &'d Document, uses: &Uses<'d>) -> Option<&'d str> {
    let of_use = name.rsplit_once('/').and_then(|(id, own)| {
        let (at, _) = uses.node_at_path(Top::main(main.root()?), id)?;
        let target = uses.target(at)?.as_ref().ok()?;
        Some(uses.document(target.source).variable(own)?.comment.as_str())
    });
    let declared = || {
        let others = (0..uses.document_count()).map(|source| uses.document(source));
        let others = others.filter_map(|document| document.variable(name));
        let globals = others.filter(|variable| variable.scope == Scope::Global);
        let all = main.variable(name).into_iter().chain(globals);
        all.map(|variable| variable.comment.as_str())
            .find(|comment| !comment.is_empty())
    };
    of_use
        .or_else(declared)
        .filter(|comment| !comment.is_empty())
}

fn events(main: &Program<()>, arguments: &[NodeArguments]) -> BTreeMap<String, Option<Payload>> {
    let mut events: BTreeMap<String, Option<Payload>> = BTreeMap::new();
    for of_node in arguments {
        let program = match &of_node.tree {
            Some(tree) => main.tree(tree).map(|program| &**program),
            None => Some(main),
        };
        let found = program.and_then(|program| Some((program, program.index(&of_node.node)?)));
        let Some((program, node)) = found else {
            continue;
        };
        for event in program.hears(node) {
            let payload = events.entry(event.to_string()).or_default();
            if payload.is_none() {
                *payload = stored_payload(program, of_node);
            }
        }
    }
    events
}

/// What a node stores that hears an event.
fn stored_payload(program: &Program<()>, of_node: &NodeArguments) -> Option<Payload> {
    let Some(Operand::Variable(slot)) = of_node.arguments.get("payload") else {
        return None;
    };
    let name = program.variable_name(*slot);
    let variable = variables(program).find(|variable| variable.name == *name)?;
    let mut example = String::new();
    push_value(&variable.initial, &mut example);
    Some(Payload {
        kind: variable.value_type.to_string(),
        example,
    })
}
