//! Tests of what all formats share, and of the drawings in text.

use std::collections::BTreeMap;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem, Problems, TransferNote};
use treewright_core::format::{FormatErrorKind, native, tasks_json};
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::limits::FOREIGN_NODES;
use treewright_core::model::{
    Document, Group, NamedTree, Node, NodePlace, Note, StandIn, Surgery as _, Variable,
};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::status::Status;
use treewright_core::value::ValueType;

use crate::testing::{SetParameters as _, draw, drawn, over, read_alone};
use crate::*;

fn guard() -> Document {
    let mut root = Node::new("n1", "Selector");
    root.abort = AbortType::Both;
    let see = Node::new("n 2", "CompareBool").bind("left", "敌人");
    let mut wait = Node::new("n3", "Wait").set("seconds", 2.0);
    (wait.name, wait.disabled) = ("Rest <\"a\\b\">".into(), true);
    wait.comment = "*until*\ndawn".into();
    let mut document = over(root, [see, wait]);
    document.name = "Guard \"1\"".into();
    document.insert_node(Node::new("n4", "Shout"));
    document.attach(&"n4".into(), &NodePlace::Loose(0));
    document.trees.push(NamedTree::new("Alarm", "n4"));
    document
}

fn written(format: ExchangeFormat) -> String {
    let document = guard();
    let project = Project::alone(&document);
    let options = WriteOptions::default();
    let exported = write(format, &project, &NodeLibrary::builtin(), &options).unwrap();
    let text = exported.files[0].text();
    // The last line names the program that wrote it.
    let marked = text.trim_end().rfind('\n').unwrap_or(0) + 1;
    assert!(text[marked..].contains(MARK), "{text}");
    assert!(format.contains_mark());
    text[..marked].to_owned()
}

#[test]
fn a_graph_has_all_nodes_and_links_and_quotes_what_it_must() {
    assert_eq!(
        written(ExchangeFormat::Dot),
        r##"digraph "Guard \"1\"" {
  ordering=out;
  node [fontname="sans-serif", fontsize=11, style=filled, fontcolor=black];
  "n1" [label="Selector\nabort Both", shape=box, fillcolor="#cfe2ff"];
  "n 2" [label="CompareBool\n敌人 == true", shape=diamond, fillcolor="#fdeab6"];
  "n3" [label="Rest <\"a\\b\">\nWait\n2.0 s\ndisabled", shape=ellipse, fillcolor="#d3efd9", style="filled,dashed", tooltip="*until*\ndawn"];
  "n4" [label="[Alarm]\nShout", shape=note, fillcolor="#f6d5d5"];
  "n1" -> "n 2";
  "n1" -> "n3";
}
"##
    );
}

#[test]
fn a_flowchart_has_all_nodes_and_links_and_quotes_what_it_must() {
    assert_eq!(
        written(ExchangeFormat::Mermaid),
        r#"flowchart TD
  n1["Selector<br>abort Both"]
  n2{"CompareBool<br>敌人 == true"}
  n3(["Rest #60;#34;a#92;b#34;#62;<br>Wait<br>2.0 s<br>disabled"])
  style n3 stroke-dasharray: 4 4
  n4>"[Alarm]<br>Shout"]
  n1 --> n2
  n1 --> n3
"#
    );
}

#[test]
fn an_outline_has_all_nodes_in_their_depth() {
    assert_eq!(
        written(ExchangeFormat::Markdown),
        r#"# Guard "1"

## Tree

- **Selector** (abort Both)
  - **CompareBool** (敌人 == true)
  - **Rest \<"a\\b"\>** (Wait; 2.0 s; disabled): \*until\* dawn

## Unconnected nodes

- [Alarm] **Shout**

"#
    );
}

