//! What may be replaced where; each test has its own folder and list of written files.

use std::fs;

use treewright_exchange::ExchangeFormat::{Btcpp, Dot};

use super::*;

struct Stage {
    folder: tempfile::TempDir,
    state: tempfile::TempDir,
}

const DOT: Kind = Kind::Export(Dot);

impl Stage {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            state: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn with(self, name: &str, text: &str) -> Self {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
        self
    }

    fn below(&self, name: &str) -> Place {
        Place::below(self.folder.path(), name)
    }

    fn named(&self, name: &str) -> Place {
        Place::Named(self.path(name))
    }

    fn write(&self, replacing: Replacing, place: Place, text: &str) -> Result<(), SaveError> {
        let mut outputs = Outputs::in_state(Some(self.state.path()), replacing);
        let bytes = text.as_bytes();
        let written = outputs.write(DOT, &[Output { place, bytes }]);
        written.map(drop).map_err(|(_, error)| error)
    }

    fn holds(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn own_outputs_are_replaced_unless_changed_since() {
    let stage = Stage::new();
    for replacing in [Replacing::Own, Replacing::SameFormat] {
        for place in [stage.below("out/a.dot"), stage.below("b.txt")] {
            for text in ["one", "two", "two"] {
                stage.write(replacing, place.clone(), text).unwrap();
            }
        }
    }
    fs::write(stage.path("out/a.dot"), "digraph {}").unwrap();
    let place = stage.below("out/a.dot");
    let refused = stage.write(Replacing::SameFormat, place.clone(), "digraph x {}");
    assert!(matches!(refused, Err(SaveError::Exists)));
    stage
        .write(Replacing::Own, place.clone(), "digraph {}")
        .unwrap();
    stage.write(Replacing::Anything, place, "three").unwrap();
    assert_eq!(stage.holds("out/a.dot"), "three");
}

#[test]
fn a_file_of_the_same_format_is_replaced_only_if_the_user_named_it() {
    let xml = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><B/></BehaviorTree></root>";
    let stage = Stage::new()
        .with("a.xml", xml)
        .with("a.dot", "digraph {}")
        .with(
            "marked.dot",
            "digraph {}\n// Written by Treewright; changes here are lost when it is written again.\n",
        )
        .with("tree.bt.json", "{}");
    let write = |format, place| {
        let mut outputs = Outputs::in_state(None, Replacing::SameFormat);
        let bytes: &[u8] = b"new";
        let written = outputs.write(Kind::Export(format), &[Output { place, bytes }]);
        written.map_err(|(_, error)| error)
    };
    for (format, name) in [
        (Dot, "a.dot"),
        (Dot, "tree.bt.json"),
        (Dot, "a.xml"),
        (Btcpp, "a.dot"),
    ] {
        for place in [stage.named(name), stage.below(name)] {
            let refused = write(format, place);
            assert!(
                matches!(refused, Err(SaveError::Exists)),
                "{format:?} {name}"
            );
        }
    }
    assert!(matches!(
        write(Btcpp, stage.below("a.xml")),
        Err(SaveError::Exists)
    ));
    write(Btcpp, stage.named("a.xml")).unwrap();
    write(Dot, stage.below("marked.dot")).unwrap();
}

#[test]
fn consent_does_not_allow_hidden_or_outside_targets_of_a_project() {
    let stage = Stage::new().with(".git/config", "mine");
    for place in [
        ".git/config",
        ".GIT/hooks/pre-commit",
        ".treewright/x.dot",
        "git~1/config",
        "a/.hidden/b.dot",
        ".b.dot",
    ] {
        let refused = stage.write(Replacing::Anything, stage.below(place), "x");
        assert!(matches!(refused, Err(SaveError::Hidden(_))), "{place}");
    }
    for place in ["../x.dot", "/tmp/x.dot", "a/../../x.dot"] {
        let refused = stage.write(Replacing::Anything, stage.below(place), "x");
        assert!(refused.is_err(), "{place}");
    }
    assert_eq!(stage.holds(".git/config"), "mine");
    // A user who names the path means it.
    stage
        .write(Replacing::Anything, stage.named(".hidden.dot"), "x")
        .unwrap();
}

#[test]
fn inputs_are_replaced_only_with_consent() {
    let stage = Stage::new().with("a.dot", "digraph {}\n// Written by Treewright\n");
    let path = stage.path("a.dot");
    let write = |replacing| {
        let mut outputs = Outputs::in_state(None, replacing);
        outputs.reads([&*path]);
        let place = stage.named("a.dot");
        let bytes: &[u8] = b"x";
        let written = outputs.write(DOT, &[Output { place, bytes }]);
        written.map_err(|(_, error)| error)
    };
    assert!(matches!(
        write(Replacing::SameFormat),
        Err(SaveError::Input)
    ));
    write(Replacing::Anything).unwrap();
}

#[test]
fn all_files_are_written_or_none() {
    let stage = Stage::new().with("y.dot", "mine");
    let mut outputs = Outputs::in_state(None, Replacing::Own);
    let output = |name| Output {
        place: stage.below(name),
        bytes: b"new",
    };
    let refused = outputs.write(DOT, &[output("new.dot"), output("y.dot")]);
    let (path, error) = refused.unwrap_err();
    assert!(matches!(error, SaveError::Exists) && path.ends_with("y.dot"));
    assert!(!stage.path("new.dot").exists());
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_if_the_user_named_them() {
    use std::os::unix::fs::symlink;
    let stage = Stage::new().with("real.dot", "digraph {}");
    symlink("real.dot", stage.path("link.dot")).unwrap();
    symlink("none.dot", stage.path("dangling.dot")).unwrap();
    symlink(stage.state.path(), stage.path("out")).unwrap();
    for replacing in [Replacing::Own, Replacing::Anything] {
        for place in ["link.dot", "dangling.dot", "out/a.dot"] {
            let refused = stage.write(replacing, stage.below(place), "x");
            assert!(matches!(refused, Err(SaveError::Link(_))), "{place}");
        }
    }
    for place in ["link.dot", "dangling.dot"] {
        let named = stage.named(place);
        stage
            .write(Replacing::Anything, named, "digraph x {}")
            .unwrap();
        assert!(stage.path(place).is_symlink());
    }
    assert_eq!(stage.holds("real.dot"), "digraph x {}");
    assert_eq!(stage.holds("none.dot"), "digraph x {}");
}

#[cfg(unix)]
#[test]
fn a_file_with_hard_links_is_not_replaced() {
    let stage = Stage::new().with("real.dot", "digraph {}");
    fs::hard_link(stage.path("real.dot"), stage.path("name.dot")).unwrap();
    let refused = stage.write(Replacing::Anything, stage.below("name.dot"), "x");
    assert!(matches!(refused, Err(SaveError::SeveralNames(2))));
    assert_eq!(stage.holds("real.dot"), "digraph {}");
}

#[test]
fn only_a_line_consisting_of_the_mark_counts_and_never_in_a_tree() {
    use treewright_exchange::ExchangeFormat::{Lua, Markdown, Mermaid, Rust};
    let said = "changes here are lost when it is written again.";
    let mark = format!("Written by Treewright; {said}");
    let from = format!("Written by Treewright from a.bt.json; {said}");
    let write = |format, name: &str, text: &str| {
        let stage = Stage::new().with(name, text);
        let mut outputs = Outputs::in_state(None, Replacing::Own);
        let (place, bytes): (_, &[u8]) = (stage.below(name), b"new");
        let written = outputs.write(Kind::Export(format), &[Output { place, bytes }]);
        written.map(drop).map_err(|(_, error)| error)
    };
    for (format, name, text) in [
        (Dot, "a.dot", format!("digraph {{}}\n// {mark}\n")),
        (Mermaid, "a.mmd", format!("flowchart\r\n%% {mark}\r\n")),
        (Markdown, "a.md", format!("# A\n\n<!-- {mark} -->\n")),
        (Lua, "a.lua", format!("-- A\n-- {from}\nreturn 1\n")),
        (Rust, "a.rs", format!("//! {from}\n\nfn a() {{}}\n")),
    ] {
        write(format, name, &text).unwrap();
        let quoted = format!("{{\n\"description\": \"{mark}\"}}");
        for (name, text) in [
            (name, "Written by Treewright"),
            (name, &*quoted),
            (name, &*format!("see: {text}").replace('\n', " ")),
            (name, "// Written by Treewright\nchanges here are lost"),
            ("tree.bt.json", &*text),
            ("MINE.TASKS.JSON", &*text),
            ("a.scenario.json", &*text),
        ] {
            let refused = write(format, name, text);
            assert!(matches!(refused, Err(SaveError::Exists)), "{name}: {text}");
        }
    }
}

#[test]
fn a_draft_does_not_replace_a_file_created_meanwhile() {
    let recording = "{\"format\":\"treewright-trace\",\"version\":1}\n";
    let stage = Stage::new().with("old.jsonl", recording);
    let outputs = Outputs::in_state(None, Replacing::SameFormat);
    let begin = |name| outputs.begin(Kind::Recording, &stage.path(name)).unwrap();
    let (new, old) = (begin("new.jsonl"), begin("old.jsonl"));
    for name in ["new.jsonl", "old.jsonl"] {
        fs::write(stage.path(name), "mine").unwrap();
    }
    assert!(matches!(new.finish(), Err(SaveError::Exists)));
    assert!(matches!(old.finish(), Err(SaveError::Conflict)));
    for name in ["new.jsonl", "old.jsonl"] {
        assert_eq!(stage.holds(name), "mine");
    }
}

#[test]
fn a_draft_replaces_a_file_of_its_own_kind() {
    let stage = Stage::new()
        .with("tree.bt.json", "{}")
        .with(
            "a-run.jsonl",
            "{\"format\":\"treewright-trace\",\"version\":1}\n",
        )
        .with("junit.xml", "<testsuites name=\"treewright\"></testsuites>");
    let begin = |kind, name, replacing| {
        let outputs = Outputs::in_state(None, replacing);
        outputs.begin(kind, &stage.path(name)).map(drop)
    };
    for (kind, own) in [
        (Kind::Recording, "a-run.jsonl"),
        (Kind::TestReport, "junit.xml"),
    ] {
        for name in ["tree.bt.json", "a-run.jsonl", "junit.xml", "new"] {
            let may = begin(kind, name, Replacing::SameFormat).is_ok();
            assert_eq!(may, name == own || name == "new", "{name} as {kind:?}");
            begin(kind, name, Replacing::Anything).unwrap();
        }
    }
}

#[test]
fn files_of_a_document_are_never_hidden_and_replace_nothing() {
    let stage = Stage::new()
        .with("tree.bt.json", "{}")
        .with("there.tasks.json", "mine");
    let project = Project::of(&stage.path("tree.bt.json")).unwrap();
    let make = |name: &str| {
        // A reference to a hidden file is refused earlier.
        let file = project.folder().join(name);
        make_in_project(&project, &file, b"new").map(drop)
    };
    make("libraries/new.tasks.json").unwrap();
    assert!(matches!(make("there.tasks.json"), Err(SaveError::Exists)));
    for name in [".git/hooks.tasks.json", "a/.x.tasks.json"] {
        assert!(matches!(make(name), Err(SaveError::Hidden(_))), "{name}");
    }
    assert_eq!(stage.holds("there.tasks.json"), "mine");
}
