//! Tests of what is skipped, which files are written, and that the result behaves like the document.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::format::{compact, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::picture;
use treewright_core::model::{Document, Note, ParameterValue, SUBTREE, StandIn, Surgery as _};
use treewright_core::nodes::testing::random::{document_with_trees, partly_disabled};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::AgentId;
use treewright_core::testing::cases;
use treewright_insight::recording::Recording;

use crate::testing::{codes, draw, drawn, file_paths, inlined};
use crate::{ExchangeFormat, Exported, WriteOptions, write};

fn exported(project: &Project<'_>, options: &WriteOptions) -> Exported {
    let library = NodeLibrary::builtin();
    write(ExchangeFormat::GameConfig, project, &library, options).unwrap()
}

/// Reads the main document of the exported files.
fn read(exported: &Exported) -> Document {
    let read = native::read(exported.files[0].bytes.as_slice());
    read.unwrap().document
}

fn compiled(project: &Project<'_>) -> Compiled<()> {
    compile_project(project, &NodeLibrary::builtin(), &GameTasks::new())
}

/// Returns the events of each frame, with nodes named as in the program.
fn frame_events(compiled: &Compiled<()>, seed: u64) -> Vec<String> {
    let Some(program) = compiled.program.clone() else {
        return Vec::new();
    };
    let mut recording = Recording::new(program.clone(), seed);
    let frame = |_| {
        let record = recording.step(0.5).clone();
        let first = record.of(AgentId(0)).unwrap();
        format!("{} {:?}", first.status, first.events)
    };
    let mut lines: Vec<String> = program
        .indices()
        .map(|node| program.id(node).to_string())
        .collect();
    lines.extend((0..20).map(frame));
    lines
}

#[test]
fn the_exported_document_behaves_the_same() {
    for seed in 0..cases(300) {
        let drawn = document_with_trees(seed, 5 + seed as usize % 30, &[SUBTREE]);
        let document = if seed % 2 == 0 {
            partly_disabled(&drawn, seed)
        } else {
            drawn
        };
        let plain = Project::alone(&document);
        for minify in [false, true] {
            let options = WriteOptions {
                minify,
                ..WriteOptions::default()
            };
            let config = read(&exported(&plain, &options));
            let config = Project::alone(&config);
            assert_eq!(
                frame_events(&compiled(&plain), seed),
                frame_events(&compiled(&config), seed),
                "seed {seed}"
            );
        }
        let options = inlined();
        let inlined = exported(&plain, &options);
        assert_eq!(inlined.files.len(), 1);
        let again = compiled(&Project::alone(&read(&inlined)));
        assert_eq!(again.program.is_some(), compiled(&plain).program.is_some());
    }
}

/// Returns a tree with everything that a game does not need.
fn decorated() -> Document {
    let drawing =
        "n1:Sequence(.comment=Why,.name=守卫)[n2:Wait(seconds=1.5) n3:Log(.off)] | n4:Log";
    let mut document = drawn("Guard", drawing);
    let root = document.node_mut(&"n1".into()).unwrap();
    (root.collapsed, root.breakpoint) = (true, true);
    root.position.x = 40;
    root.extra.insert("btcpp".into(), "{}".into());
    let wait = document.node_mut(&"n2".into()).unwrap();
    wait.stand_in = Some(Box::new(StandIn::Ask));
    if let Some(ParameterValue::Literal(seconds)) = wait.parameters.get("seconds") {
        let mut seconds = seconds.clone();
        seconds.written = Some("1.50".into());
        wait.parameters
            .insert("seconds".into(), ParameterValue::Literal(seconds));
    }
    document.description = "…".into();
    document.notes.push(Note::default());
    document.extra.insert("$schema".into(), "\"a\"".into());
    document.seed = 7;
    document
}

#[test]
fn data_for_editors_is_skipped() {
    let document = decorated();
    let exported = exported(&Project::alone(&document), &WriteOptions::default());
    assert_eq!(exported.files[0].path, "tree.game.json");
    assert_eq!(
        exported.files[0].text(),
        r#"{
  "format": "treewright",
  "version": 1,
  "name": "Guard",
  "seed": 7,
  "variables": [],
  "root": "n1",
  "nodes": [
    {
      "id": "n1", "task": "Sequence", "name": "守卫",
      "children": ["n2"]
    },
    {
      "id": "n2", "task": "Wait",
      "parameters": {"seconds": 1.5}
    }
  ]
}
"#
    );
    assert_eq!(codes(&exported.remarks), ["game_disabled", "game_loose"]);
    let minified = WriteOptions {
        minify: true,
        ..WriteOptions::default()
    };
    let minified = super::tests::exported(&Project::alone(&document), &minified);
    assert!(!minified.files[0].text().contains(['\n', ' ']));
    assert_eq!(read(&minified), read(&exported));
}

