//! Panels, palettes, themes and languages, and that they are kept between starts.

use std::time::Duration;

use egui_kittest::kittest::{AccessKitNode, Queryable as _};

use super::studio::Studio;

#[test]
fn the_command_palette_finds_and_runs_any_command() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Shift+P `horizontal layout` Enter");
    studio.click("Arrange");
    assert!(studio.is_ticked("Horizontal layout"));
    studio.keys("Escape");
    // In this direction, Right is down the tree.
    let root = studio.document().root().cloned().unwrap();
    let child = studio.document().node(&root).unwrap().children()[0].clone();
    let title = studio.document().node(&root).unwrap().title().to_owned();
    studio.click(&format!("Outline: {title}"));
    studio.keys("ArrowRight");
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(child));
}

#[test]
fn the_command_palette_finds_commands_by_their_menus_and_words() {
    for (typed, found) in [
        ("arrange", "Snap to grid"),
        ("lay out", "Auto layout after each edit"),
        ("keep all ours", "Keep all ours"),
    ] {
        let mut studio = Studio::started();
        assert!(!studio.shows_part(found));
        studio.keys("Ctrl+Shift+P");
        studio.type_text(typed);
        studio.steps(2);
        assert!(studio.shows_part(found), "{typed}");
        assert!(!studio.shows_part("Save as"), "{typed}");
    }
}

#[test]
fn matches_at_the_start_of_words_rank_before_scattered_letters() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Shift+P `arr`");
    let top = |label: &str| studio.all(label)[0].rect().top();
    assert!(top("Snap to grid") < top("Earlier versions…"));
}

#[test]
fn a_whole_name_ranks_before_words_inside_of_names() {
    for (typed, first, then) in [
        ("map", "Show panel: Map", "Heat map of visits"),
        ("agents", "Show panel: Agents", "Add several agents…"),
        ("find", "Find…", "Find in time…"),
    ] {
        let mut studio = Studio::started();
        studio.keys("Ctrl+Shift+P");
        studio.type_text(typed);
        studio.steps(2);
        let top = |label: &str| {
            let tops = studio.all(label).into_iter().map(|row| row.rect().top());
            tops.fold(f32::INFINITY, f32::min)
        };
        assert!(top(first) < top(then), "{typed}");
        assert!(top(then) < f32::INFINITY, "{typed}");
    }
}

#[test]
fn a_node_is_found_by_name_and_brought_into_view() {
    let mut studio = Studio::started();
    let title = studio
        .document()
        .pre_order()
        .last()
        .unwrap()
        .title()
        .to_owned();
    studio.keys("Ctrl+G");
    studio.type_text(&title);
    studio.keys("Enter");
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(studio.id(&title)));
}

#[test]
fn language_and_theme_change_at_once_and_are_remembered() {
    let mut studio = Studio::started();
    studio.menu("View > Language > 简体中文");
    assert!(studio.shows("文件"));
    assert!(!studio.shows("File"));
    studio.menu("视图 > 主题 > 浅色主题");
    studio.menu("视图 > 面板");
    studio.switch("日志");
    studio.end();
    let mut again = studio.started_again(&[]);
    assert!(again.shows("文件"));
    assert!(!again.shows("日志"));
    assert!(again.shows("运行栈"));
    again.menu("视图 > 主题");
    assert!(again.is_ticked("浅色主题"));
    assert!(!again.is_ticked("深色主题"));
}

#[test]
fn every_panel_can_be_closed_and_reopened_from_the_menu() {
    let mut studio = Studio::started();
    // Each panel with something that no other panel shows.
    for (panel, content) in [
        ("Nodes", "Search nodes"),
        ("Outline", "Search tree"),
        ("Inspector", "Tree name"),
        ("Blackboard", "+ Add variable"),
        ("Problems", "No problems. Problems appear here as you edit."),
        ("Run stack", "Run the tree to see its active path."),
        ("Log", "Run events appear here: aborts, messages, errors."),
    ] {
        for shown in [false, true] {
            studio.menu("View > Panels");
            studio.switch(panel);
            studio.keys("Escape");
            assert_eq!(studio.shows(content), shown, "{panel}");
        }
    }
}

#[test]
fn shortcuts_are_listed() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+F1");
    studio.must_show(&["Shortcuts and gestures", "Step one frame"]);
    studio.keys("Escape");
    assert!(!studio.shows("Shortcuts and gestures"));
}

