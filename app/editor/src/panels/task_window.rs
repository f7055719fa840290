//! The window in which the tasks of a library are made, changed and removed. Checks nothing: the change of the library tells what is wrong.

mod parameters;

use std::path::Path;
use std::sync::Arc;

use egui::{Id, Label, RichText, TextEdit, Ui};
use treewright_core::category::Category;
use treewright_core::library::TaskLibrary;
use treewright_core::runtime::Status;
use treewright_session::i18n::stand_in_words;
use treewright_session::refactoring::task_edits::{TaskChange, TaskDraft};
use treewright_session::workspace::open_document::DocumentId;

use super::PanelContext;
use super::palette::category_key;
use crate::action::{Action, ActionSink, NamedInProject, ProjectAction, TaskAction, TaskRequest};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, Form, RowLabel, caption, check_box, choice, dialog_body,
    dialog_buttons, focus_all_at_first,
};

/// The width of the window, if there is room.
const WIDTH: f32 = 600.0;

#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct TaskWindow {
    /// The path of the library relative to the project folder, its text and what it declares.
    library: String,
    text: Arc<str>,
    declared: TaskLibrary,
    /// The name of the task that is shown; `None` for a new one.
    chosen: Option<Arc<str>>,
    draft: TaskDraft,
    /// The draft before the user changed it.
    before: TaskDraft,
    /// Whether the active tree is to use the library.
    is_wanted: bool,
    /// Whether the library's line in the project panel has the keyboard again when the window closes.
    is_of_panel: bool,
    shown_before: bool,
    /// The change is being tried.
    is_tried: bool,
    /// The document that is to use the library once the change is made.
    user: Option<DocumentId>,
    /// Why the change was refused, until something else is entered, and whether it was scrolled into sight.
    refusal: Option<(String, bool)>,
}

impl TaskWindow {
    /// A window on a library with this text, with the task of this name, or a new one.
    pub fn new(library: String, text: Arc<str>, declared: TaskLibrary, task: Option<&str>) -> Self {
        let mut window = Self {
            library,
            text,
            declared,
            chosen: None,
            draft: TaskDraft::default(),
            before: TaskDraft::default(),
            is_wanted: true,
            is_of_panel: false,
            shown_before: false,
            is_tried: false,
            user: None,
            refusal: None,
        };
        window.choose(task);
        window
    }

