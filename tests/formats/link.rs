//! Messages of the live link and files of what agents did, and their published schemas: what both sides really say is valid, and what
//! clients in other languages get wrong is not.

use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, Status, TaskContext, TaskHooks};
use treewright_core::tree::{self, Tree};
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_link::live_file::{self, Head};
use treewright_link::protocol::{
    Condition, Every, Find, FromEditor, FromGame, Json, Message, Nothing, Replacing, Sent, Step,
    Verb,
};
use treewright_link::seen::{Change, SeenGame, SeenTree};
use treewright_link::testing::{Editor, Game};
use treewright_link::{Settings, Source, schema};

use super::complaints;

fn validator(name: &str) -> jsonschema::Validator {
    let mut all = schema::all().into_iter();
    let published = all.find(|published| published.name == name).unwrap();
    jsonschema::validator_for(&published.schema).unwrap()
}

fn guard() -> Tree {
    let walk = tree::task("Walk");
    let hurt = tree::expression("health < 10");
    let root = tree::selector([tree::sequence([hurt, tree::task("Flee")]), walk]);
    Tree::new("Guard", tree::forever(root)).variable("health", 100.0)
}

fn tasks() -> GameTasks<u32> {
    let mut tasks = GameTasks::new();
    tasks.action("Walk", |_| {
        TaskHooks::new(|context: &mut TaskContext<'_, '_, u32>| {
            context.tick.say("walks".into());
            context.tick.attach("infinite", f64::INFINITY);
            *context.world += 1;
            Status::running_until(context.world.is_multiple_of(3))
        })
    });
    tasks.action_fn("Flee", |context| context.fail("no way out"));
    tasks
}

/// A game that is attached, and all that both sides have said.
struct Talk {
    game: Game<u32>,
    editor: Editor,
    said: Vec<String>,
    seen: SeenGame,
}

impl Talk {
    fn new() -> Self {
        let mut game = Game::<u32>::new(&Settings::named("Arena").remembering(1 << 20));
        let (all, text) = (tasks(), guard().to_file().unwrap());
        let program = guard().compile(&all).unwrap();
        let source = Source::of("guard.bt.json").with_file("guard.bt.json", text);
        game.link.program(&program, source);
        game.link.compile_with(move |files| {
            Loaded::from_files(files.path(), &all, |path| files.read(path))
        });
        let agent = game.trees.add(program, 7).unwrap();
        game.link.name(agent, "goblin 17", &["team:red"]);
        let editor = game.attach();
        let hello = FromGame::Hello(editor.hello.clone().unwrap()).write();
        Self {
            game,
            editor,
            said: vec![hello],
            seen: SeenGame::with_limit(1 << 20),
        }
    }

    fn say(&mut self, message: &FromEditor) {
        self.said.push(message.write());
        self.editor.say(message);
    }

    fn order(&mut self, agent: u64, verb: Verb) {
        let number = self.said.len() as u64;
        let agent = Some(agent);
        let order = treewright_link::protocol::Order {
            number,
            agent,
            verb,
        };
        self.say(&FromEditor::Do(order));
    }

    fn step(&mut self) {
        self.game.step(&mut self.editor);
        for message in std::mem::take(&mut self.editor.heard) {
            self.said.push(message.write());
            match self.seen.take(message.clone()) {
                Change::Program(program) => self.say(&FromEditor::Texts(program)),
                _ => {
                    if let FromGame::Texts(texts) = message {
                        let known = &self.seen.programs()[&texts.program];
                        let tree = SeenTree::read(&known.message, &texts.files);
                        self.seen
                            .take_tree(texts.program, tree.map(std::sync::Arc::new));
                    }
                }
            }
        }
    }
}

