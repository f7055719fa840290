//! What a game refuses: said in the language of the user, with what helps, and gone with the next thing that succeeds.

use super::{guarded, pause};

#[test]
fn a_tree_with_errors_is_refused_and_the_panel_that_lists_them_is_named() {
    let (mut studio, _game) = guarded();
    studio.front_select("n3");
    studio.fill_in("Expression", "helth < 1000");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("did not take the tree"));
    studio.must_say("The Problems panel lists them");
    // What succeeds next shows that it is over.
    pause(&mut studio);
    assert_eq!(studio.notice(), "");
}

#[test]
fn what_our_engine_refuses_is_said_in_the_language_of_the_user() {
    let (mut studio, _game) = guarded();
    studio.speak_chinese();
    studio.show_panel("智能体");
    studio.fill_in("按名称、标签、编号或状态搜索", "helth > 10");
    studio.steps(3);
    studio.click("查找满足此条件的智能体");
    studio.wait_until(|studio| studio.shows_part("helth > 10："));
    let notice = studio.notice();
    assert!(
        notice.contains("没有") && !notice.contains("there is no"),
        "{notice}"
    );
}

#[test]
fn the_values_of_an_agent_that_has_left_cannot_be_changed_and_the_reason_is_said() {
    let (mut studio, game) = guarded();
    game.remove(0);
    studio.wait_until(|studio| studio.shows_part("Left in frame"));
    studio.front_select("n5");
    studio.focus_canvas();
    studio.keys("2");
    studio.must_say("The agent has left the game");
    studio.key(egui::Key::F10);
    studio.steps(2);
    studio.fill_in("Current value of health", "5");
    studio.must_say("The agent has left the game");
}
