//! An editor for tests: the real one, in a temporary folder, with dialogs that return given answers.

mod dialogs;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fs, io, thread};

use super::super::renderer::PixelRenderer;
use dialogs::{Script, ScriptedDialogs};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, OutputCommand, Pos2, UiBuilder, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use tempfile::TempDir;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_editor::app::{Conditions, EditorApp, Launch};
use treewright_editor::dialogs::PathAnswer;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::NodeState;

/// Whether a node is something to use, rather than text or a part of the window that has a name.
fn is_control(node: &Node<'_>) -> bool {
    let role = node.accesskit_node().role();
    let is_part = matches!(
        role,
        Role::Menu | Role::Dialog | Role::Region | Role::Toolbar | Role::Window
    );
    role != Role::Label && !is_part && !is_announcement(node)
}

/// Whether a node is what screen readers say by themselves, in addition to what is seen.
fn is_announcement(node: &Node<'_>) -> bool {
    node.accesskit_node().role() == Role::Log
}

type Slot = Rc<RefCell<Option<EditorApp>>>;

/// An editor with its window.
pub struct Studio {
    pub harness: Harness<'static, Slot>,
    folder: Rc<TempDir>,
    script: Script,
    /// Speed and availability of the simulated environment.
    pub conditions: Conditions,
    /// If true, each key event has its own frame and more frames are drawn after it, for snapshots of content that fades, grows or blinks.
    pub is_patient: bool,
}

impl Studio {
    /// Starts an editor on a new, empty document.
    pub fn empty() -> Self {
        let mut studio = Self::with_files(&[]);
        studio.keys("Ctrl+N");
        studio
    }

    /// Starts an editor on a new tree, to which these tasks are added one by one.
    pub fn with(tasks: &str) -> Self {
        let mut studio = Self::empty();
        studio.add(tasks);
        studio
    }

    /// Starts an editor without files: it opens the first example.
    pub fn started() -> Self {
        Self::with_files(&[])
    }

    /// Starts an editor with files.
    pub fn with_files(files: &[PathBuf]) -> Self {
        Self::in_folder(Rc::new(TempDir::new().unwrap()), files)
    }

    /// Starts another editor with the same settings and recovery copies.
    pub fn started_again(&self, files: &[PathBuf]) -> Self {
        Self::in_folder(self.folder.clone(), files)
    }

    /// Starts an editor on the first example, in this theme.
    pub fn in_theme(theme: egui::Theme) -> Self {
        Self::in_window(Rc::new(TempDir::new().unwrap()), &[], theme)
    }

    /// Starts an editor on these files, in this theme.
    pub fn on(files: &[PathBuf], theme: egui::Theme) -> Self {
        Self::in_window(Rc::new(TempDir::new().unwrap()), files, theme)
    }

    fn in_folder(folder: Rc<TempDir>, files: &[PathBuf]) -> Self {
        Self::in_window(folder, files, egui::Theme::Dark)
    }

    fn in_window(folder: Rc<TempDir>, files: &[PathBuf], theme: egui::Theme) -> Self {
        Self::launched(folder, files, theme, false)
    }

    /// Starts an editor for the first time, as users see it.
    pub fn first_start(folder: Rc<TempDir>) -> Self {
        Self::launched(folder, &[], egui::Theme::Dark, true)
    }

