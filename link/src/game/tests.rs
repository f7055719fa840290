//! What an editor sees of a game, and what it can do to it.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{
    AgentId, ErrorTracer, Globals, NodeError, NodeIndex, Outcome, Status, Tracer, TreeState,
};
use treewright_core::trace::TraceEvent;
use treewright_core::tree::{self, Tree};
use treewright_core::value::Value;
use treewright_core::{TreeInstance, TreeManager};
use treewright_insight::recording_json::{Recorded, RecordedFile};
use treewright_insight::scenario::Interruption;

use super::*;
use crate::protocol::{
    Agents, Condition, Every, Find, FromEditor, FromGame, Json, Nothing, Replacing, Sent, State,
    Step, Verb,
};
use crate::testing::{Editor, Game};

/// A guard that stands, or flees below 10 health.
fn guard() -> Tree {
    let flees = tree::task("Flee");
    let hurt = tree::expression("health < 10");
    let in_danger = tree::sequence([hurt, flees]).aborts(AbortType::LowerPriority);
    Tree::new("Guard", tree::selector([in_danger, tree::task("Stand")])).variable("health", 100.0)
}

fn tasks() -> GameTasks<u32> {
    let mut tasks = GameTasks::new();
    tasks.action_fn("Flee", |context| {
        *context.world += 1;
        Status::Running
    });
    tasks.action_fn("Stand", |_| Status::Running);
    tasks
}

fn program(tree: &Tree) -> Arc<Program<u32>> {
    tree.compile(&tasks()).unwrap()
}

fn quiet() -> Settings {
    Settings::named("Arena").remembering(0)
}

/// A game with three guards, the second of which has a name.
fn game(settings: &Settings) -> (Game<u32>, Vec<AgentId>) {
    let mut game = Game::<u32>::new(settings);
    let program = program(&guard());
    game.link.program(&program, Source::of("guard.bt.json"));
    let guards: Vec<_> = (0..3)
        .map(|seed| game.trees.add(program.clone(), seed).unwrap())
        .collect();
    game.link.name(guards[1], "guard 1", &["team:red"]);
    (game, guards)
}

fn set_health(health: f64) -> Verb {
    Verb::Set(vec![("health".into(), Recorded(health.into()))])
}

/// Returns what the game has answered: `done 3`, `refused 4 busy`.
fn answers(editor: &mut Editor) -> Vec<String> {
    editor.take(|message| match message {
        FromGame::Done(number) => Some(format!("done {number}")),
        FromGame::Refused(refused) => Some(format!("refused {} {}", refused.number, refused.code)),
        FromGame::Swapped(swapped) => Some(format!(
            "swapped {}: {} kept, {} restarted",
            swapped.number, swapped.kept, swapped.restarted
        )),
        _ => None,
    })
}

fn states(editor: &mut Editor) -> Vec<State> {
    editor.take(|message| match message {
        FromGame::State(state) => Some(state),
        _ => None,
    })
}

/// Returns the events of all frames that were told, with the numbers of the frames.
fn frames(editor: &mut Editor) -> Vec<(u64, Vec<TraceEvent>)> {
    let frames = editor.take(|message| match message {
        FromGame::Frames(frames) => Some(frames),
        _ => None,
    });
    let seen = frames.iter().flat_map(|frames| frames.unpack(100).0);
    seen.map(|seen| (seen.frame, seen.tree.events)).collect()
}

#[test]
fn an_editor_is_told_who_is_there_and_who_comes_and_leaves() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    assert_eq!(&*editor.hello.as_ref().unwrap().app, "Arena");
    game.step(&mut editor);
    assert!(matches!(&editor.heard[0], FromGame::State(state) if !state.paused));
    let FromGame::Program(program) = &editor.heard[1] else {
        panic!("{:?}", editor.heard);
    };
    assert_eq!((program.id, &*program.document), (0, "guard.bt.json"));
    let nodes: Vec<_> = program
        .nodes
        .iter()
        .map(|(_, parent, task)| (*parent, &**task))
        .collect();
    assert_eq!(
        nodes,
        [
            (-1, "Selector"),
            (0, "Sequence"),
            (1, "Expression"),
            (1, "Flee"),
            (0, "Stand")
        ]
    );
    let came = |agent: AgentId, name: &str, tags: &[&str]| {
        let tags = tags.iter().map(|tag| Arc::from(*tag)).collect();
        (agent.number(), 0, Arc::from(name), tags)
    };
    let expected = Agents {
        frame: 1,
        came: vec![
            came(guards[0], "", &[]),
            came(guards[1], "guard 1", &["team:red"]),
            came(guards[2], "", &[]),
        ],
        ..Agents::default()
    };
    assert_eq!(editor.heard[2], FromGame::Agents(expected));
    editor.heard.clear();
    game.trees.remove(guards[0], &mut 0);
    game.link.name(guards[2], "guard 2", &[]);
    game.step(&mut editor);
    let expected = Agents {
        frame: 2,
        came: vec![came(guards[2], "guard 2", &[])],
        left: vec![guards[0].number()],
        ..Agents::default()
    };
    assert_eq!(editor.heard, [FromGame::Agents(expected)]);
}

