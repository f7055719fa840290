//! Each rule on a document that violates it and on one that does not.

mod abort_reach;
mod expressions;
mod fixes;
mod payloads;
mod stand_ins;
mod subtrees;

use super::*;
use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Location, Never, Problem, Severity};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, StandIn, Surgery as _};
use treewright_core::value::ValueType;

use crate::edit::testing::editor::{draw, draw_each};

/// Draws a document; declares `ready` unless the drawing declares variables itself.
fn tree(drawing: &str) -> Document {
    if drawing.contains(';') {
        return draw(drawing);
    }
    draw(&format!("ready:bool; {drawing}"))
}

/// Like [`tree`], with a stand-in for a node.
fn played(drawing: &str, id: &str, stand_in: StandIn) -> Document {
    changed(drawing, id, |node| node.stand_in = Some(Box::new(stand_in)))
}

/// Like [`tree`], with another change of a node.
fn changed(drawing: &str, id: &str, change: impl FnOnce(&mut Node)) -> Document {
    let mut document = tree(drawing);
    change(document.node_mut(&id.into()).unwrap());
    document
}

#[test]
fn unknown_fields_that_are_like_known_ones_are_mistakes() {
    let with = |field: &str| {
        let mut document = tree("n:Idle");
        document.variables[0]
            .extra
            .insert(field.to_owned(), "1".to_owned());
        problems(&document)
    };
    let meant = |problems: Vec<Problem>| match &problems[..] {
        [Problem::MisspelledField { meant, .. }] => meant.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(meant(with("value")), "initial");
    assert_eq!(meant(with("intial")), "initial");
    assert_eq!(
        with("replicated"),
        [],
        "one of a later version, or of the game"
    );
    let document = changed("n:Idle", "n", |node| {
        node.extra.insert("paramters".to_owned(), "{}".to_owned());
    });
    assert_eq!(meant(problems(&document)), "parameters");
}

/// The problems of a Sequence over this leaf.
fn problems_of(leaf: &str) -> Vec<Problem> {
    problems(&tree(&format!("root:Sequence[n:{leaf}]")))
}

fn codes(problems: &[Problem]) -> Vec<&'static str> {
    problems.iter().map(Problem::code).collect()
}

fn problems(document: &Document) -> Vec<Problem> {
    let found = validate(document, &NodeLibrary::builtin());
    found.into_iter().map(|d| d.problem).collect()
}

#[test]
fn a_sound_tree_has_no_problems_and_an_empty_document_has_no_root() {
    let sound = "root:Selector(.abort=Self)[n:CompareBool(left={ready}) wait:Wait(seconds=2)]";
    assert_eq!(problems(&tree(sound)), []);
    let none = Problem::NoRoot { loose: 0 };
    assert_eq!(problems(&Document::default()), [none]);
}

#[test]
fn parent_parameters_of_a_child_are_checked_only_below_that_parent() {
    let below = |parent: &str, priority: &str| {
        problems(&tree(&format!(
            "root:{parent}[n:Succeed(priority={priority})]"
        )))
    };
    assert_eq!(below("PrioritySelector", "2.5"), []);
    let wrong = Problem::WrongParameterType {
        parameter: "priority".into(),
        expected: ValueType::Float,
        found: ValueType::String,
    };
    assert_eq!(below("PrioritySelector", "high"), [wrong]);
    let unknown = Problem::UnknownParameter {
        parameter: "priority".into(),
        task: "Succeed".into(),
    };
    assert_eq!(below("Selector", "2.5"), [unknown]);
}

#[test]
fn the_number_of_children_is_checked() {
    for (drawing, task, has, max) in [
        ("root:Selector", "Selector", 0, usize::MAX),
        ("root:Inverter[a:Succeed b:Succeed]", "Inverter", 2, 1),
    ] {
        let task = task.into();
        let expected = Problem::WrongChildCount {
            task,
            has,
            min: 1,
            max,
        };
        assert_eq!(problems(&tree(drawing)), [expected]);
    }
}

#[test]
fn an_unknown_task_is_an_error_at_its_node() {
    let found = validate(&tree("root:Sequence[x:Teleport]"), &NodeLibrary::builtin());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].location, Location::Node("x".into()));
    assert_eq!(found[0].severity, Severity::Error);
    let task = "Teleport".into();
    assert_eq!(found[0].problem, Problem::UnknownTask { task });
}