    fn launched(folder: Rc<TempDir>, files: &[PathBuf], theme: egui::Theme, tour: bool) -> Self {
        let script = Script::default();
        // Saves finish within the frame, however slow the machine is.
        let conditions = Conditions {
            save_patience: Duration::MAX,
            // The trash of the user who runs the tests stays as it is.
            discard,
            // No game of the user attaches.
            link_file: Some(folder.path().join("link/link.json")),
            // Nor does it depend on a guide that was built.
            guide: Some(folder.path().join("guide")),
            ..Conditions::default()
        };
        let launch = Launch {
            conditions: conditions.clone(),
            tour,
            language: None,
            files: files.to_vec(),
            merge_result: None,
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
                    // The whole window, without the margin of test harnesses.
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

    /// Returns a path in the folder of this test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The next dialog returns this path.
    pub fn dialog_gives(&self, path: &Path) {
        let answer = PathAnswer::Paths(vec![path.to_owned()]);
        self.script.0.borrow_mut().push_back(answer);
    }

    /// The system fails to show the next dialog.
    pub fn dialog_fails(&self) {
        self.script
            .0
            .borrow_mut()
            .push_back(PathAnswer::Unavailable);
    }

    pub fn steps(&mut self, steps: usize) {
        self.harness.run_steps(steps);
    }

    /// Presses a key in one frame and releases it in the next.
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

    /// Draws one frame with all of these events; the harness would draw one per event.
    pub fn frame(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.steps(1);
    }

    /// Presses the mouse button, and releases it in the next frame.
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
        // A popup is measured in one frame and shown in the next.
        self.steps(2);
    }

    pub fn key(&mut self, key: Key) {
        self.press(Modifiers::NONE, key);
    }

    /// Presses keys one after the other, written as in menus. Text between back quotes is typed: ``Ctrl+A F2 `Look here` Enter``.
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
                    _ => panic!("{name} is not a modifier key"),
                });
                let modifiers = modifiers.fold(Modifiers::NONE, Modifiers::plus);
                let key = Key::from_name(key).unwrap_or_else(|| panic!("unknown key {key}"));
                self.press(modifiers, key);
            }
        }
    }

    /// Copies, and returns the clipboard's text.
    pub fn copied(&mut self) -> String {
        self.harness.event(Event::Copy);
        for _ in 0..4 {
            self.steps(1);
            let commands = &self.harness.output().platform_output.commands;
            let text = commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            });
            if let Some(text) = text {
                return text;
            }
        }
        panic!("the clipboard is empty: {}", self.notice());
    }

    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run_steps(2);
    }

    /// For each task: opens the search of the canvas, types the name and selects the best match.
    pub fn add(&mut self, tasks: &str) {
        for task in tasks.split_whitespace() {
            self.key(Key::Space);
            self.type_text(task);
            self.key(Key::Enter);
        }
    }

    /// Clicks the only widget of this name, or several in sequence: `Color > Red`.
    pub fn click(&mut self, labels: &str) {
        for label in labels.split(" > ") {
            let at = self.get(label).rect().center();
            self.press_at(at, 1);
        }
    }

    /// Scrolls to the only widget of this name, and clicks it.
    pub fn reach(&mut self, label: &str) {
        self.get(label).scroll_to_me();
        self.steps(12);
        self.click(label);
    }

    /// Opens this file through the open dialog.
    pub fn open(&mut self, path: &Path) {
        self.dialog_gives(path);
        self.keys("Ctrl+O");
    }

    /// Saves the active tree, to this path if a dialog asks.
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

    /// Returns the content of a file in the folder of this test.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Draws frames until the condition is true.
    #[track_caller]
    pub fn wait_until(&mut self, what: impl Fn(&Self) -> bool) {
        for _ in 0..2_000 {
            if what(self) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
            self.steps(1);
        }
        panic!("the condition never becomes true: {}", self.notice());
    }

    /// Draws frames until a widget of this name is shown.
    #[track_caller]
    pub fn wait_for(&mut self, label: &str) {
        self.wait_until(|studio| studio.shows(label));
    }

    /// Drags from a point of the window to another without releasing.
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

    /// Drags from a point of the window to another.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.hold(from, to);
        self.harness.drop_at(to);
        self.steps(3);
    }

    /// Gives the focus to the only widget of this name.
    pub fn focus(&mut self, label: &str) {
        self.get(label).focus();
        self.steps(2);
    }

    /// Opens nested menus and clicks the last entry: `File > Export`.
    pub fn menu(&mut self, path: &str) {
        for entry in path.split(" > ") {
            // The menu bar and its menus come first.
            let found = self.harness.query_all_by_label(entry).find(is_control);
            found.unwrap_or_else(|| panic!("no entry {entry}")).click();
            self.steps(3);
        }
    }

    /// Like [`Self::menu`], for an entry that asks for a path, which is `file`.
    pub fn menu_to(&mut self, path: &str, file: &Path) {
        self.dialog_gives(file);
        self.menu(path);
    }

    /// Changes the language through the command palette.
    pub fn speak_chinese(&mut self) {
        self.keys("Ctrl+Shift+P `简体中文` Enter");
        assert!(self.shows("文件"));
    }

    /// Replaces the text of a field, and takes it with Enter, which also confirms a dialog.
    #[track_caller]
    pub fn fill(&mut self, label: &str, text: &str) {
        self.replace_text(label, text);
        self.keys("Enter");
    }

    /// Replaces the text of a field in a dialog, and goes on to the next field.
    #[track_caller]
    pub fn fill_in(&mut self, label: &str, text: &str) {
        self.replace_text(label, text);
        self.keys("Tab");
    }

    /// Replaces the text of a field. A menu may have the same name.
    #[track_caller]
    fn replace_text(&mut self, label: &str, text: &str) {
        let is_field = |node: &Node<'_>| {
            is_control(node)
                && !matches!(node.accesskit_node().role(), Role::Button | Role::MenuItem)
        };
        let fields: Vec<_> = self
            .harness
            .query_all_by_label(label)
            .filter(is_field)
            .collect();
        assert_eq!(fields.len(), 1, "fields named {label}");
        fields[0].focus();
        self.harness.run_steps(2);
        self.keys("Ctrl+A");
        self.type_text(text);
    }

    /// Types into a search field, and stays in the field.
    pub fn search(&mut self, label: &str, text: &str) {
        self.get(label).focus();
        self.harness.run_steps(2);
        self.type_text(text);
    }

    /// Drags from the center of the widget of this name to a point.
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

    /// Returns whether a widget of this name is shown.
    pub fn shows(&self, label: &str) -> bool {
        let mut found = self.harness.query_all_by_label(label);
        found.any(|node| !is_announcement(&node))
    }

    /// Returns whether a widget whose name contains `label` is shown.
    pub fn shows_part(&self, label: &str) -> bool {
        let mut found = self.harness.query_all_by_label_contains(label);
        found.any(|node| !is_announcement(&node))
    }

    /// The words that are painted in a rectangle of the window, at least with their middle.
    pub fn texts_in(&self, rect: egui::Rect) -> Vec<String> {
        let shapes = self.harness.output().shapes.iter();
        let texts = shapes.filter_map(|shape| match &shape.shape {
            egui::Shape::Text(text) => Some((shape.clip_rect, text)),
            _ => None,
        });
        let inside = texts.filter(|(clip, text)| {
            let seen = clip.intersect(text.visual_bounding_rect());
            seen.is_positive() && rect.contains(seen.center())
        });
        let inside = inside.map(|(_, text)| text.galley.text().to_owned());
        let is_word = |text: &String| text.contains(char::is_alphanumeric);
        inside.filter(is_word).collect()
    }

    #[track_caller]
    pub fn must_show(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.shows(label), "{label:?} is not shown");
        }
    }

    #[track_caller]
    pub fn must_show_part(&self, labels: &[&str]) {
        for label in labels {
            assert!(self.shows_part(label), "{label:?} is not shown");
        }
    }

    /// Asserts that the notice in the status bar contains `part`.
    #[track_caller]
    pub fn must_say(&self, part: &str) {
        let notice = self.notice();
        assert!(
            notice.contains(part),
            "the notice does not contain {part:?}: {notice}"
        );
    }

    /// Asserts that the notice in the status bar starts with `start`.
    #[track_caller]
    pub fn must_say_first(&self, start: &str) {
        let notice = self.notice();
        assert!(
            notice.starts_with(start),
            "the notice does not start with {start:?}: {notice}"
        );
    }

    /// Asserts that the notice in the status bar is `notice`.
    #[track_caller]
    pub fn must_say_just(&self, notice: &str) {
        assert_eq!(self.notice(), notice);
    }

    /// Returns the id of the last selected node, or an empty string.
    pub fn selected(&self) -> String {
        let id = self.front(|front| front.selection().primary().cloned());
        id.map(|id| id.to_string()).unwrap_or_default()
    }

    /// Returns the only widget of this role and name.
    pub fn by_role<'a>(&'a self, role: Role, label: &'a str) -> Node<'a> {
        self.harness.get_by_role_and_label(role, label)
    }

    /// Returns the only widget of this name that is not plain text.
    #[track_caller]
    pub fn get<'a>(&'a self, label: &'a str) -> Node<'a> {
        let found = self.all(label);
        assert_eq!(found.len(), 1, "widgets named {label}");
        found.into_iter().next().unwrap()
    }

    /// Returns whether the menu entry of this name has a check mark.
    pub fn is_ticked(&self, label: &str) -> bool {
        self.get(label).accesskit_node().toggled() == Some(Toggled::True)
    }

    /// Toggles the only switch of this name.
    pub fn switch(&mut self, label: &str) {
        let role = |it: &Node<'_>| it.accesskit_node().role();
        let mut found = self.harness.query_all_by_label(label);
        let in_menu = found.find(|it| role(it) == Role::MenuItemCheckBox);
        match in_menu {
            Some(switch) => switch.click(),
            None => self.by_role(Role::CheckBox, label).click(),
        }
        drop(found);
        self.steps(3);
    }

    /// Returns all widgets of this name that are not plain text, from left to right.
    pub fn all<'a>(&'a self, label: &'a str) -> Vec<Node<'a>> {
        let found = self.harness.query_all_by_label(label);
        let mut found: Vec<_> = found.filter(is_control).collect();
        found.sort_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        found
    }

    /// Returns the names of all widgets that start with `beginning`, from top to bottom.
    pub fn labels_that_begin(&self, beginning: &str) -> Vec<String> {
        let found = self.harness.query_all_by_label_contains(beginning);
        let mut found: Vec<_> = found
            .filter(|node| !is_announcement(node))
            .filter_map(|node| {
                // Plain text has its content as its value.
                let inner = node.accesskit_node();
                let label = inner.label().or_else(|| inner.value())?;
                Some((node.rect().top(), label))
            })
            .filter(|(_, label)| label.starts_with(beginning))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, label)| label).collect()
    }

    /// Calls `look` with the active document.
    pub fn front<R>(&self, look: impl FnOnce(&OpenDocument) -> R) -> R {
        self.app(|app| look(app.workspace().front()))
    }

    /// Calls `look` with the editor.
    pub fn app<R>(&self, look: impl FnOnce(&EditorApp) -> R) -> R {
        let slot = self.harness.state().borrow();
        look(slot.as_ref().unwrap())
    }

    /// Returns the displayed frame of the active run.
    pub fn frame_shown(&self) -> u64 {
        self.front(|front| front.shown_run().unwrap().frame())
    }

    /// Returns whether the active tree has a run.
    pub fn has_run(&self) -> bool {
        self.front(|front| front.run.is_some())
    }

    /// Returns the status of the node with this title in the displayed frame.
    pub fn state(&self, title: &str) -> NodeState {
        let id = self.id(title);
        self.front(|front| front.shown_run().unwrap().node(&id).state)
    }

    /// Calls `act` with the editor.
    pub fn app_mut<R>(&self, act: impl FnOnce(&mut EditorApp) -> R) -> R {
        act(self.harness.state().borrow_mut().as_mut().unwrap())
    }

    /// Gives the canvas the keyboard.
    pub fn focus_canvas(&mut self) {
        if let Some(canvas) = self.harness.query_all_by_role(Role::Canvas).next() {
            canvas.focus();
        }
        self.steps(1);
    }

    /// Returns whether something that was done to files of the project can be undone.
    pub fn can_undo_files(&self) -> bool {
        let button = self.get("Undo the last change of files");
        !button.accesskit_node().is_disabled()
    }

    /// Returns whether the active document differs from its file.
    pub fn is_dirty(&self) -> bool {
        self.front(OpenDocument::is_dirty)
    }

    /// Returns a copy of the active document.
    pub fn document(&self) -> Document {
        self.front(|front| front.document().clone())
    }

    /// Returns the number of open documents.
    pub fn count(&self) -> usize {
        self.app(|app| app.workspace().documents().len())
    }

    /// Returns the active tree as an outline: names or tasks, indented by depth.
    pub fn outline(&self) -> String {
        let document = self.document();
        let lines = document.pre_order().with_depth();
        let lines = lines.map(|(node, depth)| format!("{}{}", "  ".repeat(depth), node.title()));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the node of the active document with this title.
    pub fn id(&self, title: &str) -> NodeId {
        let document = self.document();
        let node = document.nodes().find(|node| node.title() == title);
        node.unwrap_or_else(|| panic!("no {title}")).id().clone()
    }

    /// Returns the names of all widgets that start with `start` and are not plain text, from left to right.
    pub fn names_from(&self, start: &str) -> Vec<String> {
        let found = self.harness.query_all_by_label_contains(start);
        let mut found: Vec<_> = found
            .filter(is_control)
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

    /// Brings a panel to the front through the tab with its title.
    pub fn show_panel(&mut self, title: &str) {
        let tab = self.by_role(Role::Tab, title);
        let at = tab.rect().center();
        self.click_at(at, 1);
    }

    /// Double-clicks the only widget of this name.
    pub fn double_click(&mut self, label: &str) {
        let at = self.get(label).rect().center();
        self.click_at(at, 2);
    }

    /// Double-clicks a point of the window.
    pub fn double_click_at(&mut self, at: Pos2) {
        self.click_at(at, 2);
    }

    fn click_at(&mut self, at: Pos2, times: usize) {
        // A test frame lasts longer than the time allowed for a double-click.
        self.harness.ctx.options_mut(|options| {
            options.input_options.max_double_click_delay = 0.6;
        });
        self.press_at(at, times);
    }

    /// Returns the pairs of cards of which one is over the other. Branches that are only peeked at do not count.
    pub fn covered_cards(&self) -> Vec<(NodeId, NodeId)> {
        let document = self.document();
        let is_open = |id: &NodeId| document.node(id).is_some_and(|node| !node.collapsed);
        let mut cards = self.app(EditorApp::cards);
        cards.retain(|(id, _)| document.ancestors(id).all(is_open));
        let pairs = cards.iter().enumerate();
        let pairs = pairs.flat_map(|(at, a)| cards[at + 1..].iter().map(move |b| (a, b)));
        let covered = pairs.filter(|(a, b)| a.1.intersect(b.1).is_positive());
        covered.map(|(a, b)| (a.0.clone(), b.0.clone())).collect()
    }

    /// Returns the rectangle of the card of the node with this title; a screen reader reads the node type as well.
    pub fn card(&self, title: &str) -> egui::Rect {
        let label = format!("{title} (");
        let mut found = self.harness.query_all_by_label_contains(&label);
        let card = found.find(|node| {
            let said = node.accesskit_node().label().unwrap_or_default();
            said.starts_with(&label)
        });
        card.unwrap_or_else(|| panic!("no card {title}")).rect()
    }

    /// Returns whether the card of the node with this title is drawn on the canvas.
    pub fn is_on_canvas(&self, title: &str) -> bool {
        // Rows of the outline are distinguished by their label.
        let label = format!("{title} (");
        let nodes = self.harness.query_all_by_label_contains(&label);
        let mut nodes = nodes.map(|node| node.accesskit_node().label().unwrap_or_default());
        nodes.any(|found| found.starts_with(&label))
    }

    /// Selects the node with this id through the outline.
    pub fn front_select(&mut self, id: &str) {
        let id = NodeId::from(id);
        let texts = treewright_session::i18n::Texts::default();
        let title = self.front(|front| front.document().node(&id).map(|n| texts.node_title(n)));
        let row = format!("Outline: {}", title.unwrap());
        self.click(&row);
    }

    /// Returns the notice in the status bar.
    pub fn notice(&self) -> String {
        let notice = self.app(|app| app.notice().cloned());
        notice.map(|notice| notice.text).unwrap_or_default()
    }

    /// Returns the kind of the notice in the status bar.
    pub fn notice_kind(&self) -> NoticeKind {
        self.app(|app| app.notice().unwrap().kind)
    }

    /// Clicks the button that closes the window.
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

    /// From now on, opens the files that other starts of the program send.
    pub fn take_files_of(&self, second_starts: treewright_session::host::second_start::Arrivals) {
        self.app_mut(|app| app.listen_to_second_starts(second_starts));
    }

    /// While `held`, results of new exports, layouts, loaded versions and comparisons are withheld.
    pub fn hold_work(&self, held: bool) {
        self.conditions.background_gate.shut(held);
    }

    /// Releases withheld results.
    pub fn let_work_go_on(&mut self) {
        self.conditions.background_gate.release();
        self.steps(3);
    }

    /// While `held`, new saves are not written.
    pub fn hold_saves(&self, held: bool) {
        self.conditions.withheld_saves.set(held);
    }

    /// Waits until pending recovery copies are written.
    pub fn wait_for_copies(&self) {
        self.app_mut(EditorApp::wait_for_copies);
    }

    /// Simulates that the disk did not confirm the last save.
    pub fn doubt_save(&self) {
        self.app_mut(EditorApp::mark_save_not_durable);
    }

    /// Simulates that the system stopped reporting file changes.
    pub fn lose_watcher(&self) {
        self.conditions.lose_watches.store(true, Ordering::Relaxed);
    }

    /// Returns whether the window is about to close.
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

    /// Crashes after some idle seconds.
    pub fn crash_later(mut self) -> Rc<TempDir> {
        self.steps(40);
        self.wait_for_copies();
        self.crash()
    }

    /// Starts another editor after a crash.
    pub fn after_crash(folder: Rc<TempDir>) -> Self {
        Self::in_folder(folder, &[])
    }
}

/// Returns an editor with a saved tree of two nodes.
pub fn saved() -> Studio {
    let mut studio = Studio::with("Sequence Wait");
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    studio.steps(4);
    assert!(path.exists(), "{}", studio.notice());
    studio
}

/// Deletes a file or folder for good.
fn discard(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}