#[test]
fn a_watched_agent_is_told_from_the_next_frame_on() {
    let (mut game, guards) = game(&quiet());
    game.frame(0.1);
    let mut editor = game.attach();
    editor.watch(&guards[..1], 0.0);
    game.step(&mut editor);
    let keyframes = editor.heard.iter().filter_map(|message| match message {
        FromGame::Keyframe(keyframe) => Some(keyframe),
        _ => None,
    });
    let keyframes: Vec<_> = keyframes.collect();
    assert_eq!((keyframes[0].frame, keyframes[0].ran), (1, 1));
    assert_eq!(
        (&keyframes[0].running[..], keyframes[0].state),
        (&[0, 4][..], TreeState::Enabled)
    );
    assert_eq!(
        keyframes[0].variables,
        [("health".into(), Recorded(100.0.into()))]
    );
    let told = frames(&mut editor);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, 2);
    let last = told[0].1.last();
    assert!(matches!(last, Some(TraceEvent::Update(_, Status::Running))));
    // Nobody else is told, and nothing after the end.
    editor.watch(&[], 0.0);
    game.step(&mut editor);
    assert_eq!(editor.heard, []);
}

#[test]
fn the_last_seconds_are_there_for_who_attaches_later() {
    let (mut game, guards) = game(&Settings::named("Arena").remembering(4 << 20));
    for _ in 0..100 {
        game.frame(0.1);
    }
    let mut editor = game.attach();
    game.step(&mut editor);
    editor.watch(&guards[..1], 2.0);
    game.step(&mut editor);
    let told = frames(&mut editor);
    let numbers: Vec<_> = told.iter().map(|(frame, _)| *frame).collect();
    assert!((80..=93).contains(&numbers[0]), "{numbers:?}");
    let expected: Vec<_> = (numbers[0]..=102).collect();
    assert_eq!(numbers, expected, "without gaps, up to now");
    editor.watch(&guards[..2], 1e9);
    game.step(&mut editor);
    let firsts = editor.take(|message| match message {
        FromGame::Frames(frames) => Some((AgentId(frames.agent), frames.first)),
        _ => None,
    });
    let first = |guard| firsts.iter().find(|(agent, _)| *agent == guard);
    assert_eq!(
        first(guards[0]),
        Some(&(guards[0], 103)),
        "the first one goes on"
    );
    assert_eq!(
        first(guards[1]),
        Some(&(guards[1], 1)),
        "the second one begins at the beginning"
    );
}

#[test]
fn an_editor_that_stands_still_loses_the_oldest_frames_and_is_told_which() {
    let (mut game, guards) = game(&Settings::named("Arena").remembering(1 << 20));
    let mut editor = game.attach();
    editor.watch(&guards[..1], 0.0);
    game.step(&mut editor);
    editor.heard.clear();
    for _ in 0..60_000 {
        game.link.tick(&mut game.trees, &mut game.world, 0.01);
    }
    game.talk(&mut editor);
    let gaps = editor.heard.iter().filter_map(|message| match message {
        FromGame::Gap(gap) => Some(*gap),
        _ => None,
    });
    let gaps: Vec<_> = gaps.collect();
    assert_eq!(gaps.len(), 1);
    assert_eq!(gaps[0].from, 2);
    let told = frames(&mut editor);
    assert_eq!(told[0].0, gaps[0].to + 1);
    assert_eq!(told.last().unwrap().0, 60_001);
    assert_eq!(told.len() as u64, 60_001 - gaps[0].to);
}

