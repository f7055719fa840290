//! The properties: trees do the same whoever is attached and whatever that editor watches; and what an editor is told of
//! them, through the real bytes, is exactly what they did.

use std::collections::BTreeMap;

use proptest::prelude::*;
use treewright_core::TreeManager;
use treewright_core::nodes::testing::random::{Dice, World, document_with_trees, program, script};
use treewright_core::runtime::AgentId;
use treewright_core::runtime::testing::apply_to_tree;
use treewright_core::testing::cases;
use treewright_core::trace::{BesideEvent, FlightRecorder, FlightTree, Keyframe, TraceEvent};
use treewright_core::{Message, runtime::NodeIndex};

use super::Settings;
use crate::protocol::{self, Frames, FromGame, Gap};
use crate::testing::{Editor, Game};

const AGENTS: u64 = 5;

/// What the trees did that nobody attached to, by agent and frame.
#[derive(Default)]
struct Known {
    frames: BTreeMap<(u64, u64), FlightTree>,
    keyframes: BTreeMap<(u64, u64), Keyframe>,
}

/// What an editor was told of one agent.
#[derive(Default)]
struct Heard {
    /// The last frame that was told, or is told to be lost.
    last: Option<u64>,
    frames: usize,
    gaps: usize,
}

/// Errors are told as English texts.
fn in_english(event: TraceEvent) -> TraceEvent {
    let english = |why: &Message| Message::words(why.english());
    match event {
        TraceEvent::Error(node, why) => TraceEvent::Error(node, english(&why)),
        TraceEvent::Beside(beside) => {
            let (tree, event) = *beside;
            let event = match event {
                BesideEvent::Error(why) => BesideEvent::Error(english(&why)),
                event => event,
            };
            TraceEvent::Beside(Box::new((tree, event)))
        }
        event => event,
    }
}

impl Known {
    /// Checks a message about frames.
    fn check_frames(&self, frames: &Frames, nodes: usize, heard: &mut Heard, knows_outside: bool) {
        let (seen, strange) = frames.unpack(nodes);
        assert_eq!((seen.len(), strange), (frames.len(), 0));
        for frame in seen {
            assert_eq!(heard.last.replace(frame.frame), Some(frame.frame - 1));
            heard.frames += 1;
            let expected = self.frames.get(&(frames.agent, frame.frame));
            let mut expected = expected.cloned().unwrap_or(FlightTree {
                agent: AgentId(frames.agent),
                ..FlightTree::default()
            });
            expected.events = expected.events.into_iter().map(in_english).collect();
            if !knows_outside {
                // Shared variables are compared with the last frame that was recorded.
                expected.outside.clone_from(&frame.tree.outside);
            }
            assert_eq!(frame.tree, expected, "frame {}", frame.frame);
        }
    }

    fn check_keyframe(&self, keyframe: &protocol::Keyframe, heard: &mut Heard) {
        let expected = &self.keyframes[&(keyframe.agent, keyframe.frame + 1)];
        assert!(heard.last.is_none_or(|last| last == keyframe.frame));
        heard.last = Some(keyframe.frame);
        assert_eq!(
            (keyframe.ran, keyframe.state),
            (expected.frame, expected.state)
        );
        let running = expected.running.iter().map(|node| node.node);
        let told = keyframe.running.iter().map(|node| NodeIndex(*node));
        assert_eq!(told.collect::<Vec<_>>(), running.collect::<Vec<_>>());
        let told = keyframe.variables.iter();
        let told: Vec<_> = told
            .map(|(name, value)| (name.clone(), value.0.clone()))
            .collect();
        assert_eq!(format!("{told:?}"), format!("{:?}", expected.variables));
    }
}

