//! Random trees of all node types that the library declares, and random scripts of external input, for property tests.
//! A new node type takes part through its declaration; only a few that need a special position are named here.

mod dice;
mod own_parents;
mod played;
pub mod script;
mod stand_ins;

pub use dice::Dice;
pub use own_parents::{with_copies, with_own_parents};
pub use played::{game_library, partly_disabled, played, played_project};
pub use script::{ScriptEvent, ScriptFrame, drawn_script, leaf, script};

use crate::Program;
use crate::abort::AbortType;
use crate::category::Category;
use crate::compile::{Compiled, GameTasks, compile};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{
    Document, DocumentBuilder, ExpressionType, FILE_PARAMETER, Literal, NamedTree, Node,
    NodeDeclaration, ParameterDeclaration, ParameterType, ParameterValue, SUBTREE, Scope, Variable,
};
use crate::runtime::testing::copies::{register_copies, register_fickle};
use crate::runtime::{EndStatus, Status, Task, TaskContext, TaskHooks};
use crate::value::{Value, ValueType};
use std::sync::Arc;

/// The texts of all string parameters: few, so that events, keys and semaphores of different nodes match.
pub(crate) const WORDS: [&str; 3] = ["alpha", "beta", "gamma"];

const MAX_DEPTH: usize = 7;

/// The trees of each document in addition to the main one.
const TREES: [&str; 2] = ["Side", "Deep"];

/// Node types that send events, store their payloads and write variables, and parents that let them.
#[cfg(test)]
pub const TALKATIVE: [&str; 12] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ParallelAll",
    "Repeater",
    "SendEvent",
    "WaitForEvent",
    "HasReceivedEvent",
    "SetVariable",
    "Compute",
    "VariableChanged",
    "CompareInt",
];

/// The panic text of a game's task that panics at times.
pub const FAULTY_TASK_PANIC: &str = "this task is broken at times";

/// The world of the game's tasks in random trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// Changes from frame to frame according to the script.
    pub bits: u64,
    /// What the game's tasks did, in order.
    pub diary: Vec<(u64, &'static str)>,
}

/// An action of the game with its own state.
struct Steps {
    left: u64,
    name: u64,
}

impl Task<World> for Steps {
    fn start(&mut self, context: &mut TaskContext<'_, '_, World>) {
        self.left = 1 + context.world.bits % 3;
        context.world.diary.push((self.name, "start"));
    }

    fn update(&mut self, context: &mut TaskContext<'_, '_, World>) -> Status {
        context.world.diary.push((self.left, "update"));
        self.left = self.left.saturating_sub(1);
        match self.left {
            0 => Status::of(context.world.bits & 1 == 0),
            _ => Status::Running,
        }
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, World>, _: EndStatus) {
        context.world.diary.push((self.name, "end"));
    }

    fn save(&self) -> Option<Value> {
        Some(Value::Int(self.left as i64))
    }

    fn restore(&mut self, saved: &Value) {
        self.left = saved.as_int().unwrap() as u64;
    }
}

/// The game's tasks in random trees, in addition to the built-in node types. Some of them have stand-ins.
fn game_tasks() -> GameTasks<World> {
    let mut tasks = own_tasks();
    tasks.use_stand_ins(&NodeLibrary::builtin());
    tasks
}

/// The same without stand-ins.
pub(crate) fn own_tasks() -> GameTasks<World> {
    let mut tasks = GameTasks::new();
    tasks.conditional("Bit", |_| {
        TaskHooks::when(|c: &mut TaskContext<'_, '_, World>| c.world.bits & 2 == 0)
    });
    tasks.action("Act", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, '_, World>| {
            Status::ALL[(c.world.bits >> 2) as usize % 3]
        })
        .on_exit(|c, _| c.world.diary.push((0, "left")))
    });
    tasks.action("Faulty", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, '_, World>| {
            assert!(c.world.bits & 16 == 0, "{FAULTY_TASK_PANIC}");
            Status::Running
        })
    });
    tasks.object("Steps", Category::Action, |_| {
        Box::new(Steps { left: 0, name: 1 })
    });
    register_copies(&mut tasks);
    register_fickle(&mut tasks, FAULTY_TASK_PANIC);
    tasks
}

