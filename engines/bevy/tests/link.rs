//! An editor that attaches to a game with Bevy, as two processes: it looks, pauses at a breakpoint in the first frame, sets a
//! value, and replaces the tree, which then can change on disk nevertheless.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use treewright_bevy::brains_may_run;
use treewright_bevy::prelude::*;
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_link::VARIABLE;
use treewright_link::protocol::{FromEditor, FromGame, Nothing, Replacing, Step, Verb, Watch};

#[path = "../../../link/tests/processes/editor.rs"]
mod editor;

use editor::{Attached, Editor, breakpoints_of, state};

const GUARD: &str = r#"{"format": "treewright", "version": 1, "name": "Guard", "root": "n1",
    "variables": [{"name": "speed", "type": "float", "initial": 1.0}],
    "nodes": [
        {"id": "n1", "task": "Repeater", "parameters": {"forever": true}, "children": ["n2"]},
        {"id": "n2", "task": "Walk", "parameters": {"speed": {"var": "speed"}}}
    ]}"#;
const PATH: &str = "ai/guard.bt.json";

/// How far all guards have walked, and how many updates there were in which brains may run.
#[derive(Resource, Default)]
struct Walked {
    walked: f64,
    updates: u32,
}

fn tasks() -> GameTasks<World> {
    let mut tasks = GameTasks::new();
    tasks.action("Walk", |arguments| {
        let speed: treewright_core::runtime::Var<f64> = arguments.var("speed");
        TaskHooks::new(move |context: &mut TaskContext<World>| {
            let speed = speed.get(&context.tick);
            // Tasks may use everything of the world, also the link.
            let entity = entity_of(context);
            if speed > 100.0 {
                context.world.resource_mut::<TreeLink>().show(entity);
            }
            context.world.resource_mut::<Walked>().walked += speed;
            Status::Success
        })
    });
    tasks
}

