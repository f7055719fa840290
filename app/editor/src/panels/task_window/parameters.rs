//! The parameters of a task in its window: those that take values can be changed, others only moved and removed.

use egui::{Id, Label, RichText, TextEdit, Ui, vec2};
use treewright_core::value::ValueType;
use treewright_session::i18n::Texts;
use treewright_session::node_help;
use treewright_session::refactoring::task_edits::ParameterDraft;

use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{Form, IconButton, ValueField, caption, choice, value_editor};

/// The width of the list of types, and of that of what is known while a parameter is not set, in points.
const CHOICE_WIDTH: f32 = 150.0;
/// The width of the buttons beside a name, in points.
const BUTTONS: f32 = 66.0;

/// What is to be done with the parameter at a place.
enum Step {
    Up(usize),
    Remove(usize),
}

/// What a parameter has while a node does not set it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unset {
    Default,
    /// It must be set.
    Required,
    Nothing,
}

impl Unset {
    const ALL: [Self; 3] = [Self::Default, Self::Required, Self::Nothing];

    fn of(parameter: &ParameterDraft) -> Self {
        let declaration = &parameter.declaration;
        match (&declaration.default, declaration.required) {
            (Some(_), _) => Self::Default,
            (None, true) => Self::Required,
            (None, false) => Self::Nothing,
        }
    }

    fn apply_to(self, parameter: &mut ParameterDraft) {
        let value_type = parameter.value_type().cloned();
        let declaration = &mut parameter.declaration;
        declaration.required = self == Self::Required;
        declaration.default = value_type
            .filter(|_| self == Self::Default)
            .map(|value_type| value_type.default_value());
    }

