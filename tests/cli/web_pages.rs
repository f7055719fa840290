//! Pages to share (`export --to html`), as their readers see them in a browser: clicks, keys, roles, and nothing that leaves the page. Trees do in
//! them what they do on the command line.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use treewright_session::i18n::Texts;

use super::browser::Browser;
use super::harness::Folder;

mod focus;
mod uses;

/// A key that is no character, as `WebDriver` names it.
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const HOME: &str = "\u{e011}";

/// A tree whose names try to get out of the places in which a page shows them.
const HOSTILE: &str = r#"{"format":"treewright","version":1,"name":"</title><script>window.hacked=1</script>","root":"n1",
 "variables":[{"name":"<img src=x onerror='window.hacked=2'>","type":"int","initial":1},{"name":"constructor","type":"int","initial":1}],
 "nodes":[
 {"id":"n1","task":"Sequence","name":"</script><script>window.hacked=3</script>","children":["n2","</svg>"],"comment":"\u2028<!--<script>"},
 {"id":"n2","task":"\"><img src=http://127.0.0.1:9/x onerror=window.hacked=4>","name":"{name} ${0} `x` \u0000"},
 {"id":"</svg>","task":"Log","parameters":{"text":"</script><script>window.hacked=5</script>"}}]}"#;

fn item(title: &str) -> String {
    format!("//*[@role='treeitem'][starts-with(@aria-label, '{title}')]")
}

fn button(name: &str) -> String {
    format!("//button[normalize-space()='{name}']")
}

fn examples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples")
}

#[test]
fn a_page_is_one_small_file_that_says_what_it_is() {
    for (language, guard) in [("en", "guard.bt.json"), ("zh-CN", "zh-CN/guard.bt.json")] {
        let guard = fs::read(examples().join(guard)).unwrap();
        let folder = Folder::new().with("guard.bt.json", guard);
        folder.works(&format!("export guard.bt.json --to html --lang {language}"));
        let page = folder.read("guard.html");
        assert!(page.len() <= 500_000, "{language}: {} bytes", page.len());
        assert!(page.contains("default-src 'none'") && page.contains("Written by Treewright"));
    }
    let folder = Folder::with_guard();
    assert_eq!(folder.run("export guard.bt.json --to html").code, 0);
    // Only an earlier page is replaced without a question.
    assert_eq!(folder.run("export guard.bt.json --to html").code, 0);
    let folder = folder.with("guard.html", "<p>Mine");
    assert_ne!(folder.run("export guard.bt.json --to html").code, 0);
    assert_eq!(folder.read("guard.html"), "<p>Mine");
}

/// A browser that shows the page of the guard; `None` where there is no browser.
fn guard_page() -> Option<(Browser, Folder)> {
    let browser = Browser::start()?;
    let guard = fs::read(examples().join("guard.bt.json")).unwrap();
    let folder = Folder::new().with("guard.bt.json", guard);
    assert_eq!(folder.run("export guard.bt.json --to html").code, 0);
    browser.open(&folder.path("guard.html"));
    Some((browser, folder))
}

#[test]
fn a_reader_walks_through_the_tree() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    // For screen readers it is a tree whose items say what they are and where.
    assert_eq!(
        browser.role("//*[@id='tree']"),
        ("tree".into(), "Tree".into())
    );
    let (role, name) = browser.role(&item("Attack"));
    assert_eq!(role, "treeitem");
    assert!(name.starts_with("Attack, Sequence"), "{name}");
    let place = "const item = document.querySelectorAll('[role=treeitem]')[1]; \
                 return ['level', 'setsize', 'posinset', 'expanded'].map((name) => item.getAttribute(`aria-${name}`)).join(' ')";
    assert_eq!(browser.run(place), "2 4 1 true");
    assert_eq!(browser.role("//*[@id='said']").0, "status");
    assert_eq!(
        browser.role("//*[@id='search']"),
        ("searchbox".into(), "Search nodes".into())
    );
    assert_eq!(
        browser.role("//*[@id='run']"),
        ("toolbar".into(), "Run".into())
    );

    // A click selects, keys walk, collapse and expand, and the focus follows.
    browser.click(&item("Attack"));
    assert!(browser.text("#details").starts_with("Attack"));
    browser.press(&format!("{HOME}{RIGHT}{RIGHT}"));
    assert!(
        browser.text("#details").starts_with("Sees enemy?"),
        "{}",
        browser.text("#details")
    );
    browser.press(LEFT);
    browser.press(LEFT);
    assert_eq!(browser.text("#said"), "Collapsed “Attack”; hidden nodes: 3");
    browser.press(DOWN);
    assert!(browser.text("#details").starts_with("Chase"));
    let focused = "return document.activeElement.getAttribute('aria-label')";
    assert!(browser.run(focused).as_str().unwrap().starts_with("Chase"));
    browser.click(&button("Expand all"));

    // Search, zoom, both themes.
    browser.press("/tower\n");
    assert_eq!(browser.text("#said"), "Matches: 1");
    assert!(browser.text("#details").starts_with("To the tower"));
    let zoom = "return document.querySelector('#tree > g').getAttribute('transform')";
    let before = browser.run(zoom);
    browser.click("//button[@id='zoom-in']");
    assert_ne!(browser.run(zoom), before);
    let background = "return getComputedStyle(document.body).backgroundColor";
    let light = browser.run(background);
    browser.click(&button("Dark"));
    assert_ne!(browser.run(background), light);
    nothing_left(&browser, 1);
}

