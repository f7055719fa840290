//! The inputs of small trees: which variables, and which values of each.

use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::testing::draw;
use treewright_core::project::Project;
use treewright_core::runtime::Status;

use super::reader::WRITTEN;
use super::*;
use crate::claims::check;
use crate::claims_json;

/// The alternatives of a tree with claims of these fields.
fn of(drawing: &str, fields: &str) -> Alternatives {
    let comma = if fields.is_empty() { "" } else { "," };
    let text = format!("{{\"format\": \"treewright-claims\", \"version\": 1{comma} {fields}}}");
    let claims = claims_json::read(text.as_bytes()).unwrap();
    let mut library = NodeLibrary::builtin();
    let mut tasks = TaskLibrary::new("game");
    let shoot = TaskDeclaration::action("Shoot", "");
    tasks.tasks = vec![
        shoot
            .may_return([Status::Success, Status::Running])
            .runs_at_most(5),
        TaskDeclaration::conditional("Near", ""),
    ];
    library.add_library("game", &tasks);
    let document = draw(drawing);
    let tree = AnalyzedTree::new(Project::alone(&document), &library).unwrap();
    let checked = check(&claims, &tree).unwrap();
    alternatives(&tree, &checked)
}

/// The inputs of a tree and their values; those of samples in brackets with the reasons.
fn shown(drawing: &str, fields: &str) -> String {
    let found = of(drawing, fields);
    let variables = found.inputs.variables.iter().map(|variable| {
        let values = variable.values.iter().map(ToString::to_string);
        let values = values.collect::<Vec<_>>().join(" ");
        assert_eq!(
            variable.is_sampled,
            found
                .sampled
                .iter()
                .any(|sampled| sampled.name == variable.name)
        );
        format!("{}: {values}", variable.name)
    });
    variables.collect::<Vec<_>>().join("; ")
}

fn reasons(drawing: &str, fields: &str) -> String {
    let found = of(drawing, fields);
    let told = found.sampled.iter().flat_map(|sampled| {
        let reasons = sampled.reasons.iter();
        reasons.map(move |reason| format!("{}: {reason}", sampled.name))
    });
    told.collect::<Vec<_>>().join("; ")
}

#[test]
fn values_are_cut_at_the_constants_of_comparisons() {
    let tree = |node: &str| format!("x:float=100 i:int=5 b:bool s:string=a; n1:{node}");
    for (node, values) in [
        (
            "CompareFloat(left={x},operator=<,right=30)",
            "x: 100.0 29.5",
        ),
        (
            "CompareFloat(left={x},operator=<=,right=30)",
            "x: 100.0 30.0",
        ),
        (
            "CompareFloat(left=30,operator=<,right={x})",
            "x: 100.0 30.0",
        ),
        (
            "CompareFloat(left={x},operator===,right=0.3)",
            "x: 100.0 0.3",
        ),
        ("CompareInt(left={i},operator=>,right=5)", "i: 5 6"),
        ("CompareInt(left={i},operator=!=,right=3)", "i: 5 3"),
        ("CompareString(left={s},right=b)", "s: \"a\" \"b\""),
        ("CompareBool(left={b})", "b: false true"),
        ("IsVariableSet(variable={i})", "i: 5 0"),
        ("Log(text={s})", ""),
    ] {
        assert_eq!(shown(&tree(node), ""), values, "{node}");
    }
}

#[test]
fn values_are_cut_at_the_constants_of_expressions() {
    let tree =
        |text: &str| format!("x:float i:int b:bool s:string; n1:Expression(expression={text})");
    for (text, values) in [
        ("x < 30 || x > 40", "x: 0.0 30.0 40.5"),
        ("i + 2 > 5 && !b", "i: 0 4; b: false true"),
        ("s == \"x\"", "s: \"\" \"x\""),
    ] {
        assert_eq!(shown(&tree(text), ""), values, "{text}");
    }
}

#[test]
fn all_places_that_read_a_variable_cut_it() {
    let tree = "hp:int=50; top:Selector[flee:CompareInt(left={hp},operator=<,right=10) rest:CompareInt(left={hp},operator=<,right=30)]";
    assert_eq!(shown(tree, ""), "hp: 50 10 9");
    let claim =
        "\"claims\": [{\"name\": \"a\", \"never\": \"hp > 90\"}], \"assumptions\": [\"hp <= 100\"]";
    assert_eq!(shown(tree, claim), "hp: 50 10 100 9 101");
}

