//! What may be replaced where; each test has its own folder and list of written files.

use std::fs;

use treewright_exchange::ExchangeFormat::{Btcpp, Dot};

use super::*;

struct TestFolder {
    folder: tempfile::TempDir,
    state: tempfile::TempDir,
}

const DOT: OutputKind = OutputKind::Export(Dot);

impl TestFolder {
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

    fn below(&self, name: &str) -> OutputTarget {
        OutputTarget::below(self.folder.path(), name)
    }

    fn named(&self, name: &str) -> OutputTarget {
        OutputTarget::Named(self.path(name))
    }

    fn write(
        &self,
        replacing: Replacing,
        place: OutputTarget,
        text: &str,
    ) -> Result<(), SaveError> {
        let mut outputs = Outputs::in_state(Some(self.state.path()), replacing);
        let bytes = text.as_bytes();
        let written = outputs.write(DOT, &[Output { place, bytes }]);
        written.map(drop).map_err(|(_, error)| error)
    }

    fn content(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn own_outputs_are_replaced_unless_changed_since() {
    let test = TestFolder::new();
    for replacing in [Replacing::Own, Replacing::SameFormat] {
        for place in [test.below("out/a.dot"), test.below("b.txt")] {
            for text in ["one", "two", "two"] {
                test.write(replacing, place.clone(), text).unwrap();
            }
        }
    }
    fs::write(test.path("out/a.dot"), "digraph {}").unwrap();
    let place = test.below("out/a.dot");
    let refused = test.write(Replacing::SameFormat, place.clone(), "digraph x {}");
    assert!(matches!(refused, Err(SaveError::Exists)));
    test.write(Replacing::Own, place.clone(), "digraph {}")
        .unwrap();
    test.write(Replacing::Anything, place, "three").unwrap();
    assert_eq!(test.content("out/a.dot"), "three");
}

#[test]
fn a_file_of_the_same_format_is_replaced_only_if_the_user_named_it() {
    let xml = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><B/></BehaviorTree></root>";
    let test = TestFolder::new()
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
        let written = outputs.write(OutputKind::Export(format), &[Output { place, bytes }]);
        written.map_err(|(_, error)| error)
    };
    for (format, name) in [
        (Dot, "a.dot"),
        (Dot, "tree.bt.json"),
        (Dot, "a.xml"),
        (Btcpp, "a.dot"),
    ] {
        for place in [test.named(name), test.below(name)] {
            let refused = write(format, place);
            assert!(
                matches!(refused, Err(SaveError::Exists)),
                "{format:?} {name}"
            );
        }
    }
    assert!(matches!(
        write(Btcpp, test.below("a.xml")),
        Err(SaveError::Exists)
    ));
    write(Btcpp, test.named("a.xml")).unwrap();
    write(Dot, test.below("marked.dot")).unwrap();
}

#[test]
fn consent_does_not_allow_hidden_or_outside_targets_of_a_project() {
    let test = TestFolder::new().with(".git/config", "mine");
    for place in [
        ".git/config",
        ".GIT/hooks/pre-commit",
        ".treewright/x.dot",
        "git~1/config",
        "a/.hidden/b.dot",
        ".b.dot",
    ] {
        let refused = test.write(Replacing::Anything, test.below(place), "x");
        assert!(matches!(refused, Err(SaveError::Hidden(_))), "{place}");
    }
    for place in ["../x.dot", "/tmp/x.dot", "a/../../x.dot"] {
        let refused = test.write(Replacing::Anything, test.below(place), "x");
        assert!(refused.is_err(), "{place}");
    }
    assert_eq!(test.content(".git/config"), "mine");
    // A user who names the path means it.
    test.write(Replacing::Anything, test.named(".hidden.dot"), "x")
        .unwrap();
}

#[test]
fn inputs_are_replaced_only_with_consent() {
    let test = TestFolder::new().with("a.dot", "digraph {}\n// Written by Treewright\n");
    let path = test.path("a.dot");
    let write = |replacing| {
        let mut outputs = Outputs::in_state(None, replacing);
        outputs.reads([&*path]);
        let place = test.named("a.dot");
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
    let test = TestFolder::new().with("y.dot", "mine");
    let mut outputs = Outputs::in_state(None, Replacing::Own);
    let output = |name| Output {
        place: test.below(name),
        bytes: b"new",
    };
    let refused = outputs.write(DOT, &[output("new.dot"), output("y.dot")]);
    let (path, error) = refused.unwrap_err();
    assert!(matches!(error, SaveError::Exists) && path.ends_with("y.dot"));
    assert!(!test.path("new.dot").exists());
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_if_the_user_named_them() {
    use std::os::unix::fs::symlink;
    let test = TestFolder::new().with("real.dot", "digraph {}");
    symlink("real.dot", test.path("link.dot")).unwrap();
    symlink("none.dot", test.path("dangling.dot")).unwrap();
    symlink(test.state.path(), test.path("out")).unwrap();
    for replacing in [Replacing::Own, Replacing::Anything] {
        for place in ["link.dot", "dangling.dot", "out/a.dot"] {
            let refused = test.write(replacing, test.below(place), "x");
            assert!(matches!(refused, Err(SaveError::Link(_))), "{place}");
        }
    }
    for place in ["link.dot", "dangling.dot"] {
        let named = test.named(place);
        test.write(Replacing::Anything, named, "digraph x {}")
            .unwrap();
        assert!(test.path(place).is_symlink());
    }
    assert_eq!(test.content("real.dot"), "digraph x {}");
    assert_eq!(test.content("none.dot"), "digraph x {}");
}

#[cfg(unix)]
#[test]
fn a_file_with_hard_links_is_not_replaced() {
    let test = TestFolder::new().with("real.dot", "digraph {}");
    fs::hard_link(test.path("real.dot"), test.path("name.dot")).unwrap();
    let refused = test.write(Replacing::Anything, test.below("name.dot"), "x");
    assert!(matches!(refused, Err(SaveError::SeveralNames(2))));
    assert_eq!(test.content("real.dot"), "digraph {}");
}

#[test]
fn only_a_line_consisting_of_the_mark_counts_and_never_in_a_tree() {
    use treewright_exchange::ExchangeFormat::{Lua, Markdown, Mermaid, Rust};
    let said = "changes here are lost when it is written again.";
    let mark = format!("Written by Treewright; {said}");
    let from = format!("Written by Treewright from a.bt.json; {said}");
    let write = |format, name: &str, text: &str| {
        let test = TestFolder::new().with(name, text);
        let mut outputs = Outputs::in_state(None, Replacing::Own);
        let (place, bytes): (_, &[u8]) = (test.below(name), b"new");
        let written = outputs.write(OutputKind::Export(format), &[Output { place, bytes }]);
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
    let test = TestFolder::new().with("old.jsonl", recording);
    let outputs = Outputs::in_state(None, Replacing::SameFormat);
    let begin = |name| {
        outputs
            .begin(OutputKind::Recording, &test.path(name))
            .unwrap()
    };
    let (new, old) = (begin("new.jsonl"), begin("old.jsonl"));
    for name in ["new.jsonl", "old.jsonl"] {
        fs::write(test.path(name), "mine").unwrap();
    }
    assert!(matches!(new.finish(), Err(SaveError::Exists)));
    assert!(matches!(old.finish(), Err(SaveError::Conflict)));
    for name in ["new.jsonl", "old.jsonl"] {
        assert_eq!(test.content(name), "mine");
    }
}

#[test]
fn a_draft_replaces_a_file_of_its_own_kind() {
    let test = TestFolder::new()
        .with("tree.bt.json", "{}")
        .with(
            "a-run.jsonl",
            "{\"format\":\"treewright-trace\",\"version\":1}\n",
        )
        .with("junit.xml", "<testsuites name=\"treewright\"></testsuites>");
    let begin = |kind, name, replacing| {
        let outputs = Outputs::in_state(None, replacing);
        outputs.begin(kind, &test.path(name)).map(drop)
    };
    for (kind, own) in [
        (OutputKind::Recording, "a-run.jsonl"),
        (OutputKind::TestReport, "junit.xml"),
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
    let test = TestFolder::new()
        .with("tree.bt.json", "{}")
        .with("there.tasks.json", "mine");
    let project = Project::of(&test.path("tree.bt.json")).unwrap();
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
    assert_eq!(test.content("there.tasks.json"), "mine");
}
