//! Events and variables of the use of a tree: their types, their comments, and their names in sentences.

use serde_json::json;

use super::{Browser, Folder, item, nothing_left};

/// A tree that runs the tree of another file, which waits for events and has variables of its own.
const CAMP: &str = r#"{"format":"treewright","version":1,"name":"Camp","root":"c1",
 "variables":[{"name":"wood","type":"float","initial":0.5,"comment":"Wood in the camp."}],
 "nodes":[
 {"id":"c1","task":"Sequence","name":"Day","children":["n9"]},
 {"id":"n9","task":"Subtree","name":"Fetch","parameters":{"file":"worker.bt.json","stock":{"var":"wood"}}}]}"#;

const WORKER: &str = r#"{"format":"treewright","version":1,"name":"Worker","root":"w1",
 "variables":[
 {"name":"amount","type":"int","initial":0,"scope":"subtree","comment":"How many to fetch."},
 {"name":"urgent","type":"bool","initial":false,"scope":"subtree","comment":"Whether to run."},
 {"name":"stock","type":"float","initial":0.0,"scope":"subtree","comment":"What is there."}],
 "nodes":[
 {"id":"w1","task":"Sequence","name":"Work","children":["w2","w3","w4","w5"]},
 {"id":"w2","task":"WaitForEvent","name":"Order","parameters":{"name":"order","payload":{"var":"amount"}}},
 {"id":"w3","task":"WaitForEvent","name":"Hurry","parameters":{"name":"hurry","payload":{"var":"urgent"}}},
 {"id":"w4","task":"WaitForEvent","name":"Delivery","parameters":{"name":"delivery","payload":{"var":"stock"}}},
 {"id":"w5","task":"CompareInt","name":"Enough?","parameters":{"left":{"var":"amount"},"operator":">=","right":30}}]}"#;

/// A browser that shows the page of the camp in a language; `None` where there is no browser.
fn camp_page(language: &str) -> Option<(Browser, Folder)> {
    let browser = Browser::start()?;
    let folder = Folder::new()
        .with("camp.bt.json", CAMP)
        .with("worker.bt.json", WORKER);
    folder.works(&format!("export camp.bt.json --to html --lang {language}"));
    browser.open(&folder.path("camp.html"));
    Some((browser, folder))
}

#[test]
fn payloads_have_the_types_of_the_variables_of_a_use() {
    let Some((browser, _folder)) = camp_page("en") else {
        return;
    };
    let said = || browser.text("#said");
    let send = |event: &str| {
        browser.click(&format!(
            "//button[@aria-label='Send {event} before the next frame']"
        ));
    };
    let type_in = |event: &str, payload: &str| {
        let focus = "const field = document.getElementById(`event ${arguments[0]}`); field.focus(); field.select()";
        browser.run_with(focus, &[event.into()]);
        browser.press(payload);
    };
    browser.press("s");
    type_in("order", "many");
    send("order");
    assert_eq!(
        said(),
        "order: “many” is not a whole number. Write one like 3."
    );
    let invalid = "return document.getElementById('event order').getAttribute('aria-invalid')";
    assert_eq!(browser.run(invalid), "true");
    type_in("order", "7");
    send("order");
    assert_eq!(said(), "order will be sent with 7");
    assert_eq!(browser.run(invalid), json!(null));
    // The variable of the use is bound to one of the tree that uses it.
    type_in("delivery", "2");
    send("delivery");
    assert_eq!(said(), "delivery will be sent with 2.0");
    let (role, name) = browser.role("//input[@id='event hurry']");
    assert_eq!((&*role, &*name), ("checkbox", "Payload of hurry"));
    browser.click("//input[@id='event hurry']");
    send("hurry");
    assert_eq!(said(), "hurry will be sent with true");
    browser.press("sss");
    let value = |name: &str| {
        let script = "const field = document.getElementById(`variable ${arguments[0]}`); \
                      return field.type === 'checkbox' ? field.checked : field.value";
        browser.run_with(script, &[name.into()])
    };
    assert_eq!(value("n9/amount"), "7");
    assert_eq!(value("n9/urgent"), true);
    nothing_left(&browser, 1);
}

#[test]
fn variables_of_a_use_have_their_comments_and_checks() {
    let Some((browser, _folder)) = camp_page("en") else {
        return;
    };
    let moment = browser.text("#moment");
    for comment in ["How many to fetch.", "Whether to run.", "Wood in the camp."] {
        assert!(moment.contains(comment), "{moment}");
    }
    // A bound variable is that of the tree that uses it.
    assert!(!moment.contains("What is there."), "{moment}");
    assert_eq!(
        browser.role("//input[@id='variable n9/urgent']").0,
        "checkbox"
    );
    browser.run("document.getElementById('variable n9/amount').select()");
    browser.press("1.5\n");
    assert_eq!(
        browser.text("#said"),
        "amount (Fetch): “1.5” is not a whole number. Write one like 3."
    );
    nothing_left(&browser, 1);
}

#[test]
fn reasons_call_a_variable_of_a_use_by_its_name_and_that_of_the_use() {
    for (language, named) in [
        (
            "en",
            "“amount (Fetch)” changed from 0 to 7: “Order” wrote it in frame 2",
        ),
        ("zh-CN", "“amount（Fetch）”"),
    ] {
        let Some((browser, _folder)) = camp_page(language) else {
            return;
        };
        browser.press("s");
        for (event, payload) in [("order", "7"), ("hurry", ""), ("delivery", "")] {
            let script =
                "const field = document.getElementById(`event ${arguments[0]}`); field.focus()";
            browser.run_with(script, &[event.into()]);
            browser.press(payload);
            browser.run_with(
                "document.getElementById(`send ${arguments[0]}`).click()",
                &[event.into()],
            );
            browser.run("document.activeElement.blur()");
            browser.press("s");
        }
        browser.run("document.querySelector('#documents button:last-of-type').click()");
        browser.click(&item("Enough?"));
        let why = browser.text("#details ol");
        assert!(why.contains(named), "{why}");
        assert!(!why.contains("n9/"), "{why}");
    }
}