#[test]
fn what_a_node_writes_is_no_input_and_what_is_copied_is_cut_where_it_goes() {
    let tree = "a:int b:int; top:Sequence[set:SetVariable(variable={b},value={a}) near:CompareInt(left={b},operator=<,right=7)]";
    assert_eq!(shown(tree, ""), "a: 0 7");
    assert_eq!(
        shown(tree, "\"inputs\": {\"b\": \"free\"}"),
        "a: 0 7; b: 0 7"
    );
    assert_eq!(shown(tree, "\"inputs\": {\"a\": \"initial\"}"), "");
    let compute = "a:int b:int; top:Sequence[set:Compute(variable={b},expression=a + 1) near:CompareInt(left={b},right=7)]";
    assert_eq!(reasons(compute, ""), "a: `Compute` computes with it");
}

#[test]
fn two_variables_are_tried_in_both_orders_and_said_to_be_samples() {
    let tree = "a:int=5 b:int=9; near:CompareInt(left={a},operator=<,right={b})";
    assert_eq!(shown(tree, ""), "a: 5 9 8 10 4 6; b: 9 5 4 6 8 10");
    assert_eq!(
        reasons(tree, ""),
        "a: it is compared with `b`; b: it is compared with `a`"
    );
    // If one never changes, it is a constant.
    assert_eq!(shown(tree, "\"inputs\": {\"b\": \"initial\"}"), "a: 5 9 10");
    assert_eq!(reasons(tree, "\"inputs\": {\"b\": \"initial\"}"), "");
}

#[test]
fn what_computations_are_compared_with_is_tried() {
    let tree = "x:float=5; lucky:Expression(expression=x * 2.0 == 14.0)";
    assert_eq!(shown(tree, ""), "x: 5.0 7.0 6.5 7.5 0.0 -0.1 0.1 4.5 5.5");
    let tree = "k:int; seventh:Expression(expression=k % 10 == 7)";
    assert_eq!(shown(tree, ""), "k: 0 7 6 8 -1 1");
    let claim = "\"claims\": [{\"name\": \"a\", \"never\": \"round(x) == 7.0\"}]";
    let found = shown("x:float; idle:Idle", claim);
    assert!(found.contains(" 7.0 "), "{found}");
}

#[test]
fn settings_are_sampled_within_their_range() {
    let tree = "t:float=4 p:float=0.5; top:Sequence[wait:Wait(seconds={t}) dice:RandomChance(probability={p})]";
    assert_eq!(shown(tree, ""), "t: 4.0 0.0 1.0; p: 0.5 0.0 1.0");
    assert_eq!(reasons(tree, ""), "t: it is the `seconds` of `Wait`");
}

#[test]
fn utilities_are_ranked_with_those_of_their_siblings() {
    let tree = "u:float; best:UtilitySelector[one:Idle(utility={u}) two:Idle(utility=0.4)]";
    assert_eq!(shown(tree, ""), "u: 0.0 0.4 0.5");
}

#[test]
fn cases_of_a_switch_are_classes() {
    let tree =
        "mode:string=walk; n1:Switch(variable={mode},case_1=walk,case_2=run)[a:Idle b:Idle c:Idle]";
    assert_eq!(shown(tree, ""), "mode: \"walk\" \"run\" \"\"");
    let tree = "mode:int; n1:Switch(variable={mode},case_1=\"2\",case_2=3)[a:Idle b:Idle c:Idle]";
    assert_eq!(shown(tree, ""), "mode: 0 2 3");
}

#[test]
fn a_change_takes_two_values_of_a_class() {
    let tree = "i:int; top:Sequence[a:VariableChanged(variable={i}) b:CompareInt(left={i},operator=<,right=10)]";
    assert_eq!(shown(tree, ""), "i: 0 10 9 11");
}

