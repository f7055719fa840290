//! A game as its editor sees it, through the real bytes: what is known of its agents equals what a recorder beside them saw.

use proptest::prelude::*;
use treewright_core::TreeManager;
use treewright_core::compile::Origins;
use treewright_core::format::native;
use treewright_core::nodes::testing::random::{
    Dice, World, document_with_trees, played, program, script,
};
use treewright_core::runtime::testing::apply_to_tree;
use treewright_core::testing::cases;
use treewright_core::trace::{FlightRecorder, Keyframe, TraceEvent};
use treewright_insight::recording_json::Sources;
use treewright_insight::told_past::{Beginning, FlightFollower};
use treewright_insight::why::{Moment, why};

use super::*;
use crate::game::Settings;
use crate::protocol::Texts;
use crate::testing::{Editor, Game};

/// Lets a game learn what its editor has heard. The tree is given, since the leaves of random ones are no task library.
fn learn(seen: &mut SeenGame, editor: &mut Editor, tree: &Arc<SeenTree>) {
    for message in std::mem::take(&mut editor.heard) {
        if let Change::Program(number) = seen.take(message) {
            seen.take_tree(number, Ok(tree.clone()));
        }
    }
}

fn in_english(events: &[TraceEvent]) -> Vec<String> {
    let kinds = events.iter().map(|event| format!("{:?}", event.numbers()));
    kinds.collect()
}

/// Runs random trees with an editor that watches all of them and sometimes looks away, and compares what it knows of each
/// moment with what a recorder saw. Returns how many moments were compared.
fn compare(seed: u64, size: usize) -> usize {
    let document = document_with_trees(seed, size, &[]);
    let (program, shadow) = (program(&document), played(&document).unwrap());
    let tree = Arc::new(SeenTree {
        sources: Sources::default(),
        files: Sources {
            documents: vec![RecordedFile::new(
                "r.bt.json",
                native::write(&document).unwrap(),
            )],
            libraries: Vec::new(),
        }
        .unpack()
        .unwrap(),
        program: shadow.clone(),
        origins: Origins::default(),
    });
    let mut game = Game::<World>::new(&Settings::named("Arena").remembering(4 << 20));
    let (mut twin, mut world) = (TreeManager::new(), World::default());
    for manager in [&mut game.trees, &mut twin] {
        for seed in 0..3 {
            manager.add(program.clone(), seed).unwrap();
        }
    }
    let mut editor = game.attach();
    let mut seen = SeenGame::with_limit(64 << 20);
    editor.say(&seen.watch(0..3, 0.0));
    game.talk(&mut editor);
    let (mut recorder, mut direct) = (FlightRecorder::new(1 << 24), ToldPast::default());
    direct.add_program(shadow);
    let mut dice = Dice::new(seed);
    for (input, frame) in script(seed, 40, 40, &document).iter().zip(1..) {
        let agent = AgentId(frame % 3);
        for (manager, world) in [(&mut game.trees, &mut game.world), (&mut twin, &mut world)] {
            world.bits = input.bits;
            for happening in &input.happenings {
                apply_to_tree(manager, agent, world, happening);
            }
        }
        for (agent, tree) in twin.iter().filter(|_| frame == 1) {
            let keyframe = Keyframe::of(tree, twin.globals());
            let start = Beginning {
                variables: keyframe.variables,
                ..Beginning::of_start(&direct.programs()[0])
            };
            direct.begin(agent, 0, &start);
        }
        recorder.begin_frame(frame, input.dt);
        twin.tick_traced(&mut world, input.dt, &mut recorder);
        game.link.tick(&mut game.trees, &mut game.world, input.dt);
        if dice.percent(60) {
            game.talk(&mut editor);
            learn(&mut seen, &mut editor, &tree);
        }
    }
    game.talk(&mut editor);
    learn(&mut seen, &mut editor, &tree);
    let mut follower = FlightFollower::default();
    for frame in recorder.frames() {
        follower.tell(&mut direct, frame, &|_| Some(0));
    }
    assert_eq!(seen.strange_events(), 0);
    (0..3)
        .map(|agent| same(seen.past(), &direct, AgentId(agent)))
        .sum()
}

