//! Games with a live link: attached over a real connection, their agents listed and found, looked at with what they did before, paused, changed,
//! saved and opened again.

pub mod fake_game;
mod listed;
mod parts;
mod refused;

use std::path::Path;
use std::time::Duration;

use fake_game::{CAPTAIN, FakeGame, GUARD, TellsFiles, library};
use treewright_core::value::Value;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{NodeState, RunState, RunView};

use super::studio::Studio;

/// An editor that lets games attach, with one that has come.
fn attached() -> (Studio, FakeGame) {
    attached_to(Studio::started())
}

pub fn attached_to(studio: Studio) -> (Studio, FakeGame) {
    attached_telling(studio, TellsFiles::Yes)
}

/// An editor in which guard.bt.json is open, as it is written here, and to which a game is attached.
fn attached_beside(own: &str, tells: TellsFiles) -> (Studio, FakeGame) {
    let folder = Studio::started();
    let file = folder.write("guard.bt.json", own);
    folder.write("patrol.tasks.json", library());
    attached_telling(folder.started_again(&[file]), tells)
}

/// An editor in which the file of the guards' tree is open, to which a game is attached, whose first guard is shown.
pub fn guarded() -> (Studio, FakeGame) {
    let (mut studio, game) = attached_beside(GUARD, TellsFiles::Yes);
    choose(&mut studio, "guard 0");
    (studio, game)
}

fn attached_telling(studio: Studio, tells: TellsFiles) -> (Studio, FakeGame) {
    attaching(studio, |file| FakeGame::start(file, tells))
}

/// An editor that lets games attach, and one that this starts.
fn attaching(mut studio: Studio, start: impl Fn(&Path) -> FakeGame) -> (Studio, FakeGame) {
    studio.menu("Run > Attach…");
    studio.switch("Let games attach");
    studio.must_say("Games can attach now");
    studio.key(egui::Key::Escape);
    let game = start(&studio.path("link/link.json"));
    studio.wait_until(|studio| studio.notice().contains("Arena (1) is attached"));
    studio.show_panel("Agents");
    studio.wait_until(|studio| !studio.labels_that_begin("guard 2").is_empty());
    (studio, game)
}

/// Chooses an agent in the list, and waits until it is shown.
pub fn choose(studio: &mut Studio, name: &str) {
    let row = studio.labels_that_begin(name).remove(0);
    studio.click(&row);
    studio.wait_until(|studio| frames(studio).1 > 0);
}

pub fn frames(studio: &Studio) -> (u64, u64) {
    studio.front(|front| {
        let run = front.shown_run();
        run.map_or((0, 0), |run| (run.frame(), run.frames().1))
    })
}

fn run_state(studio: &Studio) -> Option<RunState> {
    studio.front(|front| Some(front.shown_run()?.state()))
}

fn pause(studio: &mut Studio) {
    studio.key(egui::Key::F5);
    studio.wait_until(|studio| run_state(studio) == Some(RunState::Paused));
}

/// Returns whether a line of the log begins like this.
fn logs(studio: &Studio, beginning: &str) -> bool {
    let texts = Texts::default();
    studio.front(|front| {
        let lines = front.shown_run().map(RunView::whole_log);
        let mut lines = lines.into_iter().flatten();
        lines.any(|line| texts.message(&line.text).starts_with(beginning))
    })
}

fn health(studio: &Studio) -> Option<Value> {
    studio.front(|front| front.shown_run()?.variable("health").cloned())
}

#[test]
fn nothing_listens_until_it_is_switched_on_and_after_it_is_switched_off() {
    let mut studio = Studio::started();
    assert!(!studio.path("link/link.json").exists());
    studio.menu("Run > Attach…");
    assert!(!studio.is_ticked("Let games attach"));
    studio.switch("Let games attach");
    studio.steps(2);
    assert!(studio.path("link/link.json").exists());
    assert!(studio.shows_part("Waiting for games"));
    studio.switch("Let games attach");
    studio.steps(2);
    assert!(!studio.path("link/link.json").exists());
}