/// Runs random trees twice, once with a link to which an editor is attached that watches now these agents and now those,
/// and sometimes stands still. Returns how many frames the editor was told, and how many gaps.
fn compare(seed: u64, size: usize, remembered: usize) -> (usize, usize) {
    let document = document_with_trees(seed, size, &[]);
    let program = program(&document);
    let mut game = Game::<World>::new(&Settings::named("Arena").remembering(remembered));
    let (mut twin, mut world) = (TreeManager::new(), World::default());
    for manager in [&mut game.trees, &mut twin] {
        manager.set_added_sleep(seed.is_multiple_of(2));
        for seed in 0..AGENTS {
            manager.add(program.clone(), seed).unwrap();
        }
    }
    let mut dice = Dice::new(seed);
    let (mut recorder, mut known) = (FlightRecorder::new(1 << 24), Known::default());
    let mut editor = game.attach();
    let mut heard: BTreeMap<u64, Heard> = BTreeMap::new();
    let mut watched: Vec<u64> = Vec::new();
    for (input, frame) in script(seed, 60, 40, &document).iter().zip(1..) {
        if dice.percent(10) {
            let facts = (program.len(), remembered > 0);
            game.talk(&mut editor);
            listen(&mut editor, &known, &mut heard, facts);
            watched.retain(|_| dice.percent(60));
            watched.extend((0..AGENTS).filter(|_| dice.percent(30)));
            let agents: Vec<_> = watched.iter().map(|agent| AgentId(*agent)).collect();
            editor.watch(&agents, if dice.percent(50) { 3.0 } else { 0.0 });
            heard.retain(|agent, _| watched.contains(agent));
            game.talk(&mut editor);
        }
        let agent = AgentId(frame % AGENTS);
        for (manager, world) in [(&mut game.trees, &mut game.world), (&mut twin, &mut world)] {
            world.bits = input.bits;
            for happening in &input.happenings {
                apply_to_tree(manager, agent, world, happening);
            }
        }
        for (agent, tree) in twin.iter() {
            let keyframe = Keyframe::of(tree, twin.globals());
            known.keyframes.insert((agent.number(), frame), keyframe);
        }
        recorder.begin_frame(frame, input.dt);
        twin.tick_traced(&mut world, input.dt, &mut recorder);
        game.link.tick(&mut game.trees, &mut game.world, input.dt);
        assert_eq!(
            (&game.world, game.trees.snapshot()),
            (&world, twin.snapshot())
        );
        if dice.percent(70) {
            game.talk(&mut editor);
        }
        for seen in recorder.frames().filter(|seen| seen.frame == frame) {
            let trees = seen.trees.into_iter();
            known
                .frames
                .extend(trees.map(|tree| ((tree.agent.number(), frame), tree)));
        }
        listen(
            &mut editor,
            &known,
            &mut heard,
            (program.len(), remembered > 0),
        );
    }
    let all = heard.values();
    (
        all.clone().map(|heard| heard.frames).sum(),
        all.map(|heard| heard.gaps).sum(),
    )
}

