//! Tests of the Lua that is written, and of what is refused.

mod pairs;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{Document, Node, ParameterDeclaration, ParameterType, Surgery as _};
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};

use crate::testing::{SetParameters as _, draw_each, drawn, over as tree};
use crate::{ExchangeFormat, Exported, WriteOptions, write};

fn library() -> NodeLibrary {
    let mut shoot = TaskDeclaration::action("Shoot", "");
    let of = |value_type: ValueType| ParameterType::Value(value_type);
    shoot.declaration.parameters = vec![
        ParameterDeclaration::optional("rounds", of(ValueType::Int), 3_i64, ""),
        ParameterDeclaration::without_default("at", of(ValueType::Vec2), ""),
        ParameterDeclaration::without_default("目标", of(ValueType::String), ""),
        ParameterDeclaration::without_default("end", of(ValueType::Float), ""),
    ];
    let mut tasks = TaskLibrary::new("Arena");
    tasks.tasks = vec![shoot, TaskDeclaration::conditional("看见敌人", "")];
    let mut all = NodeLibrary::builtin();
    all.add_library("arena.tasks.json", &tasks);
    all
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    let (project, options) = (Project::alone(document), WriteOptions::default());
    write(ExchangeFormat::Lua, &project, &library(), &options)
}

/// Returns the lines of the function.
fn lines(document: &Document) -> Vec<String> {
    let exported = exported(document).unwrap();
    let lines = exported.files[0].text().lines().map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("function"));
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the codes of notes, each with its node before it: `n2 table`.
fn codes(remarks: &[Diagnostic]) -> Vec<String> {
    let remark = |remark: &Diagnostic| {
        let place = remark.location.node().map(ToString::to_string);
        let code = remark.problem.code().strip_prefix("lua_").unwrap();
        format!("{} {code}", place.unwrap_or_default())
    };
    remarks.iter().map(remark).collect()
}

/// Returns the codes of the export notes on a document.
fn notes(document: &Document) -> Vec<String> {
    codes(&exported(document).unwrap().remarks)
}

/// Returns the document of a drawing.
fn draw(drawing: &str) -> Document {
    drawn("T", drawing)
}

#[test]
fn a_tree_is_written_with_its_calls_in_order() {
    let mut document = draw(
        "n1:Selector(.abort=LowerPriority,.name=守卫 Guard)[n2:CompareBool(left=true) n3:Wait(seconds=1.5)]",
    );
    document.node_mut(&"n1".into()).unwrap().comment = "Who goes there?\n[[".into();
    document.node_mut(&"n3".into()).unwrap().name = "说 \"hi\"\n".into();
    let expected = [
        "function module.Create(gameObject)",
        "local tree = BT.BTree:New(gameObject, \"T\")",
        "-- Who goes there?",
        "-- [[",
        "local guard = BT.Selector:New(\"守卫 Guard\")",
        "guard:SetAbortType(BT.EAbortType.LowerPriority)",
        "local compare_bool = BT.BoolComparison:New(\"CompareBool\", true, true)",
        "local hi = BT.Wait:New(\"说 \\\"hi\\\"\\n\", 1.5)",
        "guard:AddChildList{compare_bool, hi}",
        "tree:AddRoot(guard)",
        "return tree",
        "end",
        "return module",
    ];
    assert_eq!(lines(&document), expected);
}

#[test]
fn game_tasks_have_their_parameters_as_fields() {
    let shoot = Node::new("n2", "Shoot").set("at", Value::Vec2([1.0, -0.5]));
    let shoot = shoot.set("目标", "头").set("end", 2_i64);
    let sees = Node::new("n3", "看见敌人");
    let document = tree(Node::new("n1", "Sequence"), [sees, shoot]);
    let expected = [
        "local task = BT[\"看见敌人\"]:New(\"看见敌人\")",
        "local shoot = BT.Shoot:New(\"Shoot\")",
        "shoot.rounds = 3",
        "shoot.at = {x = 1.0, y = -0.5}",
        "shoot[\"目标\"] = \"头\"",
        "shoot[\"end\"] = 2.0",
    ];
    assert_eq!(lines(&document)[3..9], expected);
    assert_eq!(notes(&document), ["n2 table"]);
}