#[test]
fn a_game_can_be_paused_stepped_and_resumed() {
    let (mut game, _) = game(&quiet());
    let mut editor = game.attach();
    game.step(&mut editor);
    editor.heard.clear();
    editor.say(&FromEditor::Pause(Nothing {}));
    assert!(!game.step(&mut editor) && !game.step(&mut editor));
    let paused = |frame| State {
        paused: true,
        frame,
        because: None,
    };
    assert_eq!(states(&mut editor), [paused(1)]);
    editor.say(&FromEditor::Step(Step { frames: 2 }));
    assert!(game.step(&mut editor) && game.step(&mut editor) && !game.step(&mut editor));
    assert_eq!(states(&mut editor), [paused(3)]);
    editor.say(&FromEditor::Resume(Nothing {}));
    assert!(game.step(&mut editor) && game.step(&mut editor));
    assert_eq!(
        states(&mut editor).last().map(|state| state.paused),
        Some(false)
    );
}

#[test]
fn a_pause_and_breakpoints_end_with_the_editor() {
    let (mut game, _) = game(&quiet());
    let (mut editor, mut other) = (game.attach(), game.attach());
    game.step(&mut editor);
    editor.say(&FromEditor::Pause(Nothing {}));
    assert!(!game.step(&mut editor));
    // It is silent; the other one is not.
    for _ in 0..60 {
        game.now += std::time::Duration::from_millis(100);
        other.side.pass(game.now);
        game.talk(&mut other);
    }
    assert!(game.link.may_run() && game.link.is_attached());
    game.talk(&mut other);
    assert_eq!(
        states(&mut other).last().map(|state| state.paused),
        Some(false)
    );
    other.side.send(&FromEditor::Bye(Nothing {}));
    game.talk(&mut other);
    assert!(!game.link.is_attached());
}

fn breakpoints(list: &str) -> FromEditor {
    let text = format!(
        r#"{{"format":"treewright-breakpoints","version":1,"documents":{{"guard.bt.json":[{list}]}}}}"#
    );
    FromEditor::Breakpoints(Json(text.into()))
}