#[test]
fn a_disabled_node_stays_if_a_use_overrides_something_in_it() {
    let document =
        draw("n1:Subtree(tree=rest,n3/seconds=2.0) | rest=n2:Sequence[n3:Wait(.off) n4:Log]");
    let config = exported(&Project::alone(&document), &WriteOptions::default());
    assert_eq!(read(&config).node_count(), 4);
}

#[test]
fn trees_of_other_files_are_exported_too_or_inlined() {
    let mut others = DocumentSet::new();
    for (path, drawing) in [
        ("ai/lib/a.bt.json", "n1:Subtree(file=b.bt.json)"),
        ("ai/lib/b.bt.json", "n1:Log"),
        ("far.bt.json", "n1:Wait"),
    ] {
        others.insert(path, Arc::new(draw(drawing)));
    }
    let main = draw("n1:Sequence[n2:Subtree(file=lib/a.bt.json) n3:Subtree(file=../far.bt.json)]");
    let project = Project::new(&main, "ai/main.bt.json", &others);
    let beside = exported(&project, &WriteOptions::default());
    let paths = ["main.game.json", "lib/a.game.json", "lib/b.game.json"];
    assert_eq!(file_paths(&beside), paths);
    for (at, file) in ["lib/a.game.json", "b.game.json"].iter().enumerate() {
        let named = format!("\"file\": \"{file}\"");
        assert!(beside.files[at].text().contains(&named));
    }
    assert_eq!(codes(&beside.remarks), ["game_elsewhere"]);
    let inlined = exported(&project, &inlined());
    assert_eq!(picture(&read(&inlined)), "n1[n2/n1/n1 n3/n1]");
    let nothing = DocumentSet::new();
    let lost = Project::new(&main, "ai/main.bt.json", &nothing);
    let (library, options) = (NodeLibrary::builtin(), WriteOptions::default());
    let errors = write(ExchangeFormat::GameConfig, &lost, &library, &options);
    assert_eq!(errors.unwrap_err().len(), 2);
}

#[test]
fn a_missing_variable_passed_to_a_use_prevents_inlining() {
    let document = draw(
        "place:string@subtree; n1:Subtree(tree=Visit,place={gone}) | Visit=n2:Log(text={place})",
    );
    let (library, options) = (NodeLibrary::builtin(), inlined());
    for format in [ExchangeFormat::GameConfig, ExchangeFormat::Rust] {
        let refused = write(format, &Project::alone(&document), &library, &options).unwrap_err();
        assert_eq!(codes(&refused), ["game_cannot_run"]);
        assert!(refused[0].to_string().contains("`gone`"), "{}", refused[0]);
    }
}

#[test]
fn the_compact_form_holds_the_same() {
    let library = NodeLibrary::builtin();
    for seed in 0..cases(200) {
        let drawn = document_with_trees(seed, 5 + seed as usize % 30, &[SUBTREE]);
        let project = Project::alone(&drawn);
        for inline_subtrees in [false, true] {
            let options = WriteOptions {
                inline_subtrees,
                ..WriteOptions::default()
            };
            let json = write(ExchangeFormat::GameConfig, &project, &library, &options);
            let compact = write(
                ExchangeFormat::CompactGameConfig,
                &project,
                &library,
                &options,
            );
            match (json, compact) {
                (Ok(json), Ok(compact)) => {
                    let document = compact::read(&compact.files[0].bytes).unwrap();
                    assert_eq!(document, read(&json), "{seed}");
                    assert_eq!(compact.remarks, json.remarks, "{seed}");
                }
                (json, compact) => assert_eq!(json.is_ok(), compact.is_ok(), "{seed}"),
            }
        }
    }
}

#[test]
fn trees_of_other_files_are_written_in_the_same_form() {
    let mut set = DocumentSet::new();
    set.insert("ai/other.bt.json", Arc::new(draw("a:Idle")));
    let main = draw("s:Subtree(file=other.bt.json)");
    let project = Project::new(&main, "ai/main.bt.json", &set);
    let library = NodeLibrary::builtin();
    let options = WriteOptions::default();
    let compact = write(
        ExchangeFormat::CompactGameConfig,
        &project,
        &library,
        &options,
    );
    let files = compact.unwrap().files;
    let paths: Vec<&str> = files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["main.game.bin", "other.game.bin"]);
    let program = Program::load_files("main.game.bin", &GameTasks::<()>::new(), |path| {
        let file = files.iter().find(|file| file.path == path);
        file.map(|file| &*file.bytes).ok_or("no such file")
    });
    assert_eq!(program.unwrap().len(), 2);
}
