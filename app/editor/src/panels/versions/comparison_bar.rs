//! The surroundings of two versions shown side by side: the bar with navigation between changes and the legend, the names of the sides, and
//! the differing fields of the selected element.

use egui::{Align, Button, Frame, Label, Layout, Margin, RichText, ScrollArea, Ui};
use treewright_authoring::diff::{Difference, DifferenceKind};
use treewright_core::model::{Document, FieldValue, Subject};
use treewright_session::workspace::versions::{OtherVersion, Versions};

use super::{VersionsState, difference_style, state};
use crate::action::{Action, ActionSink, VersionAction};
use crate::command_table::find;
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::{space, text_size};
use crate::widgets::{IconButton, caption};

/// In less width than this, the legend has its own line.
const ONE_LINE: f32 = 500.0;

/// The bar above both sides.
pub fn bar(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    state: &VersionsState,
    linked: bool,
    sink: &mut ActionSink,
) {
    let Some(versions) = state.of(cx.front.id()) else {
        return;
    };
    let frame = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(6, 2));
    frame.show(ui, |ui| {
        if state.undecided_copy == Some(cx.front.id()) {
            decision(ui, cx, sink);
        }
        let in_one = ui.available_width() >= ONE_LINE;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            change_buttons(ui, cx, versions, state.place(cx.front), sink);
            if let OtherVersion::Earlier(file) = &versions.other {
                let restore = cx.texts.tr("earlier.restore_this").into_owned();
                if ui.button(restore).clicked() {
                    let restore = VersionAction::RestoreEarlier(file.clone());
                    sink.push(Action::Version(restore));
                }
            }
            if in_one {
                ui.separator();
                legend(ui, cx, versions);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let name = cx.texts.tr("sides.close").into_owned();
                let close = IconButton::new("close", &name).hint("Esc").small();
                if close.show(ui).clicked() {
                    sink.push(Action::Version(VersionAction::SideBySide));
                }
                let name = cx.texts.tr("command.link_sides").into_owned();
                let icon = if linked { "link" } else { "link_off" };
                let button = IconButton::new(icon, &name).small().selected(linked);
                if button.show(ui).clicked() {
                    sink.push(Action::Version(VersionAction::LinkSides));
                }
            });
        });
        if !in_one {
            ui.horizontal_wrapped(|ui| legend(ui, cx, versions));
        }
    });
}

/// The decision about a recovery copy that is compared with its file.
fn decision(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        ui.label(icons::text("history").size(16.0).color(cx.theme.accent));
        ui.label(cx.texts.tr("recovery.beside"));
        for (key, restore) in [("recovery.restore", true), ("recovery.give_up", false)] {
            let mut button = Button::new(cx.texts.tr(key).into_owned());
            if restore {
                button = button.fill(ui.visuals().selection.bg_fill);
            }
            let response = ui.add(button);
            let response = response.on_hover_text(cx.texts.tr(&format!("{key}_hint")));
            if response.clicked() {
                sink.push(Action::Version(VersionAction::DecideCopy { restore }));
            }
        }
    });
}

/// Buttons for the previous and the next change, and the current index.
fn change_buttons(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    versions: &Versions,
    place: Option<usize>,
    sink: &mut ActionSink,
) {
    let count = versions.things().count();
    for (id, backwards) in [("previous_change", true), ("next_change", false)] {
        let Some(command) = find(id) else { continue };
        let name = cx.texts.tr(&command.text_key()).into_owned();
        let keys = command.shortcut_text(ui.ctx());
        let button = IconButton::new(command.icon, &name).hint(&keys).small();
        if button.enabled(count > 0).show(ui).clicked() {
            sink.push(Action::Version(VersionAction::Step { backwards }));
        }
    }
    if let Some(place) = place {
        let (place, count) = ((place + 1).to_string(), count.to_string());
        let arguments = [("place", &*place), ("count", &*count)];
        let text = cx.texts.tr_with("sides.place", &arguments);
        caption(ui, cx.theme, &text);
    }
}

/// The numbers of added, removed, moved and changed elements, in the colors of their marks.
fn legend(ui: &mut Ui, cx: &PanelContext<'_>, versions: &Versions) {
    let texts = cx.texts;
    let words = if versions.has_diverged(cx.front) {
        "apart"
    } else {
        "mark"
    };
    let counts = DifferenceKind::ALL
        .into_iter()
        .zip(versions.counts_of_kinds());
    let mut nothing = true;
    for (kind, count) in counts.filter(|(_, count)| *count > 0) {
        if !nothing {
            ui.label(RichText::new("·").color(cx.theme.muted));
        }
        nothing = false;
        // Keeps an icon and its text in one line.
        ui.spacing_mut().item_spacing.x = space::XS;
        let icon = icons::text(difference_style::icon(kind)).size(14.0);
        let text = texts.tr_count(&format!("sides.{words}_{}", kind.code()), count);
        ui.label(icon.color(cx.theme.tone(difference_style::tone(kind))));
        ui.add(Label::new(RichText::new(text).size(text_size::SMALL)).extend());
    }
    if nothing {
        let key = if versions.is_compared() {
            "versions.same"
        } else {
            "versions.comparing"
        };
        caption(ui, cx.theme, &texts.tr(key));
    }
}