#[test]
fn a_reader_runs_the_tree_sets_a_variable_and_answers_for_a_leaf() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    browser.press("s");
    assert_eq!(browser.text("#said"), "Frame 1: “To the gate” is running.");
    let state = |title: &str| {
        let script = "return document.evaluate(arguments[0], document, null, 9, null).singleNodeValue.getAttribute('data-state')";
        browser.run_with(script, &[item(title).into()])
    };
    assert_eq!(
        (state("To the gate"), state("Attack")),
        (json!("Running"), json!("Failure"))
    );
    browser.click("//input[@id='variable sees_enemy']");
    assert_eq!(browser.text("#said"), "sees_enemy will be true");
    browser.click(&button("Run a frame"));
    assert_eq!(state("Patrol"), "Interrupted");
    assert_eq!(state("Run there"), "Running");
    assert!(
        browser
            .text("#said")
            .contains("“Sees enemy?” became true: “Attack” aborted “Patrol”."),
        "{}",
        browser.text("#said")
    );
    browser.click(&item("Patrol"));
    assert!(
        browser.text("#details").contains("was aborted"),
        "{}",
        browser.text("#details")
    );
    browser.click(&item("Run there"));
    browser.click("//*[@id='details']//button[normalize-space()='Failure']");
    assert_eq!(browser.text("#said"), "“Run there” will return Failure");
    browser.click(&button("Run a frame"));
    assert_eq!(state("Run there"), "Failure");

    // Back in time.
    browser.press("pp");
    assert!(
        browser.text("output").starts_with("Frame 1 of 3"),
        "{}",
        browser.text("output")
    );
    assert_eq!(state("To the gate"), "Running");
    nothing_left(&browser, 1);
}

#[test]
fn a_reader_types_only_values_that_a_variable_can_have() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    let type_in = |text: &str| {
        browser.run("const field = document.getElementById('variable enemy_distance'); field.focus(); field.select()");
        browser.press(text);
    };
    let value = "return document.getElementById('variable enemy_distance').value";
    for wrong in ["abc", "1e999", "true"] {
        type_in(wrong);
        browser.click(&button("Run a frame"));
        let said = browser.text("#said");
        assert_eq!(
            said,
            format!("enemy_distance: “{wrong}” is not a number. Write one like 1.5.")
        );
        assert_eq!(browser.run(value), wrong);
        assert!(browser.text("output").starts_with("Frame 0 of 0"));
    }
    // What is typed counts, without another button.
    type_in("1");
    browser.click(&button("Run a frame"));
    assert!(browser.text("output").starts_with("Frame 1 of 1"));
    assert_eq!(browser.run(value), "1.0");
    // The comment of a variable is there, and the description of the tree as long as no node is selected.
    assert!(
        browser
            .text("#moment")
            .contains("Distance to the enemy in meters.")
    );
    assert!(browser.text("#details").contains("A guard who patrols"));
    nothing_left(&browser, 1);
}