/// The game: runs until its input ends, and prints what its entities are.
#[test]
#[ignore = "the other tests start it as a process"]
fn plays() {
    let mut app = App::new();
    let assets = AssetPlugin {
        file_path: std::env::var("ASSETS").unwrap(),
        ..AssetPlugin::default()
    };
    // In whatever order.
    app.add_plugins((MinimalPlugins, assets, LinkPlugin::named("Arena in Bevy")))
        .add_plugins(TreewrightPlugin::new(tasks()))
        .init_resource::<Walked>()
        .add_systems(
            Last,
            (|mut world: ResMut<Walked>| world.updates += 1).run_if(brains_may_run),
        );
    let tree = app.world().resource::<AssetServer>().load(PATH);
    let tags = BrainTags(vec!["team:red".to_owned()]);
    let named = (Brain::new(tree.clone()), Name::new("guard 1"), tags);
    let guard = app.world_mut().spawn(named).id();
    let ends = std::thread::spawn(|| std::io::stdin().read_to_end(&mut Vec::new()));
    while !ends.is_finished() {
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    // A newcomer runs the tree that the editor has put into the game.
    let other = app.world_mut().spawn(Brain::new(tree.clone())).id();
    for _ in 0..2 {
        app.update();
    }
    let same = [guard, other].map(|entity| {
        let brain = app.world().get::<Brain>(entity).unwrap();
        brain.instance().unwrap().program().clone()
    });
    assert!(std::sync::Arc::ptr_eq(&same[0], &same[1]));
    // A file that is saved later is newer than what the editor has sent.
    let file = Path::new(&std::env::var("ASSETS").unwrap()).join(PATH);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(file, text.replace("\"Guard\"", "\"Saved later\"")).unwrap();
    app.world().resource::<AssetServer>().reload(PATH);
    for _ in 0..20_000 {
        app.update();
        let brain = app.world().get::<Brain>(guard).unwrap();
        if brain.instance().unwrap().program().name() == "Saved later" {
            println!("name Saved later");
            break;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    let frame = app
        .world()
        .get::<Brain>(guard)
        .unwrap()
        .instance()
        .unwrap()
        .frame();
    let world = app.world().resource::<Walked>();
    println!("name {}", same[0].name());
    assert!(u64::from(world.updates) >= frame && world.walked > 0.0);
}

struct Game {
    child: Child,
    folder: PathBuf,
}

impl Game {
    fn start(editor: &Editor) -> Self {
        let folder =
            std::env::temp_dir().join(format!("treewright-bevy-link-{}", std::process::id()));
        fs::create_dir_all(folder.join("ai")).unwrap();
        fs::write(folder.join(PATH), GUARD).unwrap();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "plays", "--ignored", "--nocapture"])
            .env("ASSETS", &folder)
            .env(VARIABLE, editor.variable())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let child = child.unwrap();
        Self { child, folder }
    }

    fn end(mut self) -> String {
        drop(self.child.stdin.take());
        let mut text = String::new();
        let out = self.child.stdout.as_mut().unwrap();
        out.read_to_string(&mut text).unwrap();
        assert!(self.child.wait().unwrap().success(), "{text}");
        text
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn swap(
    attached: &mut Attached,
    agent: u64,
    number: u64,
    text: &str,
) -> Result<(u64, u64), String> {
    let files = vec![RecordedFile::new(PATH, text)];
    attached.order_to(agent, number, Verb::Swap(Replacing { files }));
    attached.say(&FromEditor::Step(Step { frames: 1 }));
    attached.hear(|message| match message {
        FromGame::Swapped(swapped) => Some(Ok((swapped.kept, swapped.restarted))),
        FromGame::Refused(refused) => Some(Err(refused.code.to_string())),
        _ => None,
    })
}

#[test]
fn an_editor_attaches_to_a_game_with_bevy() {
    let editor = Editor::new();
    let game = Game::start(&editor);
    let mut attached = editor.attach();
    attached.say(&breakpoints_of(PATH, r#"{"node":"n2"}"#));
    let (frame, hit) = attached.hear(|message| match message {
        FromGame::State(state) => state.because.clone().map(|hit| (state.frame, hit)),
        _ => None,
    });
    assert_eq!(hit.node, Some(1));
    let agent = hit.agent;
    let came = attached.hear(|message| match message {
        FromGame::Agents(agents) => agents.came.first().cloned(),
        _ => None,
    });
    assert_eq!(
        (came.0, &*came.2, &came.3[..]),
        (agent, "guard 1", &["team:red".into()][..])
    );
    // The first one that the brain could run in: its asset is loaded in the background.
    let keyframe = |message: &FromGame| match message {
        FromGame::Keyframe(keyframe) => Some(keyframe.clone()),
        _ => None,
    };
    attached.say(&breakpoints_of(PATH, ""));
    attached.say(&FromEditor::Watch(Watch {
        agents: vec![agent],
        past: 0.0,
    }));
    attached.order_to(
        agent,
        1,
        Verb::Set(vec![("speed".into(), Recorded(200.into()))]),
    );
    attached.say(&FromEditor::Step(Step { frames: 2 }));
    let before = attached.hear(keyframe);
    assert_eq!(
        (before.frame, before.ran),
        (frame, 1),
        "it stopped in its first frame"
    );
    assert_eq!(before.variables, [("speed".into(), Recorded(200.0.into()))]);
    attached.hear(|message| state(message).filter(|state| *state == (true, frame + 2)));
    attached.say(&FromEditor::Step(Step { frames: 1 }));
    let shown = attached.hear(|message| match message {
        FromGame::Show(show) => Some(show.agent),
        _ => None,
    });
    assert_eq!(shown, agent);
    let braver = GUARD.replace("\"Guard\"", "\"Brave guard\"");
    assert_eq!(swap(&mut attached, agent, 2, &braver), Ok((1, 0)));
    assert_eq!(
        swap(&mut attached, agent, 3, "{"),
        Err("not_compiled".to_owned())
    );
    attached.say(&FromEditor::Resume(Nothing {}));
    attached.hear(|message| state(message).filter(|(paused, _)| !paused));
    let text = game.end();
    assert!(text.contains("name Brave guard\n"), "{text}");
    assert!(text.contains("name Saved later\n"), "{text}");
}