#[test]
fn given_values_are_taken_as_they_are() {
    let tree = "x:float=3; n1:Expression(expression=x * x > 0.5)";
    let given = "\"inputs\": {\"x\": {\"values\": [1, 3.0, 5], \"changes\": \"fixed\"}}";
    assert_eq!(shown(tree, given), "x: 3.0 1.0 5.0");
    assert_eq!(reasons(tree, given), "x: `Expression` computes with it");
    assert!(matches!(
        of(tree, given).inputs.variables[0].way,
        Way::Fixed
    ));
}

#[test]
fn leaves_of_the_game_return_what_their_declaration_and_the_rules_allow() {
    let tree = "x:float; top:Sequence[near:Near shoot:Shoot(speed={x}) rest:Idle]";
    let leaves = |fields: &str| {
        let found = of(tree, fields);
        assert!(
            found.inputs.variables.is_empty(),
            "the game reads what it likes"
        );
        let leaves = found.inputs.leaves.into_iter().map(|leaf| {
            let letters: String = leaf.results.iter().map(|result| result.letter()).collect();
            let most = leaf.max_frames.map(|most| most.to_string());
            format!("{}{letters}{}", leaf.node.0, most.unwrap_or_default())
        });
        leaves.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(leaves(""), "1SF 2SR5");
    assert_eq!(
        leaves("\"leaves\": {\"shoot\": {\"max_frames\": 2}}"),
        "1SF 2SR2"
    );
    assert_eq!(
        leaves("\"leaves\": {\"near\": {\"results\": [\"Failure\"]}}"),
        "1F 2SR5"
    );
}

#[test]
fn events_that_are_heard_may_be_sent() {
    let tree = "what:int; top:Sequence[a:WaitForEvent(name=door,payload={what}) b:HasReceivedEvent(name=bell) c:CompareInt(left={what},right=1)]";
    let found = of(tree, "");
    assert_eq!(found.inputs.events, ["bell".into(), "door".into()]);
    let payloads = Payloads {
        event: "door".into(),
        values: vec![Value::Int(0), Value::Int(1)],
        is_sampled: false,
    };
    assert_eq!(found.inputs.payloads, [payloads]);
    assert!(found.own.is_empty(), "it comes with the event");
}

#[test]
fn every_parameter_of_built_in_nodes_that_names_a_variable_is_known() {
    use treewright_core::model::ParameterType;

    let library = NodeLibrary::builtin();
    let inspected = ["IsVariableSet", "VariableChanged"];
    for declared in library.declarations() {
        for parameter in &declared.parameters {
            if matches!(parameter.parameter_type, ParameterType::VariableName(_)) {
                let place = (&*declared.task, &*parameter.name);
                assert!(
                    WRITTEN.contains(&place) || inspected.contains(&place.0),
                    "{place:?}"
                );
            }
        }
    }
}

/// What comes with the event `hit`, written to `p`, in a tree with these further variables and nodes; in brackets why it is sampled.
fn payloads(variables: &str, nodes: &str, fields: &str) -> String {
    let tree = format!(
        "p:float {variables}; top:Sequence[a:HasReceivedEvent(name=hit,payload={{p}}) {nodes}]"
    );
    let found = of(&tree, fields);
    assert!(found.own.iter().all(|own| **own != *"p"));
    let [of_hit] = &*found.inputs.payloads else {
        panic!("one event has a payload");
    };
    let values = of_hit.values.iter().map(ToString::to_string);
    let reasons = found.sampled_payloads.iter().flat_map(|of| &of.reasons);
    let reasons = reasons.map(|reason| format!(" [{reason}]"));
    assert_eq!(of_hit.is_sampled, reasons.clone().next().is_some());
    values.collect::<Vec<_>>().join(" ") + &reasons.collect::<String>()
}

#[test]
fn what_comes_with_an_event_is_cut_where_the_variable_goes_that_receives_it() {
    let near = "b:CompareFloat(left={p},operator=>,right=99)";
    assert_eq!(payloads("", near, ""), "0.0 99.5");
    let copied = "set:SetVariable(variable={l},value={p}) b:Expression(expression=l > 30.0)";
    assert_eq!(payloads("l:float", copied, ""), "0.0 30.5");
    let twice = "b:HasReceivedEvent(name=hit,payload={q}) c:Expression(expression=p > 3.0) d:Expression(expression=q < 3.2)";
    assert_eq!(payloads("q:float", twice, ""), "0.0 3.2 3.1");
}

#[test]
fn what_comes_with_an_event_and_cannot_be_cut_is_sampled() {
    for (variables, nodes, reason) in [
        (
            "",
            "b:Expression(expression=p * 2.0 > 199.0)",
            "`Expression` computes with it",
        ),
        (
            "",
            "b:Expression(expression=p * p > 7.0)",
            "`Expression` computes with it",
        ),
        (
            "q:float",
            "b:Compute(variable={q},expression=p + 1.0) c:Expression(expression=q > 50.0)",
            "`Compute` computes with it",
        ),
        (
            "l:float",
            "b:SetVariable(variable={l},value={p}) c:Expression(expression=l * 3.0 > 30.0)",
            "`Expression` computes with it",
        ),
        (
            "x:float",
            "b:Expression(expression=p < x)",
            "it is compared with `x`",
        ),
    ] {
        let found = payloads(variables, nodes, "");
        assert!(found.ends_with(&format!(" [{reason}]")), "{nodes}: {found}");
    }
    let claims = "\"claims\": [{\"name\": \"a\", \"never\": \"p * p == 81.0\"}]";
    let found = payloads("", "b:Idle", claims);
    assert!(
        found.ends_with("[a claim or an assumption computes with it]"),
        "{found}"
    );
}

#[test]
fn an_int_that_becomes_a_float_is_cut_beside_each_float() {
    let tree = "k:int=5 a:float; top:Sequence[b:Compute(variable={a},expression=k) c:Expression(expression=a > 104.5 && a < 105.5)]";
    assert_eq!(shown(tree, ""), "k: 5 105 106");
    let tree = "k:int a:float y:float=105.5; top:Sequence[b:Compute(variable={a},expression=k) c:CompareFloat(left={a},operator=<,right={y})]";
    assert_eq!(shown(tree, "\"inputs\": {\"y\": \"initial\"}"), "k: 0 106");
    let tree = "k:int x:float=104.5 y:float=105.5; n1:Expression(expression=k > x && k < y)";
    let fixed = "\"inputs\": {\"x\": \"initial\", \"y\": \"initial\"}";
    assert_eq!(shown(tree, fixed), "k: 0 105 106");
    let tree = "k:int a:float; top:Sequence[b:Compute(variable={a},expression=k) c:Expression(expression=a > 1e17)]";
    let large = "k: it is compared with a number that is too large for a float to be exact";
    assert_eq!(reasons(tree, ""), large);
}

#[test]
fn samples_of_an_int_that_becomes_a_setting_are_ints() {
    let tree =
        "k:int=4 t:float; top:Sequence[a:Compute(variable={t},expression=k) b:Wait(seconds={t})]";
    assert_eq!(shown(tree, ""), "k: 4 0 1");
    assert_eq!(reasons(tree, ""), "k: it is the `seconds` of `Wait`");
}

#[test]
fn a_variable_can_differ_from_a_fixed_one_of_any_type() {
    let fixed = "\"inputs\": {\"d\": \"initial\"}";
    for value_type in ["bool", "int", "float", "string", "vec2", "vec3", "color"] {
        let tree = format!("c:{value_type} d:{value_type}; n1:Expression(expression=c == d)");
        let found = of(&tree, fixed);
        let [c] = &*found.inputs.variables else {
            panic!("only `c` is an input");
        };
        assert!(c.values.len() > 1, "{value_type}: {:?}", c.values);
        assert!(found.sampled.is_empty());
    }
}

#[test]
fn global_variables_that_nodes_write_may_be_written_by_other_trees() {
    let tree = "g:int@global h:int@global i:int@global; top:Sequence[a:SetVariable(variable={g},value=1) b:SetVariable(variable={h},value=1) c:CompareInt(left={g},right=5) d:CompareInt(left={i},right=5)]";
    let found = of(tree, "");
    assert_eq!(
        found.shared,
        ["g".into()],
        "nothing reads `h`, no node writes `i`"
    );
    assert!(found.own.is_empty());
    assert!(of(tree, "\"inputs\": {\"g\": \"free\"}").shared.is_empty());
    assert!(
        of(tree, "\"inputs\": {\"g\": \"initial\"}")
            .shared
            .is_empty()
    );
}