/// Compares all moments of an agent that an editor knows.
fn same(seen: &ToldPast, direct: &ToldPast, agent: AgentId) -> usize {
    let mut compared = 0;
    for stretch in seen.stretches(agent) {
        for frame in stretch.first_frame() + 1..=stretch.last_frame() {
            let known = direct.stretch(agent, frame).unwrap();
            let (one, other) = (stretch.record(frame).unwrap(), known.record(frame).unwrap());
            let (one, other) = (&one.agents[0], &other.agents[0]);
            assert_eq!(
                in_english(&one.events),
                in_english(&other.events),
                "{frame}"
            );
            assert_eq!(format!("{:?}", one.writes), format!("{:?}", other.writes));
            assert_eq!(one.status, other.status);
            let (one, other) = (stretch.at(frame).unwrap(), known.at(frame).unwrap());
            assert_eq!(stretch.stacks(&one), known.stacks(&other));
            for node in stretch.program().indices() {
                let told = one.runs.get(node).map(|run| run.state);
                let is = other.runs.get(node).map(|run| run.state);
                assert!(told.is_none() || told == is, "{frame} {node:?}");
            }
            let moment = Moment::after(frame);
            let is_from_the_same = stretch.first_frame() == known.first_frame();
            for node in stretch.program().indices().filter(|_| is_from_the_same) {
                let told = why(&**stretch.program(), &stretch.past(), moment, node);
                let is = why(&**known.program(), &known.past(), moment, node);
                assert_eq!(told.len(), is.len(), "{frame} {node:?}");
                for (told, is) in told.iter().zip(&is) {
                    assert_eq!((told.node, told.place), (is.node, is.place));
                }
            }
            compared += 1;
        }
    }
    compared
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(50)))]

    #[test]
    fn what_an_editor_knows_of_agents_is_what_they_did(seed: u64, size in 1_usize..20) {
        compare(seed, size);
    }

    #[test]
    fn any_messages_of_a_game_are_taken(seed: u64) {
        let mut dice = Dice::new(seed);
        let mut seen = SeenGame::with_limit(1 << 20);
        for _ in 0..60 {
            if let Ok(crate::protocol::Received::Known(message, _)) =
                crate::protocol::Message::read(&hostile(&mut dice))
            {
                seen.take(message);
            }
        }
    }
}

