//! The smallest game loop: one lamp, one tree, 60 frames per second for three seconds.
//!
//! Run it with `cargo run -p treewright-core --example game_loop`.

use treewright_core::prelude::*;

/// A tree as a designer saves it: toggle the lamp, wait half a second, restart.
const BLINK: &str = r#"{
  "format": "treewright", "version": 1, "name": "Blink", "restart_when_complete": true,
  "root": "n1",
  "nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
    {"id": "n2", "task": "Toggle"},
    {"id": "n3", "task": "Wait", "parameters": {"seconds": 0.5}}
  ]
}"#;

/// The world that the game passes to every tick.
#[derive(Default)]
pub struct Room {
    /// Whether the lamp is on.
    pub lit: bool,
    /// How many times it was switched.
    pub switched: u32,
}

/// Runs the loop for `frames` frames and returns the room.
///
/// # Errors
/// If the tree cannot be loaded.
pub fn play(frames: u32) -> Result<Room, LoadError> {
    let mut tasks = GameTasks::<Room>::new();
    tasks.action_fn("Toggle", |context| {
        context.world.lit = !context.world.lit;
        context.world.switched += 1;
        Status::Success
    });
    let program = Program::load(BLINK.as_bytes(), &tasks)?;

    let (mut room, mut globals) = (Room::default(), Globals::default());
    let mut tree = TreeInstance::new(program, 0);
    for _ in 0..frames {
        tree.tick(&mut room, &mut globals, 1.0 / 60.0);
    }
    Ok(room)
}

#[allow(dead_code, reason = "a test includes this file and calls `play` only")]
fn main() -> Result<(), LoadError> {
    let room = play(180)?;
    println!("The lamp was switched {} times.", room.switched);
    Ok(())
}