const GAME_CONDITIONALS: [&str; 1] = ["Bit"];
const GAME_ACTIONS: [&str; 3] = ["Act", "Steps", "Faulty"];

/// Draws a random document with a single tree of about `size` nodes.
pub fn document(seed: u64, size: usize) -> Document {
    let mut dice = Dice::new(seed);
    let mut grower = Grower::new(&mut dice, &[], Scope::Tree);
    grower.grow_main(size);
    grower.builder.finish()
}

/// Like [`document`], with other trees that nodes run, and with the node types in `kinds` more often than others.
pub fn document_with_trees(seed: u64, size: usize, kinds: &'static [&'static str]) -> Document {
    drawn_with_trees(&mut Dice::new(seed), size, kinds)
}

/// Like [`document_with_trees`], drawn from these dice.
pub fn drawn_with_trees(dice: &mut Dice, size: usize, kinds: &'static [&'static str]) -> Document {
    let mut grower = Grower::new(dice, kinds, Scope::Subtree);
    // A tree can run only those after it in the list, so that none contains itself.
    for (number, name) in TREES.into_iter().enumerate().rev() {
        grower.callable = &TREES[number + 1..];
        let root = grower.grow(None, 1 + size / 4, 0);
        grower
            .builder
            .settings(|document| document.trees.push(NamedTree::new(name, root)));
    }
    grower.callable = &TREES;
    grower.grow_main(size);
    grower.builder.finish()
}

/// Returns the program of a random document, in which no node is broken.
pub fn program(document: &Document) -> Arc<Program<World>> {
    let Compiled {
        program, broken, ..
    } = compiled(document);
    assert_eq!(broken, []);
    program.unwrap()
}

/// Like [`program`], with some variables that the game stores.
#[cfg(test)]
pub fn program_with_storage(document: &Document) -> Arc<Program<World>> {
    let mut tasks = game_tasks();
    let number = |bits: u64| match bits % 4 {
        0 => f64::NAN,
        1 => f64::NEG_INFINITY,
        _ => bits as f64,
    };
    tasks.bind_variable_read_only("float_a", move |world: &World, _| number(world.bits));
    tasks.bind_variable_read_only("_float__g", move |world: &World, _| {
        vec![number(world.bits); world.bits as usize % 3]
    });
    tasks.bind_variable(
        "_string__a",
        |world: &World, _| vec![world.bits.to_string()],
        |world: &mut World, _, names| world.diary.push((names.len() as u64, "stored")),
    );
    compile(document, &NodeLibrary::builtin(), &tasks)
        .program
        .unwrap()
}

/// Compiles a document with the tasks of random trees.
pub fn compiled(document: &Document) -> Compiled<World> {
    compile(document, &NodeLibrary::builtin(), &game_tasks())
}

/// Draws variables: two of each type in the tree, one of them with the scope `inner`, and a global one.
fn variables(dice: &mut Dice, inner: Scope) -> Vec<Variable> {
    let mut all = Vec::new();
    for value_type in all_types() {
        let word = value_type.to_string().replace(['[', ']'], "_");
        for (name, scope) in [
            (format!("{word}_a"), Scope::Tree),
            (format!("{word}_b"), inner),
            (format!("{word}_g"), Scope::Global),
        ] {
            all.push(Variable {
                scope,
                initial: Literal::from(dice.value(&value_type)),
                ..Variable::new(name.as_str(), value_type.clone())
            });
        }
    }
    all
}

/// Returns the simple types, and the lists of each.
fn all_types() -> impl Iterator<Item = ValueType> {
    let lists = ValueType::SIMPLE.map(|element| ValueType::List(Box::new(element)));
    ValueType::SIMPLE.into_iter().chain(lists)
}

fn is_list(value_type: &ValueType) -> bool {
    matches!(value_type, ValueType::List(_))
}

struct Grower<'d> {
    kinds: &'static [&'static str],
    /// The trees that nodes can run now.
    callable: &'static [&'static str],
    is_main: bool,
    dice: &'d mut Dice,
    builder: DocumentBuilder,
    library: NodeLibrary,
    count: usize,
}