/// Draws a message of a game that means no good.
fn hostile(dice: &mut Dice) -> String {
    let number = dice.of(&[0_u64, 1, 7, u64::MAX]);
    let other = dice.of(&[0_u64, 1, 2, u64::MAX - 1, u64::MAX]);
    let program = dice.of(&[0, 1, u32::MAX]);
    let node = dice.of(&["n1", "n2", "", "n1/n1"]);
    match dice.below(6) {
        0 => format!(
            r#"{{"program":{{"id":{program},"document":"a.bt.json","nodes":[["{node}",-1,"Idle"]],"variables":[]}}}}"#
        ),
        1 => {
            let text = dice.of(&[r#"{"format":"treewright","version":1,"name":"T","root":"n1","nodes":[{"id":"n1","task":"Idle"}]}"#, "{", ""]);
            format!(
                r#"{{"texts":{{"program":{program},"files":[{{"path":"a.bt.json","text":{text:?}}}]}}}}"#
            )
        }
        2 => format!(
            r#"{{"agents":{{"frame":{other},"came":[[{number},{program},"x",["{node}"]]],"left":[{number}],"at":[[{number},[0,9]]]}}}}"#
        ),
        3 => format!(
            r#"{{"keyframe":{{"agent":{number},"program":{program},"frame":{other},"ran":{number},"state":"Enabled","running":[0,9,{program}],"variables":{{"v":1}}}}}}"#
        ),
        4 => format!(
            r#"{{"frames":{{"agent":{number},"program":{program},"first":{other},"dt":[16,{other}],"e":[[1,0,0,3,9,1],[7]],"w":[[0,9,-1,"v",2],[9,0,0,"v",1]]}}}}"#
        ),
        _ => format!(r#"{{"gap":{{"agent":{number},"from":{other},"to":{number}}}}}"#),
    }
}

/// Guards the properties: they would prove little if nothing were known.
#[test]
fn an_editor_knows_something() {
    assert!(compare(1, 12) > 100);
}

const GUARD: &str = r#"{"format":"treewright","version":1,"name":"Guard","root":"n1","libraries":["a.tasks.json"],
    "nodes":[{"id":"n1","task":"Sequence","children":["n2"]},{"id":"n2","task":"Walk"}]}"#;
const LIBRARY: &str = r#"{"format":"treewright-tasks","version":1,"name":"A","tasks":[{"name":"Walk","category":"Action"}]}"#;

fn guard(nodes: &str) -> SeenGame {
    let mut seen = SeenGame::with_limit(1 << 20);
    let text = format!(
        r#"{{"program":{{"id":3,"document":"guard.bt.json","nodes":{nodes},"variables":[]}}}}"#
    );
    let Ok(crate::protocol::Received::Known(message, _)) = crate::protocol::Message::read(&text)
    else {
        panic!("{text}");
    };
    assert_eq!(seen.take(message), Change::Program(3));
    seen
}

fn files() -> Vec<RecordedFile> {
    let file = RecordedFile::new;
    vec![file("guard.bt.json", GUARD), file("a.tasks.json", LIBRARY)]
}

#[test]
fn a_tree_counts_only_if_it_is_what_the_game_runs() {
    let problem = |nodes: &str, files: Vec<RecordedFile>| {
        let mut seen = guard(nodes);
        seen.take(FromGame::Texts(Texts { program: 3, files }));
        let tree = seen.programs()[&3].tree.as_ref().unwrap();
        tree.as_ref()
            .err()
            .map(|problem| problem.message().english().to_owned())
    };
    let nodes = r#"[["n1",-1,"Sequence"],["n2",0,"Walk"]]"#;
    assert_eq!(problem(nodes, files()), None);
    let told = |nodes, files| problem(nodes, files).unwrap();
    assert_eq!(
        told(nodes, Vec::new()),
        "the game does not tell the files of `guard.bt.json`"
    );
    let broken = vec![RecordedFile::new("guard.bt.json", "{")];
    assert!(told(nodes, broken).starts_with("the files of `guard.bt.json` cannot be read: "));
    for other in [
        r#"[["n1",-1,"Sequence"],["n9",0,"Walk"]]"#,
        r#"[["n1",-1,"Sequence"],["n2",-1,"Walk"]]"#,
        r#"[["n1",-1,"Sequence"]]"#,
        r#"[["n1",-1,"Sequence"],["n2",0,"Walk"],["n3",0,"Walk"]]"#,
    ] {
        assert!(
            told(other, files()).contains("is not what the game runs"),
            "{other}"
        );
    }
}

#[test]
fn agents_come_leave_and_are_found_by_name_and_tag() {
    let mut seen = guard(r#"[["n1",-1,"Sequence"],["n2",0,"Walk"]]"#);
    let agents = Agents {
        frame: 5,
        came: vec![(7, 3, "Goblin 17".into(), vec!["team:red".into()])],
        ..Agents::default()
    };
    assert_eq!(seen.take(FromGame::Agents(agents)), Change::Agents);
    let goblin = &seen.agents()[&7];
    assert!(goblin.is_called("gob") && goblin.is_called("RED") && !goblin.is_called("blue"));
    let left = Agents {
        frame: 9,
        left: vec![7, 8],
        ..Agents::default()
    };
    seen.take(FromGame::Agents(left));
    assert_eq!(
        seen.agents()[&7].left,
        Some(9),
        "it can still be asked about"
    );
}
