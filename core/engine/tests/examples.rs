//! The examples do what they say.

#[path = "../examples/arena.rs"]
mod arena;
#[path = "../examples/game_loop.rs"]
mod game_loop;

use treewright_core::format::tasks_json;

#[test]
fn the_lamp_blinks_every_half_second() {
    assert_eq!(game_loop::play(1).unwrap().switched, 1);
    assert_eq!(game_loop::play(180).unwrap().switched, 6);
}

#[test]
fn the_fight_costs_lives_on_both_sides_and_is_the_same_each_time() {
    let summary = arena::fight(100, 600).unwrap();
    assert!(summary.strikes > 100, "{summary:?}");
    assert!(summary.alive.iter().all(|team| *team < 50), "{summary:?}");
    assert_eq!(arena::fight(100, 600).unwrap(), summary);
}

#[test]
fn the_arena_can_write_its_library_for_designers() {
    let library = arena::tasks().library("Arena");
    let text = tasks_json::write(&library);
    assert_eq!(tasks_json::read(text.as_bytes()).unwrap().library, library);
    let names: Vec<_> = library
        .tasks
        .iter()
        .map(|task| &*task.declaration.task)
        .collect();
    assert_eq!(
        names,
        [
            "IsWeak",
            "Recover",
            "FoeInReach",
            "Strike",
            "ChooseFoe",
            "Approach"
        ]
    );
}
