//! The tasks of a library are made, changed and removed in a window: whatever it does not offer is kept, undo gives the file back byte for byte, and what
//! cannot be done is said in the window.

use treewright_core::model::Document;

use super::project_files::write;
use super::studio::Studio;

const LIBRARY: &str = "game/lib/combat.tasks.json";
const TREE: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"nodes": [{"id": "n1", "task": "Wait", "name": "Last"}]}"#;
const USER: &str = r#"{"format": "treewright", "version": 1, "libraries": ["lib/combat.tasks.json"],
"root": "n1", "nodes": [{"id": "n1", "task": "Shoot", "x": 0, "y": 0}]}"#;
const COMBAT: &str = r##"{
  "format": "treewright-tasks",
  "version": 1,
  "name": "Combat",
  "tasks": [
    {
      "name": "Shoot",
      "category": "Action",
      "summary": "Fires.",
      "color": "#c04040",
      "stand_in": "Running",
      "parameters": [
        {"name": "rounds", "type": "int", "default": 3, "range": [1, 30], "page": 7},
        {"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}
      ],
      "author": "me"
    },
    {
      "name": "Near",
      "category": "Conditional"
    }
  ],
  "made_by": "hand"
}
"##;

/// An editor on a tree of a project without a library.
fn project() -> Studio {
    with_files(&[])
}

