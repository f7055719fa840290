//! Arbitrary bytes as what an editor sends to a game that runs: lines of them as messages after it has proved itself. The game goes on, and when the
//! editor is gone, nothing of what it wanted is left.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_core::compile::GameTasks;
use treewright_core::tree::{self, Tree};
use treewright_link::testing::Game;
use treewright_link::{Settings, Source};

fuzz_target!(|bytes: &[u8]| {
    let mut game = Game::<u32>::new(&Settings::named("Fuzz").remembering(1 << 20));
    let counts = tree::sequence([tree::compute("count", "count + 1"), tree::wait(0.2)]);
    let tree = Tree::new("Counter", tree::forever(counts)).variable("count", 0);
    let program = tree.compile(&GameTasks::new()).expect("the tree is right");
    game.link.program(&program, Source::of("counter.bt.json"));
    for seed in 0..3 {
        game.trees.add(program.clone(), seed).expect("trees of one program agree");
    }
    let mut editor = game.attach();
    for line in String::from_utf8_lossy(bytes).lines().take(50) {
        editor.say_text(line);
        game.talk(&mut editor);
        game.frame(0.1);
    }
    editor.say_text(r#"{"bye":{}}"#);
    game.talk(&mut editor);
    assert!(game.link.may_run() && !game.link.is_attached());
});
