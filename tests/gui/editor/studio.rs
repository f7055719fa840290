//! An editor to test: the real one, in a temporary folder, with dialogs that give the answers that they were told.

mod dialogs;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fs, thread};

use super::super::renderer::PixelRenderer;
use dialogs::{Script, ScriptedDialogs};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, Pos2, UiBuilder, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use tempfile::TempDir;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_editor::app::{Conditions, EditorApp, Launch};
use treewright_editor::dialogs::PathAnswer;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::{NodeState, RunView as _};

type Slot = Rc<RefCell<Option<EditorApp>>>;

/// An editor with its window.
pub struct Studio {
    pub harness: Harness<'static, Slot>,
    folder: Rc<TempDir>,
    script: Script,
    /// How quick and how willing the world outside is.
    pub conditions: Conditions,
    /// Each event of a key has a frame of its own, and more are drawn after it, for whoever takes pictures of what fades, grows and blinks.
    pub is_patient: bool,
}

impl Studio {
    /// An editor on a new, empty document.
    pub fn empty() -> Self {
        let mut studio = Self::with_files(&[]);
        studio.keys("Ctrl+N");
        studio
    }

    /// An editor on a new tree of these tasks, which are added one after the other.
    pub fn with(tasks: &str) -> Self {
        let mut studio = Self::empty();
        studio.add(tasks);
        studio
    }

    /// An editor as it starts without files: on the first example.
    pub fn started() -> Self {
        Self::with_files(&[])
    }

    /// An editor that is started with files.
    pub fn with_files(files: &[PathBuf]) -> Self {
        Self::in_folder(Rc::new(TempDir::new().unwrap()), files)
    }

    /// Another start with the same settings and copies of unsaved work.
    pub fn started_again(&self, files: &[PathBuf]) -> Self {
        Self::in_folder(self.folder.clone(), files)
    }

    /// An editor on the first example, in this theme.
    pub fn in_theme(theme: egui::Theme) -> Self {
        Self::in_window(Rc::new(TempDir::new().unwrap()), &[], theme)
    }

    /// An editor on these files, in this theme.
    pub fn on(files: &[PathBuf], theme: egui::Theme) -> Self {
        Self::in_window(Rc::new(TempDir::new().unwrap()), files, theme)
    }

    fn in_folder(folder: Rc<TempDir>, files: &[PathBuf]) -> Self {
        Self::in_window(folder, files, egui::Theme::Dark)
    }

    fn in_window(folder: Rc<TempDir>, files: &[PathBuf], theme: egui::Theme) -> Self {
        Self::launched(folder, files, theme, false)
    }

    /// A first start as users have it.
    pub fn first_start(folder: Rc<TempDir>) -> Self {
        Self::launched(folder, &[], egui::Theme::Dark, true)
    }

    fn launched(folder: Rc<TempDir>, files: &[PathBuf], theme: egui::Theme, tour: bool) -> Self {
        let script = Script::default();
        // However slow the machine is, what is saved is saved in the frame.
        let conditions = Conditions {
            patience: Duration::MAX,
            ..Conditions::default()
        };
        let launch = Launch {
            conditions: conditions.clone(),
            tour,
            files: files.to_vec(),
            config: folder.path().join("config"),
            state: folder.path().join("state"),
            documents: Some(folder.path().to_owned()),
            dialogs: Box::new(ScriptedDialogs {
                script: script.clone(),
                asked: false,
            }),
        };
        let slot = Slot::default();
        let made = slot.clone();
        let mut harness = Harness::builder()
            .with_size(vec2(1440.0, 900.0))
            .with_theme(theme)
            .renderer(PixelRenderer::default())
            .allow_missing_glyphs()
            .with_context_setup(move |ctx| {
                *made.borrow_mut() = Some(EditorApp::new(ctx, launch));
            })
            .build_ui_state(
                |ui, slot: &mut Slot| {
                    // The whole window, without the margin that small tests like to have.
                    let window = UiBuilder::new().max_rect(ui.ctx().content_rect());
                    let mut window = ui.new_child(window);
                    window.set_clip_rect(window.max_rect());
                    if let Some(app) = slot.borrow_mut().as_mut() {
                        app.show(&mut window);
                    }
                },
                slot,
            );
        harness.run_steps(4);
        Self {
            harness,
            folder,
            script,
            conditions,
            is_patient: false,
        }
    }

