//! What is written for the seed engine, and what is refused.

mod pairs;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, Node, ParameterDeclaration, ParameterType, ParameterValue, Scope,
    Variable,
};
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};

use crate::testing::{Set as _, over as tree};
use crate::{ExchangeFormat, Exported, WriteOptions, write};

fn library() -> NodeLibrary {
    let mut shoot = TaskDeclaration::action("Shoot", "");
    shoot.declaration.parameters = vec![
        ParameterDeclaration::optional("rounds", ParameterType::Value(ValueType::Int), 3_i64, ""),
        ParameterDeclaration::without_default("at", ParameterType::Value(ValueType::Vec2), ""),
        ParameterDeclaration::without_default("目标", ParameterType::Value(ValueType::String), ""),
        ParameterDeclaration::without_default("end", ParameterType::Value(ValueType::Float), ""),
    ];
    let mut tasks = TaskLibrary::new("Arena");
    tasks.tasks = vec![shoot, TaskDeclaration::conditional("看见敌人", "")];
    let mut all = NodeLibrary::builtin();
    all.add_library("arena.tasks.json", &tasks);
    all
}

fn exported(document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    let options = WriteOptions::default();
    write(
        ExchangeFormat::Lua,
        &Project::alone(document),
        &library(),
        &options,
    )
}

/// The lines of the function.
fn lines(document: &Document) -> Vec<String> {
    let exported = exported(document).unwrap();
    let lines = exported.files[0]
        .text
        .lines()
        .map(|line| line.trim().to_owned());
    let lines = lines.skip_while(|line| !line.starts_with("function"));
    lines.filter(|line| !line.is_empty()).collect()
}

fn codes(remarks: &[Diagnostic]) -> Vec<(String, String)> {
    let remark = |remark: &Diagnostic| {
        let place = remark.location.node().map(ToString::to_string);
        let code = remark.problem.code().to_owned();
        (place.unwrap_or_default(), code)
    };
    remarks.iter().map(remark).collect()
}

fn refused(document: &Document) -> Vec<(String, String)> {
    codes(&exported(document).unwrap_err())
}

fn node(id: &str, task: &str) -> Node {
    Node::new(id, task)
}

fn with(id: &str, task: &str, parameter: &str, value: impl Into<Value>) -> Node {
    node(id, task).set(parameter, value.into())
}

#[test]
fn a_tree_is_written_with_its_calls_in_order() {
    let mut guard = node("n1", "Selector");
    guard.abort = AbortType::LowerPriority;
    guard.name = "守卫 Guard".into();
    guard.comment = "Who goes there?\n[[".into();
    let sees = with("n2", "CompareBool", "left", true);
    let mut wait = with("n3", "Wait", "seconds", 1.5);
    wait.name = "说 \"hi\"\n".into();
    assert_eq!(
        lines(&tree(guard, [sees, wait])),
        [
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
        ]
    );
}

#[test]
fn a_games_own_tasks_have_their_parameters_as_fields() {
    let shoot = with("n2", "Shoot", "at", Value::Vec2([1.0, -0.5]))
        .set("目标", "头")
        .set("end", 2_i64);
    let document = tree(node("n1", "Sequence"), [node("n3", "看见敌人"), shoot]);
    let lines = lines(&document);
    assert_eq!(
        lines[3..8],
        [
            "local task = BT[\"看见敌人\"]:New(\"看见敌人\")",
            "local shoot = BT.Shoot:New(\"Shoot\")",
            "shoot.rounds = 3",
            "shoot.at = {x = 1.0, y = -0.5}",
            "shoot[\"目标\"] = \"头\"",
        ]
    );
    assert_eq!(lines[8], "shoot[\"end\"] = 2.0");
    let remarks = exported(&document).unwrap().remarks;
    assert_eq!(codes(&remarks), [("n2".into(), "lua_table".into())]);
}

#[test]
fn decorators_say_what_differs_from_the_engines_defaults() {
    let cases: [(Node, &[&str]); 5] = [
        (node("n1", "Repeater"), &["repeater:SetExecutionCount(1)"]),
        (
            with("n1", "Repeater", "count", 3_i64),
            &["repeater:SetExecutionCount(3)"],
        ),
        (
            with("n1", "Repeater", "forever", true).set("end_on_failure", true),
            &[
                "repeater:SetRepeatForever(true)",
                "repeater:SetEndOnFailure(true)",
            ],
        ),
        (node("n1", "UntilFailure"), &[]),
        (with("n1", "UntilFailure", "succeed", true), &[]),
    ];
    for (root, expected) in cases {
        let document = tree(root, [node("n2", "Log")]);
        let lines = lines(&document);
        let calls: Vec<&String> = lines.iter().filter(|line| line.contains(":Set")).collect();
        assert_eq!(calls, expected);
    }
}