/// An editor on a tree of a project with these files.
fn with_files(files: &[(&str, &str)]) -> Studio {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(&first.path("game/main.bt.json"), TREE);
    for (name, text) in files {
        write(&first.path(name), text);
    }
    let mut studio = first.started_again(&[first.path("game/main.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File main.bt.json"));
    studio
}

/// An editor on a tree of a project with a library, which another tree uses.
fn combat() -> Studio {
    let files = [(LIBRARY, COMBAT), ("game/user.bt.json", USER)];
    let mut studio = with_files(&files);
    studio.wait_for("File lib/combat.tasks.json");
    studio
}

/// Opens the window on the library.
fn open_library(studio: &mut Studio) {
    studio.click("File lib/combat.tasks.json");
    studio.keys("Enter");
    studio.wait_for("Add parameter");
}

/// Opens the window on the task of the library.
fn open_shoot(studio: &mut Studio) {
    open_library(studio);
    studio.click("Task > Shoot");
    studio.wait_for("Rename…");
}

/// Renames the task to `Fire`, and leaves the closed files that use it.
fn rename_and_leave_closed(studio: &mut Studio) {
    open_shoot(studio);
    studio.click("Rename…");
    studio.wait_for("Rename task “Shoot”");
    studio.fill("New name", "Fire");
    studio.wait_for("Rename in closed files, too?");
    studio.click("Leave them");
    studio.wait_until(|studio| studio.read(LIBRARY).contains("\"Fire\""));
}

/// Waits until the library at this path has this text.
fn must_become(studio: &mut Studio, path: &str, text: &str) {
    studio.wait_until(|studio| studio.read(path) == text);
}

/// Chooses a category in the window; the list of nodes has the same headings.
fn choose_category(studio: &mut Studio, name: &str) {
    studio.click("Category");
    let at = studio.all(name).last().unwrap().rect().center();
    studio.press_at(at, 1);
}

fn is_open(studio: &Studio) -> bool {
    studio.shows("Add parameter")
}

/// Presses buttons of which the last one closes the window, once the files of the project were read.
fn finish(studio: &mut Studio, buttons: &str) {
    // The window has grown by what was chosen last.
    studio.steps(5);
    studio.click(buttons);
    studio.wait_until(|studio| !is_open(studio));
}

/// Tries to create the task, and waits until the window says this.
fn is_refused(studio: &mut Studio, reason: &str) {
    studio.click("Create");
    studio.wait_until(|studio| says(studio, reason));
}

/// Whether the window says this.
fn says(studio: &Studio, part: &str) -> bool {
    is_open(studio) && studio.shows_part(part)
}

fn shoot_of(document: &Document) -> bool {
    document.nodes().any(|node| &*node.task == "Shoot")
}

#[test]
fn a_first_task_is_made_used_changed_and_undone() {
    let mut studio = project();
    studio.menu("File > Project > New task library…");
    studio.wait_for("Name of the new task library");
    studio.type_text("combat");
    studio.keys("Enter");
    studio.wait_for("Add parameter");
    let empty = studio.read("game/combat.tasks.json");
    studio.steps(3);
    studio.keys("`Shoot` Tab");
    studio.fill_in("Summary", "Fires.");
    studio.click("Stand-in result > Running > Add parameter");
    studio.fill_in("Name of parameter 1", "rounds");
    studio.click("Type of parameter 1 > int");
    studio.fill_in("Default value of parameter 1", "3");
    studio.fill_in("Help for parameter 1", "How many.");
    studio.reach("Add parameter");
    studio.fill_in("Name of parameter 2", "at");
    studio.click("Type of parameter 2 > vec2");
    studio.click("Parameter 2 if not set > Must be set");
    finish(&mut studio, "Create");
    studio.must_say("Created task “Shoot” in combat.tasks.json");
    let made = studio.read("game/combat.tasks.json");
    let rounds = r#"{"name": "rounds", "type": "int", "default": 3, "help": "How many."}"#;
    assert!(made.contains(rounds), "{made}");
    assert!(
        made.contains(r#"{"name": "at", "type": "vec2", "required": true}"#),
        "{made}"
    );
    assert!(made.contains(r#""stand_in": "Running""#), "{made}");

    // The tree uses the library, as the window proposed.
    assert_eq!(studio.document().libraries, ["combat.tasks.json"]);
    assert!(studio.shows("Nodes: Shoot"));
    studio.focus_canvas();
    studio.add("Shoot");
    assert!(shoot_of(&studio.document()));
    studio.steps(2);
    assert_eq!(studio.get("Rounds").value().as_deref(), Some("3"));

    // A change is seen at once.
    studio.search("Search nodes", "Shoot");
    studio.get("Nodes: Shoot").click_secondary();
    studio.steps(3);
    studio.click("Edit task…");
    studio.wait_for("Add parameter");
    studio.fill_in("Default value of parameter 1", "5");
    finish(&mut studio, "Apply");
    studio.must_say("Changed task “Shoot” in combat.tasks.json");
    assert_eq!(studio.get("Rounds").value().as_deref(), Some("5"));

    studio.click("Undo the last change of files");
    must_become(&mut studio, "game/combat.tasks.json", &made);
    studio.must_say("Undone: Changed task “Shoot”");
    assert_eq!(studio.get("Rounds").value().as_deref(), Some("3"));
    studio.click("Undo the last change of files");
    must_become(&mut studio, "game/combat.tasks.json", &empty);
    studio.click("Redo the change of files");
    must_become(&mut studio, "game/combat.tasks.json", &made);
}

#[test]
fn what_the_window_does_not_offer_is_kept() {
    let mut studio = combat();
    open_shoot(&mut studio);
    assert!(studio.shows_part("weapon: choice"));
    studio.fill_in("Summary", "Fires until it is down.");
    assert!(says(&studio, "apply or cancel the changes first"));
    finish(&mut studio, "Apply");
    let expected = COMBAT.replace("\"Fires.\"", "\"Fires until it is down.\"");
    assert_eq!(studio.read(LIBRARY), expected);
    studio.click("File lib/combat.tasks.json");
    studio.keys("Ctrl+Z");
    must_become(&mut studio, LIBRARY, COMBAT);
}

#[test]
fn parameters_are_renamed_moved_and_removed() {
    let mut studio = combat();
    open_shoot(&mut studio);
    studio.fill_in("Name of parameter 1", "count");
    assert!(says(
        &studio,
        "Nodes that set “rounds” follow, also in closed files"
    ));
    studio.click("Move parameter 2 up");
    finish(&mut studio, "Apply");
    let text = studio.read(LIBRARY);
    let weapon = text.find("\"weapon\"").unwrap();
    let count = r#"{"name": "count", "type": "int", "default": 3, "range": [1, 30], "page": 7}"#;
    assert!(text.find(count).unwrap() > weapon, "{text}");
    open_shoot(&mut studio);
    finish(&mut studio, "Remove parameter 1 > Apply");
    let text = studio.read(LIBRARY);
    assert!(!text.contains("weapon") && text.contains(count), "{text}");
}

/// Also inside a tree that another one runs, where it is overridden; unsaved work stays unsaved.
#[test]
fn nodes_follow_a_parameter_that_gets_another_name() {
    let library = COMBAT.replace(
        r#"{"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}"#,
        r#"{"name": "salvos", "type": "int", "default": 1, "page": 8}"#,
    );
    let set = USER.replace(
        r#""Shoot","#,
        r#""Shoot", "parameters": {"rounds": 7, "salvos": 2},"#,
    );
    let over = r#"{"format": "treewright", "version": 1, "libraries": ["lib/combat.tasks.json"],
"root": "n1", "nodes": [{"id": "n1", "task": "Subtree",
"parameters": {"file": "user.bt.json"}, "overrides": {"n1": {"rounds": 9}}, "x": 0, "y": 0}]}"#;
    let files = [
        (LIBRARY, &*library),
        ("game/user.bt.json", &set),
        ("game/over.bt.json", over),
    ];
    let mut studio = with_files(&files);
    studio.open(&studio.path("game/over.bt.json"));
    studio.wait_for("File lib/combat.tasks.json");
    let before = [LIBRARY, files[1].0, files[2].0].map(|file| studio.read(file));
    open_shoot(&mut studio);
    // The two exchange their names.
    studio.fill_in("Name of parameter 1", "salvos");
    studio.fill_in("Name of parameter 2", "rounds");
    finish(&mut studio, "Apply");
    studio.must_say("Changed task “Shoot” in lib/combat.tasks.json");
    let user = studio.read("game/user.bt.json");
    assert!(user.contains(r#"{"rounds": 2, "salvos": 7}"#), "{user}");
    let over = studio.read("game/over.bt.json");
    assert!(over.contains(r#"{"n1": {"salvos": 9}}"#), "{over}");
    let declared = studio.read(LIBRARY);
    let salvos = r#"{"name": "rounds", "type": "int", "default": 1, "page": 8}"#;
    assert!(declared.contains(salvos), "{declared}");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    assert!(!studio.is_dirty());
    studio.click("Undo the last change of files");
    must_become(&mut studio, LIBRARY, &library);
    let after = [LIBRARY, files[1].0, files[2].0].map(|file| studio.read(file));
    assert_eq!(after, before);
    assert!(!studio.is_dirty());
    studio.click("Redo the change of files");
    studio.wait_until(|studio| studio.read("game/user.bt.json") == user);
}

#[test]
fn a_conditional_cannot_run_and_a_parent_has_no_result() {
    let mut studio = combat();
    open_shoot(&mut studio);
    choose_category(&mut studio, "Conditionals");
    studio.click("Stand-in result");
    assert!(studio.shows("Failure") && !studio.shows("Running"));
    studio.click("Failure");
    choose_category(&mut studio, "Decorators");
    assert!(!studio.shows("Stand-in result"));
    finish(&mut studio, "Apply");
    let text = studio.read(LIBRARY);
    assert!(text.contains(r#""category": "Decorator""#), "{text}");
    assert!(!text.contains("stand_in"), "{text}");
}

#[test]
fn what_cannot_be_done_is_said_in_the_window() {
    let mut studio = combat();
    studio.get("File lib/combat.tasks.json").click_secondary();
    studio.steps(3);
    studio.click("New task…");
    studio.wait_for("Add parameter");
    is_refused(&mut studio, "The task has no name");
    studio.fill_in("Name", "Sequence");
    assert!(!says(&studio, "The task has no name"), "it is out of date");
    is_refused(&mut studio, "A built-in node has the name “Sequence”");
    studio.fill_in("Name", "Near");
    is_refused(&mut studio, "already has the name “Near”");
    studio.fill_in("Name", "Run");
    studio.click("Add parameter");
    is_refused(&mut studio, "A parameter has no name");
    studio.reach("Remove parameter 1");
    studio.reach("Add parameter");
    // Its name has the keyboard.
    studio.keys("`speed`");
    studio.reach("Add parameter");
    studio.fill_in("Name of parameter 2", "speed");
    is_refused(&mut studio, "Two parameters have the name “speed”");
    assert_eq!(studio.read(LIBRARY), COMBAT);
    studio.keys("Escape");
    assert!(!is_open(&studio));
}

#[test]
fn a_library_that_changed_meanwhile_is_changed_as_it_is_only_at_the_second_try() {
    let mut studio = combat();
    open_library(&mut studio);
    studio.fill_in("Name", "Run");
    let theirs = COMBAT.replace("\"hand\"", "\"hands\"");
    studio.write(LIBRARY, &theirs);
    is_refused(&mut studio, "was changed since");
    assert_eq!(studio.read(LIBRARY), theirs);
    finish(&mut studio, "Create");
    let text = studio.read(LIBRARY);
    assert!(text.contains("\"Run\"") && text.contains("hands"), "{text}");
}

#[test]
fn removing_a_task_that_is_used_asks() {
    let mut studio = combat();
    open_shoot(&mut studio);
    studio.click("Remove task…");
    studio.wait_for("Shoot is used in 1 file:");
    studio.must_show(&["user.bt.json"]);
    studio.click("Cancel");
    assert_eq!(studio.read(LIBRARY), COMBAT);
    open_shoot(&mut studio);
    studio.click("Remove task…");
    studio.wait_for("Show uses");
    studio.click("Show uses");
    studio.wait_until(|studio| studio.shows_part("user.bt.json: 1"));
    studio.show_panel("Project");
    open_shoot(&mut studio);
    studio.click("Remove task…");
    studio.wait_for("Remove anyway");
    studio.click("Remove anyway");
    studio.must_say("Removed task “Shoot” from lib/combat.tasks.json");
    assert!(!studio.read(LIBRARY).contains("Shoot"));
    studio.click("Undo the last change of files");
    must_become(&mut studio, LIBRARY, COMBAT);
    // Nothing uses this one.
    open_library(&mut studio);
    finish(&mut studio, "Task > Near > Remove task…");
    studio.must_say("Removed task “Near”");
}

#[test]
fn a_task_is_renamed_from_the_window_also_if_the_active_tree_does_not_use_it() {
    let mut studio = combat();
    open_shoot(&mut studio);
    studio.click("Rename…");
    studio.wait_for("Rename task “Shoot”");
    assert!(!is_open(&studio));
    studio.fill("New name", "Fire");
    studio.wait_for("Rename in closed files, too?");
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read(LIBRARY).contains("\"Fire\""));
    assert!(studio.read("game/user.bt.json").contains("\"Fire\""));
}

/// The files that were left use the old name: it leads to the new one, in all of them at once.
#[test]
fn a_file_that_was_left_at_a_rename_is_offered_the_new_name() {
    let users = ["game/user.bt.json", "game/ally.bt.json"];
    let mut studio = with_files(&[(LIBRARY, COMBAT), (users[0], USER), (users[1], USER)]);
    rename_and_leave_closed(&mut studio);
    studio.open(&studio.path(users[0]));
    studio.wait_until(|studio| studio.front(|front| !front.diagnostics().is_empty()));
    studio.click("Problems (1)");
    studio.wait_for("Change to “Fire” in all 2 files");
    studio.click("Change to “Fire” in all 2 files");
    studio.wait_until(|studio| studio.read(users[1]).contains("\"Fire\""));
    studio.must_say("All nodes of the type “Shoot” have the type “Fire” now");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read(users[1]) == USER);
    // Only here.
    studio.click("Unknown node type “Shoot”: check the spelling or add its library");
    studio.click("Apply fix: Change to “Fire”");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    assert_eq!(studio.read(users[1]), USER);
}

/// What is mended already, but not saved, neither counts nor keeps the others from being mended; and a redo does what was done.
#[test]
fn unsaved_work_that_is_mended_already_is_left_alone() {
    let users = [
        "game/user.bt.json",
        "game/ally.bt.json",
        "game/third.bt.json",
    ];
    let mut files = vec![(LIBRARY, COMBAT)];
    files.extend(users.map(|user| (user, USER)));
    let mut studio = with_files(&files);
    rename_and_leave_closed(&mut studio);
    studio.open(&studio.path(users[0]));
    studio.click("Problems (1)");
    studio.wait_for("Change to “Fire” in all 3 files");
    studio.click("Unknown node type “Shoot”: check the spelling or add its library");
    studio.click("Apply fix: Change to “Fire”");
    studio.open(&studio.path(users[1]));
    studio.wait_for("Change to “Fire” in all 2 files");
    studio.click("Change to “Fire” in all 2 files");
    studio.wait_until(|studio| studio.read(users[2]).contains("\"Fire\""));
    assert!(studio.read(users[1]).contains("\"Fire\""));
    assert_eq!(studio.read(users[0]), USER, "it is not saved");
    studio.show_panel("Project");
    for _ in 0..2 {
        studio.click("Undo the last change of files");
        studio.steps(10);
    }
    assert_eq!(studio.read(LIBRARY), COMBAT);
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.click("Redo the change of files");
    studio.wait_until(|studio| studio.read(LIBRARY).contains("\"Fire\""));
    assert!(shoot_of(&studio.document()), "it was left then, too");
    studio.click("Redo the change of files");
    studio.wait_until(|studio| studio.read(users[2]).contains("\"Fire\""));
    assert!(!shoot_of(&studio.document()));
    assert!(!studio.is_dirty());
}

#[test]
fn a_tree_need_not_use_the_library() {
    let mut studio = combat();
    open_library(&mut studio);
    studio.switch("Use this library in “main”");
    studio.fill_in("Name", "Run");
    finish(&mut studio, "Create");
    studio.must_say("Created task “Run”");
    assert!(studio.document().libraries.is_empty());
}

#[test]
fn the_window_is_used_by_keyboard_alone() {
    let mut studio = combat();
    studio.click("File lib/combat.tasks.json");
    studio.keys("Enter");
    studio.wait_for("Add parameter");
    // The name has the keyboard, also after a refusal.
    studio.keys("Enter");
    studio.wait_until(|studio| says(studio, "The task has no name"));
    // The list of categories: Enter chooses there.
    studio.keys("`Run` Tab Space");
    studio.steps(3);
    studio.keys("ArrowDown");
    studio.steps(2);
    studio.keys("Enter");
    studio.steps(5);
    assert!(is_open(&studio));
    studio.keys("Tab `Does it.`");
    while !studio.get("Add parameter").is_focused() {
        studio.keys("Tab");
    }
    studio.keys("Space");
    studio.steps(3);
    studio.keys("`speed` Enter");
    studio.wait_until(|studio| !is_open(studio));
    studio.must_say("Created task “Run” in lib/combat.tasks.json");
    let made = studio.read(LIBRARY);
    assert!(
        made.contains("\"Composite\"") && made.contains("Does it."),
        "{made}"
    );
    assert!(made.contains("\"speed\""), "{made}");
    studio.keys("Ctrl+Z");
    must_become(&mut studio, LIBRARY, COMBAT);
}

#[test]
fn a_library_that_cannot_be_read_says_why() {
    let mut studio = with_files(&[(LIBRARY, "{")]);
    studio.wait_for("File lib/combat.tasks.json, Cannot be read");
    let label = "File lib/combat.tasks.json, Cannot be read";
    studio.get(label).click_secondary();
    studio.steps(3);
    studio.click("New task…");
    assert!(!is_open(&studio));
    studio.must_say("combat.tasks.json");
}

#[test]
fn a_scenario_of_the_active_tree_is_made_with_the_plus() {
    let mut studio = project();
    studio.click("New in this project > New scenario…");
    studio.wait_for("Name of the new scenario");
    studio.keys("Enter");
    let is_made = |studio: &Studio| {
        let mut files = studio.path("game").read_dir().unwrap();
        files.any(|file| {
            let name = file.unwrap().file_name().to_string_lossy().into_owned();
            name.starts_with("main.") && name.ends_with(".scenario.json")
        })
    };
    studio.wait_until(is_made);
}