#[test]
fn the_user_of_another_machine_gets_what_is_to_be_typed_there() {
    let mut studio = Studio::started();
    studio.menu("Run > Attach…");
    studio.switch("Let games attach");
    studio.steps(2);
    assert!(!studio.shows_part("TREEWRIGHT_LINK="));
    studio.click("Who may attach");
    studio.click("Also games on other machines, through SSH");
    studio.steps(2);
    let file = std::fs::read_to_string(studio.path("link/link.json")).unwrap();
    let shown = studio
        .labels_that_begin("TREEWRIGHT_LINK=127.0.0.1:")
        .remove(0);
    let (address, token) = shown["TREEWRIGHT_LINK=".len()..].rsplit_once(':').unwrap();
    for part in [address, token] {
        assert!(file.contains(&format!("\"{part}\"")), "{part}: {file}");
    }
    assert!(studio.shows_part("ssh -N -R"));
    assert_eq!(studio.labels_that_begin("Copy “TREEWRIGHT_LINK=").len(), 1);
    studio.click("Who may attach");
    studio.click("Games on this machine");
    studio.steps(2);
    assert!(!studio.shows_part("TREEWRIGHT_LINK="));
}

#[test]
fn an_agent_is_chosen_and_shown_with_what_it_did_before() {
    let (mut studio, game) = attached();
    studio.wait_until(|_| game.frame() > 50);
    choose(&mut studio, "guard 1");
    assert!(studio.outline().starts_with("day\n  danger"));
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    assert_eq!(health(&studio), Some(Value::Float(100.0)));
    let first = studio.front(|front| front.shown_run().unwrap().frames().0);
    assert!(first < 20, "what it did before is told, too: {first}");
    assert_eq!(run_state(&studio), Some(RunState::Running));
    // Back in time, while the game goes on.
    studio.keys("Alt+Home");
    let (shown, last) = frames(&studio);
    assert_eq!(shown, first);
    studio.wait_until(|studio| frames(studio).1 > last);
    assert_eq!(frames(&studio).0, first);
    studio.click("Live");
    studio.wait_until(|studio| frames(studio).0 == frames(studio).1);
    let light = studio.labels_that_begin("Arena (1)").remove(0);
    assert!(light.contains("Attached"), "{light}");
}

#[test]
fn the_game_is_paused_stepped_changed_and_goes_on() {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 0");
    pause(&mut studio);
    let frame = game.frame();
    std::thread::sleep(Duration::from_millis(60));
    assert_eq!(game.frame(), frame, "it stands still");
    studio.key(egui::Key::F10);
    studio.wait_until(|_| game.frame() == frame + 1);
    studio.fill_in("Current value of health", "5");
    let waits = "“health” becomes 5.0 in its next frame";
    studio.must_say(waits);
    studio.wait_until(|studio| health(studio) == Some(Value::Float(100.0)));
    studio.key(egui::Key::F5);
    studio.wait_until(|studio| !studio.notice().contains(waits));
    studio.wait_until(|studio| logs(studio, "“health” = 5.0 set from outside"));
    studio.wait_until(|studio| studio.state("flee") == NodeState::Running);
    assert_eq!(health(&studio), Some(Value::Float(5.0)));
    assert!(game.frame() > frame + 1);
    studio.wait_until(|studio| logs(studio, "“hurt?” became true: “danger” (Both) aborted"));
    // Leaving it ends pauses, and what was told stays.
    studio.key(egui::Key::F5);
    studio.wait_until(|studio| run_state(studio) == Some(RunState::Paused));
    studio.keys("Shift+F5");
    let frame = game.frame();
    studio.wait_until(|_| game.frame() > frame);
    assert_eq!(studio.state("flee"), NodeState::Running);
}

#[test]
fn a_breakpoint_pauses_the_game_and_shows_where() {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 2");
    studio.front_select("n4");
    studio.keys("F9");
    pause(&mut studio);
    studio.fill_in("Current value of health", "5");
    let before = game.frame();
    studio.key(egui::Key::F5);
    studio.wait_until(|studio| {
        let stopped = studio.front(|front| front.shown_run()?.stop()?.node.clone());
        game.frame() > before && stopped == Some("n4".into())
    });
    let frame = game.frame();
    assert_eq!(frames(&studio), (frame, frame));
    studio.must_show_part(&["The game has paused at “flee” of guard 2"]);
    std::thread::sleep(Duration::from_millis(40));
    assert_eq!(game.frame(), frame);
    studio.show_panel("Breakpoints");
    studio.must_show_part(&["1 hit"]);
    studio.front_select("n4");
    studio.focus_canvas();
    studio.keys("1");
    studio.must_say("“flee” is forced to return Success next frame");
    studio.keys("F9 F5");
    studio.wait_until(|_| game.frame() > frame);
}

