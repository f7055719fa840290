//! Files of what agents did: what is written is read, a cut one has everything before the cut, and any bytes are taken.

use proptest::prelude::*;
use treewright_core::TreeManager;
use treewright_core::compile::GameTasks;
use treewright_core::testing::cases;
use treewright_core::tree::{self, Tree};
use treewright_insight::recording_json::RecordedFile;

use super::*;
use crate::Source;
use crate::game::Settings;
use crate::testing::{Editor, Game};

/// A tree of built-in nodes only.
fn counter() -> Tree {
    let counts = tree::sequence([
        tree::task("Compute")
            .with("expression", "count + 1")
            .with("variable", tree::var("count")),
        tree::wait(0.25),
    ]);
    Tree::new("Counter", tree::forever(counts)).variable("count", 0)
}

/// Returns what an editor knows that has watched two agents, one of them from the start, with a gap.
fn watched() -> SeenGame {
    let mut game = Game::<()>::new(&Settings::named("Arena").remembering(0));
    let program = counter().compile(&GameTasks::new()).unwrap();
    let file = RecordedFile::new("counter.bt.json", counter().to_file().unwrap());
    let text = file.text.clone().unwrap();
    game.link.program(
        &program,
        Source::of("counter.bt.json").with_file("counter.bt.json", text),
    );
    game.trees = TreeManager::new();
    let agents = [0, 1].map(|seed| game.trees.add(program.clone(), seed).unwrap());
    game.link.name(agents[1], "counter 1", &["team:red"]);
    let mut editor = game.attach();
    let mut seen = SeenGame::with_limit(1 << 24);
    for frame in 0..60 {
        let watched: &[u64] = match frame {
            0..20 => &[0],
            20..40 => &[1],
            _ => &[0, 1],
        };
        if frame % 20 == 0 {
            editor.say(&seen.watch(watched.iter().copied(), 0.0));
        }
        game.step(&mut editor);
        learn(&mut seen, &mut editor);
    }
    seen
}

fn learn(seen: &mut SeenGame, editor: &mut Editor) {
    for message in std::mem::take(&mut editor.heard) {
        if let crate::seen::Change::Program(program) = seen.take(message) {
            editor.say(&crate::protocol::FromEditor::Texts(program));
        }
    }
}

fn file(seen: &SeenGame) -> Vec<u8> {
    write(seen, &Head::of("Arena", "test"), [0, 1], Vec::new()).unwrap()
}

/// Returns what is known of all moments of an agent.
fn moments(seen: &SeenGame, agent: u64) -> Vec<String> {
    let stretches = seen.past().stretches(AgentId(agent));
    let moments = stretches.flat_map(|stretch| {
        (stretch.first_frame() + 1..=stretch.last_frame()).map(move |frame| {
            let record = stretch.record(frame).unwrap();
            let known = stretch.at(frame).unwrap();
            format!(
                "{frame} {:?} {:?} {:?}",
                record.agents[0].events,
                stretch.stacks(&known),
                known.variable("count")
            )
        })
    });
    moments.collect()
}

#[test]
fn what_is_written_is_read() {
    let seen = watched();
    assert!(moments(&seen, 0).len() > 30 && moments(&seen, 1).len() > 30);
    let bytes = file(&seen);
    let read = LiveRecord::read(&bytes[..], 1 << 24).unwrap();
    assert_eq!(read.remarks, []);
    assert_eq!((&*read.head.app, read.seen.state().frame), ("Arena", 60));
    for agent in [0, 1] {
        assert_eq!(moments(&read.seen, agent), moments(&seen, agent));
    }
    assert_eq!(&*read.seen.agents()[&1].name, "counter 1");
    assert_eq!(file(&read.seen), bytes, "and written again the same");
}