#[test]
fn a_breakpoint_that_is_there_before_the_first_frame_stops_in_it() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    let stand = game
        .trees
        .get(guards[0])
        .unwrap()
        .program()
        .id(treewright_core::runtime::NodeIndex(4))
        .to_string();
    editor.say(&breakpoints(&format!(r#"{{"node":"{stand}"}}"#)));
    assert!(game.step(&mut editor));
    assert!(!game.step(&mut editor), "paused after the frame");
    let state = states(&mut editor).pop().unwrap();
    assert_eq!((state.paused, state.frame), (true, 1));
    let hit = state.because.unwrap();
    assert_eq!(
        (&*hit.document, hit.breakpoint, hit.agent),
        ("guard.bt.json", 0, guards[0].number())
    );
    assert_eq!((hit.events, hit.node), (6, Some(4)));
    editor.say(&FromEditor::Resume(Nothing {}));
    assert!(
        game.step(&mut editor) && game.step(&mut editor),
        "it starts once"
    );
}

#[test]
fn a_breakpoint_on_a_variable_stops_when_an_editor_or_a_condition_says_so() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    game.step(&mut editor);
    editor.say(&breakpoints(r#"{"expression":"health < 50"}"#));
    assert!(game.step(&mut editor) && game.step(&mut editor));
    editor.order(1, Some(guards[2]), set_health(20.0));
    assert!(game.step(&mut editor) && !game.step(&mut editor));
    let hit = states(&mut editor).pop().unwrap().because.unwrap();
    assert_eq!(
        (hit.agent, hit.events, hit.node),
        (guards[2].number(), 0, None)
    );
    editor.say(&breakpoints(""));
    editor.say(&FromEditor::Resume(Nothing {}));
    assert!(game.step(&mut editor) && game.step(&mut editor));
}

#[test]
fn damaged_breakpoints_are_refused() {
    let (mut game, _) = game(&quiet());
    let mut editor = game.attach();
    editor.say(&breakpoints(r#"{"node":"n1","variable":"health"}"#));
    game.step(&mut editor);
    assert_eq!(answers(&mut editor), ["refused 0 breakpoints"]);
}

#[test]
fn variables_are_set_and_trees_follow() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    game.step(&mut editor);
    editor.order(1, Some(guards[1]), set_health(3.0));
    let int = Verb::Set(vec![("health".into(), Recorded(Value::Int(4)))]);
    editor.order(2, Some(guards[2]), int);
    game.step(&mut editor);
    assert_eq!(answers(&mut editor), ["done 1", "done 2"]);
    assert_eq!(game.world, 2, "both flee in the frame that follows");
    let health = |game: &Game<u32>, guard: AgentId| {
        let tree = game.trees.get(guard).unwrap();
        tree.get::<f64>(game.trees.globals(), "health").unwrap()
    };
    assert_eq!(
        guards
            .iter()
            .map(|guard| health(&game, *guard))
            .collect::<Vec<_>>(),
        [100.0, 3.0, 4.0]
    );
    let nonsense = [
        (
            Some(guards[0]),
            Verb::Set(vec![("mana".into(), Recorded(1.into()))]),
        ),
        (
            Some(guards[0]),
            Verb::Set(vec![("health".into(), Recorded("much".into()))]),
        ),
        (Some(AgentId(99)), set_health(1.0)),
        (None, set_health(1.0)),
        (
            Some(guards[0]),
            Verb::Force(vec![("n99".into(), Status::Success)]),
        ),
    ];
    for (verb, number) in nonsense.into_iter().zip(3..) {
        editor.order(number, verb.0, verb.1);
    }
    let half = vec![
        ("health".into(), Recorded(5.0.into())),
        ("mana".into(), Recorded(5.0.into())),
    ];
    editor.order(9, Some(guards[0]), Verb::Set(half));
    game.step(&mut editor);
    assert_eq!(
        answers(&mut editor),
        [
            "refused 3 undeclared",
            "refused 4 wrong_type",
            "refused 5 no_such_agent",
            "refused 6 no_agent",
            "refused 7 no_such_node",
            "refused 9 undeclared"
        ]
    );
    assert!(
        (health(&game, guards[0]) - 100.0).abs() < f64::EPSILON,
        "all or nothing"
    );
}

#[test]
fn results_are_forced_events_are_sent_and_tasks_interrupted() {
    let mut game = Game::<u32>::new(&quiet());
    let listens = tree::interruptible("stop", tree::wait_for_event("alarm"));
    let listener = Tree::new(
        "Listener",
        tree::parallel([listens, tree::task("Stand").id("stand")]),
    );
    let program = program(&listener);
    let agent = game.trees.add(program, 0).unwrap();
    let mut editor = game.attach();
    editor.watch(&[agent], 0.0);
    game.step(&mut editor);
    let ends = |editor: &mut Editor| {
        let events = frames(editor).into_iter().flat_map(|(_, events)| events);
        events
            .filter(|event| matches!(event, TraceEvent::End(..)))
            .count()
    };
    ends(&mut editor);
    let sent = Sent {
        name: "alarm".into(),
        payload: None,
    };
    editor.order(1, None, Verb::Send(sent));
    game.step(&mut editor);
    assert_eq!(ends(&mut editor), 2, "the wait and what is above it");
    editor.order(
        2,
        Some(agent),
        Verb::Force(vec![("stand".into(), Status::Success)]),
    );
    game.step(&mut editor);
    assert_eq!(
        ends(&mut editor),
        2,
        "the leaf, and the parallel that is done now"
    );
    assert_eq!(
        game.trees.get(agent).unwrap().state(),
        TreeState::Finished(Status::Success)
    );
    game.trees.get_mut(agent).unwrap().0.enable();
    game.step(&mut editor);
    ends(&mut editor);
    let interruption = Interruption {
        key: "stop".into(),
        result: Outcome::Success,
    };
    editor.order(3, Some(agent), Verb::Interrupt(interruption));
    game.step(&mut editor);
    assert_eq!(ends(&mut editor), 2);
}

#[test]
fn in_release_builds_nobody_attaches_unless_the_game_wants_it() {
    let usual = Settings::named("Arena");
    assert!(usual.is_on(true) && !usual.is_on(false));
    assert!(usual.in_release(true).is_on(false));
}

#[test]
fn the_tree_of_very_many_agents_is_replaced_over_several_frames() {
    let (mut game, guards) = game(&quiet());
    let all = tasks();
    game.link
        .compile_with(move |files| Loaded::from_files(files.path(), &all, |path| files.read(path)));
    let program = game.trees.get(guards[0]).unwrap().program().clone();
    for seed in 0..20_000 {
        game.trees.add(program.clone(), seed).unwrap();
    }
    let mut editor = game.attach();
    game.step(&mut editor);
    editor.heard.clear();
    let file = RecordedFile::new("guard.bt.json", guard().to_file().unwrap());
    let files = vec![file];
    editor.order(1, Some(guards[1]), Verb::Swap(Replacing { files }));
    game.step(&mut editor);
    assert!(answers(&mut editor).is_empty(), "some run the old one yet");
    game.step(&mut editor);
    let kept = 20_000 + guards.len();
    assert_eq!(
        answers(&mut editor),
        [format!("swapped 1: {kept} kept, 0 restarted")]
    );
    let mut trees = game.trees.iter();
    assert!(trees.all(|(_, tree)| !Arc::ptr_eq(tree.program(), &program)));
}

#[test]
fn a_tree_is_replaced_while_it_runs_and_back() {
    let (mut game, guards) = game(&quiet());
    let all = tasks();
    game.link
        .compile_with(move |files| Loaded::from_files(files.path(), &all, |path| files.read(path)));
    let mut editor = game.attach();
    editor.watch(&guards[..1], 0.0);
    game.step(&mut editor);
    editor.heard.clear();
    let swap = |path: &str, text: String| {
        Verb::Swap(Replacing {
            files: vec![RecordedFile::new(path, text)],
        })
    };
    let text = guard().to_file().unwrap();
    let braver = text.replace("health < 10", "health < 1");
    assert_ne!(text, braver);
    let run_by = |game: &Game<u32>| game.trees.get(guards[0]).unwrap().program().clone();
    let first = run_by(&game);
    assert!(Arc::ptr_eq(&game.link.current(&first), &first));
    editor.order(1, Some(guards[1]), swap("guard.bt.json", braver));
    game.step(&mut editor);
    let second = run_by(&game);
    assert!(Arc::ptr_eq(&game.link.current(&first), &second));
    let program = editor.heard.iter().find_map(|message| match message {
        FromGame::Keyframe(keyframe) => Some((keyframe.program, keyframe.running.clone())),
        _ => None,
    });
    assert_eq!(
        program,
        Some((1, vec![0, 4])),
        "the watched one goes on in the new program"
    );
    assert_eq!(answers(&mut editor), ["swapped 1: 3 kept, 0 restarted"]);
    editor.order(2, Some(guards[1]), set_health(5.0));
    game.step(&mut editor);
    assert_eq!(game.world, 0, "5 is not below 1");
    editor.order(3, Some(guards[1]), swap("guard.bt.json", text));
    game.step(&mut editor);
    assert_eq!(game.world, 1, "5 is below 10");
    for replaced in [&first, &second] {
        assert!(Arc::ptr_eq(&game.link.current(replaced), &run_by(&game)));
    }
    editor.heard.clear();
    editor.order(4, Some(guards[1]), swap("other.bt.json", "{}".into()));
    editor.order(5, Some(guards[1]), swap("guard.bt.json", "{}".into()));
    editor.order(6, Some(AgentId(99)), swap("guard.bt.json", "{}".into()));
    game.step(&mut editor);
    assert_eq!(
        answers(&mut editor),
        [
            "refused 4 other_document",
            "refused 5 not_compiled",
            "refused 6 no_such_agent"
        ]
    );
}

#[test]
fn a_game_that_panics_while_it_compiles_goes_on() {
    let (mut game, guards) = game(&quiet());
    game.link.compile_with(|_| panic!("no trees today"));
    let mut editor = game.attach();
    game.step(&mut editor);
    let files = vec![RecordedFile::new("guard.bt.json", "{}")];
    for number in 1..3 {
        let files = files.clone();
        editor.order(number, Some(guards[0]), Verb::Swap(Replacing { files }));
        game.step(&mut editor);
        assert_eq!(answers(&mut editor), [format!("refused {number} panicked")]);
    }
}

fn found(editor: &mut Editor) -> Vec<Vec<u64>> {
    editor.take(|message| match message {
        FromGame::Found(found) => Some(found.agents),
        _ => None,
    })
}

#[test]
fn agents_are_found_by_state_expression_and_name() {
    let mut game = Game::<u32>::new(&quiet());
    let program = program(&guard());
    let guards: Vec<_> = (0..1_200)
        .map(|seed| game.trees.add(program.clone(), seed).unwrap())
        .collect();
    game.link.name(guards[700], "Goblin 17", &["team:red"]);
    let flee = program.id(treewright_core::runtime::NodeIndex(3)).clone();
    for guard in [3, 1_100] {
        let (tree, globals) = game.trees.get_mut(guards[guard]).unwrap();
        tree.set(globals, "health", 5.0).unwrap();
    }
    let mut editor = game.attach();
    game.step(&mut editor);
    let mut find = |condition| {
        editor.say(&FromEditor::Find(Find {
            number: 5,
            condition,
        }));
        game.step(&mut editor);
        assert_eq!(found(&mut editor).len(), 0, "some in each frame");
        game.step(&mut editor);
        game.step(&mut editor);
        found(&mut editor).remove(0)
    };
    let hurt = [guards[3].number(), guards[1_100].number()];
    assert_eq!(find(Condition::Running(flee)), hurt);
    assert_eq!(find(Condition::Expression("health < 10".into())), hurt);
    assert_eq!(
        find(Condition::Name("goblin".into())),
        [guards[700].number()]
    );
    assert_eq!(
        find(Condition::Name("team:RED".into())),
        [guards[700].number()]
    );
    assert_eq!(find(Condition::Running("n99".into())), [0_u64; 0]);
    editor.say(&FromEditor::Find(Find {
        number: 6,
        condition: Condition::Expression("mana <".into()),
    }));
    (0..3).for_each(|_| _ = game.step(&mut editor));
    assert_eq!(answers(&mut editor), ["refused 6 expression"]);
}

#[test]
fn a_list_tells_where_all_agents_stand_in_turn() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    editor.say(&FromEditor::List(true));
    (0..4).for_each(|_| _ = game.step(&mut editor));
    let at: Vec<_> = editor.take(|message| match message {
        FromGame::Agents(agents) => Some(agents.at),
        _ => None,
    });
    let mut at: Vec<_> = at
        .into_iter()
        .flatten()
        .map(|(agent, _)| AgentId(agent))
        .collect();
    at.sort_unstable();
    at.dedup();
    assert_eq!(at, guards);
    editor.say(&FromEditor::List(false));
    game.step(&mut editor);
    editor.heard.clear();
    game.step(&mut editor);
    assert_eq!(editor.heard, []);
}

#[test]
fn leaves_are_measured_if_an_editor_asks_for_it() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    editor.watch(&guards[1..], 0.0);
    let profiles = |editor: &mut Editor| {
        editor.take(|message| match message {
            FromGame::Profile(profile) => Some(profile),
            _ => None,
        })
    };
    (0..20).for_each(|_| _ = game.step(&mut editor));
    assert_eq!(profiles(&mut editor), []);
    editor.say(&FromEditor::Profile(Every { every: 2 }));
    (0..11).for_each(|_| _ = game.step(&mut editor));
    let told = profiles(&mut editor);
    assert!(!told.is_empty());
    let nodes: Vec<_> = told.iter().flat_map(|profile| &profile.nodes).collect();
    let calls = |leaf: u32| nodes.iter().filter(move |(node, ..)| *node == leaf);
    assert_eq!(
        calls(4).map(|(_, calls, _)| calls).sum::<u64>(),
        10,
        "two guards that stand, in five frames"
    );
    assert!(calls(4).all(|(.., nanoseconds)| *nanoseconds > 0));
    assert_eq!(calls(3).count(), 0, "nobody flees");
    editor.say(&FromEditor::Profile(Every { every: 0 }));
    (0..20).for_each(|_| _ = game.step(&mut editor));
    assert_eq!(profiles(&mut editor), []);
}

#[test]
fn texts_are_sent_if_the_game_has_them() {
    let (mut game, _) = game(&quiet());
    let program = program(&guard());
    let source = Source::of("brave.bt.json").with_file("brave.bt.json", "text");
    game.link.program(&program, source);
    game.trees.add(program, 9).unwrap();
    let mut editor = game.attach();
    game.step(&mut editor);
    for number in [0, 1, 99] {
        editor.say(&FromEditor::Texts(number));
    }
    game.talk(&mut editor);
    let texts = editor.take(|message| match message {
        FromGame::Texts(texts) => Some((texts.program, texts.files.len())),
        _ => None,
    });
    assert_eq!(texts, [(0, 0), (1, 1), (99, 0)]);
}

#[test]
fn what_cannot_be_handed_over_is_kept_for_the_next_frame() {
    let (mut game, guards) = game(&quiet());
    let mut editor = game.attach();
    editor.watch(&guards[..1], 0.0);
    game.step(&mut editor);
    frames(&mut editor);
    let shared = game.desk.shared();
    shared.with(|_| {
        for _ in 0..10 {
            game.frame(0.1);
        }
    });
    game.step(&mut editor);
    let told: Vec<_> = frames(&mut editor)
        .into_iter()
        .map(|(frame, _)| frame)
        .collect();
    assert_eq!(told, (2..=12).collect::<Vec<_>>());
}

#[test]
fn trees_that_are_ticked_one_by_one_are_seen_as_well() {
    let mut game = Game::<u32>::new(&quiet());
    let program = program(&guard());
    game.link.program(&program, Source::of("guard.bt.json"));
    let mut trees: Vec<_> = (0..3)
        .map(|seed| TreeInstance::new(program.clone(), seed))
        .collect();
    let mut globals = Globals::default();
    let mut editor = game.attach();
    editor.watch(&[AgentId(11)], 0.0);
    let stand = program
        .id(treewright_core::runtime::NodeIndex(4))
        .to_string();
    editor.say(&breakpoints(&format!(r#"{{"node":"{stand}"}}"#)));
    let mut frame = |game: &mut Game<u32>, editor: &mut Editor, count: usize| {
        game.talk(editor);
        let may_run = game.link.may_run();
        if may_run {
            game.link.begin(0.1);
            for (tree, agent) in trees.iter_mut().zip(10..).take(count) {
                game.link
                    .tick_one(AgentId(agent), tree, &mut game.world, &mut globals);
            }
            game.link.end();
        }
        game.talk(editor);
        may_run
    };
    assert!(frame(&mut game, &mut editor, 3) && !frame(&mut game, &mut editor, 3));
    let told = editor.heard.clone();
    assert_eq!(frames(&mut editor).len(), 1);
    editor.heard = told;
    let state = states(&mut editor).pop().unwrap();
    assert_eq!(state.because.map(|hit| hit.agent), Some(10));
    editor.say(&FromEditor::Resume(Nothing {}));
    editor.order(1, Some(AgentId(12)), set_health(2.0));
    editor.order(2, Some(AgentId(99)), set_health(2.0));
    editor.say(&FromEditor::Find(Find {
        number: 5,
        condition: Condition::Expression("health < 10".into()),
    }));
    assert!(frame(&mut game, &mut editor, 3));
    let told = editor.heard.clone();
    assert_eq!(answers(&mut editor), ["done 1", "refused 2 no_such_agent"]);
    editor.heard = told;
    assert_eq!(found(&mut editor), [[12]]);
    assert_eq!(game.world, 1);
    assert!(frame(&mut game, &mut editor, 2));
    let left = editor.take(|message| match message {
        FromGame::Agents(agents) => Some(agents.left),
        _ => None,
    });
    assert_eq!(left.concat(), [12]);
}

#[test]
fn trees_with_a_world_for_each_are_seen_and_changed_as_well() {
    let (mut game, guards) = game(&quiet());
    let all = tasks();
    game.link
        .compile_with(move |files| Loaded::from_files(files.path(), &all, |path| files.read(path)));
    let mut editor = game.attach();
    editor.watch(&guards[2..], 0.0);
    let mut worlds = [0_u32; 3];
    let mut frame = |game: &mut Game<u32>, editor: &mut Editor| {
        game.talk(editor);
        let ran = game.link.tick_each(&mut game.trees, &mut worlds, 0.1);
        game.talk(editor);
        assert_eq!(ran, Ok(3));
        worlds
    };
    frame(&mut game, &mut editor);
    assert_eq!(frames(&mut editor).len(), 1);
    editor.order(1, Some(guards[2]), set_health(5.0));
    assert_eq!(frame(&mut game, &mut editor), [0, 0, 1]);
    let braver = guard()
        .to_file()
        .unwrap()
        .replace("health < 10", "health < 1");
    let files = vec![RecordedFile::new("guard.bt.json", braver)];
    editor.order(2, Some(guards[2]), Verb::Swap(Replacing { files }));
    editor.order(3, Some(guards[0]), set_health(0.5));
    frame(&mut game, &mut editor);
    assert_eq!(frame(&mut game, &mut editor)[..2], [2, 0]);
    let told = answers(&mut editor);
    assert!(
        told.contains(&"swapped 2: 3 kept, 0 restarted".to_owned()),
        "{told:?}"
    );
    let refused = game.link.tick_each(&mut game.trees, &mut [0], 0.1);
    assert_eq!(
        refused.map_err(|count| (count.trees, count.given)),
        Err((3, 1))
    );
}

#[test]
fn a_second_editor_is_told_at_once_what_a_watched_agent_does() {
    let (mut game, guards) = game(&quiet());
    let (mut editor, mut other) = (game.attach(), game.attach());
    editor.watch(&guards[..1], 0.0);
    game.step(&mut editor);
    other.watch(&guards[..1], 0.0);
    game.talk(&mut other);
    game.step(&mut editor);
    game.talk(&mut other);
    assert_eq!(frames(&mut other).len(), 1);
    assert_eq!(frames(&mut editor).len(), 2);
}

/// Counts the events that a tracer of the game receives.
#[derive(Default)]
struct Counter {
    trees: usize,
    updates: usize,
    errors: usize,
}

impl Tracer for Counter {
    fn tree(&mut self, _: AgentId) {
        self.trees += 1;
    }
    fn update(&mut self, _: NodeIndex, _: Status) {
        self.updates += 1;
    }
    fn error(&mut self, _: &NodeError) {
        self.errors += 1;
    }
}

#[test]
fn a_tracer_of_the_game_is_told_of_all_trees_whoever_is_watched() {
    let mut tasks = GameTasks::<u32>::new();
    tasks.action_fn("Stumble", |context| context.fail("a stone"));
    let stumbler = Tree::new("Stumbler", tree::forever(tree::task("Stumble")));
    let program = stumbler.compile(&tasks).unwrap();
    let mut game = Game::<u32>::new(&quiet());
    let add = |_| game.trees.add(program.clone(), 0).unwrap();
    let agents: Vec<_> = (0..3).map(add).collect();
    let mut editor = game.attach();
    for watched in [0, 1, 3] {
        editor.watch(&agents[..watched], 0.0);
        game.talk(&mut editor);
        editor.heard.clear();
        let (mut counter, mut errors) = (Counter::default(), ErrorTracer::default());
        game.link
            .tick_traced(&mut game.trees, &mut game.world, 0.1, &mut counter);
        game.link
            .tick_traced(&mut game.trees, &mut game.world, 0.1, &mut errors);
        game.talk(&mut editor);
        assert_eq!((counter.trees, counter.errors), (3, 3));
        assert_eq!((counter.updates, errors.drain().count()), (3, 3));
        assert_eq!(frames(&mut editor).len(), 2 * watched);
    }
    let (mut one, mut globals) = (TreeInstance::new(program, 0), Globals::default());
    editor.watch(&[AgentId(70)], 0.0);
    game.talk(&mut editor);
    let mut counter = Counter::default();
    for _ in 0..2 {
        game.link.begin(0.1);
        let (tree, world) = (&mut one, &mut game.world);
        game.link
            .tick_one_traced(AgentId(70), tree, world, &mut globals, &mut counter);
        game.link.end();
        game.talk(&mut editor);
    }
    assert_eq!((counter.errors, counter.updates), (2, 2));
    assert_eq!(frames(&mut editor).len(), 2);
}

/// So that it can be a component or a resource of an entity-component system.
#[test]
fn a_link_can_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Link<u32>>();
    is_shared::<Link<std::rc::Rc<()>>>();
}

#[test]
fn a_link_that_is_off_ticks_trees_and_nothing_else() {
    let mut link = Link::<u32>::off();
    let mut trees = TreeManager::new();
    let guard = trees.add(program(&guard()), 0).unwrap();
    link.name(guard, "guard", &[]);
    assert!(link.may_run() && !link.is_attached());
    assert_eq!(link.tick(&mut trees, &mut 0, 0.1), 1);
    assert_eq!(trees.get(guard).unwrap().frame(), 1);
}
