//! What is shown anew keeps the keyboard focus, what is being typed, and a press that is under way.

use serde_json::json;

use super::{Browser, Folder, INNER, OUTER, button, examples, guard_page, item, nothing_left};

const ENTER: &str = "\n";

/// The name of what has the focus, as screen readers say it.
fn focused(browser: &Browser) -> String {
    let script = "const active = document.activeElement; \
                  return active === document.body ? '' : active.getAttribute('aria-label') ?? active.textContent";
    browser.run(script).as_str().unwrap().to_owned()
}

/// Puts the focus on the first element that a selector finds, and returns its name.
#[track_caller]
fn focus(browser: &Browser, selector: &str) -> String {
    browser.run_with(
        "document.querySelector(arguments[0]).focus()",
        &[selector.into()],
    );
    let name = focused(browser);
    assert_ne!(name, "", "{selector}");
    name
}

/// A path to the button of the details by which a leaf returns Failure.
const FAILS: &str = "#details [role=group] button:nth-of-type(2)";

#[test]
fn a_button_that_was_pressed_keeps_the_focus() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    browser.press("s");
    browser.click(&item("To the gate"));
    for key in [ENTER, " "] {
        let name = focus(&browser, FAILS);
        browser.press(key);
        assert_eq!(browser.text("#said"), "“To the gate” will return Failure");
        assert_eq!(focused(&browser), name, "{key:?}");
    }
    // A key that shows another frame leaves it there, too.
    browser.press("s");
    assert!(browser.text("output").starts_with("Frame 2 of 2"));
    assert_eq!(
        focused(&browser),
        "“To the gate”: return Failure in the next frame"
    );
    // The same for the frame of a reason, though that frame is shown then.
    browser.click(&item("Guard"));
    assert_eq!(focus(&browser, "#details ol button.small"), "Frame 1");
    browser.press(ENTER);
    assert!(browser.text("output").starts_with("Frame 1 of 2"));
    assert_eq!(focused(&browser), "Frame 1");
    nothing_left(&browser, 1);
}

#[test]
fn what_takes_the_place_of_a_button_gets_the_focus() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    browser.press("s");
    browser.click("//input[@id='variable sees_enemy']");
    browser.click(&item("To the gate"));
    browser.click("//*[@id='details']//button[normalize-space()='Failure']");
    let remove = "#moment li button";
    assert_eq!(focus(&browser, remove), "Remove: sees_enemy will be true");
    browser.press(ENTER);
    assert_eq!(
        focused(&browser),
        "Remove: “To the gate” will return Failure"
    );
    browser.press(" ");
    assert_eq!(
        browser.run("return document.activeElement.closest('#moment') !== null"),
        true
    );
    // A node that is hidden leaves selection and focus to the one that hides it.
    focus(&browser, "[role=treeitem][aria-selected=true]");
    browser.click(&button("Collapse all"));
    assert!(browser.text("#details").starts_with("Patrol"));
    let reachable =
        "return document.querySelector('[role=treeitem][tabindex=\"0\"]').checkVisibility()";
    assert_eq!(browser.run(reachable), true);
    nothing_left(&browser, 1);
}

#[test]
fn buttons_of_documents_and_the_way_back_to_a_recording_keep_the_focus() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = Folder::new()
        .with("outer.bt.json", OUTER)
        .with("inner.bt.json", INNER);
    folder.works("run outer.bt.json --frames 3 --trace outer.trace.jsonl");
    folder.works("export outer.trace.jsonl --to html");
    browser.open(&folder.path("outer.html"));
    for key in [ENTER, " "] {
        for title in ["Inner", "Outer"] {
            browser.run_with(
                "[...document.querySelectorAll('#documents button')].find((one) => one.textContent === arguments[0]).focus()",
                &[title.into()],
            );
            browser.press(key);
            assert_eq!(browser.text("#documents [aria-current]"), title);
            assert_eq!(focused(&browser), title);
        }
    }
    // That way is gone when the recording is shown again.
    browser.press("nnns");
    focus(&browser, "#run button:last-of-type");
    browser.press(ENTER);
    assert!(browser.text("output").starts_with("Frame 1 of 3"));
    assert_eq!(focused(&browser), "Run a frame");
    nothing_left(&browser, 1);
}

#[test]
fn a_press_counts_while_the_tree_plays() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    browser.press("s");
    browser.click(&item("To the gate"));
    browser.click(&button("Play"));
    let shown = || browser.run("return Number(document.querySelector('footer input').value)");
    browser.hold("//*[@id='details']//button[normalize-space()='Failure']");
    let before = shown();
    browser.run_with(
        "return new Promise((end) => { const look = () => \
         Number(document.querySelector('footer input').value) > arguments[0] + 1 ? end() : setTimeout(look, 20); look(); })",
        &[before],
    );
    browser.release();
    assert_eq!(browser.text("#said"), "“To the gate” will return Failure");
    nothing_left(&browser, 1);
}

#[test]
fn what_is_being_typed_stays_while_something_else_is_pressed() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let squad = std::fs::read(examples().join("squad.bt.json")).unwrap();
    let folder = Folder::new().with("squad.bt.json", squad);
    folder.works("export squad.bt.json --to html");
    browser.open(&folder.path("squad.html"));
    focus(&browser, "[id='event contact']");
    browser.press("north");
    // A person holds a mouse button longer than the page takes to show its panel again.
    browser.hold("//button[@aria-label='Send deploy before the next frame']");
    browser.run("return new Promise((end) => setTimeout(end, 60))");
    browser.release();
    assert_eq!(browser.text("#said"), "deploy will be sent");
    let typed = browser.run("return document.getElementById('event contact').value");
    assert_eq!(typed, json!("north"));
    assert_eq!(focused(&browser), "Send deploy before the next frame");
    nothing_left(&browser, 1);
}