#[test]
fn an_idle_window_does_not_repaint() {
    let mut studio = Studio::started();
    studio.steps(60);
    // Fails if frames are still requested.
    studio.harness.run();
}

#[test]
fn an_idle_window_with_a_focused_field_stops_blinking_the_cursor() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+F");
    let delay = |studio: &Studio| {
        let windows = &studio.harness.output().viewport_output;
        windows[&egui::ViewportId::ROOT].repaint_delay
    };
    assert!(delay(&studio) < Duration::from_secs(1), "the cursor blinks");
    studio.steps(60);
    assert_eq!(delay(&studio), Duration::MAX);
    studio.type_text("a");
    assert!(
        delay(&studio) < Duration::from_secs(1),
        "the cursor blinks again"
    );
}

#[test]
fn damaged_settings_are_set_aside_and_reported() {
    let studio = Studio::started();
    let config = studio.path("config");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("settings.json"), "{ damaged").unwrap();
    let again = studio.started_again(&[]);
    again.must_say("settings.json.corrupt-");
    assert!(again.document().node_count() > 0);
}

#[test]
fn the_focus_moves_from_panel_to_panel_and_back_to_the_canvas() {
    let mut studio = Studio::started();
    studio.keys("ArrowDown");
    // Rows of tabs and bars are between them.
    let mut left = vec!["Name", "Search tree", "Search nodes"];
    let mut is_back = false;
    for _ in 0..40 {
        studio.keys("F6");
        studio.steps(2);
        let next = left.last().copied();
        if next.is_some_and(|field| studio.get(field).is_focused()) {
            left.pop();
        }
        // There, the selected card has the focus.
        let is_on_canvas = |node: &AccessKitNode<'_>| {
            node.is_focused() && node.label().as_deref() == Some("Guard (Selector)")
        };
        is_back = left.is_empty() && studio.harness.query_all_by(is_on_canvas).next().is_some();
        if is_back {
            break;
        }
    }
    assert!(left.is_empty(), "not reached in this order: {left:?}");
    assert!(is_back, "F6 does not come back to the canvas");
    studio.keys("Space");
    studio.steps(3);
    assert!(studio.shows("Search node types"));
}

#[test]
fn an_empty_panel_offers_the_next_step() {
    let mut studio = Studio::empty();
    studio.click("Add first node…");
    studio.keys("`Sequence` Enter");
    assert_eq!(studio.outline(), "Sequence");
    studio.search("Search tree", "nobody");
    click_lowest(&mut studio, "Clear search");
    assert!(studio.shows("Outline: Sequence"));
    studio.add("Wait");
    studio.show_panel("Log");
    click_lowest(&mut studio, "Run");
    assert!(studio.shows("Run started."));
}

/// Clicks the lowest of the widgets with this label; the toolbar has some of the same.
fn click_lowest(studio: &mut Studio, label: &str) {
    let found = studio.all(label).into_iter();
    let lowest = found.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    lowest.unwrap().click();
    studio.steps(3);
}

#[test]
fn every_panel_is_found_in_the_command_palette() {
    let mut studio = Studio::started();
    assert!(!studio.shows("Run started."));
    studio.keys("F10 Ctrl+Shift+P `show panel timeline` Enter");
    assert!(studio.shows_part("Search lanes"));
    studio.keys("Ctrl+Shift+P `log` ArrowDown Escape");
    studio.keys("Ctrl+Shift+P `show panel log` Enter");
    studio.steps(3);
    assert!(studio.shows_part("Run started."));
    assert!(studio.get("Search log").is_focused(), "it has the keyboard");
}

#[test]
fn a_panel_shown_by_a_command_has_its_tab_in_sight() {
    let mut studio = Studio::empty();
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(3);
    studio.keys("Ctrl+Shift+P `show panel scen` Enter");
    studio.steps(4);
    let painted = studio.texts_in(studio.harness.ctx.content_rect());
    assert!(painted.contains(&"Scenarios".to_owned()), "{painted:?}");
}