impl<'d> Grower<'d> {
    fn new(dice: &'d mut Dice, kinds: &'static [&'static str], inner: Scope) -> Self {
        let mut grower = Self {
            kinds,
            callable: &[],
            is_main: false,
            dice,
            builder: DocumentBuilder::new("Random"),
            library: NodeLibrary::builtin(),
            count: 0,
        };
        let restarts = grower.dice.percent(50);
        grower
            .builder
            .settings(|document| document.restart_when_complete = restarts);
        for variable in variables(grower.dice, inner) {
            grower.builder.variable(variable);
        }
        grower
    }

    fn grow_main(&mut self, size: usize) {
        self.is_main = true;
        self.grow(None, size.max(1), 0);
    }

    /// Adds a tree of about `size` nodes. The depth is small, so the function may recurse.
    fn grow(
        &mut self,
        above: Option<(&NodeId, &NodeDeclaration)>,
        size: usize,
        depth: usize,
    ) -> NodeId {
        let category = if size <= 1 || depth >= MAX_DEPTH {
            self.dice.of(&[Category::Conditional, Category::Action])
        } else {
            self.dice.of(&[
                Category::Composite,
                Category::Composite,
                Category::Decorator,
            ])
        };
        let declaration = self.kind(category);
        let mut node = self.node(&declaration);
        for parameter in above.iter().flat_map(|(_, d)| &d.child_parameters) {
            self.set(&mut node, parameter);
        }
        let added = match above {
            None if self.is_main => self.builder.root(node),
            None => self.builder.loose(node),
            Some((id, _)) => self.builder.child(id, node),
        };
        let id = added.unwrap();
        let children = match category {
            Category::Composite => 1 + self.dice.below(4).min(size - 1),
            Category::Decorator => 1,
            Category::Conditional | Category::Action => return id,
        };
        let mut left = size - 1;
        for child in 0..children {
            let share = if child + 1 == children {
                left
            } else {
                self.dice.below(left + 1)
            };
            left -= share;
            self.grow(Some((&id, &declaration)), share, depth + 1);
        }
        id
    }

    fn kind(&mut self, category: Category) -> NodeDeclaration {
        let own: &[&'static str] = match category {
            Category::Conditional => &GAME_CONDITIONALS,
            Category::Action => &GAME_ACTIONS,
            _ => &[],
        };
        if !own.is_empty()
            && self
                .dice
                .percent(if self.kinds.is_empty() { 20 } else { 2 })
        {
            return NodeDeclaration::new(self.dice.of(own), category);
        }
        let names_a_tree =
            |p: &ParameterDeclaration| p.required && p.parameter_type == ParameterType::Tree;
        let needs_a_tree =
            |d: &NodeDeclaration| d.task == SUBTREE || d.parameters.iter().any(names_a_tree);
        let fits = |d: &&NodeDeclaration| {
            d.category == category && (!self.callable.is_empty() || !needs_a_tree(d))
        };
        let kinds: Vec<NodeDeclaration> =
            self.library.declarations().filter(fits).cloned().collect();
        let mut preferred = kinds.clone();
        preferred.retain(|kind| self.kinds.contains(&&*kind.task));
        if !preferred.is_empty() && self.dice.percent(80) {
            return self.dice.of(&preferred);
        }
        self.dice.of(&kinds)
    }

    fn node(&mut self, declaration: &NodeDeclaration) -> Node {
        self.count += 1;
        let mut node = Node::new(format!("n{}", self.count).as_str(), &*declaration.task);
        if declaration.category == Category::Composite {
            node.abort = self.dice.of(&[
                AbortType::None,
                AbortType::OwnBranch,
                AbortType::LowerPriority,
                AbortType::LowerPriority,
                AbortType::Both,
                AbortType::Both,
            ]);
        }
        for parameter in &declaration.parameters {
            self.set(&mut node, parameter);
        }
        if declaration.category.is_leaf() && self.dice.percent(12) {
            node = node.with_stand_in(self.dice.stand_in());
        }
        node
    }

    fn set(&mut self, node: &mut Node, parameter: &ParameterDeclaration) {
        // All trees are in the same file.
        let is_file = *node.task == *SUBTREE && parameter.name == FILE_PARAMETER;
        let must = parameter.required || *node.task == *SUBTREE;
        if is_file || !must && self.dice.percent(20) {
            return;
        }
        let value = match &parameter.parameter_type {
            ParameterType::Value(value_type) => self.operand(value_type, parameter),
            ParameterType::Choice(choices) => ParameterValue::literal(&*self.dice.of(choices)),
            ParameterType::VariableName(value_type) => self.variable(value_type.as_ref()),
            ParameterType::SameAs(other) => match self.type_of(node, other) {
                Some(value_type) => self.operand(&value_type, parameter),
                None => return,
            },
            ParameterType::Expression(ExpressionType::Of(value_type)) => {
                self.expression(value_type)
            }
            ParameterType::Expression(ExpressionType::SameAs(other)) => {
                match self.type_of(node, other) {
                    Some(value_type) => self.expression(&value_type),
                    None => return,
                }
            }
            ParameterType::Name => ParameterValue::literal(self.dice.of(&WORDS)),
            ParameterType::Any if self.dice.percent(50) => self.variable(None),
            ParameterType::Any if self.dice.percent(75) => {
                ParameterValue::literal(self.dice.value(&ValueType::Int))
            }
            ParameterType::Any => ParameterValue::literal(self.dice.value_of_any_type()),
            ParameterType::Tree if self.callable.is_empty() => return,
            ParameterType::Tree => ParameterValue::literal(self.dice.of(self.callable)),
        };
        node.parameters.insert((&*parameter.name).into(), value);
    }

    fn operand(
        &mut self,
        value_type: &ValueType,
        parameter: &ParameterDeclaration,
    ) -> ParameterValue {
        if self.dice.percent(50) {
            return self.variable(Some(value_type));
        }
        // Stand-ins over several frames and short waits make runs more varied.
        if parameter.name == "answers" {
            return ParameterValue::literal(
                self.dice.of(&["RS", "RRF", "RRS", "SF", "R", "F", "S"]),
            );
        }
        let value = self.dice.value(value_type);
        let within = |x: f64| match parameter.range {
            Some(range) => x.clamp(range.min, range.max),
            None => x,
        };
        ParameterValue::literal(match value {
            Value::Int(i) => Value::Int(within(i as f64) as i64),
            Value::Float(x) => Value::Float(within(x)),
            other => other,
        })
    }

    fn variable(&mut self, value_type: Option<&ValueType>) -> ParameterValue {
        let without_lists = self.dice.percent(75);
        let declared = &self.builder.document().variables;
        let fits = |v: &&Variable| match value_type {
            Some(value_type) => v.value_type == *value_type,
            None => !(without_lists && is_list(&v.value_type)),
        };
        let names: Vec<Arc<str>> = declared
            .iter()
            .filter(fits)
            .map(|v| v.name.clone())
            .collect();
        ParameterValue::Variable(self.dice.of(&names))
    }

    fn type_of(&self, node: &Node, parameter: &str) -> Option<ValueType> {
        let name = node.parameters.get(parameter)?.as_variable()?;
        let declared = &self.builder.document().variables;
        let variable = declared.iter().find(|v| &*v.name == name)?;
        Some(variable.value_type.clone())
    }

    fn expression(&mut self, value_type: &ValueType) -> ParameterValue {
        let texts: &[&str] = match value_type {
            ValueType::Bool => &["bool_a", "!bool_g", "int_a > 1", "bool_a || float_g < 1.0"],
            ValueType::Int => &["int_a + 1", "int_g", "2"],
            ValueType::Float => &["float_a + 0.5", "float_g", "1.5"],
            ValueType::String => &["string_a", "string_g"],
            ValueType::Vec2 => &["vec2_a", "vec2_g"],
            ValueType::Vec3 => &["vec3_a", "vec3_g"],
            ValueType::Color => &["color_a", "color_g"],
            ValueType::List(element) => {
                let name = format!("_{element}__{}", self.dice.of(&["a", "g"]));
                return ParameterValue::literal(name.as_str());
            }
        };
        ParameterValue::literal(self.dice.of(texts))
    }
}
