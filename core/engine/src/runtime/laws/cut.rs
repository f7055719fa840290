//! A tree that is split into subtrees behaves as before, except for the starts and ends of the nodes that run them.

use proptest::prelude::*;

use super::{FRAMES, case};
use crate::compile::{GameTasks, compile};
use crate::ids::NodeId;
use crate::library::NodeLibrary;
use crate::model::{
    Document, DocumentBuilder, NamedTree, Node, ParameterValue, SUBTREE, Scope, Variable,
};
use crate::nodes::testing::random::{Dice, World};
use crate::runtime::NodeIndex;
use crate::runtime::testing::{FrameResult, Run, check_stacks};
use crate::testing::cases;
use crate::value::ValueType;

/// Splits a tree into pieces: some nodes become roots of named trees, and nodes that run these trees take their places.
fn cut(document: &Document, seed: u64) -> Document {
    let mut dice = Dice::new(seed);
    let library = NodeLibrary::builtin();
    let mut builder = DocumentBuilder::new("cut");
    builder.settings(|new| {
        new.restart_when_complete = document.restart_when_complete;
        new.variables.clone_from(&document.variables);
    });
    if dice.percent(50) {
        // With a variable of its own, a use of the tree does something when it starts.
        let mut own = Variable::new("own", ValueType::Int);
        own.scope = Scope::Subtree;
        builder.variable(own);
    }
    let mut tops = Vec::new();
    for node in document.subtree(document.root().unwrap()) {
        let parent = node.parent();
        let copy = node.copy_as(node.id().clone());
        let Some(parent) = parent.filter(|_| dice.percent(30)) else {
            let added = match parent {
                None => builder.root(copy),
                Some(parent) => builder.child(parent, copy),
            };
            added.unwrap();
            continue;
        };
        let name = format!("tree of {}", node.id());
        let mut runs = Node::new(format!("runs {}", node.id()), SUBTREE)
            .with_parameter("tree", ParameterValue::literal(name.as_str()));
        let above = &document.node(parent).unwrap().task;
        for carried in &library.declaration(above).unwrap().child_parameters {
            if let Some(value) = node.parameters.get(&carried.name) {
                runs = runs.with_parameter(&carried.name, value.clone());
            }
        }
        builder.child(parent, runs).unwrap();
        let top = builder.loose(copy).unwrap();
        tops.push(NamedTree::new(name, top));
    }
    builder.settings(|document| document.trees = tops);
    builder.finish()
}

/// Translates a trace: names nodes as in their document and leaves out the nodes that run subtrees.
struct Reader {
    names: Vec<Option<NodeId>>,
}

impl Reader {
    fn of(document: &Document, run: &Run) -> Self {
        // The tasks do not matter for the origins of nodes.
        let origins = compile(
            document,
            &NodeLibrary::builtin(),
            &GameTasks::<World>::new(),
        )
        .origins;
        let program = run.instance.program();
        let name = |index: NodeIndex| {
            let node = origins.origin(program.id(index)).node;
            let runs_others = &*document.node(node).unwrap().task == SUBTREE;
            (!runs_others).then(|| node.clone())
        };
        Self {
            names: program.indices().map(name).collect(),
        }
    }

    /// Describes an event; `None` if it belongs to a node that runs a subtree.
    fn describe(&self, event: &impl std::fmt::Debug) -> Option<String> {
        let text = format!("{event:?}");
        let mut parts = text.split("NodeIndex(");
        let mut described = parts.next().unwrap().to_owned();
        for part in parts {
            let (number, rest) = part.split_once(')').unwrap();
            let name = self.names[number.parse::<usize>().unwrap()].as_ref()?;
            described.push_str(name.as_str());
            described.push_str(rest);
        }
        Some(described)
    }

    fn read(&self, seen: &FrameResult) -> Vec<String> {
        let frame = seen.frame.iter();
        let events = seen
            .between
            .iter()
            .chain(frame.clone().flat_map(|f| &f.events));
        let mut described: Vec<String> = events.filter_map(|event| self.describe(event)).collect();
        for frame in frame {
            described.push(format!("{} {:?}", frame.frame, frame.status));
            for stack in &frame.stacks {
                let names = stack.iter().filter_map(|index| self.describe(index));
                described.push(names.collect::<Vec<_>>().join(" "));
            }
        }
        described
    }
}

/// Asserts that both trees do the same. Returns how many nodes of the split tree run subtrees.
fn compare(seed: u64, size: usize) -> usize {
    let (whole, script) = case(seed, size, FRAMES);
    let pieces = cut(&whole, seed);
    let (mut one, mut other) = (Run::new(&whole, seed), Run::new(&pieces, seed));
    let mut unwatched = Run::new(&pieces, seed);
    let (reads_one, reads_other) = (Reader::of(&whole, &one), Reader::of(&pieces, &other));
    for (number, frame) in script.iter().enumerate() {
        let (a, b) = (one.step(frame), other.step(frame));
        assert_eq!(reads_one.read(&a), reads_other.read(&b), "frame {number}");
        assert_eq!(one.world, other.world, "frame {number}");
        check_stacks(&other.instance);
        unwatched.step_unwatched(frame);
        let stands = |run: &Run| run.instance.tops().collect::<Vec<_>>();
        assert_eq!(
            stands(&unwatched),
            stands(&other),
            "frame {number}, unwatched"
        );
        assert_eq!(unwatched.world, other.world, "frame {number}, unwatched");
    }
    pieces.trees.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn a_tree_split_into_subtrees_behaves_as_before(seed in any::<u64>(), size in 2..60_usize) {
        compare(seed, size);
    }
}

#[test]
fn random_trees_are_split_often_and_nested() {
    let cuts: usize = (0..20).map(|seed| compare(seed, 40)).sum();
    assert!(cuts > 100, "{cuts}");
}