#[test]
fn the_canvas_takes_the_room_of_all_panels_and_gives_it_back() {
    let mut studio = Studio::with("Sequence");
    studio.menu("View > Panels");
    studio.switch("Outline");
    studio.keys("Escape");
    studio.keys("Ctrl+Shift+I");
    let narrow = studio.get("Canvas").rect();
    assert!(studio.shows("Tree name") && studio.shows("Search nodes"));
    studio.keys("Shift+Space");
    assert!(!studio.shows("Tree name") && !studio.shows("Search nodes"));
    assert!(studio.get("Canvas").rect().width() > 1.4 * narrow.width());
    // A panel that a command needs opens by itself.
    studio.keys("Ctrl+F");
    studio.must_show(&["Replace with"]);
    let again = studio.started_again(&[]);
    assert!(again.shows("Tree name"), "the next start has all panels");
    studio.click("Only the canvas");
    assert_eq!(studio.get("Canvas").rect(), narrow);
    assert!(studio.shows("Tree name") && !studio.shows("Search tree"));
}

#[test]
fn the_panels_below_the_canvas_fold_into_their_tabs_until_one_is_wanted() {
    let mut studio = Studio::started();
    studio.keys("F10");
    let unfolded = studio.get("Canvas").rect();
    assert!(studio.shows("Search log"));
    studio.keys("Ctrl+J");
    studio.steps(3);
    assert!(!studio.shows("Search log"));
    let tab = studio.get("Log").rect();
    assert!(studio.get("Canvas").rect().height() > 1.3 * unfolded.height());
    assert!(tab.bottom() > 0.9 * studio.harness.ctx.content_rect().bottom());
    // Stepping fills the log and leaves it folded, also in the next start.
    studio.keys("F10");
    assert!(!studio.shows("Search log"));
    let folded = studio.get("Canvas").rect();
    studio.end();
    let mut studio = studio.started_again(&[]);
    studio.keys("F10");
    assert_eq!(studio.get("Canvas").rect(), folded);
    studio.click("Log");
    studio.steps(3);
    assert!(studio.shows("Search log"), "its tab unfolds them");
    assert_eq!(studio.get("Canvas").rect(), unfolded);
    studio.click("Fold panels");
    studio.steps(3);
    assert!(
        !studio.shows("Search log"),
        "so does the button at the end of the tabs"
    );
    studio.keys("Ctrl+F");
    studio.must_show(&["Replace with"]);
}

#[test]
fn tabs_without_room_are_in_a_list() {
    let mut studio = Studio::started();
    assert!(!studio.shows("All tabs of this row"));
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(4);
    studio.keys("F10");
    click_lowest(&mut studio, "All tabs of this row");
    studio.type_text("scen");
    studio.keys("Enter");
    studio.steps(4);
    let painted = studio.texts_in(studio.harness.ctx.content_rect());
    assert!(painted.contains(&"Scenarios".to_owned()), "{painted:?}");
    assert!(studio.shows("Run all"), "its panel is in front");
}

#[test]
fn a_window_that_becomes_low_gives_the_canvas_its_height() {
    let mut studio = Studio::started();
    studio.keys(&"Ctrl+Plus ".repeat(8));
    studio.steps(12);
    let height = studio.harness.ctx.content_rect().height();
    assert!(height < 600.0, "{height}");
    assert!(studio.get("Canvas").rect().height() > 0.5 * height);
    studio.keys("Ctrl+J");
    studio.steps(3);
    assert!(studio.get("Canvas").rect().height() < 0.5 * height);
}

#[test]
fn the_focus_goes_round_past_a_field_that_was_scrolled_out_of_sight() {
    let mut studio = Studio::started();
    studio.harness.set_size(egui::vec2(853.0, 420.0));
    studio.steps(3);
    studio.keys("ArrowDown");
    let inspector = studio.get("Inspector").rect();
    let below = egui::pos2(inspector.center().x, inspector.bottom() + 120.0);
    let wheel = egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -1000.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    studio.frame([egui::Event::PointerMoved(below), wheel]);
    studio.steps(20);
    let is_name_focused = |studio: &Studio| {
        studio
            .harness
            .query_by(|node| node.is_focused() && node.label().is_some_and(|label| label == "Name"))
            .is_some()
    };
    let mut round = 0;
    while !is_name_focused(&studio) {
        round += 1;
        assert!(round < 30, "F6 does not reach the name");
        studio.keys("F6");
        studio.steps(3);
    }
    let field = studio.get("Name").rect();
    assert!(
        studio.harness.ctx.content_rect().contains_rect(field),
        "{field}"
    );
    studio.keys("F6");
    studio.steps(3);
    let has_focus = |node: &AccessKitNode<'_>| node.is_focused();
    assert!(
        studio.harness.query_by(has_focus).is_some(),
        "the focus is lost"
    );
}