#[test]
fn parameters_are_checked_against_their_declarations() {
    for (leaf, expected) in [
        ("IsVariableSet", "missing_parameter"),
        ("Wait(seconds=long)", "wrong_parameter_type"),
        ("Wait(seconds=-1.0)", "parameter_out_of_range"),
        ("Wait(seconds=NaN)", "not_finite"),
        ("Wait(second=1.0)", "unknown_parameter"),
        ("CompareBool(left={ready},operator==<)", "not_a_choice"),
        ("CompareBool(left={ready},operator={ready})", "literal_only"),
        ("IsVariableSet(variable=true)", "variable_only"),
        ("Wait(seconds={delay})", "undeclared_variable"),
        ("Wait(seconds={ready})", "wrong_variable_type"),
        ("SetVariable(variable={ready},value=true)", ""),
        (
            "SetVariable(variable={ready},value=1)",
            "wrong_parameter_type",
        ),
    ] {
        assert_eq!(codes(&problems_of(leaf)).join(" "), expected, "{leaf}");
    }
}

#[test]
fn variables_are_checked() {
    let document = tree("ready:bool ready:int health:int=true; root:Succeed");
    let expected = ["duplicate_variable", "wrong_initial_value"];
    assert_eq!(codes(&problems(&document)), expected);
}

#[test]
fn an_abort_type_needs_a_watched_conditional_below() {
    let (both, own) = (AbortType::Both, AbortType::OwnBranch);
    let none = |abort| Some(Problem::AbortWithoutConditional { abort });
    let task = "Inverter".into();
    let inverter = Problem::AbortOnNonComposite { abort: both, task };
    for (drawing, expected) in [
        (
            "r:Sequence(.abort=Both)[leaf:CompareBool(left={ready})]",
            None,
        ),
        ("r:Sequence(.abort=Both)[leaf:Succeed]", none(both)),
        (
            "r:Inverter(.abort=Both)[leaf:CompareBool(left={ready})]",
            Some(inverter),
        ),
        // A conditional below a composite without abort type triggers nothing.
        (
            "r:Selector(.abort=Both)[inner:Sequence[c:CompareBool(left={ready})]]",
            none(both),
        ),
        // A guard is watched like a conditional.
        (
            "r:Sequence(.abort=Self)[g:Guard(expression=ready)[leaf:Idle]]",
            None,
        ),
        (
            "r:Sequence(.abort=Self)[not:Inverter[leaf:Idle]]",
            none(own),
        ),
    ] {
        assert_eq!(
            problems(&tree(drawing)),
            Vec::from_iter(expected),
            "{drawing}"
        );
    }
}

#[test]
fn a_child_after_one_that_never_continues_is_unreachable() {
    for (parent, first, expected) in [
        ("Sequence", "Idle", Some(Never::Ends)),
        ("Sequence", "Fail", Some(Never::Succeeds)),
        ("Selector", "Succeed", Some(Never::Fails)),
        ("Selector", "Fail", None),
        ("Sequence", "Wait", None),
        ("Parallel", "Idle", None),
    ] {
        let found = problems(&tree(&format!("root:{parent}[a:{first} next:Log]")));
        let never = found.iter().find_map(|problem| match problem {
            Problem::Unreachable { never, .. } => Some(*never),
            _ => None,
        });
        assert_eq!(never, expected, "{parent} {first}");
    }
}

#[test]
fn an_unreachable_child_tells_whether_others_would_have_to_be_the_last_as_well() {
    for (children, expected) in [
        ("a:Succeed b:Fail", Some(false)),
        ("a:Succeed b:Log", Some(true)),
        ("a:Succeed b:Fail c:Log", Some(true)),
        ("a:Fail b:Succeed", None),
    ] {
        let found = problems(&tree(&format!("root:Selector[{children}]")));
        let told = found.iter().find_map(|problem| match problem {
            Problem::Unreachable {
                is_one_of_several, ..
            } => Some(*is_one_of_several),
            _ => None,
        });
        assert_eq!(told, expected, "{children}");
    }
}

#[test]
fn outcomes_propagate_to_parents() {
    let document = tree(
        "root:Selector[guard:Sequence[c:CompareBool(left={ready}) loop:Repeater(forever=true)[work:Succeed] never:Log] reached:Log]",
    );
    let found = validate(&document, &NodeLibrary::builtin());
    // The guard can fail, so the node after it is reachable.
    let places = found.iter().filter_map(|d| d.location.node());
    assert!(places.eq([&NodeId::from("never")]));
}

#[test]
fn a_hundred_thousand_nodes_ten_thousand_deep_are_checked() {
    let chain = draw_each(0..10_000, |i| format!("{i}:Sequence["));
    let leaves = draw_each(10_000..100_000, |i| format!("{i}:Succeed "));
    let mut document = tree(&(chain + &leaves));
    document.groups.push(treewright_core::model::Group {
        position: Position::new(1, 1),
        ..Default::default()
    });
    assert_eq!(problems(&document), []);
}