#[test]
fn cards_say_what_they_say_on_the_canvas() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    let texts = |title: &str| {
        let script = "const card = document.evaluate(arguments[0], document, null, 9, null).singleNodeValue; \
                      return [...card.querySelectorAll(':scope > text, .number text')].map((one) => one.textContent).join('|')";
        let texts = browser.run_with(script, &[item(title).into()]);
        texts.as_str().unwrap().to_owned()
    };
    assert_eq!(texts("Sees enemy?"), "Sees enemy?|sees_enemy == true|1");
    assert_eq!(texts("Strike"), "Strike|runs 2 frames,|then succeeds|3");
    assert_eq!(
        browser.role(&item("Strike")).1,
        "Strike, Stand-in, runs 2 frames, then succeeds"
    );
    let icons = "return new Set(['n1', 'n2', 'n8', 'n9', 'n15'].map((id) => document.querySelector(`[data-id=${id}] .icon`).getAttribute('d'))).size";
    assert_eq!(browser.run(icons), 5);
    // It is in the middle at first, and again when the window has another size.
    let aside = "const all = [...document.querySelectorAll('[role=treeitem]')].map((card) => card.getBoundingClientRect()); \
                 const canvas = document.getElementById('tree').getBoundingClientRect(); \
                 const left = Math.min(...all.map((box) => box.left)) - canvas.left; \
                 return Math.abs(left - canvas.right + Math.max(...all.map((box) => box.right))) < 30 && left >= 0";
    assert_eq!(browser.run(aside), true);
    browser.resize(700, 900);
    assert_eq!(browser.run(aside), true);
    nothing_left(&browser, 1);
}

#[test]
fn a_narrow_window_cuts_nothing_off() {
    let Some((browser, _folder)) = guard_page() else {
        return;
    };
    browser.press("s");
    browser.click(&item("To the gate"));
    browser.resize(500, 800);
    let is_whole = "const [page, panel] = [document.documentElement, document.querySelector('aside')]; \
                    return page.scrollWidth <= innerWidth && panel.scrollHeight <= panel.clientHeight";
    assert_eq!(browser.run(is_whole), true);
    // The run stays in view beside what is far down.
    browser.run("document.getElementById('variable on_duty').scrollIntoView({block: 'end'})");
    let shown = "return document.elementFromPoint(20, 20).closest('#run') !== null";
    assert_eq!(browser.run(shown), true);
    nothing_left(&browser, 1);
}

#[test]
fn a_damaged_page_says_so() {
    let Some((browser, folder)) = guard_page() else {
        return;
    };
    let page = folder.read("guard.html");
    assert!(page.contains("<noscript><p class=\"error\">This page needs JavaScript"));
    let data = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let swapped = format!("{}######{}", &page[..data + 900], &page[data + 906..]);
    let damaged = [page[..page.len() / 2].to_owned(), swapped];
    for (number, page) in damaged.into_iter().enumerate() {
        let folder = Folder::new().with("damaged.html", page);
        browser.visit(&folder.path("damaged.html"));
        let said = browser.text("#said");
        assert!(said.contains("incomplete or damaged"), "{number}: {said}");
        let shown = "const said = document.getElementById('said'); return said.checkVisibility() && said.className";
        assert_eq!(browser.run(shown), "error", "{number}");
    }
    // A damaged engine leaves the drawing.
    let engine = page.find("id=\"engine\">").unwrap() + 200_000;
    let folder = Folder::new().with(
        "damaged.html",
        format!("{}######{}", &page[..engine], &page[engine + 6..]),
    );
    browser.open(&folder.path("damaged.html"));
    assert!(browser.text("#run").contains("the file is damaged"));
    assert!(browser.text("#tree").contains("Sees enemy?"));
}

/// A tree that runs the tree of another file twice.
const OUTER: &str = r#"{"format":"treewright","version":1,"name":"Outer","root":"o1","nodes":[
 {"id":"o1","task":"Sequence","name":"Both","children":["a","b"]},
 {"id":"a","task":"Subtree","name":"First","parameters":{"file":"inner.bt.json"}},
 {"id":"b","task":"Subtree","name":"Second","parameters":{"file":"inner.bt.json"}}]}"#;

const INNER: &str = r#"{"format":"treewright","version":1,"name":"Inner","root":"i1","nodes":[
 {"id":"i1","task":"Sequence","name":"Inside","children":["i2","i3"]},
 {"id":"i2","task":"Wait","name":"Breathe","parameters":{"seconds":0.1}},
 {"id":"i3","task":"StandIn","name":"Choose","parameters":{"mode":"Ask"}}]}"#;

