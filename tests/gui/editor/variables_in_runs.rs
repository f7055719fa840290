//! Variables of a run: marked when they changed, with their history, and plotted over time.

use egui_kittest::kittest::NodeT as _;
use treewright_core::value::Value;
use treewright_session::workspace::run_view::RunView as _;

use super::files::Dropped;
use super::seeing::guard_after;
use super::studio::Studio;

#[test]
fn a_changed_variable_is_marked_until_the_next_frame() {
    let mut studio = guard_after(3);
    let changed = "sees_enemy just changed. Recent values";
    assert!(!studio.shows(changed));
    studio.click("Current value of sees_enemy");
    assert!(studio.shows(changed), "it was set for the next frame");
    studio.keys("F10");
    assert!(studio.shows(changed), "it changed in this frame");
    studio.keys("F10");
    assert!(!studio.shows(changed));
    assert!(studio.shows("Recent values of sees_enemy"));
}

#[test]
fn the_history_of_a_variable_leads_to_its_frames() {
    let mut studio = guard_after(3);
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 F10");
    studio.click("Recent values of sees_enemy");
    assert!(studio.shows("Frame 0: false (initial value)"));
    studio.click("Frame 4: true (by you)");
    assert_eq!(studio.frame_shown(), 4);
}

#[test]
fn numbers_are_plotted_over_time_and_lead_to_their_frames() {
    let mut studio = guard_after(10);
    assert!(!studio.shows("Plot of enemy_distance"));
    studio.click("Plot enemy_distance over time");
    studio.click("Plot of enemy_distance");
    let shown = studio.frame_shown();
    assert!((3..=7).contains(&shown), "{shown}");
    studio.click("Plot enemy_distance over time");
    assert!(studio.shows_part("Choose variables to plot"));
}

#[test]
fn a_plot_follows_a_renamed_variable() {
    let mut studio = guard_after(4);
    studio.click("Plot enemy_distance over time");
    assert!(studio.shows("Plot of enemy_distance"));
    studio.fill("Name of variable enemy_distance", "distance");
    studio.steps(4);
    assert!(studio.shows("Plot of distance"));
    studio.keys("Ctrl+Z");
    studio.steps(4);
    assert!(studio.shows("Plot of enemy_distance"));
}

/// The example whose tree Visit is run twice, each time with its own place.
fn post_robot() -> Studio {
    let text = include_str!("../../../assets/examples/post-robot.bt.json");
    let made = Studio::empty();
    let path = made.write("post-robot.bt.json", text);
    let mut studio = made.started_again(&[path]);
    studio.keys("F");
    studio
}

fn text_of(studio: &Studio, field: &str) -> String {
    let node = studio.get(field);
    node.accesskit_node().value().unwrap_or_default()
}

#[test]
fn a_subtree_shows_the_values_of_the_use_that_runs_is_selected_or_chosen() {
    let mut studio = post_robot();
    assert_eq!(text_of(&studio, "Initial value of place"), "nowhere");
    studio.keys("F10");
    let place = "Current value of place";
    assert_eq!(text_of(&studio, place), "the depot");
    while !studio.state("Bring").is_running() {
        studio.keys("F10");
    }
    assert_eq!(text_of(&studio, place), "12 Hill Road");
    studio.front_select("n3");
    assert_eq!(text_of(&studio, place), "the depot", "Fetch is selected");
    studio.front_select("n9");
    assert_eq!(
        text_of(&studio, place),
        "12 Hill Road",
        "Drive runs in Bring"
    );
    studio.front_select("n1");
    assert_eq!(
        text_of(&studio, place),
        "nowhere",
        "the root is in the main tree"
    );
    studio.front_select("n9");
    let shown = "Subtree whose values are shown";
    studio.click(shown);
    studio.click("Fetch");
    assert_eq!(text_of(&studio, place), "the depot", "Fetch is chosen");
    studio.click(shown);
    studio.click("Follow selection and run");
    assert_eq!(text_of(&studio, place), "12 Hill Road");
    studio.fill(place, "7 Sea Lane");
    assert_eq!(
        text_of(&studio, "Current value of address"),
        "7 Sea Lane",
        "bound to address"
    );
}

