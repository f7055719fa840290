//! Trees of a game of which another tree is a part: replaced with it, or said to differ.

use treewright_session::workspace::run_view::NodeState;

use super::fake_game::CAPTAIN;
use super::{FakeGame, GUARD, Studio, choose, library};

/// An editor with the files of both trees, to which a game with three guards and a captain is attached. The tree of the guards is in front.
fn with_captain() -> (Studio, FakeGame) {
    let folder = Studio::started();
    let captain = folder.write("captain.bt.json", CAPTAIN);
    let guard = folder.write("guard.bt.json", GUARD);
    folder.write("patrol.tasks.json", library());
    let mut studio = folder.started_again(&[captain, guard]);
    studio.menu("Run > Attach…");
    studio.switch("Let games attach");
    studio.key(egui::Key::Escape);
    let game = FakeGame::start_with_captain(&studio.path("link/link.json"));
    studio.wait_until(|studio| studio.notice().contains("Arena (1) is attached"));
    studio.show_panel("Agents");
    studio.wait_until(|studio| !studio.labels_that_begin("captain, ").is_empty());
    (studio, game)
}

#[test]
fn a_tree_is_replaced_in_those_of_which_it_is_a_part() {
    let (mut studio, _game) = with_captain();
    choose(&mut studio, "captain, ");
    studio.wait_until(|studio| studio.state("fight") == NodeState::Running);
    studio.show_panel("Agents");
    choose(&mut studio, "guard 0");
    studio.front_select("n3");
    studio.fill_in("Expression", "health < 1000");
    let differs = "runs another version of this tree";
    studio.wait_until(|studio| studio.shows_part(differs));
    // So do the trees of which it is a part.
    studio.show_panel("Agents");
    choose(&mut studio, "captain, ");
    studio.wait_until(|studio| studio.shows_part("a file that it refers to"));
    studio.show_panel("Agents");
    choose(&mut studio, "guard 0");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("4 agents kept, 0 restarted"));
    studio.must_say("Also replaced, since they use it: captain.bt.json");
    studio.wait_until(|studio| !studio.shows_part(differs));
    studio.show_panel("Agents");
    choose(&mut studio, "captain, ");
    studio.wait_until(|studio| !studio.shows_part(differs));
    studio.show_panel("Agents");
    studio.wait_until(|studio| {
        let rows = studio.labels_that_begin("captain, ");
        rows.iter().any(|row| row.contains("flee"))
    });
}