#[test]
fn trees_of_other_files_can_be_seen_each_use_for_itself() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = Folder::new()
        .with("outer.bt.json", OUTER)
        .with("inner.bt.json", INNER);
    assert_eq!(folder.run("export outer.bt.json --to html").code, 0);
    browser.open(&folder.path("outer.html"));
    browser.press("sss");
    assert!(
        browser.text("#moment").contains("Choose (First)"),
        "{}",
        browser.text("#moment")
    );
    assert_eq!(browser.text("#said"), "Frame 3: “Choose” is running.");
    browser.click(&item("First"));
    browser.click(&button("Show “Inner”"));
    assert!(browser.text("#details").starts_with("Inside"));
    assert!(browser.text("#tree").contains("used by “First”"));
    let state = |title: &str| browser.role(&item(title)).1;
    assert!(state("Choose").ends_with("Running"), "{}", state("Choose"));
    // The other use has not run; all cards say so.
    let choose = "const use = document.getElementById('use'); use.value = 'b'; use.dispatchEvent(new Event('change'))";
    browser.run(choose);
    for title in ["Inside", "Breathe", "Choose"] {
        assert!(
            !state(title).contains("Success") && !state(title).contains("Running"),
            "{}",
            state(title)
        );
    }
    browser.click("//button[@id='back']");
    assert!(browser.text("#details").starts_with("First"));
    assert_eq!(browser.text("#documents [aria-current]"), "Outer");
    nothing_left(&browser, 1);
}

#[test]
fn background_trees_and_events_are_known_to_a_page() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut folder = Folder::new();
    for name in ["courier.bt.json", "squad.bt.json"] {
        folder = folder.with(name, fs::read(examples().join(name)).unwrap());
    }
    assert_eq!(
        folder
            .run("run courier.bt.json --frames 6 --trace c.trace.jsonl")
            .code,
        0
    );
    assert_eq!(folder.run("export c.trace.jsonl --to html").code, 0);
    browser.open(&folder.path("c.html"));
    browser.press("nnnnnnnnn");
    assert!(browser.text("output").starts_with("Frame 6 of 6"));
    assert!(
        browser
            .text("#said")
            .starts_with("This is the last frame of the recording.")
    );
    let back = "return [...document.querySelectorAll('#run button')].at(-1).hidden";
    assert_eq!(browser.run(back), true);
    browser.run("document.querySelector('[data-id=n27]').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    let why = folder.run("why c.trace.jsonl --node n27 --frame 6 --format json");
    let why: Value = serde_json::from_str(&why.out).unwrap();
    let told = browser.run("return document.querySelector('#details ol li').dataset.sentence");
    assert_eq!(told, why["reasons"][0]["text"]);
    assert!(
        told.as_str()
            .unwrap()
            .contains("background tree “Battery watch”")
    );
    browser.click(&button("Run a frame"));
    assert_eq!(browser.run(back), false);

    for (language, send, sent) in [
        (
            "en",
            "Send deploy before the next frame",
            "deploy will be sent",
        ),
        ("zh-CN", "在下一帧之前发送 deploy", "将发送 deploy"),
    ] {
        let page = format!("{language}.html");
        let export = format!("export squad.bt.json --to html --lang {language} -o {page}");
        assert_eq!(folder.run(&export).code, 0);
        browser.open(&folder.path(&page));
        browser.press("s");
        browser.click(&format!("//button[@aria-label='{send}']"));
        assert_eq!(browser.text("#said"), sent);
        browser.press("s");
        assert!(!browser.text("#said").contains("Wait for orders"));
        // In Chinese, nothing is between a colon and what follows.
        assert_eq!(
            browser.text("#said").contains(" “"),
            language == "en",
            "{}",
            browser.text("#said")
        );
    }
    nothing_left(&browser, 3);
}

/// Asserts that nothing was requested but this number of pages, and that its policy had nothing to forbid.
fn nothing_left(browser: &Browser, pages: usize) {
    let requests = browser.requests();
    assert!(
        requests.iter().all(|url| url.starts_with("file://")),
        "{requests:?}"
    );
    assert_eq!(requests.len(), pages, "{requests:?}");
    assert_eq!(browser.messages(), Vec::<String>::new());
}