    pub fn library(&self) -> &str {
        &self.library
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The project panel opened the window: it has the keyboard again afterwards.
    pub fn return_to_panel(&mut self) {
        self.is_of_panel = true;
    }

    pub fn is_of_panel(&self) -> bool {
        self.is_of_panel
    }

    /// The change is being tried: the window stays until it is known whether it can be made.
    pub fn on_try(&mut self, user: Option<DocumentId>) {
        self.is_tried = true;
        self.user = user;
    }

    pub fn is_tried(&self) -> bool {
        self.is_tried
    }

    /// The document that is to use the library once the change is made.
    pub fn user(&self) -> Option<DocumentId> {
        self.user
    }

    /// Shows why the change was refused, so that something else can be entered.
    pub fn refused(&mut self, reason: String) {
        self.refusal = Some((reason, false));
        self.is_tried = false;
        // The first field has the keyboard again, unless a parameter may be the reason.
        self.shown_before &= !self.draft.parameters.is_empty();
    }

    /// Goes on with the library as it is now. What was entered stays.
    pub fn read_again(&mut self, text: Arc<str>, declared: TaskLibrary) {
        self.text = text;
        self.declared = declared;
    }

    /// Shows the task of this name, or a new one.
    fn choose(&mut self, task: Option<&str>) {
        let task = task.and_then(|name| self.declared.task(name));
        self.chosen = task.map(|task| task.name().into());
        self.draft = task.map_or_else(TaskDraft::default, TaskDraft::of);
        self.before = self.draft.clone();
    }

    fn is_changed(&self) -> bool {
        self.draft != self.before
    }
}

pub fn show(
    ctx: &egui::Context,
    cx: &PanelContext<'_>,
    window: &mut TaskWindow,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let title = match &window.chosen {
        Some(name) => texts.tr_with("task_window.title", &[("name", name)]),
        None => texts.tr("task_window.title_new").into_owned(),
    };
    let dialog = Dialog {
        id: "task",
        title: &title,
        close: &texts.tr("dialog.close"),
        width: WIDTH,
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let before = (window.chosen.clone(), window.draft.clone());
    let user = user_of(cx, window);
    let mut pressed = None;
    let closed = dialog.show(ctx, cx.theme, |ui| {
        dialog_body(ui, |ui| {
            fields(ui, cx, window, sink);
            parameters::show(ui, cx, &mut window.draft.parameters);
            if user.is_some() {
                let title = cx.front.title(texts);
                let text = texts.tr_with("task_window.use", &[("tree", &title)]);
                check_box(ui, &mut window.is_wanted, text);
            }
            show_refusal(ui, cx, window);
        });
        let cancel = texts.tr("question.cancel");
        let (apply, is_new) = match window.chosen {
            Some(_) => (texts.tr("task_window.apply"), false),
            None => (texts.tr("task_window.create"), true),
        };
        let buttons = [
            DialogButton::new(&cancel),
            DialogButton::new(&apply).enabled(is_new || window.is_changed()),
        ];
        pressed = dialog_buttons(ui, cx.theme, &buttons);
    });
    if before != (window.chosen.clone(), window.draft.clone()) {
        window.refusal = None;
    }
    if pressed == Some(1) {
        let draft = window.draft.clone();
        let change = match window.chosen {
            Some(_) => TaskChange::Change(draft),
            None => TaskChange::Create(draft),
        };
        let user = user.filter(|_| window.is_wanted);
        sink.push(request(window, change, user));
    } else if closed || pressed.is_some() {
        sink.push(act(TaskAction::Close));
    }
}

/// Shows why the change was refused, at first in sight.
fn show_refusal(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut TaskWindow) {
    if let Some((reason, was_shown)) = &mut window.refusal {
        let label = ui.label(RichText::new(&*reason).color(cx.theme.error));
        if !std::mem::replace(was_shown, true) {
            label.scroll_to_me(None);
        }
    }
}

fn act(action: TaskAction) -> Action {
    Action::Project(ProjectAction::Task(action))
}

fn request(window: &TaskWindow, change: TaskChange, user: Option<DocumentId>) -> Action {
    act(TaskAction::Apply(TaskRequest {
        library: window.library.clone(),
        seen: window.text.clone(),
        change,
        user,
    }))
}

/// The active document, if it is a saved tree of the project that does not use the library.
fn user_of(cx: &PanelContext<'_>, window: &TaskWindow) -> Option<DocumentId> {
    let folder = cx.project.folder?;
    let is_inside = |path: &Path| path.starts_with(folder);
    let is_saved = cx.front.path().is_some_and(is_inside);
    let is_used = cx
        .front
        .libraries()
        .is_read_from(&folder.join(&window.library));
    (is_saved && !is_used).then(|| cx.front.id())
}

fn fields(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut TaskWindow, sink: &mut ActionSink) {
    let texts = cx.texts;
    caption(ui, cx.theme, &window.library);
    let keys = [
        "task_window.task",
        "task_window.name",
        "task_window.category",
        "task_window.summary",
        "task_window.stand_in",
    ];
    let labels = keys.map(|key| texts.tr(key));
    let form = Form::new(ui, cx.theme, labels.iter().map(|label| &**label));
    let [task, name, category, summary, stand_in] = &labels;
    if !window.declared.tasks.is_empty() {
        form.row(ui, task, |ui| chooser(ui, cx, window, task));
    }
    form.row(ui, name, |ui| name_field(ui, cx, window, name, sink));
    form.row(ui, category, |ui| {
        let all = Category::ALL;
        let options = all.map(|category| texts.tr(category_key(category)).into_owned());
        let at = all.iter().position(|it| *it == window.draft.category);
        let shown = texts.tr(category_key(window.draft.category));
        let id = Id::unique("category of the task");
        if let Some(at) = choice(ui, id, category, &shown, &options, at) {
            window.draft.set_category(all[at]);
        }
    });
    form.row(ui, summary, |ui| {
        let field = TextEdit::singleline(&mut window.draft.summary);
        let field = ui.add(field.desired_width(ui.available_width()));
        let field = field.accessible_name(&**summary);
        if window.chosen.is_some() {
            let text = &window.draft.summary;
            focus_all_at_first(ui, &field, text, &mut window.shown_before);
        }
    });
    if window.draft.category.is_leaf() {
        let label = RowLabel {
            text: stand_in,
            hint: &texts.tr("stand_in.hint"),
            ..RowLabel::default()
        };
        form.labeled_row(ui, label, |ui| {
            stand_in_field(ui, cx, &mut window.draft, stand_in);
        });
    }
}

/// The tasks of the library, of which one can be chosen while nothing is changed.
fn chooser(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut TaskWindow, label: &str) {
    let new = cx.texts.tr("task_window.new").into_owned();
    let names = window.declared.tasks.iter();
    let names = names.map(|task| task.name().to_owned());
    let options: Vec<String> = [new].into_iter().chain(names).collect();
    let at = window.chosen.as_ref().map_or(Some(0), |chosen| {
        let mut tasks = window.declared.tasks.iter();
        Some(1 + tasks.position(|task| task.name() == &**chosen)?)
    });
    let shown = match (&window.chosen, &options[0]) {
        (Some(chosen), _) => chosen.to_string(),
        (None, new) => new.clone(),
    };
    let is_changed = window.is_changed();
    ui.add_enabled_ui(!is_changed, |ui| {
        let id = Id::unique("task of the library");
        if let Some(at) = choice(ui, id, label, &shown, &options, at) {
            let task = at.checked_sub(1).map(|_| options[at].as_str());
            window.choose(task);
        }
    });
    if is_changed {
        let key = match window.chosen {
            Some(_) => "task_window.apply_first",
            None => "task_window.create_first",
        };
        caption(ui, cx.theme, &cx.texts.tr(key));
    }
}

/// The name of a new task; that of another one is text, with what can be done with the whole task.
fn name_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    window: &mut TaskWindow,
    label: &str,
    sink: &mut ActionSink,
) {
    let Some(chosen) = window.chosen.clone() else {
        let name = &mut window.draft.name;
        let field = TextEdit::singleline(name).desired_width(ui.available_width());
        let field = ui.add(field).accessible_name(label);
        return focus_all_at_first(ui, &field, name, &mut window.shown_before);
    };
    let is_changed = window.is_changed();
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(&*chosen).wrap());
        let rename = cx.texts.tr("project.rename");
        let button = ui.add_enabled(!is_changed, egui::Button::new(&*rename));
        if button.clicked() {
            let task = NamedInProject::TaskOf(window.library.clone(), chosen.clone());
            sink.push(act(TaskAction::Close));
            sink.push(Action::Project(ProjectAction::AskForName(task)));
        }
        let remove = egui::Button::new(&*cx.texts.tr("task_window.remove"));
        if ui.add_enabled(!is_changed, remove).clicked() {
            sink.push(request(window, TaskChange::Remove(chosen.clone()), None));
        }
    });
}

/// The results that a leaf of this category can have.
fn results_of(category: Category) -> &'static [Status] {
    match category {
        Category::Action => &[Status::Success, Status::Failure, Status::Running],
        _ => &[Status::Success, Status::Failure],
    }
}

fn stand_in_field(ui: &mut Ui, cx: &PanelContext<'_>, draft: &mut TaskDraft, label: &str) {
    let results = results_of(draft.category);
    let words = results.iter();
    let words: Vec<String> = words
        .map(|result| stand_in_words::result(cx.texts, *result))
        .collect();
    // A task that says nothing succeeds.
    let now = draft.stand_in.unwrap_or(Status::Success);
    let at = results.iter().position(|result| *result == now);
    let shown = stand_in_words::result(cx.texts, now);
    let id = Id::unique("stand-in of the task");
    if let Some(at) = choice(ui, id, label, &shown, &words, at) {
        draft.stand_in = Some(results[at]);
    }
}