#[test]
fn a_file_that_is_cut_anywhere_has_everything_before() {
    let seen = watched();
    let bytes = file(&seen);
    let first_line = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let all = moments(&seen, 0);
    for end in 0..bytes.len() {
        match LiveRecord::read(&bytes[..end], 1 << 24) {
            Err(_) => assert!(end <= first_line, "{end}"),
            Ok(read) => {
                let known = moments(&read.seen, 0);
                assert!(all.starts_with(&known), "{end}");
                let is_cut = !matches!(bytes[end - 1], b'\n' | b'}') || {
                    // A line without its end may be complete.
                    bytes[end - 1] == b'}' && bytes.get(end) != Some(&b'\n')
                };
                let told = read
                    .remarks
                    .iter()
                    .any(|r| matches!(r, LiveRemark::Cut { .. }));
                assert!(told || !is_cut, "{end}");
            }
        }
    }
}

#[test]
fn other_files_are_refused_and_strange_lines_skipped() {
    let code = |text: &str| {
        LiveRecord::read(text.as_bytes(), 1 << 20)
            .err()
            .map(|e| e.code())
    };
    assert_eq!(code(""), Some("empty"));
    assert!(code("{}").is_some() && code("hello\n").is_some());
    assert!(code(r#"{"format":"treewright-trace","version":1}"#).is_some());
    assert!(code(r#"{"format":"treewright-live","version":2}"#).is_some());
    let head = r#"{"format":"treewright-live","version":1}"#;
    let read = |text: &str| {
        let read = LiveRecord::read(format!("{head}\n{text}").as_bytes(), 1 << 20).unwrap();
        let said = read
            .remarks
            .iter()
            .map(|remark| remark.message().code().to_owned());
        said.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(read(""), "nothing");
    assert_eq!(read("\n\n{\"other\":1}\n"), "nothing");
    assert_eq!(read("x\n{\n[]\n"), "skipped nothing");
    assert_eq!(read("{\"frames\":"), "cut nothing");
    let no_files = r#"{"program":{"id":0,"document":"a","nodes":[],"variables":[]}}
{"texts":{"program":0,"files":[]}}"#;
    assert_eq!(read(no_files), "tree nothing");
    let long = format!("{{\"{}\":1}}\n", "x".repeat(9 << 20));
    assert_eq!(read(&long), "skipped nothing");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn damaged_files_are_read_or_refused(places in prop::collection::vec((any::<usize>(), any::<u8>()), 1..20)) {
        let mut bytes = file(&watched());
        for (place, byte) in places {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        if let Ok(read) = LiveRecord::read(&bytes[..], 1 << 24) {
            moments(&read.seen, 0);
        }
    }
}

#[test]
fn a_file_that_is_written_while_a_game_is_watched_has_more_than_is_kept() {
    let mut game = Game::<()>::new(&Settings::named("Arena").remembering(0));
    let program = counter().compile(&GameTasks::new()).unwrap();
    let text = counter().to_file().unwrap();
    let source = Source::of("counter.bt.json").with_file("counter.bt.json", text);
    game.link.program(&program, source);
    let agents = [0, 1].map(|seed| game.trees.add(program.clone(), seed).unwrap());
    game.link.name(agents[1], "counter 1", &["team:red"]);
    let mut editor = game.attach();
    let mut seen = SeenGame::with_limit(20_000);
    editor.say(&seen.watch([0, 1], 0.0));
    let mut writer = LiveWriter::begin(Vec::new(), &Head::of("Arena", "test")).unwrap();
    for frame in 0..2_000 {
        game.step(&mut editor);
        for message in std::mem::take(&mut editor.heard) {
            let change = seen.take(message.clone());
            writer.follow(&seen, &message).unwrap();
            if let crate::seen::Change::Program(program) = change {
                editor.say(&crate::protocol::FromEditor::Texts(program));
            }
        }
        if frame > 2 {
            assert!(writer.held.is_empty(), "nothing waits any more");
        }
    }
    assert_eq!(writer.told().iter().copied().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(writer.frames(), Some((1, 2_000)));
    let kept = seen.past().frames().unwrap();
    assert!(kept.0 > 1_000, "{kept:?}");
    let file = writer.finish();
    let read = LiveRecord::read(&file[..], 1 << 24).unwrap();
    assert!(read.remarks.is_empty(), "{:?}", read.remarks);
    assert_eq!(read.seen.past().frames(), Some((0, 2_000)));
    assert_eq!(read.seen.name_of(agents[1]), "counter 1");
    for agent in agents {
        assert_eq!(read.seen.past().stretches(agent).count(), 1);
    }
}
