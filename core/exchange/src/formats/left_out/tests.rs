//! Tests of what is said where something that is kept for one program is not in the file of another.

use ExchangeFormat as F;
use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{Document, Variable};
use treewright_core::project::Project;
use treewright_core::value::ValueType;

use crate::testing::read_alone;
use crate::{ExchangeFormat, WriteOptions, write};

const CONDITIONS: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence _skipIf="tired" >
      <Sleep   msec="100" _onSuccess="done := 1" name="Rest"/>
      <Script code="a := 1"/>
    </Sequence>
  </BehaviorTree>
</root>
"#;

fn read_as(format: F, path: &str, text: &str) -> Document {
    read_alone(format, path, text)
        .unwrap()
        .documents
        .remove(0)
        .document
}

/// What is said of what is kept, each with the node at which it is said.
fn said(format: F, document: &Document) -> Vec<(Option<String>, String)> {
    let (mut library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    let mut tasks = TaskLibrary::new("game");
    let script = TaskDeclaration::action("Script", "Runs a script.");
    tasks.tasks.push(script);
    library.add_library("game", &tasks);
    let written = write(format, &Project::alone(document), &library, &options);
    let remarks = written.unwrap_or_else(|refused| panic!("{format:?}: {refused:?}"));
    let of_kept = |remark: &&Diagnostic| {
        let code = remark.problem.code().strip_prefix("left_out_");
        let told = ["kept_", "unknown_", "variable_"];
        code.is_some_and(|code| told.iter().any(|begins| code.starts_with(begins)))
    };
    let said = remarks.remarks.iter().filter(of_kept).map(|remark| {
        let task = remark.location.node().map(|id| document.node(id).unwrap());
        (task.map(|node| node.task.to_string()), remark.to_string())
    });
    said.collect()
}

#[test]
fn what_is_kept_for_one_program_is_told_by_node_where_another_gets_the_tree() {
    let document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    for format in [
        F::Lua,
        F::Behavior3,
        F::Behavior3Original,
        F::SaveJson,
        F::GameConfig,
        F::Rust,
    ] {
        let said = said(format, &document);
        let told = |task: &str, text: &str| {
            let mut all = said.iter();
            all.any(|(at, remark)| at.as_deref() == Some(task) && remark.contains(text))
        };
        assert!(
            told("Sequence", "`_skipIf=\"tired\"` is kept for"),
            "{format:?}: {said:?}"
        );
        assert!(
            told("Wait", "`_onSuccess=\"done := 1\"` is kept"),
            "{format:?}: {said:?}"
        );
        assert!(
            told("Script", "`Script` is a node of Beh"),
            "{format:?}: {said:?}"
        );
        assert_eq!(said.len(), 3, "{format:?}: {said:?}");
    }
    assert_eq!(said(F::Btcpp, &document), []);
    assert_eq!(said(F::Native, &document), []);
}

#[test]
fn a_drawing_tells_how_many_nodes_keep_something() {
    let document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    for format in [F::Dot, F::Mermaid, F::Markdown] {
        let said = said(format, &document);
        assert_eq!(said.len(), 1, "{format:?}: {said:?}");
        assert!(
            said[0].0.is_none() && said[0].1.ends_with(": 3"),
            "{said:?}"
        );
    }
}

#[test]
fn how_a_file_was_written_is_not_told() {
    let text = CONDITIONS
        .replace(" _skipIf=\"tired\"", "")
        .replace(" _onSuccess=\"done := 1\"", "")
        .replace("      <Script code=\"a := 1\"/>\n", "");
    let document = read_as(F::Btcpp, "t.xml", &text);
    assert!(!document.nodes().all(|node| node.extra.is_empty()));
    for format in [F::Lua, F::SaveJson, F::GameConfig, F::Dot] {
        assert_eq!(said(format, &document), [], "{format:?}");
    }
}

#[test]
fn fields_of_behavior3_are_told_where_another_program_gets_the_tree() {
    let text = r#"{"version":"2.2.0","name":"t","desc":"","prefix":"","group":["boss"],"import":[],"vars":[],
        "root":{"id":1,"name":"Wait","desc":"","args":{"time":1},"debug":true,"weight":3}}"#;
    let document = read_as(F::Behavior3, "t.json", text);
    let said = said(F::Btcpp, &document);
    let at_node = said.iter().find(|(at, _)| at.is_some());
    let (_, fields) = at_node.unwrap_or_else(|| panic!("{said:?}"));
    assert!(
        fields.contains("behavior3") && fields.contains("debug, weight"),
        "{said:?}"
    );
    let of_document = said.iter().find(|(at, _)| at.is_none()).unwrap();
    assert!(of_document.1.contains("group"), "{said:?}");
}

#[test]
fn fields_that_nobody_knows_and_comments_on_variables_are_told_once() {
    let mut document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    document.extra.insert("studio".into(), "1".into());
    let mut variable = Variable::new("hits", ValueType::Int);
    variable.comment = "How often.".into();
    document.variables.push(variable);
    for (format, comments) in [(F::Btcpp, 1), (F::Lua, 0), (F::Behavior3, 0)] {
        let said = said(format, &document);
        let count = |text: &str| said.iter().filter(|(_, said)| said.contains(text)).count();
        assert_eq!(
            count("not know are not in this file: studio"),
            1,
            "{said:?}"
        );
        assert_eq!(
            count("comments on variables skipped: 1"),
            comments,
            "{format:?}"
        );
    }
}

#[test]
fn games_get_no_node_that_none_of_them_can_run() {
    let text = CONDITIONS
        .replace("<Sequence _skipIf=\"tired\" >", "<GoalSequence name=\"P\">")
        .replace("</Sequence>", "</GoalSequence>");
    let document = read_as(F::Btcpp, "t.xml", &text);
    let (library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    for format in [F::GameConfig, F::Rust] {
        let refused = write(format, &Project::alone(&document), &library, &options).unwrap_err();
        assert_eq!(refused.len(), 1, "{refused:?}");
        let root = document.root().unwrap();
        assert_eq!(refused[0].location, Location::Node(root.clone()));
        assert!(
            refused[0].to_string().contains("GoalSequence"),
            "{refused:?}"
        );
    }
    let leaves = read_as(F::Btcpp, "t.xml", CONDITIONS);
    assert!(write(F::GameConfig, &Project::alone(&leaves), &library, &options).is_ok());
}
