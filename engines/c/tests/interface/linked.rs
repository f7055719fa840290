//! An editor that attaches to a game in C: it looks, pauses it at a breakpoint, sets a value, and replaces the tree.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use treewright_core::runtime::NodeIndex;
use treewright_core::trace::TraceEvent;
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_link::VARIABLE;
use treewright_link::protocol::{
    FromEditor, FromGame, Nothing, Replacing, Step, Texts, Verb, Watch,
};

use super::editor::{Attached, Editor, breakpoints_of, state};
use super::tools::{Language, compiled, here, own_folder, skip, under_valgrind};

/// A game that is running.
struct Game(Child);

impl Game {
    fn start(mut command: Command, editor: &Editor) -> Option<Self> {
        command
            .env(VARIABLE, editor.variable())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        match command.spawn() {
            Ok(child) => Some(Self(child)),
            Err(error) => {
                skip(&format!("{}: {error}", command.get_program().display()));
                None
            }
        }
    }

    /// Lets the game end, and returns what it prints.
    fn end(mut self) -> String {
        drop(self.0.stdin.take());
        let mut text = String::new();
        let mut out = BufReader::new(self.0.stdout.take().unwrap());
        out.read_line(&mut text).unwrap();
        out.read_to_string(&mut text).unwrap();
        let status = self.0.wait().unwrap();
        assert!(status.success(), "{status}: {text}");
        text
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const DOCUMENT: &str = "ai/guard.bt.json";

/// Plays the editor, with the number by which the game knows its tree. Returns the frame in which the game paused.
fn play(attached: &mut Attached, agent: u64) -> u64 {
    // A breakpoint in the file of the subtree, which is another one than the tree's own.
    attached.say(&breakpoints_of("ai/walk.bt.json", r#"{"node":"n1"}"#));
    let (paused_in, hit) = attached.hear(|message| match message {
        FromGame::State(state) => state.because.clone().map(|hit| (state.frame, hit)),
        _ => None,
    });
    assert_eq!((hit.agent, hit.node), (agent, Some(2)));
    let came = attached.hear(|message| match message {
        FromGame::Agents(agents) => agents.came.first().cloned(),
        _ => None,
    });
    assert_eq!((came.0, &*came.2), (agent, "guard 1"));
    assert_eq!(came.3, ["team:red".into(), "role:guard".into()]);
    let shown = attached.hear(|message| match message {
        FromGame::Show(show) => Some(show.agent),
        _ => None,
    });
    assert_eq!(shown, agent);
    attached.say(&breakpoints_of(DOCUMENT, ""));
    attached.say(&FromEditor::Watch(Watch {
        agents: vec![agent],
        past: 0.0,
    }));
    // The game's own tracer receives the errors that follow, also while an editor watches.
    attached.order_to(
        agent,
        1,
        Verb::Set(vec![("speed".into(), Recorded(200.into()))]),
    );
    attached.say(&FromEditor::Step(Step { frames: 2 }));
    attached.hear(|message| (*message == FromGame::Done(1)).then_some(()));
    let events = attached.hear(|message| match message {
        FromGame::Frames(frames) => Some(frames.unpack(3).0.remove(0).tree.events),
        _ => None,
    });
    assert!(
        events.contains(&TraceEvent::Start(NodeIndex(2))),
        "{events:?}"
    );
    attached.hear(|message| state(message).filter(|state| *state == (true, paused_in + 2)));
    attached.say(&FromEditor::Texts(came.1));
    let mut files = attached.hear(|message| match message {
        FromGame::Texts(Texts { files, .. }) => Some(files.clone()),
        _ => None,
    });
    let paths: Vec<_> = files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, [DOCUMENT, "ai/walk.bt.json"]);
    let walk = files[1].text.as_deref().unwrap();
    let slow = walk.replace(r#"{"var": "speed"}"#, "5.0");
    assert_ne!(walk, slow);
    files[1] = RecordedFile::new("ai/walk.bt.json", slow);
    attached.order_to(
        agent,
        2,
        Verb::Swap(Replacing {
            files: files.clone(),
        }),
    );
    attached.say(&FromEditor::Step(Step { frames: 1 }));
    let swapped = attached.hear(|message| match message {
        FromGame::Swapped(swapped) => Some(Ok((swapped.kept, swapped.restarted))),
        FromGame::Refused(refused) => Some(Err(refused.clone())),
        _ => None,
    });
    assert_eq!(swapped, Ok((1, 0)));
    files[1] = RecordedFile::new("ai/walk.bt.json", "{");
    attached.order_to(agent, 3, Verb::Swap(Replacing { files }));
    let refused = attached.hear(|message| match message {
        FromGame::Refused(refused) => Some(refused.clone()),
        _ => None,
    });
    assert_eq!((refused.number, &*refused.code), (3, "not_compiled"));
    attached.hear(|message| state(message).filter(|state| *state == (true, paused_in + 3)));
    attached.say(&FromEditor::Resume(Nothing {}));
    attached.hear(|message| state(message).filter(|(paused, _)| !paused));
    paused_in
}

/// Returns the frames in which the games paused.
fn attach_to(make: impl Fn(&Path) -> Command, program: &Path) -> Vec<u64> {
    let mut paused_in = Vec::new();
    for (way, agent) in [("managed", 0), ("alone", 70)] {
        let editor = Editor::new();
        let mut command = make(program);
        command.arg(way);
        let Some(game) = Game::start(command, &editor) else {
            break;
        };
        let mut attached = editor.attach();
        paused_in.push(play(&mut attached, agent));
        let text = game.end();
        let (frames, rest) = text.split_once(',').unwrap();
        assert!(
            frames
                .strip_prefix("frames ")
                .unwrap()
                .parse::<u64>()
                .unwrap()
                >= 4
        );
        // In the two frames before the replaced tree, which walks slowly.
        assert_eq!(rest, " errors 2, a handle of its own\n");
    }
    paused_in
}

#[test]
fn an_editor_attaches_to_a_game_in_c() {
    let (folder, source) = (own_folder("linked"), here().join("tests/linked.c"));
    if let Some(program) = compiled(Language::C11, &source, &folder.join("linked"), &[]) {
        let paused_in = attach_to(|program| Command::new(program), &program);
        assert_eq!(paused_in, [1, 1], "in the first frame");
    }
}

#[test]
fn a_game_in_c_makes_no_mistakes_with_memory_while_an_editor_is_attached() {
    let (folder, source) = (own_folder("linked-checked"), here().join("tests/linked.c"));
    if let Some(program) = compiled(Language::C11, &source, &folder.join("linked"), &[]) {
        // Checked like this, it may be so slow that it does not wait until the editor has sent a breakpoint for its first frame.
        let paused_in = attach_to(under_valgrind, &program);
        assert!(paused_in.iter().all(|frame| *frame > 0));
    }
}