#[test]
fn selectors_of_more_than_two_become_pairs_of_the_same_abort_type() {
    let children = || ["n2", "n3", "n4", "n5"].map(|id| node(id, "Log"));
    for abort in AbortType::ALL {
        let mut root = node("n1", "Selector");
        root.abort = abort;
        let document = tree(root, children());
        let lines = lines(&document);
        let added: Vec<&String> = lines
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
        let remarks = exported(&document).unwrap().remarks;
        assert_eq!(codes(&remarks), [("n1".into(), "lua_pairs".into())]);
    }
    let single = tree(node("n1", "Selector"), [node("n2", "Log")]);
    assert!(lines(&single)[2].starts_with("local selector = BT.Sequence:New"));
}

#[test]
fn built_in_kinds_that_the_engine_lacks_are_classes_of_the_program() {
    let compare = with("n2", "CompareFloat", "right", 2.0).bind("left", "distance");
    let mut distance = Variable::new("distance", ValueType::Float);
    distance.initial = Value::Float(1.5).into();
    distance.comment = "Metres".into();
    let mut alarm = Variable::new("alarm", ValueType::Bool);
    alarm.scope = Scope::Global;
    let mut builder = DocumentBuilder::new("T");
    builder.variable(distance);
    builder.variable(alarm);
    let root = builder.root(node("n1", "ReactiveSequence")).unwrap();
    builder.child(&root, compare).unwrap();
    builder.child(&root, node("n3", "Idle")).unwrap();
    let document = builder.finish();
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
    let remarks = exported(&document).unwrap().remarks;
    let said: Vec<_> = codes(&remarks);
    let expected = [
        ("n1", "lua_class_needed"),
        ("n2", "lua_class_needed"),
        ("n2", "lua_shared"),
        ("n3", "lua_class_needed"),
    ];
    assert_eq!(
        said,
        expected.map(|(node, code)| (node.to_owned(), code.to_owned()))
    );
}

#[test]
fn what_the_engines_classes_read_is_copied_from_variables() {
    let bound = |id: &str, task: &str, parameter: &str, variable: &str| {
        node(id, task).bind(parameter, variable)
    };
    let mut compare = bound("n2", "CompareBool", "left", "seen");
    compare = compare.bind("right", "seen");
    compare = compare.set("operator", "!=");
    let mut builder = DocumentBuilder::new("T");
    builder.variable(Variable::new("seen", ValueType::Bool));
    builder.variable(Variable::new("rounds", ValueType::Int));
    let root = builder
        .root(bound("n1", "Repeater", "count", "rounds"))
        .unwrap();
    builder.child(&root, compare).unwrap();
    let lines = lines(&builder.finish());
    let from = lines
        .iter()
        .position(|line| line.contains("Repeater:New"))
        .unwrap();
    assert_eq!(
        lines[from..from + 10],
        [
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
        ]
    );
}

#[test]
fn what_the_api_cannot_say_is_refused_by_node() {
    let leaf = |leaf: Node| tree(node("n1", "Sequence"), [leaf]);
    let bound = |task: &str, parameter: &str| {
        let bound = node("n2", task).bind(parameter, "v");
        leaf(bound)
    };
    let code = |document: &Document| {
        let refused = refused(document);
        assert_eq!(refused.len(), 1, "{refused:?}");
        refused[0].1.clone()
    };
    assert_eq!(code(&leaf(node("n2", "Dance"))), "lua_undeclared");
    assert!(
        exported(&leaf(node("n2", "Subtree"))).is_err(),
        "it runs nothing"
    );
    assert_eq!(code(&leaf(node("n2", "Inverter"))), "lua_not_one_child");
    assert_eq!(code(&leaf(node("n2", "Parallel"))), "lua_no_children");
    assert_eq!(code(&bound("CompareBool", "left")), "lua_unknown_variable");
    assert_eq!(code(&bound("Wait", "seconds")), "lua_unknown_variable");
    assert_eq!(code(&bound("Shoot", "rounds")), "lua_unknown_variable");
    assert_eq!(
        code(&bound("CompareBool", "operator")),
        "lua_constant_needed"
    );
    assert_eq!(
        code(&leaf(with("n2", "Wait", "seconds", "long"))),
        "lua_wrong_value"
    );
    let parallel = with("n1", "Parallel", "success_threshold", 1_i64);
    let two = || [node("n2", "Log"), node("n3", "Log")];
    assert_eq!(code(&tree(parallel, two())), "lua_thresholds");
    let all = with("n1", "Parallel", "success_threshold", 2_i64);
    assert!(exported(&tree(all, two())).is_ok(), "2 of 2 are all");
    let succeed = ParameterValue::variable("v");
    let until = node("n1", "UntilFailure").with_parameter("succeed", succeed);
    assert_eq!(
        code(&tree(until, [node("n2", "Log")])),
        "lua_constant_needed"
    );
    assert_eq!(code(&DocumentBuilder::new("T").finish()), "lua_nothing");
    let mut absent = node("n2", "Log");
    absent.disabled = true;
    assert_eq!(code(&leaf(absent)), "lua_nothing");
    assert_eq!(
        code(&tree(node("n1", "Log"), [node("n2", "Log")])),
        "lua_leaf_with_children"
    );
}