#[test]
fn an_event_is_sent_from_the_window_and_kept_by_the_run() {
    let made = Studio::empty();
    let path = made.write(
        "squad.bt.json",
        r#"{"format": "treewright", "version": 1, "name": "Squad", "root": "n1",
        "variables": [{"name": "contact", "type": "vec2", "initial": [0, 0]}],
        "nodes": [
            {"id": "n1", "task": "Sequence", "name": "Squad", "children": ["n2", "n3", "n4"]},
            {"id": "n2", "task": "WaitForEvent", "name": "Orders", "parameters": {"name": "deploy"}},
            {"id": "n3", "task": "WaitForEvent", "name": "Contact", "parameters": {"name": "contact", "payload": {"var": "contact"}}},
            {"id": "n4", "task": "Idle", "name": "Fight"}
        ]}"#,
    );
    let mut studio = made.started_again(&[path]);
    studio.keys("F");
    assert!(studio.get("Send deploy").accesskit_node().is_disabled());
    studio.keys("F10 F10");
    studio.click("Send deploy");
    studio.must_say_just("Sent deploy. The next frame receives it.");
    studio.keys("F10");
    assert!(studio.state("Contact").is_running());
    studio.fill("Payload of contact y", "4.5");
    studio.click("Send contact");
    studio.keys("F10");
    assert!(studio.state("Fight").is_running());
    let contact = studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        run.variable("contact").cloned()
    });
    assert_eq!(contact, Some(Value::Vec2([0.0, 4.5])));
    studio.show_panel("Log");
    assert!(studio.shows_part("Event “deploy” received."));
    assert!(studio.shows_part("Event “contact” received with"));
    // Going back and on again repeats it.
    studio.keys("Shift+F10 Shift+F10");
    assert!(studio.state("Orders").is_running());
    studio.keys("F10 F10");
    assert!(studio.state("Fight").is_running());
    // Any other event, with a payload of a chosen type.
    studio.fill("Other event", "retreat");
    studio.click("Send retreat");
    studio.keys("F10");
    let sent = studio.front(|front| front.run.as_ref().unwrap().sent_events().to_vec());
    let names: Vec<_> = sent.iter().map(|sent| (sent.frame, &*sent.name)).collect();
    assert_eq!(names, [(3, "deploy"), (4, "contact"), (5, "retreat")]);
}

#[test]
fn the_list_of_values_closes_with_its_document() {
    let mut studio = guard_after(3);
    studio.click("Recent values of sees_enemy");
    assert!(studio.shows("Frame 0: false (initial value)"));
    // Another document comes to the front while the list is open.
    let other = include_str!("../../../assets/examples/post-robot.bt.json");
    let dropped = Dropped(studio.write("post-robot.bt.json", other));
    let files = &mut studio.harness.input_mut().dropped_files;
    files.push(std::sync::Arc::new(dropped));
    studio.wait_until(|studio| studio.count() == 2);
    studio.keys("F10 F10");
    assert!(studio.shows("Recent values of way_free"));
    assert!(!studio.shows_part("(initial value)"), "no list is open");
}

/// A document with these variables.
fn with_variables(names: impl Iterator<Item = String>) -> Studio {
    let variables =
        names.map(|name| format!(r#"{{"name": "{name}", "type": "int", "initial": 0}}"#));
    let variables: Vec<_> = variables.collect();
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "root": "a", "variables": [{}], "nodes": [{{"id": "a", "task": "Idle"}}]}}"#,
        variables.join(", ")
    );
    let made = Studio::empty();
    let path = made.write("variables.bt.json", text);
    made.started_again(&[path])
}