fn shown_agent(studio: &Studio) -> Option<u64> {
    studio.front(|front| Some(front.shown_run()?.agent()))
}

/// Shows an agent of a paused game, of which another one hits a breakpoint in the next frame. Returns the game and the number of its frame.
fn before_another_hits_a_breakpoint() -> (Studio, FakeGame, u64) {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 2");
    studio.front_select("n4");
    studio.keys("F9");
    pause(&mut studio);
    studio.fill_in("Current value of health", "5");
    studio.show_panel("Agents");
    choose(&mut studio, "guard 0");
    studio.wait_until(|studio| shown_agent(studio) == Some(0));
    // It is paused, and shown as it is.
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    let frame = game.frame();
    (studio, game, frame)
}

#[test]
fn a_breakpoint_leads_to_another_agent_that_hits_it_and_shows_what_it_does() {
    let (mut studio, game, before) = before_another_hits_a_breakpoint();
    studio.key(egui::Key::F5);
    studio.wait_until(|studio| game.frame() > before && shown_agent(studio) == Some(2));
    studio.wait_until(|studio| studio.state("flee") == NodeState::Running);
    assert_eq!(frames(&studio).0, game.frame());
}

#[test]
fn a_step_stays_with_its_agent_though_another_one_hits_a_breakpoint() {
    let (mut studio, game, before) = before_another_hits_a_breakpoint();
    studio.key(egui::Key::F10);
    studio.wait_until(|studio| {
        game.frame() == before + 1
            && studio.shows_part("The game has paused at a breakpoint of guard 2")
    });
    assert_eq!(shown_agent(&studio), Some(0));
    assert_eq!(studio.state("stand"), NodeState::Running);
}

#[test]
fn a_forced_result_is_in_the_log_and_in_reasons() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 1");
    pause(&mut studio);
    studio.front_select("n5");
    studio.keys("2");
    let waits = "“stand” is forced to return Failure next frame";
    studio.must_say(waits);
    studio.key(egui::Key::F10);
    studio.wait_until(|studio| logs(studio, "The result of “stand” set to Failure"));
    studio.wait_until(|studio| !studio.notice().contains(waits));
    studio.front_select("n5");
    studio.key(egui::Key::Y);
    studio.must_show_part(&["was set from outside"]);
}

#[test]
fn an_edited_tree_is_sent_while_an_agent_is_shown_that_has_left() {
    let folder = Studio::started();
    let file = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let (mut studio, game) = attached_to(folder.started_again(&[file]));
    choose(&mut studio, "guard 1");
    game.remove(1);
    studio.wait_until(|studio| {
        studio.front(|front| front.shown_run().and_then(RunView::left).is_some())
    });
    studio.front_select("n3");
    studio.fill_in("Expression", "health < 1000");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("2 agents kept, 0 restarted"));
    studio.wait_until(|studio| !studio.shows_part("runs another version of this tree"));
}

#[test]
fn agents_are_found_by_name_and_state_and_one_that_left_can_still_be_asked_about() {
    let (mut studio, game) = attached();
    studio.fill_in("Search by name, tag, number or state", "guard 1");
    studio.steps(2);
    assert!(studio.labels_that_begin("guard 2").is_empty());
    studio.fill_in("Search by name, tag, number or state", "health > 1000");
    studio.steps(3);
    studio.click("Find agents for which this condition is true");
    studio.wait_until(|studio| studio.shows_part(": health > 1000"));
    studio.click("Show all agents");
    studio.click("Clear search");
    studio.wait_until(|_| game.frame() > 30);
    game.remove(1);
    studio.wait_until(|studio| {
        let rows = studio.labels_that_begin("guard 1");
        rows.iter().any(|row| row.contains("left in frame"))
    });
    choose(&mut studio, "guard 1");
    studio.wait_until(|studio| studio.state("stand") != NodeState::Idle);
}