#[test]
fn what_is_left_out_or_not_quite_the_same_has_a_remark() {
    let mut builder = DocumentBuilder::new("T");
    let root = builder.root(node("n1", "Parallel")).unwrap();
    builder.child(&root, node("n2", "Wait")).unwrap();
    let mut off = node("n3", "Idle");
    off.disabled = true;
    builder.child(&root, off).unwrap();
    let large = with("n4", "Shoot", "rounds", i64::MIN);
    builder.child(&root, large).unwrap();
    builder.loose(node("n5", "Idle")).unwrap();
    builder.variable(Variable::new("v", ValueType::Bool));
    builder.settings(|document| document.restart_when_complete = true);
    let document = builder.finish();
    let remarks = exported(&document).unwrap().remarks;
    let mut codes: Vec<String> = codes(&remarks).into_iter().map(|(_, code)| code).collect();
    codes.sort();
    assert_eq!(
        codes,
        [
            "lua_disabled",
            "lua_large_number",
            "lua_loose",
            "lua_not_started",
            "lua_restart"
        ]
    );
    let text = &exported(&document).unwrap().files[0].text;
    assert!(
        text.contains("shoot.rounds = (-9223372036854775807 - 1)"),
        "{text}"
    );
    let inverted = tree(node("n1", "Inverter"), [node("n2", "CompareBool")]);
    let remarks = exported(&inverted).unwrap().remarks;
    assert_eq!(
        self::codes(&remarks),
        [("n2".into(), "lua_no_composite_above".into())]
    );
}

#[test]
fn whether_two_differ_is_whether_one_equals_the_opposite_of_the_other() {
    for (left, right, differ) in [
        (true, true, false),
        (true, false, true),
        (false, true, true),
    ] {
        let mut compare = with("n2", "CompareBool", "left", left);
        compare = compare.set("right", right);
        if differ {
            compare = compare.set("operator", "!=");
        }
        let lines = lines(&tree(node("n1", "Sequence"), [compare]));
        let expected = format!(
            "BT.BoolComparison:New(\"CompareBool\", {left}, {})",
            right != differ
        );
        assert!(lines[3].ends_with(&expected), "{}", lines[3]);
    }
}

#[test]
fn names_of_locals_differ_and_are_none_of_luas_words() {
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
    let children = titles.iter().enumerate().map(|(i, title)| {
        let mut node = node(&format!("n{}", i + 2), "Log");
        node.name = (*title).to_owned();
        node
    });
    let lines = lines(&tree(node("n1", "Sequence"), children));
    let locals = lines.iter().filter_map(|line| line.strip_prefix("local "));
    let locals = locals.filter_map(|line| line.split(' ').next());
    let locals: Vec<&str> = locals.skip_while(|local| *local == "tree").collect();
    assert_eq!(
        locals,
        [
            "sequence",
            "end_2",
            "task_2_fast",
            "log_2",
            "log",
            "log_3",
            "bt_2",
            "log_4",
            "log_5",
            "httpserver9_up",
        ]
    );
}

#[test]
fn deep_and_wide_trees_are_written_without_recursion() {
    let mut builder = DocumentBuilder::new("Deep");
    let mut parent = builder.root(node("n0", "Sequence")).unwrap();
    for i in 1..20_000 {
        parent = builder
            .child(&parent, node(&format!("n{i}"), "Sequence"))
            .unwrap();
    }
    builder.child(&parent, node("end", "Log")).unwrap();
    let text = &exported(&builder.finish()).unwrap().files[0].text;
    assert!(text.contains("node.sequence_20000:AddChild(node.log)"));
    let wide = tree(
        node("n", "Selector"),
        (0..5_000).map(|i| node(&format!("n{i}"), "Log")),
    );
    assert!(exported(&wide).is_ok());
}