#[test]
fn a_variable_takes_one_line_and_only_visible_lines_are_drawn() {
    let mut studio = with_variables((0..300).map(|n| format!("v{n}")));
    let top = |studio: &Studio, name: &str| studio.get(name).rect().center().y;
    let first = top(&studio, "Name of variable v0");
    let value = top(&studio, "Initial value of v0");
    assert!((first - value).abs() < 2.0, "name and value in one line");
    let second = top(&studio, "Name of variable v1");
    assert!(second - first <= 25.0, "{first} {second}");
    let drawn = studio.labels_that_begin("Name of variable v").len();
    assert!((5..60).contains(&drawn), "{drawn}");
    studio.keys("F10");
    let moved = top(&studio, "Name of variable v1") - second;
    let bar = top(&studio, "Name of variable v0") - first;
    assert!(
        (moved - bar).abs() < 0.1,
        "a run does not change the distance of lines: {moved} and {bar}"
    );
    studio.search("Filter variables", "v29");
    let found = studio.labels_that_begin("Name of variable v");
    assert!((5..=11).contains(&found.len()), "{found:?}");
    assert!(found.iter().all(|name| name.contains("v29")), "{found:?}");
}

#[test]
fn variables_are_grouped_by_prefix_and_sorted_by_their_changes() {
    let names = ["alone", "enemy.x", "enemy.y", "zeal"].map(str::to_owned);
    let mut studio = with_variables(names.into_iter());
    let listed = |studio: &Studio| studio.labels_that_begin("Name of variable ");
    let plain = |names: &[&str]| {
        names
            .iter()
            .map(|n| format!("Name of variable {n}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        listed(&studio),
        plain(&["alone", "zeal", "enemy.x", "enemy.y"])
    );
    studio.click("enemy.: 2, expanded");
    assert_eq!(listed(&studio), plain(&["alone", "zeal"]));
    studio.click("enemy.: 2, collapsed");
    studio.keys("F10");
    studio.click("Changed first (during a run)");
    studio.fill("Current value of enemy.y", "4");
    studio.keys("F10");
    let away = egui::Event::PointerMoved(egui::pos2(600.0, 300.0));
    studio.harness.event(away);
    studio.steps(3);
    assert_eq!(
        listed(&studio),
        plain(&["enemy.y", "alone", "enemy.x", "zeal"])
    );
}

#[test]
fn events_lie_below_the_variables_even_in_a_low_panel() {
    let mut studio = guard_after(1);
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(4);
    let heading = studio.get("Events: 0, collapsed").rect();
    assert_eq!(studio.texts_in(heading), ["Events", "0"]);
}

#[test]
fn the_blackboard_says_whether_its_values_are_of_the_past() {
    let mut studio = guard_after(3);
    studio.must_show(&["Values in frame 3"]);
    studio.keys("Shift+F10");
    studio.steps(3);
    studio.must_show(&["Values in frame 2"]);
    assert!(!studio.shows("Live values"));
    studio.keys("F5");
    studio.steps(3);
    studio.must_show(&["Live values"]);
}

#[test]
fn in_a_narrow_blackboard_the_menu_has_what_the_buttons_do() {
    let mut studio = guard_after(3);
    studio.must_show(&["Plot enemy_distance over time"]);
    studio.harness.set_size(egui::vec2(700.0, 800.0));
    studio.steps(4);
    assert!(!studio.shows("Plot enemy_distance over time"));
    studio.must_show(&["+ Add variable", "Current value of sees_enemy"]);
    studio.click("More options for enemy_distance");
    studio.click("Recent values of enemy_distance");
    studio.must_show(&["Frame 0: 10.0 (initial value)"]);
    studio.keys("Escape Escape");
    studio.click("More options for enemy_distance");
    studio.click("Plot enemy_distance over time");
    studio.harness.set_size(egui::vec2(1400.0, 900.0));
    studio.steps(4);
    studio.must_show(&["Plot of enemy_distance"]);
}

#[test]
fn in_a_low_blackboard_variables_do_not_cover_the_events() {
    let mut studio = guard_after(3);
    for height in [420.0, 520.0, 620.0] {
        studio.harness.set_size(egui::vec2(1280.0, height));
        studio.steps(4);
        let events = studio.labels_that_begin("Events");
        let heading = studio.get(&events[0]).rect();
        // A click there is one on the heading, not on the line of a variable.
        studio.press_at(heading.center(), 1);
        studio.steps(3);
        let after = studio.labels_that_begin("Events");
        assert_ne!(after, events, "{height}");
        let heading = studio.get(&after[0]).rect();
        studio.press_at(heading.center(), 1);
        studio.steps(3);
    }
}

#[test]
fn a_number_that_was_typed_and_given_up_changes_nothing() {
    let mut studio = guard_after(3);
    studio.click("Current value of enemy_distance");
    studio.keys("Ctrl+A `5` Escape");
    studio.keys("F10");
    studio.steps(3);
    let changed = "enemy_distance just changed. Recent values";
    assert!(!studio.shows(changed));
    assert!(studio.shows("Recent values of enemy_distance"));
}

#[test]
fn what_is_changed_after_the_end_counts_in_the_run_that_starts_next() {
    let mut studio = Studio::with("Succeed");
    studio.click("+ Add variable > bool");
    studio.keys("Escape F10");
    studio.click("Current value of bool_1");
    studio.keys("F10");
    studio.must_say("what you changed since");
    let value = studio.front(|front| {
        let run = front.run.as_ref().expect("a run");
        run.variable("bool_1").cloned()
    });
    assert_eq!(value, Some(Value::Bool(true)));
}

#[test]
fn enter_after_naming_a_variable_gives_the_canvas_the_keyboard() {
    let mut studio = Studio::with("Sequence");
    studio.click("+ Add variable > bool");
    studio.type_text("alarm");
    studio.keys("Enter Space `wait` Enter");
    assert_eq!(&*studio.document().variables[0].name, "alarm");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
}

#[test]
fn a_variable_that_is_renamed_during_a_run_keeps_its_value_and_its_history() {
    let mut studio = guard_after(3);
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10");
    assert!(studio.state("Chase").is_running());
    studio.fill("Name of variable sees_enemy", "spots_foe");
    assert!(studio.is_ticked("Current value of spots_foe"));
    studio.keys("Escape F10");
    assert!(studio.state("Chase").is_running(), "nothing was aborted");
    assert!(!studio.shows_part("is lost"));
    studio.keys("Ctrl+Z F10");
    assert!(studio.state("Chase").is_running(), "nor by the undo");
    assert!(studio.is_ticked("Current value of sees_enemy"));
    studio.keys("Ctrl+Y F10");
    studio.click("Recent values of spots_foe");
    studio.click("Frame 4: true (by you)");
    assert_eq!(studio.frame_shown(), 4);
    assert!(studio.is_ticked("Current value of spots_foe"));
    studio.keys("Shift+F10");
    assert!(!studio.is_ticked("Current value of spots_foe"));
}

#[test]
fn a_variable_renamed_while_an_earlier_frame_is_shown_is_still_that_of_the_run() {
    let mut studio = guard_after(3);
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 Shift+F10 Shift+F10");
    assert_eq!(studio.frame_shown(), 3);
    studio.fill("Name of variable sees_enemy", "spots_foe");
    assert!(!studio.is_ticked("Current value of spots_foe"), "as it was");
    studio.click("Current value of spots_foe");
    studio.keys("Escape F10");
    assert!(
        studio.state("Chase").is_running(),
        "it is an input of the run"
    );
    let document = studio.document();
    let declared = document.variable("spots_foe").unwrap();
    assert_eq!(declared.initial.value, Value::Bool(false));
}
