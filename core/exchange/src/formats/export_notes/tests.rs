//! Tests of the notes on data of one program that is not in the file of another.

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

/// Returns the notes on kept data, each with its node.
fn notes(format: F, document: &Document) -> Vec<(Option<String>, String)> {
    let (mut library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    let mut tasks = TaskLibrary::new("game");
    let script = TaskDeclaration::action("Script", "Runs a script.");
    tasks.tasks.push(script);
    library.add_library("game", &tasks);
    let written = write(format, &Project::alone(document), &library, &options);
    let remarks = written.unwrap_or_else(|refused| panic!("{format:?}: {refused:?}"));
    let of_kept = |remark: &&Diagnostic| {
        let code = remark.problem.code().strip_prefix("left_out_");
        let prefixes = ["kept_", "unknown_", "variable_"];
        code.is_some_and(|code| prefixes.iter().any(|begins| code.starts_with(begins)))
    };
    let notes = remarks.remarks.iter().filter(of_kept).map(|remark| {
        let task = remark.location.node().map(|id| document.node(id).unwrap());
        (task.map(|node| node.task.to_string()), remark.to_string())
    });
    notes.collect()
}

#[test]
fn data_kept_for_one_program_has_notes_when_exported_to_another() {
    let document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    for format in [
        F::Lua,
        F::Behavior3,
        F::Behavior3Original,
        F::SaveJson,
        F::GameConfig,
        F::Rust,
    ] {
        let notes = notes(format, &document);
        let note_at = |task: &str, text: &str| {
            let mut all = notes.iter();
            all.any(|(at, remark)| at.as_deref() == Some(task) && remark.contains(text))
        };
        assert!(
            note_at("Sequence", "`_skipIf=\"tired\"` is kept for"),
            "{format:?}: {notes:?}"
        );
        assert!(
            note_at("Wait", "`_onSuccess=\"done := 1\"` is kept"),
            "{format:?}: {notes:?}"
        );
        assert!(
            note_at("Script", "`Script` is a node of Beh"),
            "{format:?}: {notes:?}"
        );
        assert_eq!(notes.len(), 3, "{format:?}: {notes:?}");
    }
    assert_eq!(notes(F::Btcpp, &document), []);
    assert_eq!(notes(F::Native, &document), []);
}

#[test]
fn a_drawing_has_a_note_on_how_many_nodes_keep_data() {
    let document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    for format in [F::Dot, F::Mermaid, F::Markdown] {
        let notes = notes(format, &document);
        assert_eq!(notes.len(), 1, "{format:?}: {notes:?}");
        assert!(
            notes[0].0.is_none() && notes[0].1.ends_with(": 3"),
            "{notes:?}"
        );
    }
}

#[test]
fn formatting_of_a_file_has_no_note() {
    let text = CONDITIONS
        .replace(" _skipIf=\"tired\"", "")
        .replace(" _onSuccess=\"done := 1\"", "")
        .replace("      <Script code=\"a := 1\"/>\n", "");
    let document = read_as(F::Btcpp, "t.xml", &text);
    assert!(!document.nodes().all(|node| node.extra.is_empty()));
    for format in [F::Lua, F::SaveJson, F::GameConfig, F::Dot] {
        assert_eq!(notes(format, &document), [], "{format:?}");
    }
}

#[test]
fn fields_of_behavior3_have_notes_when_exported_to_another_program() {
    let text = r#"{"version":"2.2.0","name":"t","desc":"","prefix":"","group":["boss"],"import":[],"vars":[],
        "root":{"id":1,"name":"Wait","desc":"","args":{"time":1},"debug":true,"weight":3}}"#;
    let document = read_as(F::Behavior3, "t.json", text);
    let notes = notes(F::Btcpp, &document);
    let at_node = notes.iter().find(|(at, _)| at.is_some());
    let (_, fields) = at_node.unwrap_or_else(|| panic!("{notes:?}"));
    assert!(
        fields.contains("behavior3") && fields.contains("debug, weight"),
        "{notes:?}"
    );
    let of_document = notes.iter().find(|(at, _)| at.is_none()).unwrap();
    assert!(of_document.1.contains("group"), "{notes:?}");
}

#[test]
fn unknown_fields_and_comments_on_variables_have_one_note() {
    let mut document = read_as(F::Btcpp, "t.xml", CONDITIONS);
    document.extra.insert("studio".into(), "1".into());
    let mut variable = Variable::new("hits", ValueType::Int);
    variable.comment = "How often.".into();
    document.variables.push(variable);
    for (format, comments) in [(F::Btcpp, 1), (F::Lua, 0), (F::Behavior3, 0)] {
        let notes = notes(format, &document);
        let count = |text: &str| notes.iter().filter(|(_, note)| note.contains(text)).count();
        assert_eq!(
            count("unknown fields not written to this file: studio"),
            1,
            "{notes:?}"
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