/// The names of the sides: the other version, and the edited one.
pub fn names(cx: &PanelContext<'_>, state: &VersionsState, versions: &Versions) -> [String; 2] {
    let texts = cx.texts;
    let named = |key: &str, name: &str| texts.tr_with(key, &[("name", name)]);
    let is_copy = state.undecided_copy == Some(cx.front.id());
    let here = if is_copy {
        "recovery.copy"
    } else {
        "sides.here"
    };
    let here = || texts.tr(here).into_owned();
    match &versions.other {
        OtherVersion::Disk if versions.has_diverged(cx.front) => {
            [texts.tr("sides.on_disk_newer").into_owned(), here()]
        }
        OtherVersion::Disk => [texts.tr("sides.on_disk").into_owned(), here()],
        OtherVersion::File(_) | OtherVersion::Earlier(_) => {
            [named("sides.file", &versions.name), here()]
        }
        OtherVersion::Open(_) => {
            let title = cx.front.title(texts);
            [
                named("sides.other_tab", &versions.name),
                named("sides.this_tab", &title),
            ]
        }
    }
}

/// The name above a side.
pub fn side_title(ui: &mut Ui, cx: &PanelContext<'_>, name: &str, editable: bool) {
    let frame = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(8, 3));
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let icon = if editable { "edit" } else { "visibility" };
            ui.label(icons::text(icon).size(14.0).color(cx.theme.muted));
            let text = if editable {
                name.to_owned()
            } else {
                cx.texts.tr_with("sides.read_only", &[("name", name)])
            };
            let text = RichText::new(text).size(text_size::SMALL).strong();
            ui.add(Label::new(text).truncate());
            ui.add_space(ui.available_width());
        });
    });
}

/// The differences of the current element: each field with the values of both sides.
pub fn fields(ui: &mut Ui, cx: &PanelContext<'_>, state: &VersionsState, names: &[String; 2]) {
    let Some(versions) = state.of(cx.front.id()) else {
        return;
    };
    let frame = Frame::new()
        .fill(cx.theme.panel)
        .inner_margin(Margin::symmetric(8, 4));
    frame.show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.spacing_mut().item_spacing.y = 2.0;
        let Some((subject, removed)) = state.current(cx.front) else {
            caption(ui, cx.theme, &cx.texts.tr("sides.choose"));
            return;
        };
        let found: Vec<&Difference> = versions.fields_of(&subject).filter(|_| !removed).collect();
        if found.is_empty() {
            caption(
                ui,
                cx.theme,
                &one_side_text(cx, versions, &subject, removed),
            );
            return;
        }
        let document = cx.front.document();
        let title = cx.texts.subject(&subject, document);
        row(ui, &title, [&names[0], &names[1]], |text| {
            RichText::new(text)
                .size(text_size::SMALL)
                .color(cx.theme.muted)
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for found in found {
                let field = cx.texts.field_of(&found.field, &subject, document);
                let value_in = |value: Option<&FieldValue>, document: &Document| {
                    let about = (&found.field, &subject);
                    cx.texts.field_value(value, about, document, cx.library)
                };
                let old = value_in(found.old.as_ref(), versions.older());
                let new = value_in(found.new.as_ref(), document);
                row(ui, &field, [&old, &new], RichText::new);
            }
        });
    });
}

/// The text for an element without differing fields: it exists on one side only, or is the same on both.
fn one_side_text(
    cx: &PanelContext<'_>,
    versions: &Versions,
    subject: &Subject,
    removed: bool,
) -> String {
    let document = if removed {
        versions.older()
    } else {
        cx.front.document()
    };
    let title = cx.texts.subject(subject, document);
    let kind = if removed {
        Some(DifferenceKind::Removed)
    } else {
        versions.kind_of(subject)
    };
    match kind {
        Some(kind) => {
            let word = state::word(cx.texts, kind, versions.has_diverged(cx.front));
            cx.texts.labeled(&title, &word)
        }
        None => cx.texts.tr_with("sides.same", &[("name", &title)]),
    }
}

/// A row of three columns; text that is too long for its column is shown in a tooltip.
fn row<'a>(ui: &mut Ui, field: &'a str, sides: [&'a str; 2], text: impl Fn(&'a str) -> RichText) {
    let width = ui.available_width() - 2.0 * space::M;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for (content, share) in [(field, 0.24), (sides[0], 0.38), (sides[1], 0.38)] {
            let size = egui::vec2(width * share, text_size::BODY + 4.0);
            let layout = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(size.x);
                ui.add(Label::new(text(content)).truncate());
            });
        }
    });
}