/// Checks everything that an editor has heard.
fn listen(
    editor: &mut Editor,
    known: &Known,
    heard: &mut BTreeMap<u64, Heard>,
    (nodes, knows_outside): (usize, bool),
) {
    for message in std::mem::take(&mut editor.heard) {
        match message {
            FromGame::Frames(frames) => {
                let heard = heard.entry(frames.agent).or_default();
                known.check_frames(&frames, nodes, heard, knows_outside);
            }
            FromGame::Keyframe(keyframe) => {
                known.check_keyframe(&keyframe, heard.entry(keyframe.agent).or_default());
            }
            FromGame::Gap(Gap { agent, from, to }) => {
                let heard = heard.entry(agent).or_default();
                assert_eq!(heard.last.replace(to), Some(from - 1));
                heard.gaps += 1;
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn an_editor_is_told_exactly_what_watched_trees_did(seed: u64, size in 1_usize..20) {
        compare(seed, size, 0);
    }

    #[test]
    fn what_is_remembered_is_exactly_what_trees_did(seed: u64, size in 1_usize..20) {
        compare(seed, size, 4 << 20);
    }
}

/// Guards the properties: they would prove little if an editor were told nothing.
#[test]
fn an_editor_is_told_something() {
    assert!(compare(1, 12, 0).0 > 50);
    assert!(compare(2, 12, 4 << 20).0 > 50);
}

/// Draws a message of an editor that has proved itself, and means no good.
fn hostile(dice: &mut Dice) -> String {
    let agent = dice.of(&[0, 1, 2, 7, u64::MAX]);
    let number = dice.of(&[0, 3, u64::MAX]);
    let id = dice.of(&["n1", "n2", "n99", "", "n1/n1"]);
    let value = dice.of(&[
        "1",
        "-1",
        "1e308",
        "\"x\"",
        "[1]",
        "{\"vec2\":[1,2]}",
        "null",
        "{\"exact\":{}}",
    ]);
    let name = dice.of(&["int_a", "_float__g", "", "\\u0000"]);
    let status = dice.of(&["Success", "Running", "Inactive"]);
    let verb = match dice.below(5) {
        0 => format!(r#"{{"set":{{"{name}":{value}}}}}"#),
        1 => format!(r#"{{"force":{{"{id}":"{status}"}}}}"#),
        2 => format!(r#"{{"send":{{"name":"{name}","payload":{value}}}}}"#),
        3 => format!(r#"{{"interrupt":{{"key":"{name}","result":"{status}"}}}}"#),
        _ => format!(r#"{{"swap":{{"files":[{{"path":"{name}","text":{value}}}]}}}}"#),
    };
    let past = dice.of(&["0", "-1", "1e300", "3"]);
    match dice.below(12) {
        0 => format!(r#"{{"watch":{{"agents":[{agent},1,{agent}],"past":{past}}}}}"#),
        1 => format!(r#"{{"watch":{{"agents":[{}]}}}}"#, ["5"; 100].join(",")),
        2 => r#"{"pause":{}}"#.to_owned(),
        3 => r#"{"resume":{}}"#.to_owned(),
        4 => format!(r#"{{"step":{{"frames":{}}}}}"#, dice.of(&[0, 1, u32::MAX])),
        5 => format!(r#"{{"find":{{"number":{number},"where":{{"expression":{value:?}}}}}}}"#),
        6 => format!(r#"{{"find":{{"number":{number},"where":{{"running":"{id}"}}}}}}"#),
        7 => format!(
            r#"{{"profile":{{"every":{}}}}}"#,
            dice.of(&[0, 1, u32::MAX])
        ),
        8 => format!(r#"{{"list":{}}}"#, dice.percent(50)),
        9 => format!(
            r#"{{"breakpoints":{{"format":"treewright-breakpoints","version":1,"documents":{{"Random":[{{"node":"{id}"}},{{"variable":"int_a"}}]}}}}}}"#
        ),
        10 => format!(r#"{{"texts":{}}}"#, number as u32),
        _ => format!(r#"{{"do":{{"number":{number},"agent":{agent},"do":{verb}}}}}"#),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn a_game_survives_whatever_an_editor_says(seed: u64, size in 1_usize..20) {
        let document = document_with_trees(seed, size, &[]);
        let program = program(&document);
        let mut game = Game::<World>::new(&Settings::named("Arena").remembering(1 << 20));
        for seed in 0..3 {
            game.trees.add(program.clone(), seed).unwrap();
        }
        let (mut editor, mut dice) = (game.attach(), Dice::new(seed));
        for _ in 0..40 {
            for _ in 0..dice.below(5) {
                editor.say_text(&hostile(&mut dice));
            }
            game.world.bits = dice.below(64) as u64;
            game.talk(&mut editor);
            game.link.tick(&mut game.trees, &mut game.world, 0.1);
            prop_assert!(editor.side.is_open(), "{:?}", editor.side.end());
        }
        editor.say_text(r#"{"bye":{}}"#);
        game.talk(&mut editor);
        prop_assert!(game.link.may_run() && !game.link.is_attached());
    }
}