#[test]
fn a_format_is_found_by_its_name_and_by_the_extension_of_a_file() {
    for format in ExchangeFormat::ALL {
        assert_eq!(ExchangeFormat::from_name(format.name()), Some(format));
        if format.is_writable() {
            let name = format!("a.b.{}", format.extension().to_uppercase());
            assert!(ExchangeFormat::written_to(&name).contains(&format));
        }
    }
    let original = ExchangeFormat::written_to("Hero.B3");
    assert_eq!(original, [ExchangeFormat::Behavior3Original]);
    assert_eq!(ExchangeFormat::written_to("dot"), []);
    assert_eq!(ExchangeFormat::written_to("a.exe"), []);
    let native = ExchangeFormat::written_to("a.bt.json");
    assert_eq!(
        native,
        [ExchangeFormat::Native],
        "the longest ending counts"
    );
}

#[test]
fn a_native_document_is_detected_under_any_name() {
    let text = native::write(&draw("Rest=n1:Idle")).unwrap();
    for name in ["guard.json", "guard.bt.json"] {
        let format = detect(name, text.as_bytes());
        assert_eq!(format, Some(ExchangeFormat::Native), "{name}");
    }
}

#[test]
fn a_format_that_is_only_written_refuses_to_read() {
    let error = read_alone(ExchangeFormat::Dot, "a.dot", "digraph {}").unwrap_err();
    assert!(matches!(error.kind, FormatErrorKind::NotRead { .. }));
}

#[test]
fn documents_and_libraries_are_saved_next_to_their_file() {
    assert_eq!(
        ImportSource::document_path("a.b/hero.json"),
        "a.b/hero.bt.json"
    );
    assert_eq!(ImportSource::document_path("a.b/hero"), "a.b/hero.bt.json");
    assert_eq!(
        ImportSource::library_path("hero.v2.xml"),
        "hero.v2.tasks.json"
    );
    assert_eq!(ImportSource::document_path(".xml"), ".xml.bt.json");
    assert_eq!(stem("a/hero.v2.bt.json"), "hero.v2");
    assert_eq!(stem("hero.v2.xml"), "hero.v2");
}

#[test]
fn surroundings_list_the_files_of_a_folder() {
    let around: BTreeMap<String, Vec<u8>> = ["a.xml", "lib/b.xml", "lib/deep/c.xml"]
        .map(|path| (path.to_owned(), Vec::new()))
        .into();
    assert_eq!(around.list(""), ["a.xml"]);
    assert_eq!(around.list("lib"), ["b.xml"]);
    assert!(around.read("lib/deep/c.xml").is_some());
}

#[test]
fn a_tally_counts_each_node_once_by_its_worst_note() {
    let document = guard();
    let remark = |node: &str, grade| {
        let transfer = TransferNote::new("x", grade, Vec::new(), String::new());
        Diagnostic::new(Location::Node(node.into()), Problem::Transfer(transfer))
    };
    let remarks = [
        remark("n1", Grade::Kept),
        remark("n1", Grade::Approximated),
        remark("n3", Grade::Kept),
    ];
    let tally = ImportCounts::of(&document, &remarks);
    assert_eq!((tally.kept, tally.approximated, tally.refused), (1, 1, 0));
    // A task without a built-in equivalent is the game's own.
    assert_eq!((tally.mapped(), tally.own), (1, 1));
}