#[test]
fn the_edited_tree_is_swapped_in_and_runs_on() {
    let folder = Studio::started();
    let file = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let (mut studio, _game) = attached_to(folder.started_again(&[file]));
    choose(&mut studio, "guard 0");
    studio.front(|front| assert!(front.path().is_some(), "the open file is the same tree"));
    assert!(!studio.is_dirty());
    studio.front_select("n3");
    studio.fill_in("Expression", "health < 1000");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("3 agents kept, 0 restarted"));
    studio.wait_until(|studio| studio.state("flee") == NodeState::Running);
    // What a scenario lacks, as it begins there, is told once it is written, and stays in the log.
    let scenario = studio.path("guard.seen.scenario.json");
    studio.menu_to("Run > Agents > Save as scenario…", &scenario);
    studio.must_say("guard.seen.scenario.json. Not carried over: what happened until frame ");
    studio.show_panel("Log");
    studio.must_show_part(&["Not carried over: what happened until frame "]);
    studio.show_panel("Timeline");
    // Frames before it are said to have run the other version.
    let earlier = "ran the tree as it was before it was replaced in frame ";
    assert!(!studio.shows_part(earlier));
    studio.keys("Alt+Home");
    studio.wait_until(|studio| studio.shows_part(earlier));
    studio.show_panel("Log");
    studio.must_show_part(&["runs the edited tree from now on"]);
    studio.click("Live");
    studio.wait_until(|studio| !studio.shows_part(earlier));
    // What is undone is swapped back.
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    studio.keys("Ctrl+Shift+Z");
    studio.wait_until(|studio| studio.state("flee") == NodeState::Running);
    // A paused game takes it with its next frame.
    pause(&mut studio);
    studio.fill_in("Expression", "health < 2000");
    studio.menu("Run > Agents > Replace tree in game");
    studio.must_say("is paused: it runs the edited tree from its next frame on");
    studio.key(egui::Key::F10);
    studio.wait_until(|studio| studio.notice().contains("3 agents kept, 0 restarted"));
}