    /// A path in the folder of this test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The next dialog gives this path.
    pub fn dialog_gives(&self, path: &Path) {
        let answer = PathAnswer::Paths(vec![path.to_owned()]);
        self.script.0.borrow_mut().push_back(answer);
    }

    /// The system has no dialog to answer the next question.
    pub fn dialog_fails(&self) {
        self.script
            .0
            .borrow_mut()
            .push_back(PathAnswer::Unavailable);
    }

    pub fn steps(&mut self, steps: usize) {
        self.harness.run_steps(steps);
    }

    /// Presses a key in one frame and lets go of it in the next one.
    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        if self.is_patient {
            self.harness.key_press_modifiers(modifiers, key);
            return self.steps(3);
        }
        let held = |held| Event::ModifiersChanged(held);
        let key = |pressed| Event::Key {
            key,
            pressed,
            modifiers,
            repeat: false,
            physical_key: None,
        };
        self.frame([held(modifiers), key(true)]);
        self.frame([key(false), held(Modifiers::NONE)]);
        self.steps(1);
    }

    /// Draws a frame with all of these events, where the harness would draw one for each.
    fn frame(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.steps(1);
    }

    /// Presses and lets go in the frame after it.
    pub fn press_at(&mut self, at: Pos2, times: usize) {
        for pressed in [true, false].repeat(times) {
            let button = Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            self.frame([Event::PointerMoved(at), button]);
        }
        // What opens is measured in one frame and shown in the next one.
        self.steps(2);
    }

    pub fn key(&mut self, key: Key) {
        self.press(Modifiers::NONE, key);
    }

    /// Presses keys one after the other, as menus write them, and types what stands between back quotes: ``Ctrl+A F2 `Look here` Enter``.
    pub fn keys(&mut self, script: &str) {
        for (nth, part) in script.split('`').enumerate() {
            if nth % 2 == 1 {
                self.type_text(part);
                continue;
            }
            for combination in part.split_whitespace() {
                let (held, key) = combination.rsplit_once('+').unwrap_or(("", combination));
                let held = held.split('+').filter(|name| !name.is_empty());
                let modifiers = held.map(|name| match name {
                    "Ctrl" => Modifiers::COMMAND,
                    "Shift" => Modifiers::SHIFT,
                    "Alt" => Modifiers::ALT,
                    _ => panic!("{name} is no key to hold"),
                });
                let modifiers = modifiers.fold(Modifiers::NONE, Modifiers::plus);
                let key = Key::from_name(key).unwrap_or_else(|| panic!("there is no key {key}"));
                self.press(modifiers, key);
            }
        }
    }

    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run_steps(2);
    }

    /// Opens the search of the canvas, types a name and takes the best find; for each of these tasks.
    pub fn add(&mut self, tasks: &str) {
        for task in tasks.split_whitespace() {
            self.key(Key::Tab);
            self.type_text(task);
            self.key(Key::Enter);
        }
    }

    /// Presses the only thing of this name, or one after the other: `Color > Red`.
    pub fn click(&mut self, labels: &str) {
        for label in labels.split(" > ") {
            let at = self.get(label).rect().center();
            self.press_at(at, 1);
        }
    }

    /// Asks for a file to open, and names this one.
    pub fn open(&mut self, path: &Path) {
        self.dialog_gives(path);
        self.keys("Ctrl+O");
    }

    /// Saves the tree in front, here if that asks where.
    pub fn save_as(&mut self, path: &Path) {
        self.dialog_gives(path);
        self.keys("Ctrl+S");
    }

    /// Writes a file into the folder of this test.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// What a file in the folder of this test holds.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Draws frames until this is so.
    #[track_caller]
    pub fn wait_until(&mut self, what: impl Fn(&Self) -> bool) {
        for _ in 0..2_000 {
            if what(self) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
            self.steps(1);
        }
        panic!("it never comes: {}", self.notice());
    }

    /// Draws frames until something of this name is shown.
    #[track_caller]
    pub fn wait_for(&mut self, label: &str) {
        self.wait_until(|studio| studio.shows(label));
    }

    /// Takes what lies at a point of the window, and holds it over another.
    pub fn hold(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.steps(1);
        self.harness.drag_at(from);
        self.steps(1);
        self.harness.hover_at(from + (to - from) * 0.5);
        self.steps(1);
        self.harness.hover_at(to);
        self.steps(4);
    }

    /// Drags what lies at a point of the window to another.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.hold(from, to);
        self.harness.drop_at(to);
        self.steps(3);
    }

    /// Gives the keyboard to the only thing of this name.
    pub fn focus(&mut self, label: &str) {
        self.get(label).focus();
        self.steps(2);
    }

    /// Opens menus, one within the other, and takes the last of these entries: `File > Export`.
    pub fn menu(&mut self, path: &str) {
        for entry in path.split(" > ") {
            // The menu bar comes first, and what its menus hold with it.
            let is_entry = |node: &Node<'_>| node.accesskit_node().role() != Role::Label;
            let found = self.harness.query_all_by_label(entry).find(is_entry);
            found.unwrap_or_else(|| panic!("no entry {entry}")).click();
            self.steps(3);
        }
    }

    /// The same for an entry that asks for a path, which is this one.
    pub fn menu_to(&mut self, path: &str, file: &Path) {
        self.dialog_gives(file);
        self.menu(path);
    }

    /// Changes the language by way of the command palette.
    pub fn speak_chinese(&mut self) {
        self.keys("Ctrl+Shift+P `简体中文` Enter");
        assert!(self.shows("文件"));
    }

    /// Replaces the text of a field, and leaves it.
    pub fn fill(&mut self, label: &str, text: &str) {
        self.get(label).focus();
        self.harness.run_steps(2);
        self.keys("Ctrl+A");
        self.type_text(text);
        self.keys("Enter");
    }

    /// Types into a search field, and stays there.
    pub fn search(&mut self, label: &str, text: &str) {
        self.get(label).focus();
        self.harness.run_steps(2);
        self.type_text(text);
    }

    /// Drags from the middle of the thing of this name to a place.
    pub fn drag_to(&mut self, label: &str, to: Pos2) {
        self.get(label).scroll_to_me();
        self.steps(12);
        let from = self.get(label).rect().center();
        self.harness.hover_at(from);
        self.harness.run_steps(1);
        self.harness.drag_at(from);
        self.harness.run_steps(1);
        self.harness
            .hover_at(from + (to - from) * 0.5 + Vec2::splat(3.0));
        self.harness.run_steps(1);
        self.harness.hover_at(to);
        self.harness.run_steps(2);
        self.harness.drop_at(to);
        self.harness.run_steps(3);
    }

    /// Whether something of this name is shown.
    pub fn shows(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// Whether something whose name contains this is shown.
    pub fn shows_part(&self, label: &str) -> bool {
        let mut found = self.harness.query_all_by_label_contains(label);
        found.next().is_some()
    }

    #[track_caller]
    pub fn must_show(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.shows(label), "{label:?} is not there");
        }
    }

    #[track_caller]
    pub fn must_show_part(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.shows_part(label), "{label:?} is not there");
        }
    }

    /// The notice in the status bar must hold this.
    #[track_caller]
    pub fn must_say(&self, part: &str) {
        let notice = self.notice();
        assert!(notice.contains(part), "{part:?} is not in: {notice}");
    }

    /// The notice in the status bar must begin so.
    #[track_caller]
    pub fn must_say_first(&self, start: &str) {
        let notice = self.notice();
        assert!(
            notice.starts_with(start),
            "{start:?} does not begin: {notice}"
        );
    }

    /// The notice in the status bar must be this.
    #[track_caller]
    pub fn must_say_just(&self, notice: &str) {
        assert_eq!(self.notice(), notice);
    }

    /// The id of the node that was selected last, if there is one.
    pub fn selected(&self) -> String {
        let id = self.front(|front| front.selection().primary().cloned());
        id.map(|id| id.to_string()).unwrap_or_default()
    }

    /// The only thing of this role and name.
    pub fn by_role<'a>(&'a self, role: Role, label: &'a str) -> Node<'a> {
        self.harness.get_by_role_and_label(role, label)
    }

    /// The only thing of this name that is no mere text.
    #[track_caller]
    pub fn get<'a>(&'a self, label: &'a str) -> Node<'a> {
        let found = self.all(label);
        assert_eq!(found.len(), 1, "things called {label}");
        found.into_iter().next().unwrap()
    }

    /// Whether the menu entry of this name shows a tick.
    pub fn is_ticked(&self, label: &str) -> bool {
        self.get(label).accesskit_node().toggled() == Some(Toggled::True)
    }

    /// Switches the only switch of this name.
    pub fn switch(&mut self, label: &str) {
        let switch = self.by_role(Role::CheckBox, label);
        switch.click();
        self.steps(3);
    }

    /// All things of this name that are no mere text, from left to right.
    pub fn all<'a>(&'a self, label: &'a str) -> Vec<Node<'a>> {
        let found = self.harness.query_all_by_label(label);
        let mut found: Vec<_> = found
            .filter(|node| node.accesskit_node().role() != Role::Label)
            .collect();
        found.sort_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        found
    }

    /// The names of all things that begin so, from top to bottom.
    pub fn labels_that_begin(&self, beginning: &str) -> Vec<String> {
        let found = self.harness.query_all_by_label_contains(beginning);
        let mut found: Vec<_> = found
            .filter_map(|node| {
                // Mere text has its text as its value.
                let inner = node.accesskit_node();
                let label = inner.label().or_else(|| inner.value())?;
                Some((node.rect().top(), label))
            })
            .filter(|(_, label)| label.starts_with(beginning))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, label)| label).collect()
    }

    /// Looks at the document in front.
    pub fn front<R>(&self, look: impl FnOnce(&OpenDocument) -> R) -> R {
        self.app(|app| look(app.workspace().front()))
    }

    /// Looks at the editor.
    pub fn app<R>(&self, look: impl FnOnce(&EditorApp) -> R) -> R {
        let slot = self.harness.state().borrow();
        look(slot.as_ref().unwrap())
    }

    /// The frame of the run in front that is shown.
    pub fn frame_shown(&self) -> u64 {
        self.front(|front| front.run.as_ref().unwrap().frame())
    }

    /// Whether the tree in front has a run.
    pub fn has_run(&self) -> bool {
        self.front(|front| front.run.is_some())
    }

    /// What the node with this title does in the frame that is shown.
    pub fn state(&self, title: &str) -> NodeState {
        let id = self.id(title);
        self.front(|front| front.run.as_ref().unwrap().node(&id).state)
    }

    /// Does something to the editor itself.
    pub fn app_mut<R>(&self, act: impl FnOnce(&mut EditorApp) -> R) -> R {
        act(self.harness.state().borrow_mut().as_mut().unwrap())
    }

    /// Whether the document in front differs from its file.
    pub fn is_dirty(&self) -> bool {
        self.front(OpenDocument::is_dirty)
    }

    /// A copy of the document in front.
    pub fn document(&self) -> Document {
        self.front(|front| front.document().clone())
    }

    /// How many documents are open.
    pub fn count(&self) -> usize {
        self.app(|app| app.workspace().documents().len())
    }

    /// The tree in front as an outline: tasks or names, indented by depth.
    pub fn outline(&self) -> String {
        let document = self.document();
        let lines = document.pre_order().with_depth();
        let lines = lines.map(|(node, depth)| format!("{}{}", "  ".repeat(depth), node.title()));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The node in front with this title.
    pub fn id(&self, title: &str) -> NodeId {
        let document = self.document();
        let node = document.nodes().find(|node| node.title() == title);
        node.unwrap_or_else(|| panic!("no {title}")).id().clone()
    }

    /// The names of all things that begin with this and are no mere text, from left to right.
    pub fn names_from(&self, start: &str) -> Vec<String> {
        let found = self.harness.query_all_by_label_contains(start);
        let mut found: Vec<_> = found
            .filter(|node| node.accesskit_node().role() != Role::Label)
            .map(|node| {
                (
                    node.rect().left(),
                    node.accesskit_node().label().unwrap_or_default(),
                )
            })
            .filter(|(_, label)| label.starts_with(start))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, label)| label).collect()
    }

    /// Brings a panel to the front by the tab that bears its title.
    pub fn show_panel(&mut self, title: &str) {
        let tab = self.harness.get_by_label(title);
        let at = tab.rect().center();
        self.click_at(at, 1);
    }

    /// Presses the only thing of this name twice.
    pub fn double_click(&mut self, label: &str) {
        let at = self.get(label).rect().center();
        self.click_at(at, 2);
    }

    fn click_at(&mut self, at: Pos2, times: usize) {
        // A frame of a test lasts longer than people take for a double click.
        self.harness.ctx.options_mut(|options| {
            options.input_options.max_double_click_delay = 0.6;
        });
        self.press_at(at, times);
    }

    /// Whether the card of the node with this title is drawn on the canvas.
    pub fn is_on_canvas(&self, title: &str) -> bool {
        // In the outline a row says that it is one.
        let label = format!("{title} (");
        let nodes = self.harness.query_all_by_label_contains(&label);
        let mut nodes = nodes.map(|node| node.accesskit_node().label().unwrap_or_default());
        nodes.any(|found| found.starts_with(&label))
    }

    /// Selects the node with this id by way of the outline.
    pub fn front_select(&mut self, id: &str) {
        let id = NodeId::from(id);
        let title = self.front(|front| front.document().node(&id).map(|n| n.title().to_owned()));
        let row = format!("Outline: {}", title.unwrap());
        self.click(&row);
    }

    /// What the status bar says.
    pub fn notice(&self) -> String {
        let notice = self.app(|app| app.notice().cloned());
        notice.map(|notice| notice.text).unwrap_or_default()
    }

    /// Presses the button that closes the window.
    pub fn close_window(&mut self) {
        let viewports = &mut self.harness.input_mut().viewports;
        let window = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
        window.events.push(egui::ViewportEvent::Close);
        self.harness.run_steps(1);
        let viewports = &mut self.harness.input_mut().viewports;
        let window = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
        window.events.clear();
        self.harness.run_steps(3);
    }

    /// Opens from now on what other starts of the program hand over.
    pub fn take_files_of(&self, second_starts: treewright_session::host::second_start::Arrivals) {
        self.app_mut(|app| app.take_files_of(second_starts));
    }

    /// Exports, layouts, other versions and comparisons that are begun from now on are not there before they are let go on; or no longer.
    pub fn hold_work(&self, held: bool) {
        self.conditions.work.shut(held);
    }

    /// Lets what was held go on.
    pub fn let_work_go_on(&mut self) {
        self.conditions.work.let_go_on();
        self.steps(3);
    }

    /// Saves that are begun from now on are not written before they are let go on.
    pub fn hold_saves(&self, held: bool) {
        self.conditions.saves.set(held);
    }

    /// Waits for the copies of unsaved work that are being written.
    pub fn wait_for_copies(&self) {
        self.app_mut(EditorApp::wait_for_copies);
    }

    /// As if the disk had not promised to keep what was saved last.
    pub fn doubt_save(&self) {
        self.app_mut(EditorApp::doubt_save);
    }

    /// As if the system had stopped telling of files that change.
    pub fn lose_watcher(&self) {
        self.conditions
            .watches_are_lost
            .store(true, Ordering::Relaxed);
    }

    /// Whether the window is about to close.
    pub fn is_ending(&self) -> bool {
        self.app(EditorApp::is_ending)
    }

    /// Ends the program as closing its window does.
    pub fn end(&mut self) {
        let slot = self.harness.state().borrow_mut().take();
        slot.unwrap().end();
    }

    /// Ends the program as a crash would: nothing is saved.
    pub fn crash(self) -> Rc<TempDir> {
        let slot = self.harness.state().borrow_mut().take();
        slot.unwrap().crash();
        self.folder.clone()
    }

    /// The same after some seconds in which nothing was done.
    pub fn crash_later(mut self) -> Rc<TempDir> {
        self.steps(40);
        self.wait_for_copies();
        self.crash()
    }

    /// Another start after a crash.
    pub fn after_crash(folder: Rc<TempDir>) -> Self {
        Self::in_folder(folder, &[])
    }
}

/// A studio with a saved tree of two nodes.
pub fn saved() -> Studio {
    let mut studio = Studio::with("Sequence Wait");
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    studio.steps(4);
    assert!(path.exists(), "{}", studio.notice());
    studio
}
