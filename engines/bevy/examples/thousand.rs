//! A thousand guards without a window: each walks its round, and flees while it is hurt. Its leaves are systems.
//!
//! Run it in `engines/bevy`: `cargo run --release --example thousand`.

use bevy::asset::LoadState;
use bevy::prelude::*;
use treewright_bevy::prelude::*;

const BRAINS: usize = 1_000;
const UPDATES: usize = 50;

#[derive(Component)]
struct Health(u32);

#[derive(Component, Default)]
struct Steps(u32);

/// How often actions of all brains were run.
#[derive(Resource, Default)]
struct Actions(usize);

fn is_hurt(In(entity): In<Entity>, healths: Query<&Health>) -> bool {
    healths.get(entity).is_ok_and(|health| health.0 < 20)
}

fn flee(
    In(entity): In<Entity>,
    mut healths: Query<&mut Health>,
    mut actions: ResMut<Actions>,
) -> Status {
    actions.0 += 1;
    if let Ok(mut health) = healths.get_mut(entity) {
        health.0 += 1;
    }
    Status::Running
}

fn walk(
    In(entity): In<Entity>,
    mut steps: Query<&mut Steps>,
    mut actions: ResMut<Actions>,
) -> Status {
    actions.0 += 1;
    if let Ok(mut steps) = steps.get_mut(entity) {
        steps.0 += 1;
    }
    Status::Running
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    for number in 0..BRAINS {
        let health = Health(number as u32 % 40);
        commands.spawn((
            health,
            Steps::default(),
            Brain::new(assets.load("guard.bt.json")),
        ));
    }
}

fn main() {
    let mut tasks = GameTasks::new();
    tasks.conditional_system("IsHurt", is_hurt);
    tasks.action_system("Flee", flee);
    tasks.action_system("Walk", walk);
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin::default(),
        TreewrightPlugin::new(tasks),
    ))
    .init_resource::<Actions>()
    .add_systems(Startup, spawn);

    // Files are read in the background, so the first updates only wait for them.
    let tree = app
        .world()
        .resource::<AssetServer>()
        .load::<BehaviorTree>("guard.bt.json");
    let mut brains = app.world_mut().query::<&Brain>();
    loop {
        app.update();
        let state = app.world().resource::<AssetServer>().load_state(&tree);
        if let LoadState::Failed(error) = state {
            panic!("{error}");
        }
        let mut brains = brains.iter(app.world());
        if brains.len() == BRAINS && brains.all(|brain| brain.instance().is_some()) {
            break;
        }
    }
    app.world_mut().resource_mut::<Actions>().0 = 0;
    let start = std::time::Instant::now();
    for _ in 0..UPDATES {
        app.update();
    }
    let milliseconds = start.elapsed().as_secs_f64() * 1e3 / UPDATES as f64;
    let mut healths = app.world_mut().query::<&Health>();
    let hurt = healths
        .iter(app.world())
        .filter(|health| health.0 < 20)
        .count();
    println!("{BRAINS} brains, {UPDATES} updates of {milliseconds:.2} ms; {hurt} are still hurt");
    // Each brain ran one action in each update, also in the one in which it stopped fleeing.
    assert_eq!(app.world().resource::<Actions>().0, BRAINS * UPDATES);
    assert_eq!(hurt, 0);
}