#[test]
fn names_are_only_shown() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = Folder::new().with("bad.bt.json", HOSTILE);
    let ended = folder.run("export bad.bt.json --to html");
    assert_eq!(ended.code, 0, "{ended:?}");
    browser.open(&folder.path("bad.html"));
    assert!(browser.text("h1").starts_with("</title><script>"));
    browser.press("s");
    browser.click(&item("</script>"));
    assert!(
        browser
            .text("#details")
            .contains("</script><script>window.hacked=3")
    );
    assert!(browser.text("#moment").contains("<img src=x"));
    assert!(!browser.text("#moment").contains("function"));
    browser.press(DOWN);
    browser.press("s");
    assert_eq!(browser.run("return window.hacked ?? null"), Value::Null);
    assert_eq!(
        browser.run("return document.querySelectorAll('img').length"),
        0
    );
    nothing_left(&browser, 1);
}

#[test]
fn a_recording_plays_and_says_why() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let mut folder = Folder::new();
    for name in ["guard.bt.json", "guard.scenario.json"] {
        folder = folder.with(name, fs::read(examples().join(name)).unwrap());
    }
    let run = "run guard.bt.json --scenario guard.scenario.json --trace bug.trace.jsonl";
    assert_eq!(folder.run(run).code, 0);
    for (language, texts) in [("en", Texts::new("en")), ("zh-CN", Texts::new("zh-CN"))] {
        let page = format!("{language}.html");
        let ended = folder.run(&format!(
            "export bug.trace.jsonl --to html --lang {language} -o {page}"
        ));
        assert_eq!(ended.code, 0, "{ended:?}");
        browser.open(&folder.path(&page));
        let last = folder.read("bug.trace.jsonl").lines().count() - 1;
        assert!(browser.text("output").contains(&last.to_string()));
        let shown = "const slider = document.querySelector('footer input'); slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))";
        for (node, frame) in [("n1", 1), ("n2", last / 2), ("n10", last)] {
            browser.run_with(shown, &[frame.into()]);
            let select = "const [id] = arguments; const node = [...document.querySelectorAll('[role=treeitem]')].find((item) => item.dataset.id === id); \
                          node.dispatchEvent(new MouseEvent('click', {bubbles: true}))";
            browser.run_with(select, &[node.into()]);
            let why = folder.run(&format!(
                "why bug.trace.jsonl --node {node} --frame {frame} --format json --lang {language}"
            ));
            let why: Value = serde_json::from_str(&why.out).unwrap();
            let expected = why["reasons"]
                .as_array()
                .unwrap()
                .iter()
                .map(|reason| reason["text"].as_str().unwrap().to_owned());
            let expected: Vec<String> = expected.collect();
            let told = browser.run("return [...document.querySelectorAll('#details ol li')].map((item) => item.dataset.sentence)");
            assert_eq!(told, json!(expected), "{node} in frame {frame}");
        }
        assert_eq!(
            browser.text("#run button[aria-pressed]"),
            texts.tr("page.play")
        );
    }
    // Played from the last but one frame, it ends at the last; the reader goes on from there, and back to the recording.
    browser.run("document.querySelector('[role=treeitem]').focus()");
    browser.press("p ");
    browser.run(
        "return new Promise((end) => { const look = () => \
         document.querySelector('#run [aria-pressed=true]') ? setTimeout(look, 20) : end(); look(); })",
    );
    let shown = || browser.text("output");
    let ended = shown();
    browser.press("s");
    assert_ne!(shown(), ended);
    browser.click("//*[@id='run']/button[last()]");
    let frames = browser.run("return document.querySelector('footer input').max");
    let frames = frames.as_str().unwrap();
    assert!(
        ended.starts_with(&format!("第 {frames} 帧，共 {frames} 帧")),
        "{ended}"
    );
    nothing_left(&browser, 2);
}

/// Random trees of the conformance cases, with all that came from outside, as recordings.
fn random_recordings() -> Vec<String> {
    let folder = examples().join("../conformance");
    let files = ["all-random.jsonl", "basic-random.jsonl"];
    let text = files
        .map(|file| fs::read_to_string(folder.join(file)).unwrap())
        .concat();
    let cases = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases
        .filter_map(|case| recording(&case))
        .take(200)
        .collect()
}