#[test]
fn unresolved_merge_conflicts_are_not_exported_to_games() {
    use ExchangeFormat as F;
    let named = |name: &str| drawn("m", &format!("root:Wait(seconds=1.0,.name={name})"));
    let merged = treewright_authoring::merge::merge(&named("a"), &named("b"), &named("c")).document;
    assert_eq!(merged.conflicts.len(), 1);
    let (library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    for format in ExchangeFormat::ALL.into_iter().filter(|f| f.is_writable()) {
        let written = write(format, &Project::alone(&merged), &library, &options);
        let mut set = treewright_core::project::DocumentSet::new();
        set.insert("lib/merged.bt.json", std::sync::Arc::new(merged.clone()));
        let other = named("runs it");
        let project = Project::new(&other, "a.bt.json", &set);
        let elsewhere = write(format, &project, &library, &options);
        match format {
            F::Native => assert!(written.unwrap().remarks.is_empty() && elsewhere.is_ok()),
            F::WebPage => assert!(written.is_err() && elsewhere.is_err()),
            F::Dot | F::Mermaid | F::Markdown => {
                let notes = written.unwrap().remarks;
                assert!(
                    notes[0].to_string().contains("drawn as in ours: 1"),
                    "{format:?}"
                );
                assert!(elsewhere.unwrap().remarks.is_empty());
            }
            _ => {
                let refused = written.unwrap_err();
                assert_eq!(
                    refused[0].location,
                    Location::Node("root".into()),
                    "{format:?}"
                );
                let refused = elsewhere.unwrap_err();
                assert!(refused[0].to_string().contains("lib/merged.bt.json"));
            }
        }
    }
}

#[test]
fn findings_are_counted_without_import_notes() {
    let document = draw("root:Sequence[a:Nap] | b:Sequence");
    let mut found = problems(&Project::alone(&document), &NodeLibrary::builtin());
    let alone = ProblemCounts::of(&found);
    assert!(alone.errors > 0 && !alone.is_none());
    assert_eq!(alone.errors + alone.warnings, found.len());
    let transfer = TransferNote::new("x", Grade::Refused, Vec::new(), String::new());
    let note = Problem::Transfer(transfer);
    found.push(Diagnostic::new(Location::Document, note));
    assert_eq!(ProblemCounts::of(&found), alone);
    assert!(ProblemCounts::of(&Problems::default()).is_none());
}

#[test]
fn libraries_of_one_name_in_two_folders_stay_separate() {
    let document = |folder: &str| {
        let mut document = drawn(folder, &format!("n1:{}", folder.to_uppercase()));
        document.libraries.push("lib.tasks.json".into());
        ImportedDocument {
            path: format!("{folder}/t.bt.json"),
            source: format!("{folder}/t.xml"),
            document,
            remarks: Vec::new(),
        }
    };
    let library = |folder: &str| {
        let mut library = TaskLibrary::new(folder);
        library
            .tasks
            .push(TaskDeclaration::action(folder.to_uppercase(), ""));
        ImportedLibrary {
            path: format!("{folder}/lib.tasks.json"),
            library,
        }
    };
    let imported = Imported {
        documents: vec![document("a"), document("b")],
        libraries: vec![library("a"), library("b")],
    };
    let sources = imported.sources().unwrap();
    let names: Vec<&str> = sources.libraries.iter().map(|file| &*file.path).collect();
    assert_eq!(names, ["lib.tasks.json", "./lib.tasks.json"]);
    let kinds = sources.unpack().unwrap().kinds;
    assert!(kinds.declaration("A").is_some() && kinds.declaration("B").is_some());
}

#[test]
fn data_of_this_program_alone_has_one_note() {
    let mut document = drawn(
        "Wait",
        "root:Sequence[a:Wait(seconds=1.0) b:Wait(seconds=1.0)]",
    );
    for id in ["a", "b"] {
        let played = Box::new(StandIn::Always(Status::Success));
        document.node_mut(&id.into()).unwrap().stand_in = Some(played);
    }
    *document.notes = vec![Note::default(); 3];
    document.groups = vec![Group::default()];
    document.seed = 7;
    let note_numbers = |format, document: &Document| {
        let (project, options) = (Project::alone(document), WriteOptions::default());
        let exported = write(format, &project, &NodeLibrary::builtin(), &options).unwrap();
        let notes = exported.remarks.iter().filter_map(|remark| {
            let Problem::Transfer(transfer) = &remark.problem else {
                return None;
            };
            let is_of_all = transfer.code().starts_with("left_out_");
            assert!(!is_of_all || remark.location == Location::Document);
            is_of_all.then(|| transfer.to_string())
        });
        let numbers = |text: String| text.chars().filter(char::is_ascii_digit).collect();
        notes.map(numbers).collect::<Vec<String>>()
    };
    let others = [
        ExchangeFormat::Btcpp,
        ExchangeFormat::Behavior3,
        ExchangeFormat::Behavior3Original,
        ExchangeFormat::SaveJson,
        ExchangeFormat::Lua,
    ];
    for format in others {
        assert_eq!(
            note_numbers(format, &document),
            ["2", "3", "1", "7"],
            "{format:?}"
        );
    }
    assert_eq!(note_numbers(ExchangeFormat::Native, &document), [""; 0]);
    let root = document.root().cloned().unwrap();
    document.trees.push(NamedTree::new("Main", root));
    document.description = "It waits.".into();
    document.seed = 0;
    let of_save_json = note_numbers(ExchangeFormat::SaveJson, &document);
    assert_eq!(of_save_json, ["1", "", "2", "3", "1"]);
    let expected = ["2", "3", "1"];
    assert_eq!(
        note_numbers(ExchangeFormat::Behavior3Original, &document),
        expected
    );
}

#[test]
fn too_deep_nesting_is_reported() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let text = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
        let format = detect("x.json", text.as_bytes()).unwrap();
        let error = read_alone(format, "x.json", text).unwrap_err();
        assert_eq!(error.code(), "too_deep");
    }
    assert_eq!(detect("x.json", b"[1]"), None);
}

