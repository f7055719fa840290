//! Brains in a headless app with real asset files: leaves, hot reload, despawning, broken files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use treewright_bevy::prelude::*;

#[derive(Resource, Default)]
struct Told(Vec<String>);

/// A folder of assets that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("treewright-bevy-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tree(nodes: &str) -> String {
    format!(r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [{nodes}]}}"#)
}

fn app(folder: &Path, tasks: GameTasks<World>) -> App {
    let mut app = App::new();
    let assets = AssetPlugin {
        file_path: folder.to_string_lossy().into_owned(),
        ..AssetPlugin::default()
    };
    app.add_plugins((MinimalPlugins, assets, TreewrightPlugin::new(tasks)))
        .init_resource::<Told>();
    app
}

fn spawn(app: &mut App, file: &str) -> Entity {
    let tree = app.world().resource::<AssetServer>().load(file.to_owned());
    app.world_mut().spawn(Brain::new(tree)).id()
}

/// Updates until `done`; files are read in the background.
fn update_until(app: &mut App, done: impl Fn(&World) -> bool) {
    for _ in 0..20_000 {
        app.update();
        if done(app.world()) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_micros(500));
    }
    panic!("it never happens");
}

fn told(world: &World) -> &[String] {
    &world.resource::<Told>().0
}

fn say_one(_: In<Entity>, mut told: ResMut<Told>) -> Status {
    told.0.push("one".to_owned());
    Status::Running
}

fn say_two(_: In<Entity>, mut told: ResMut<Told>) -> Status {
    told.0.push("two".to_owned());
    Status::Running
}

fn despawn(In(entity): In<Entity>, mut commands: Commands) -> Status {
    commands.entity(entity).despawn();
    Status::Running
}

fn tasks() -> GameTasks<World> {
    let mut tasks = GameTasks::new();
    tasks.action_system("One", say_one);
    tasks.action_system("Two", say_two);
    tasks.action_system("Despawn", despawn);
    tasks.action("Stay", |_| {
        TaskHooks::new(|_: &mut TaskContext<World>| Status::Running).on_exit(
            |context: &mut TaskContext<World>, status| {
                let line = format!("left {status:?} by {}", entity_of(context));
                context.world.resource_mut::<Told>().0.push(line);
            },
        )
    });
    tasks
}

#[test]
fn a_changed_document_replaces_the_running_one_and_the_run_continues() {
    let folder = Folder::new();
    folder.write(
        "a.bt.json",
        &tree(
            r#"{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Stay"}"#,
        ),
    );
    let mut app = app(&folder.0, tasks());
    let entity = spawn(&mut app, "a.bt.json");
    update_until(&mut app, |world| {
        world.get::<Brain>(entity).unwrap().instance().is_some()
    });
    let frame = |world: &World| {
        world
            .get::<Brain>(entity)
            .unwrap()
            .instance()
            .unwrap()
            .frame()
    };
    let before = frame(app.world());
    folder.write("a.bt.json", &tree(r#"{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]}, {"id": "n2", "task": "Stay"}, {"id": "n3", "task": "One"}"#));
    app.world().resource::<AssetServer>().reload("a.bt.json");
    update_until(&mut app, |world| {
        world
            .get::<Brain>(entity)
            .unwrap()
            .instance()
            .unwrap()
            .program()
            .len()
            == 3
    });
    assert!(frame(app.world()) > before);
    assert!(
        told(app.world()).is_empty(),
        "the running leaf was not interrupted"
    );
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_running_tree_alone() {
    let folder = Folder::new();
    folder.write("a.bt.json", &tree(r#"{"id": "n1", "task": "One"}"#));
    let mut app = app(&folder.0, tasks());
    spawn(&mut app, "a.bt.json");
    update_until(&mut app, |world| !told(world).is_empty());
    folder.write("a.bt.json", "{");
    app.world().resource::<AssetServer>().reload("a.bt.json");
    let before = told(app.world()).len();
    for _ in 0..50 {
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(told(app.world()).len(), before + 50);
}

#[test]
fn a_tree_runs_with_the_trees_of_other_files() {
    let folder = Folder::new();
    folder.write(
        "a.bt.json",
        &tree(r#"{"id": "n1", "task": "Subtree", "parameters": {"file": "b.bt.json"}}"#),
    );
    folder.write("b.bt.json", &tree(r#"{"id": "n1", "task": "Two"}"#));
    let mut app = app(&folder.0, tasks());
    spawn(&mut app, "a.bt.json");
    update_until(&mut app, |world| told(world) == ["two", "two"]);
}

#[test]
fn tasks_end_when_their_entity_is_despawned_from_inside_or_outside() {
    let folder = Folder::new();
    folder.write("a.bt.json", &tree(r#"{"id": "n1", "task": "Stay"}"#));
    folder.write("b.bt.json", &tree(r#"{"id": "n1", "task": "Parallel", "children": ["n2", "n3"]}, {"id": "n2", "task": "Stay"}, {"id": "n3", "task": "Despawn"}"#));
    let mut app = app(&folder.0, tasks());
    let outside = spawn(&mut app, "a.bt.json");
    update_until(&mut app, |world| {
        world.get::<Brain>(outside).unwrap().instance().is_some()
    });
    app.world_mut().despawn(outside);
    app.update();
    assert_eq!(told(app.world()), [format!("left Inactive by {outside}")]);
    let inside = spawn(&mut app, "b.bt.json");
    update_until(&mut app, |world| world.get_entity(inside).is_err());
    assert_eq!(
        told(app.world())[1..],
        [format!("left Inactive by {inside}")]
    );
}

#[test]
fn brains_share_global_variables() {
    let folder = Folder::new();
    let text = r#"{"format": "treewright", "version": 1, "root": "n1",
        "variables": [{"name": "sum", "type": "int", "scope": "global"}],
        "nodes": [
            {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
            {"id": "n2", "task": "Compute", "parameters": {"variable": {"var": "sum"}, "expression": "sum + 1"}},
            {"id": "n3", "task": "Idle"}
        ]}"#;
    folder.write("a.bt.json", text);
    let mut app = app(&folder.0, tasks());
    for _ in 0..3 {
        spawn(&mut app, "a.bt.json");
    }
    update_until(&mut app, |world| {
        world.resource::<TreeGlobals>().0.get_as("sum") == Ok(3_i64)
    });
}