fn everything() -> Talk {
    let mut talk = Talk::new();
    talk.step();
    let watch = r#"{"watch":{"agents":[0],"past":20.0}}"#;
    let treewright_link::protocol::Received::Known(watch, 0) = FromEditor::read(watch).unwrap()
    else {
        panic!("{watch}");
    };
    talk.say(&watch);
    talk.say(&FromEditor::List(true));
    talk.say(&FromEditor::Profile(Every { every: 1 }));
    for condition in [
        Condition::Name("gob".into()),
        Condition::Expression("health > 1".into()),
        Condition::Running("n1".into()),
    ] {
        talk.say(&FromEditor::Find(Find {
            number: 5,
            condition,
        }));
        talk.step();
    }
    talk.order(
        0,
        Verb::Set(vec![("health".into(), Recorded(f64::INFINITY.into()))]),
    );
    talk.order(0, Verb::Set(vec![("health".into(), Recorded(3.into()))]));
    talk.order(99, Verb::Force(vec![("n1".into(), Status::Failure)]));
    let payload = Some(Recorded(true.into()));
    let name = "alarm".into();
    talk.order(0, Verb::Send(Sent { name, payload }));
    talk.step();
    let breakpoints = r#"{"format":"treewright-breakpoints","version":1,"documents":{"guard.bt.json":[{"node":"n1"}]}}"#;
    talk.say(&FromEditor::Breakpoints(Json(breakpoints.into())));
    talk.say(&FromEditor::Pause(Nothing {}));
    talk.step();
    talk.say(&FromEditor::Step(Step { frames: 1 }));
    talk.step();
    talk.say(&FromEditor::Resume(Nothing {}));
    let text = guard().to_file().unwrap().replace("Guard", "Brave guard");
    let files = vec![RecordedFile::new("guard.bt.json", text)];
    talk.order(0, Verb::Swap(Replacing { files }));
    talk.game.link.show(AgentId(0));
    for _ in 0..30 {
        talk.step();
    }
    talk
}

#[test]
fn what_both_sides_say_is_valid() {
    let (schema, talk) = (validator("link"), everything());
    for message in &talk.said {
        assert_eq!(
            complaints(&schema, message),
            Vec::<String>::new(),
            "{message}"
        );
    }
    // All but the beginning and the end of a conversation, signs of life, and what is lost.
    for name in [
        "hello",
        "program",
        "texts",
        "agents",
        "keyframe",
        "frames",
        "state",
        "done",
        "refused",
        "swapped",
        "found",
        "show",
        "profile",
        "watch",
        "list",
        "find",
        "do",
        "pause",
        "step",
        "resume",
        "breakpoints",
    ] {
        let begins = format!("{{\"{name}\":");
        assert!(
            talk.said.iter().any(|said| said.starts_with(&begins)),
            "{name}"
        );
    }
}

#[test]
fn what_is_written_to_files_is_valid() {
    let (schema, talk) = (validator("live"), everything());
    let mut file = Vec::new();
    let head = Head::of("Arena", "test");
    live_file::write(&talk.seen, &head, vec![0], &mut file).unwrap();
    let lines = String::from_utf8(file).unwrap();
    assert!(lines.lines().count() > 5, "{lines}");
    for line in lines.lines() {
        assert_eq!(complaints(&schema, line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn mistakes_of_a_client_are_not_valid() {
    let schema = validator("link");
    for mistake in [
        r#"{"hullo":{}}"#,
        r#"{"hello":{"version":[1],"nonce":"00","app":"A"}}"#,
        r#"{"hello":{"version":[1,0],"app":"A"}}"#,
        r#"{"agents":{"frame":1,"came":[["7",0,"a",[]]]}}"#,
        r#"{"agents":{"frame":1,"came":[[7,0,"a"]]}}"#,
        r#"{"frames":{"agent":7,"program":0,"first":1,"dt":[1],"e":[2,0,2]}}"#,
        r#"{"frames":{"agent":7,"program":0,"first":1,"e":[[2,0,2]]}}"#,
        r#"{"keyframe":{"agent":7,"program":0,"frame":1,"ran":1,"state":"enabled","running":[],"variables":{}}}"#,
        r#"{"done":"12"}"#,
        r#"{"do":{"number":1,"agent":7,"do":{"set":3}}}"#,
        r#"{"do":{"number":1,"agent":7,"do":{"explode":{}}}}"#,
        r#"{"pause":{},"resume":{}}"#,
    ] {
        assert!(!complaints(&schema, mistake).is_empty(), "{mistake}");
    }
}