/// A case as the text of a recording; `None` if it has inputs that only a game has.
fn recording(case: &Value) -> Option<String> {
    let head = json!({
        "format": "treewright-trace", "version": 1, "tree": "t.bt.json", "dt": 0.1, "seed": case["seed"],
        "documents": [{"path": "t.bt.json", "text": case["tree"].to_string()}],
    });
    let mut lines = vec![head.to_string()];
    for (number, frame) in (1..).zip(case["frames"].as_array()?) {
        let mut line = Map::new();
        line.insert("frame".into(), json!(number));
        if frame["dt"] != 0.1 {
            line.insert("dt".into(), frame["dt"].clone());
        }
        let inputs = frame["did"].as_array().map_or(&[][..], |inputs| inputs);
        let inputs: Option<Vec<Value>> = inputs.iter().map(of_first_agent).collect();
        let inputs = inputs?;
        if !inputs.is_empty() {
            line.insert("did".into(), inputs.into());
        }
        for field in ["status", "events", "stacks"] {
            line.insert(field.into(), frame[field].clone());
        }
        lines.push(Value::from(line).to_string());
    }
    lines.push(String::new());
    Some(lines.join("\n"))
}

fn of_first_agent(input: &Value) -> Option<Value> {
    let mut input = input.as_object()?.clone();
    // A whole number for a float is refused, which a recording does not contain.
    let is_refused = input.get("set").is_some_and(|set| {
        let (name, value) = set.as_object().unwrap().iter().next().unwrap();
        name.starts_with("float_") && !value.to_string().contains(['.', 'e'])
    });
    if input.contains_key("call") || is_refused {
        return None;
    }
    if !input.contains_key("send") {
        input.insert("agent".into(), json!(0));
    }
    Some(input.into())
}

/// The requests to the engine of a page that run the frames of a recording.
fn steps(recording: &str) -> Vec<String> {
    let lines = recording.lines().skip(1);
    let requests = lines.map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut request = json!({"step": line.get("did").unwrap_or(&json!([]))});
        if let Some(dt) = line.get("dt") {
            request["dt"] = dt.clone();
        }
        request.to_string()
    });
    requests.collect()
}

#[test]
fn trees_do_in_a_page_what_they_do_on_the_command_line() {
    let recordings = random_recordings();
    assert_eq!(recordings.len(), 200);
    // The command line repeats a recording only if each frame results as it is in the file.
    let folder = Folder::with_guard();
    for text in recordings.iter().step_by(20) {
        fs::write(folder.path("one.trace.jsonl"), text).unwrap();
        let ended = folder.run("run one.trace.jsonl --format json");
        assert_eq!(ended.code, 0, "{ended:?}");
    }
    let Some(browser) = Browser::start() else {
        return;
    };
    assert_eq!(folder.run("export guard.bt.json --to html").code, 0);
    browser.open(&folder.path("guard.html"));
    let packed = include_str!("../../assets/page/packed.js");
    let engine = include_str!("../../assets/page/engine.js");
    // First the page repeats the whole recording, then it steps the tree itself, with the same inputs.
    let compare = format!(
        "const byId = (id) => document.getElementById(id);\n{packed}\n{engine}\n\
         return startEngine().then((ask) => arguments[0].flatMap(([text, requests]) => {{\n\
         const [head, ...lines] = text.trim().split('\\n');\n\
         const moment = ask(JSON.stringify({{open: text}}));\n\
         if (moment.error || moment.last !== lines.length) return [JSON.stringify(moment)];\n\
         ask(JSON.stringify({{open: head + '\\n'}}));\n\
         const same = (one, other) => ['status', 'events', 'stacks'].every((part) => JSON.stringify(one[part]) === JSON.stringify(other[part]));\n\
         return lines.filter((line, place) => {{\n\
         const ran = ask(requests[place]).line;\n\
         return ran === undefined || !same(JSON.parse(line), JSON.parse(ran));\n\
         }});\n\
         }}));"
    );
    let recordings: Vec<Value> = recordings
        .iter()
        .map(|text| json!([text, steps(text)]))
        .collect();
    let differing = browser.run_with(&compare, &[recordings.into()]);
    assert_eq!(differing, json!([]));
}