#[test]
fn what_was_seen_is_saved_opened_again_and_becomes_a_scenario() {
    let folder = Studio::started();
    let file = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let (mut studio, game) = attached_to(folder.started_again(&[file]));
    choose(&mut studio, "guard 0");
    studio.wait_until(|_| game.frame() > 40);
    studio.menu_to(
        "Run > Agents > Save what agents did…",
        &folder.path("x.live.jsonl"),
    );
    let text = studio.read("x.live.jsonl");
    assert!(text.starts_with(r#"{"format":"treewright-live","version":1,"app":"Arena""#));
    let scenario = folder.path("guard.seen.scenario.json");
    studio.menu_to("Run > Agents > Save as scenario…", &scenario);
    let text = studio.read("guard.seen.scenario.json");
    assert!(text.contains("\"tree\": \"guard.bt.json\"") && text.contains("\"running\""));
    drop(game);
    let mut again = Studio::started();
    again.open(&folder.path("x.live.jsonl"));
    again.wait_until(|studio| frames(studio).1 > 20);
    assert_eq!(again.state("stand"), NodeState::Running);
    assert!(again.shows("Recorded run"));
    again.must_say("Opened x.live.jsonl");
    // All that a file lacks is said.
    let cut = again.write(
        "cut.live.jsonl",
        r#"{"format":"treewright-live","version":1,"app":"Arena"}
{"agents":"#,
    );
    again.open(&cut);
    again.must_say("what came after is missing. The file tells nothing that an agent did");
}

#[test]
fn the_leaves_of_a_game_are_measured_while_the_canvas_shows_it() {
    let (mut studio, _game) = attached();
    studio.keys("Alt+H");
    studio.must_say("attach to a game and choose an agent first");
    choose(&mut studio, "guard 0");
    studio.front_select("n5");
    studio.menu("Run > On the canvas > Heat map of leaf times");
    studio.wait_until(|studio| studio.shows_part("100% of leaf time"));
    studio.must_show_part(&["calls a second (sampled)", "up to 100%"]);
    let card = studio.labels_that_begin("stand (Stand), ").remove(0);
    assert!(card.contains("of leaf time"), "{card}");
    let parent = studio.labels_that_begin("day (Selector), ").remove(0);
    assert!(parent.contains("The branch takes 100%"), "{parent}");
    studio.focus_canvas();
    studio.keys("Alt+H");
    studio.steps(2);
    assert!(!studio.shows_part("of leaf time"));
}

#[test]
fn a_tree_that_came_over_the_wire_is_read_only_until_it_is_saved() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 0");
    let before = studio.outline();
    studio.must_show_part(&["This tree is that of Arena (1) and cannot be edited here"]);
    studio.must_show_part(&[", read-only"]);
    studio.front_select("n5");
    studio.focus_canvas();
    for edit in ["Delete", "F2", "A", "Ctrl+D"] {
        studio.keys(edit);
        studio.must_say("This is the tree of another program: save it with Save as to edit it");
    }
    studio.fill_in("Name", "other");
    assert_eq!(studio.outline(), before);
    assert!(!studio.is_dirty());
    studio.save_as(&studio.path("mine.bt.json"));
    studio.focus_canvas();
    studio.keys("Delete");
    assert_ne!(studio.outline(), before);
    assert!(!studio.shows_part("cannot be edited here"));
}

#[test]
fn the_own_file_of_a_tree_opens_if_it_is_beside_an_open_one() {
    let folder = Studio::started();
    let open = folder.write("other.bt.json", GUARD.replace("\"Stand\"", "\"Idle\""));
    let own = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let (mut studio, _game) = attached_to(folder.started_again(&[open]));
    choose(&mut studio, "guard 0");
    studio.front(|front| assert_eq!(front.path(), Some(&*own)));
    assert!(!studio.shows_part("cannot be edited here"));
    assert_eq!(studio.state("stand"), NodeState::Running);
}

#[test]
fn a_tree_that_differs_is_shown_or_replaced_as_the_user_decides() {
    let own = GUARD.replace(r#""children": ["n3", "n4"]"#, r#""children": ["n3", "n6"]"#);
    let own = own.replace(
        r#"{"id": "n4", "task": "Flee", "name": "flee"}"#,
        r#"{"id": "n6", "task": "Stand", "name": "hide"}"#,
    );
    let (mut studio, _game) = attached_beside(&own, TellsFiles::Yes);
    let row = studio.labels_that_begin("guard 0").remove(0);
    studio.click(&row);
    studio.wait_until(|studio| studio.shows_part("Arena (1) runs another version of this tree"));
    studio.must_show_part(&["“hide” (only here)", "“flee” (only there)"]);
    assert!(!studio.has_run());
    studio.click("Show theirs");
    studio.wait_until(|studio| frames(studio).1 > 0);
    assert!(studio.outline().contains("flee"));
    studio.must_show_part(&[", read-only", "Compare with own"]);
    studio.click("Send own");
    studio.wait_until(|studio| studio.notice().contains("3 agents kept, 0 restarted"));
    studio.wait_until(|studio| studio.front(|front| front.path().is_some()));
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    assert!(studio.outline().contains("hide"));
    assert!(!studio.shows_part("another version"));
    // What differs from then on is said at once.
    studio.front_select("n3");
    studio.fill_in("Expression", "health < 1000");
    studio.must_show_part(&["“hurt?” (changed)"]);
    studio.click("Send own");
    studio.wait_until(|studio| studio.state("hide") == NodeState::Running);
    studio.wait_until(|studio| !studio.shows_part("another version"));
}

#[test]
fn a_tab_whose_tree_was_replaced_says_so_and_pauses_the_game() {
    let own = GUARD.replace("health < 10", "health < 20");
    let own = own.replace(r#""children": ["n2", "n5"]"#, r#""children": ["n5", "n2"]"#);
    let (mut studio, game) = attached_beside(&own, TellsFiles::Yes);
    let row = studio.labels_that_begin("guard 0").remove(0);
    studio.click(&row);
    studio.wait_until(|studio| studio.shows_part("another version of this tree"));
    studio.click("Show theirs");
    studio.wait_until(|studio| frames(studio).1 > 0);
    studio.must_show(&["Live"]);
    studio.click("Send own");
    studio.wait_until(|studio| studio.front(|front| front.path().is_some()));
    studio.wait_until(|studio| frames(studio).1 > 0);
    studio.show_panel("Agents");
    choose(&mut studio, "guard 1");
    pause(&mut studio);
    // Back in the tab of the tree that the game ran before.
    studio.keys("Ctrl+Tab");
    studio.steps(2);
    studio.front(|front| assert!(front.path().is_none()));
    assert_ne!(run_state(&studio), Some(RunState::Running));
    studio.must_show(&["Replaced", "guard 0"]);
    assert!(!studio.shows("Live"));
    assert!(frames(&studio).1 > 0, "what it did stays");
    let frame = game.frame();
    studio.key(egui::Key::F5);
    studio.wait_until(|_| game.frame() > frame + 2);
    studio.key(egui::Key::F5);
    stands_still(&mut studio, &game);
}

/// Waits until the game does not go on.
fn stands_still(studio: &mut Studio, game: &FakeGame) {
    studio.wait_until(|_| {
        let frame = game.frame();
        std::thread::sleep(Duration::from_millis(60));
        game.frame() == frame
    });
}

#[test]
fn the_game_is_paused_also_while_an_agent_is_shown_that_has_left() {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 1");
    game.remove(1);
    studio.wait_until(|studio| studio.shows_part("Left in frame"));
    studio.click("Pause");
    stands_still(&mut studio, &game);
    let frame = game.frame();
    studio.wait_until(|studio| studio.shows("Run"));
    studio.focus_canvas();
    studio.key(egui::Key::F5);
    studio.wait_until(|_| game.frame() > frame);
}

#[test]
fn the_menu_says_what_its_entry_does_while_the_game_runs() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 1");
    studio.menu("Run > Pause");
    studio.wait_until(|studio| run_state(studio) == Some(RunState::Paused));
}

#[test]
fn undoing_an_edit_that_the_game_refused_sends_nothing() {
    let folder = Studio::started();
    let file = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let (mut studio, game) = attached_to(folder.started_again(&[file]));
    choose(&mut studio, "guard 0");
    studio.front_select("n3");
    studio.fill_in("Expression", "health <");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("did not take the tree"));
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    let frame = game.frame();
    studio.wait_until(|_| game.frame() > frame + 30);
    studio.steps(3);
    assert!(!logs(&studio, "Arena (1) runs the edited tree from now on"));
}

#[test]
fn a_use_in_the_tree_of_another_agent_does_not_show_what_a_guard_does() {
    let folder = Studio::started();
    let open = ["guard.bt.json", "captain.bt.json"].map(|name| {
        let text = if name == "guard.bt.json" {
            GUARD
        } else {
            CAPTAIN
        };
        folder.write(name, text)
    });
    folder.write("patrol.tasks.json", library());
    let (mut studio, _game) = attaching(folder.started_again(&open), FakeGame::start_with_captain);
    choose(&mut studio, "guard 2");
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    studio.show_panel("Agents");
    choose(&mut studio, "captain");
    studio.wait_until(|studio| studio.state("fight") == NodeState::Running);
    studio.front_select("n2");
    studio.focus_canvas();
    studio.keys("Alt+F12");
    studio.steps(2);
    studio.must_show_part(&["as “fight” of captain", "is shown only there"]);
    studio.must_show_part(&["Not running"]);
    let card = studio.labels_that_begin("stand (Stand)").remove(0);
    assert!(!card.contains("running"), "{card}");
    studio.click("Show guard 2 here");
    studio.steps(2);
    assert!(!studio.shows_part("is shown only there"));
    let card = studio.labels_that_begin("stand (Stand)").remove(0);
    assert!(card.contains("running"), "{card}");
}

#[test]
fn the_own_file_stands_for_one_that_the_game_does_not_tell() {
    let (mut studio, _game) = attached_telling(Studio::started(), TellsFiles::No);
    let row = studio.labels_that_begin("guard 0").remove(0);
    studio.click(&row);
    studio.wait_until(|studio| studio.notice().contains("Open guard.bt.json here"));
    studio.write("patrol.tasks.json", library());
    let file = studio.write("guard.bt.json", GUARD);
    studio.open(&file);
    studio.show_panel("Agents");
    choose(&mut studio, "guard 0");
    studio.front(|front| assert!(front.path().is_some(), "it is the file itself"));
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
}

#[test]
fn an_own_file_that_is_another_tree_can_be_sent() {
    let own = GUARD.replace(r#""children": ["n2", "n5"]"#, r#""children": ["n5", "n2"]"#);
    let (mut studio, _game) = attached_beside(&own, TellsFiles::No);
    let row = studio.labels_that_begin("guard 0").remove(0);
    studio.click(&row);
    studio.wait_until(|studio| studio.shows_part("does not tell its files"));
    studio.click("Send own");
    studio.wait_until(|studio| studio.notice().contains("agents kept"));
    studio.wait_until(|studio| frames(studio).1 > 0);
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
}

#[test]
fn agents_are_sorted_and_what_is_known_of_each_is_said() {
    let (mut studio, game) = attached();
    studio.wait_until(|_| game.frame() > 60);
    choose(&mut studio, "guard 1");
    studio.show_panel("Agents");
    studio.wait_until(|studio| {
        let rows = studio.labels_that_begin("guard 1, team:red, guard, stand, ");
        rows.iter().any(|row| row.ends_with(" s"))
    });
    assert!(studio.shows_part(" s known"));
    let first = |studio: &Studio| studio.labels_that_begin("guard ").remove(0);
    assert!(first(&studio).starts_with("guard 0"));
    studio.click("Agent, ascending");
    studio.steps(2);
    assert!(first(&studio).starts_with("guard 2"));
    studio.click("Sort by Known");
    studio.click("Known, ascending");
    studio.steps(2);
    assert!(first(&studio).starts_with("guard 1"));
}

#[test]
fn the_timeline_leads_back_to_the_newest_frame() {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 0");
    studio.wait_until(|_| game.frame() > 30);
    studio.keys("Alt+Home");
    studio.wait_until(|studio| frames(studio).1 - frames(studio).0 > 20);
    studio.show_panel("Timeline");
    let button = studio.labels_that_begin("Live: ").remove(0);
    assert!(
        button.contains("frames, ") && button.contains(" s behind"),
        "{button}"
    );
    studio.click(&button);
    studio.wait_until(|studio| frames(studio).0 == frames(studio).1);
    studio.must_show(&["Live: the newest frame is shown"]);
}

#[test]
fn what_is_watched_is_listed_running_and_paused() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 0");
    studio.show_panel("Observers");
    let watched = "Aborts “stand” when it becomes true";
    studio.wait_until(|studio| studio.shows_part(watched));
    studio.must_show_part(&["in “day”", "last: false"]);
    pause(&mut studio);
    studio.must_show_part(&[watched]);
    studio.fill_in("Current value of health", "5");
    studio.key(egui::Key::F5);
    let flees = "Aborts “flee” when it becomes false";
    studio.wait_until(|studio| studio.shows_part(flees));
    studio.must_show_part(&["in “danger”", "last: true"]);
}

#[test]
fn the_next_agent_is_shown_and_what_a_game_cannot_do_is_refused() {
    let (mut studio, game) = attached();
    choose(&mut studio, "guard 1");
    let shown = |studio: &Studio| studio.front(|front| front.shown_run().unwrap().agent());
    assert_eq!(shown(&studio), 1);
    studio.focus_canvas();
    studio.keys("F7");
    studio.wait_until(|studio| shown(studio) == 2);
    studio.keys("F7");
    studio.wait_until(|studio| shown(studio) == 0);
    for key in ["Ctrl+Shift+F5", "Ctrl+F11", "Shift+F4"] {
        studio.keys(key);
        studio.must_say("Save it as a scenario instead");
    }
    game.remove(0);
    studio.wait_until(|studio| studio.shows_part("Left in frame"));
    assert_eq!(run_state(&studio), Some(RunState::Paused));
}