#[test]
fn decorators_write_only_what_differs_from_the_engines_defaults() {
    for (root, expected) in [
        ("Repeater", "ExecutionCount(1)"),
        ("Repeater(count=3)", "ExecutionCount(3)"),
        (
            "Repeater(forever=true,end_on_failure=true)",
            "RepeatForever(true) EndOnFailure(true)",
        ),
        ("UntilFailure", ""),
        ("UntilFailure(succeed=true)", ""),
    ] {
        let lines = lines(&draw(&format!("n1:{root}[n2:Log]")));
        let calls = lines
            .iter()
            .filter_map(|line| line.strip_prefix("repeater:Set"));
        assert_eq!(calls.collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn selectors_of_more_than_two_become_pairs_of_the_same_abort_type() {
    for abort in AbortType::ALL {
        let document = draw(&format!(
            "n1:Selector(.abort={abort})[n2:Log n3:Log n4:Log n5:Log]"
        ));
        let lines = lines(&document);
        let added: Vec<_> = lines
            .iter()
            .filter(|line| line.contains("AddChild"))
            .collect();
        assert_eq!(
            added,
            [
                "selector:AddChildList{log, selector_2}",
                "selector_2:AddChildList{log_2, selector_3}",
                "selector_3:AddChildList{log_3, log_4}",
            ]
        );
        assert!(lines.contains(&"local selector_3 = BT.Selector:New(\"Selector (3)\")".to_owned()));
        let aborts = lines.iter().filter(|line| line.contains("SetAbortType"));
        let expected = if abort == AbortType::None { 0 } else { 3 };
        assert_eq!(aborts.count(), expected);
        assert_eq!(notes(&document), ["n1 pairs"]);
    }
    let single = draw("n1:Selector[n2:Log]");
    assert!(lines(&single)[2].starts_with("local selector = BT.Sequence:New"));
}

#[test]
fn built_in_node_types_that_the_engine_lacks_are_classes_of_the_program() {
    let mut document = draw(
        "distance:float=1.5 alarm:bool@global; n1:ReactiveSequence[n2:CompareFloat(right=2.0,left={distance}) n3:Idle]",
    );
    document.variables[0].comment = "Metres".into();
    assert_eq!(
        lines(&document)[2..11],
        [
            "-- Metres",
            "tree.sharedData:GetData(\"distance\").val = 1.5",
            "if tree.globalSharedData:GetData(\"alarm\").val == nil then tree.globalSharedData:GetData(\"alarm\").val = false end",
            "local reactive_sequence = BT.ReactiveSequence:New(\"ReactiveSequence\")",
            "local compare_float = BT.CompareFloat:New(\"CompareFloat\")",
            "compare_float.left = tree.sharedData:GetData(\"distance\")",
            "compare_float.operator = \"<\"",
            "compare_float.right = 2.0",
            "local idle = BT.Idle:New(\"Idle\")",
        ]
    );
    let expected = [
        "n1 class_needed",
        "n2 class_needed",
        "n2 shared",
        "n3 class_needed",
    ];
    assert_eq!(notes(&document), expected);
}

#[test]
fn fields_of_the_engines_classes_are_copied_from_variables() {
    let document = draw(
        "seen:bool rounds:int; n1:Repeater(count={rounds})[n2:CompareBool(left={seen},right={seen},operator=!=)]",
    );
    let lines = lines(&document);
    let from = lines.iter().position(|line| line.contains("Repeater:New"));
    let from = from.unwrap();
    let expected = [
        "local repeater = BT.Repeater:New(\"Repeater\")",
        "repeater.OnChildExcuted = function(task, ...)",
        "task.iExecutionCount = tree.sharedData:GetData(\"rounds\").val",
        "return BT.Repeater.OnChildExcuted(task, ...)",
        "end",
        "local compare_bool = BT.BoolComparison:New(\"CompareBool\", false, true)",
        "compare_bool.OnUpdate = function(task, ...)",
        "task.bVal1 = tree.sharedData:GetData(\"seen\").val",
        "task.bVal2 = not tree.sharedData:GetData(\"seen\").val",
        "return BT.BoolComparison.OnUpdate(task, ...)",
    ];
    assert_eq!(lines[from..from + 10], expected);
}

#[test]
fn what_the_api_cannot_express_is_refused_by_node() {
    for (drawing, expected) in [
        ("n1:Sequence[n2:Dance]", "n2 undeclared"),
        ("n1:Sequence[n2:Inverter]", "n2 not_one_child"),
        ("n1:Sequence[n2:Parallel]", "n2 no_children"),
        (
            "n1:Sequence[n2:CompareBool(left={v})]",
            "n2 unknown_variable",
        ),
        ("n1:Sequence[n2:Wait(seconds={v})]", "n2 unknown_variable"),
        ("n1:Sequence[n2:Shoot(rounds={v})]", "n2 unknown_variable"),
        (
            "n1:Sequence[n2:CompareBool(operator={v})]",
            "n2 constant_needed",
        ),
        ("n1:Sequence[n2:Wait(seconds=long)]", "n2 wrong_value"),
        (
            "n1:Parallel(success_threshold=1)[n2:Log n3:Log]",
            "n1 thresholds",
        ),
        ("n1:UntilFailure(succeed={v})[n2:Log]", "n1 constant_needed"),
        ("", " nothing"),
        ("n1:Sequence[n2:Log(.off)]", " nothing"),
        ("n1:Log[n2:Log]", "n1 leaf_with_children"),
    ] {
        let refused = codes(&exported(&draw(drawing)).unwrap_err());
        assert_eq!(refused, [expected], "{drawing}");
    }
    let nothing = exported(&draw("n1:Sequence[n2:Subtree]"));
    assert!(nothing.is_err(), "it runs nothing");
    let all = draw("n1:Parallel(success_threshold=2)[n2:Log n3:Log]");
    assert!(exported(&all).is_ok(), "2 of 2 are all");
}

#[test]
fn skipped_or_approximated_nodes_have_a_note() {
    let mut document = draw(&format!(
        "v:bool; n1:Parallel[n2:Wait n3:Idle(.off) n4:Shoot(rounds={})] | n5:Idle",
        i64::MIN
    ));
    document.restart_when_complete = true;
    let mut codes: Vec<String> = notes(&document);
    codes.sort_by_key(|note| note.split(' ').nth(1).map(str::to_owned));
    let codes = codes.iter().filter_map(|note| note.split(' ').nth(1));
    let expected = [
        "disabled",
        "large_number",
        "loose",
        "not_started",
        "restart",
    ];
    assert!(codes.eq(expected));
    let written = exported(&document).unwrap();
    let text = written.files[0].text();
    let least = "shoot.rounds = (-9223372036854775807 - 1)";
    assert!(text.contains(least), "{text}");
    let inverted = draw("n1:Inverter[n2:CompareBool]");
    assert_eq!(notes(&inverted), ["n2 no_composite_above"]);
}

#[test]
fn a_tree_that_is_written_in_place_of_its_subtree_node_is_not_skipped() {
    let document = draw("n1:Sequence[n2:Log n3:Subtree(tree=Fight)] | Fight=n4:Sequence[n5:Idle]");
    assert!(!notes(&document).iter().any(|note| note.contains("loose")));
    let unused = draw("n1:Sequence[n2:Log] | Fight=n4:Idle");
    assert!(notes(&unused).iter().any(|note| note.contains("loose")));
}

#[test]
fn inequality_is_equality_with_the_opposite() {
    for (left, right, operator) in [(true, true, "=="), (true, false, "!="), (false, true, "!=")] {
        let settings = format!("left={left},right={right},operator={operator}");
        let lines = lines(&draw(&format!("n1:Sequence[n2:CompareBool({settings})]")));
        let against = right != (operator == "!=");
        let expected = format!("BT.BoolComparison:New(\"CompareBool\", {left}, {against})");
        assert!(lines[3].ends_with(&expected), "{}", lines[3]);
    }
}

#[test]
fn names_of_locals_are_unique_and_not_keywords_of_lua() {
    let titles = [
        "end",
        "2 fast",
        "log 2",
        "log",
        "log",
        "BT",
        "节点",
        "ÄÖ",
        "HTTPServer9Up",
    ];
    let children = titles.iter().enumerate();
    let children = children.map(|(i, title)| format!("n{}:Log(.name={title}) ", i + 2));
    let lines = lines(&draw(&format!(
        "n1:Sequence[{}]",
        children.collect::<String>()
    )));
    let locals = lines.iter().filter_map(|line| line.strip_prefix("local "));
    let locals = locals.filter_map(|line| line.split(' ').next());
    let locals: Vec<&str> = locals.skip_while(|local| *local == "tree").collect();
    let expected = "sequence end_2 task_2_fast log_2 log log_3 bt_2 log_4 log_5 httpserver9_up";
    assert_eq!(locals.join(" "), expected);
}

#[test]
fn deep_and_wide_trees_are_written_without_recursion() {
    let deep = draw_each(0..20_000, |i| format!("n{i}:Sequence["));
    let written = exported(&draw(&format!("{deep}end:Log"))).unwrap();
    let text = written.files[0].text();
    assert!(text.contains("node.sequence_20000:AddChild(node.log)"));
    let wide = (0..5_000).map(|i| Node::new(format!("n{i}"), "Log"));
    assert!(exported(&tree(Node::new("n", "Selector"), wide)).is_ok());
}