    fn word(self, texts: &Texts) -> String {
        let key = match self {
            Self::Default => "task_window.default",
            Self::Required => "task_window.required",
            Self::Nothing => "task_window.left_out",
        };
        texts.tr(key).into_owned()
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, parameters: &mut Vec<ParameterDraft>) {
    ui.add_space(space::XS);
    ui.strong(&*cx.texts.tr("task_window.parameters"));
    let mut step = None;
    for (at, parameter) in parameters.iter_mut().enumerate() {
        ui.push_id(("parameter of the task", at), |ui| {
            ui.group(|ui| {
                ui.set_width(ui.available_width());
                let pressed = match parameter.value_type().cloned() {
                    Some(value_type) => of_value(ui, cx, parameter, (at, &value_type)),
                    None => of_other_kind(ui, cx, parameter, at),
                };
                step = step.take().or(pressed);
            });
        });
    }
    match step {
        Some(Step::Up(at)) => parameters.swap(at - 1, at),
        Some(Step::Remove(at)) => {
            parameters.remove(at);
        }
        None => {}
    }
    if ui
        .button(&*cx.texts.tr("task_window.add_parameter"))
        .clicked()
    {
        let name = name_field(parameters.len());
        ui.memory_mut(|memory| memory.request_focus(name));
        parameters.push(ParameterDraft::new());
    }
}

fn name_field(at: usize) -> Id {
    Id::unique(("name of the parameter of the task", at))
}

/// The name of a field of the parameter at a place, for screen readers.
fn named(cx: &PanelContext<'_>, key: &str, at: usize) -> String {
    let number = (at + 1).to_string();
    cx.texts.tr_with(key, &[("number", &number)])
}

fn of_value(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    parameter: &mut ParameterDraft,
    (at, value_type): (usize, &ValueType),
) -> Option<Step> {
    let keys = ["task_window.name", "task_window.unset", "task_window.help"];
    let labels = keys.map(|key| cx.texts.tr(key));
    let form = Form::new(ui, cx.theme, labels.iter().map(|label| &**label));
    let [name, unset, help] = &labels;
    let step = form.row(ui, name, |ui| {
        ui.horizontal(|ui| {
            let gaps = 2.0 * ui.spacing().item_spacing.x;
            let width = ui.available_width() - CHOICE_WIDTH - BUTTONS - gaps;
            let field = TextEdit::singleline(parameter.declaration.name.to_mut());
            let field = field.id(name_field(at)).desired_width(width.max(60.0));
            let field = ui.add(field);
            field.accessible_name(named(cx, "task_window.parameter_name", at));
            type_field(ui, cx, parameter, (at, value_type));
            buttons(ui, cx, at)
        })
        .inner
    });
    form.row(ui, unset, |ui| unset_field(ui, cx, parameter, at));
    form.row(ui, help, |ui| {
        let field = TextEdit::singleline(parameter.declaration.help.to_mut());
        let field = ui.add(field.desired_width(ui.available_width()));
        field.accessible_name(named(cx, "task_window.parameter_help", at));
    });
    let declared = &parameter.declaration.name;
    let known = parameter.known_as.as_deref();
    if let Some(known) = known.filter(|known| *known != declared.trim()) {
        let text = cx.texts.tr_with("task_window.renamed", &[("name", known)]);
        ui.label(RichText::new(text).color(cx.theme.warning));
    }
    step
}

/// A parameter that this window cannot change is shown as it is.
fn of_other_kind(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    parameter: &ParameterDraft,
    at: usize,
) -> Option<Step> {
    let declaration = &parameter.declaration;
    let title = |value_type: &ValueType| cx.texts.type_title(value_type);
    let kind = node_help::type_of("", declaration, cx.texts, &title);
    let text = cx.texts.labeled(&declaration.name, &kind);
    let step = ui.horizontal(|ui| {
        let width = (ui.available_width() - BUTTONS - space::S).max(0.0);
        ui.scope(|ui| {
            ui.set_width(width);
            ui.add(Label::new(text).truncate());
        });
        buttons(ui, cx, at)
    });
    caption(ui, cx.theme, &cx.texts.tr("task_window.other_kind"));
    step.inner
}

fn buttons(ui: &mut Ui, cx: &PanelContext<'_>, at: usize) -> Option<Step> {
    let up = named(cx, "task_window.move_up", at);
    let up = IconButton::new("arrow_upward", &up).small().enabled(at > 0);
    let is_up = up.show(ui).clicked();
    let remove = named(cx, "task_window.remove_parameter", at);
    let is_removed = IconButton::new("close", &remove).small().show(ui).clicked();
    if is_removed {
        return Some(Step::Remove(at));
    }
    is_up.then_some(Step::Up(at))
}

/// The types of variables that can be declared.
fn types() -> Vec<ValueType> {
    let lists = ValueType::SIMPLE.map(|element| ValueType::List(Box::new(element)));
    ValueType::SIMPLE.into_iter().chain(lists).collect()
}

fn type_field(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    parameter: &mut ParameterDraft,
    (at, value_type): (usize, &ValueType),
) {
    let types = types();
    let titles: Vec<String> = types.iter().map(|it| cx.texts.type_title(it)).collect();
    let current = types.iter().position(|it| it == value_type);
    let shown = cx.texts.type_title(value_type);
    let name = named(cx, "task_window.parameter_type", at);
    let id = Id::unique(("type of the parameter", at));
    let chosen = sized(ui, |ui| choice(ui, id, &name, &shown, &titles, current));
    if let Some(chosen) = chosen {
        parameter.set_value_type(types[chosen].clone());
    }
}

/// What a parameter has while it is not set: a value in a field, or none.
fn unset_field(ui: &mut Ui, cx: &PanelContext<'_>, parameter: &mut ParameterDraft, at: usize) {
    ui.horizontal_top(|ui| {
        let now = Unset::of(parameter);
        let words: Vec<String> = Unset::ALL.iter().map(|it| it.word(cx.texts)).collect();
        let current = Unset::ALL.iter().position(|it| *it == now);
        let name = named(cx, "task_window.parameter_unset", at);
        let id = Id::unique(("what the parameter has", at));
        let shown = now.word(cx.texts);
        if let Some(chosen) = sized(ui, |ui| choice(ui, id, &name, &shown, &words, current)) {
            Unset::ALL[chosen].apply_to(parameter);
        }
        default_field(ui, cx, parameter, at);
    });
}

fn default_field(ui: &mut Ui, cx: &PanelContext<'_>, parameter: &mut ParameterDraft, at: usize) {
    let Some(value_type) = parameter.value_type().cloned() else {
        return;
    };
    let declaration = &mut parameter.declaration;
    let Some(default) = declaration.default.clone() else {
        return;
    };
    let field = ValueField {
        id: Id::unique(("default of the parameter", at, value_type.to_string())),
        name: &named(cx, "task_window.parameter_default", at),
        range: declaration.range.map(|range| (range.min, range.max)),
        unit: &declaration.unit,
        lines: false,
        texts: cx.texts,
    };
    if let Some(value) = value_editor(ui, &field, &value_type, &default) {
        declaration.default = Some(value);
    }
}

/// Shows a list of choices in the width that such lists have here.
fn sized<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let size = vec2(CHOICE_WIDTH, ui.spacing().interact_size.y);
    let layout = *ui.layout();
    ui.allocate_ui_with_layout(size, layout, add).inner
}