/// Names that look like something else, or end a comment for a reader and not for a program.
#[test]
fn nothing_hides_in_code_and_text_that_is_written() {
    use ExchangeFormat as F;
    let hidden = [
        '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{2028}', '\u{85}',
    ];
    let name = |c: char| format!("is{c}Admin -- \" {c}");
    for c in hidden {
        let mut root = Node::new(format!("n{c}1"), "Log").set("text", &*name(c));
        (root.name, root.comment) = (name(c), name(c));
        let mut document = over(root, []);
        (document.name, document.description) = (name(c), name(c));
        let mut variable = Variable::new(&*name(c), ValueType::String);
        variable.comment = name(c);
        document.variables.push(variable);
        let set = DocumentSet::new();
        let project = Project::new(&document, "a.bt.json", &set);
        for format in [F::Lua, F::Rust, F::Dot, F::Mermaid, F::Markdown] {
            let options = WriteOptions::default();
            let written = write(format, &project, &NodeLibrary::builtin(), &options);
            let Ok(written) = written else {
                continue;
            };
            let text = written.files[0].text();
            assert!(!text.contains(c), "{} {c:?}\n{text:?}", format.name());
        }
    }
}

#[test]
fn a_tree_with_more_nodes_than_a_format_can_read_is_not_written() {
    let leaves = (0..FOREIGN_NODES).map(|i| Node::new(format!("n{i}"), "Succeed"));
    let document = over(Node::new("r", "Sequence"), leaves);
    let library = NodeLibrary::builtin();
    let (project, options) = (Project::alone(&document), WriteOptions::default());
    let refused = write(ExchangeFormat::SaveJson, &project, &library, &options).unwrap_err();
    assert_eq!(refused[0].problem.code(), "exchange_too_many_nodes");
    assert!(refused[0].blocks_export());
    assert!(write(ExchangeFormat::Native, &project, &library, &options).is_ok());
}

#[test]
fn node_types_that_would_make_a_library_too_large_are_refused() {
    let setting = |kinds: usize| {
        let help = "x".repeat(100_000);
        let kind = |i| format!(r#"{{"name": "T{i}", "type": "Action", "desc": "{help}"}}"#);
        let kinds: Vec<String> = (0..kinds).map(kind).collect();
        format!("[{}]", kinds.join(","))
    };
    let read_setting = |text: &str| read_alone(ExchangeFormat::Behavior3, "x.b3-setting", text);
    let some = read_setting(&setting(20)).unwrap();
    let text = tasks_json::write(&some.libraries[0].library);
    assert!(text.len() > 2_000_000 && tasks_json::read(text.as_bytes()).is_ok());
    let refused = read_setting(&setting(90)).unwrap_err();
    assert!(refused.to_string().contains("limit 8 MB"), "{refused}");
}
