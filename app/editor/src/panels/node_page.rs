//! The documentation of a node type: a short form for tooltips, a long one for the reference.

use egui::{Grid, Label, RichText, Ui};
use treewright_core::model::NodeDeclaration;
use treewright_session::node_help::{NodeHelp, ParameterHelp};

use super::PanelContext;
use crate::icons;
use crate::theme::{space, text_size};

/// The width of a tooltip.
const TOOLTIP_WIDTH: f32 = 380.0;

/// The help of a node type in the language of the interface.
fn help_of(cx: &PanelContext<'_>, node_type: &NodeDeclaration) -> NodeHelp {
    NodeHelp::new(node_type, cx.library, cx.texts, &|value_type| {
        cx.texts.type_title(value_type)
    })
}

/// Fills a tooltip: what the node does, its rule after each child result, its parameters.
pub fn tooltip(ui: &mut Ui, cx: &PanelContext<'_>, node_type: &NodeDeclaration) {
    ui.set_max_width(TOOLTIP_WIDTH);
    let help = help_of(cx, node_type);
    ui.strong(&help.title);
    ui.label(&help.summary);
    from_library(ui, cx, &help);
    child_rules(ui, cx, &help, "tooltip");
    if !help.parameters.is_empty() {
        ui.separator();
    }
    for parameter in help.parameters.iter().chain(&help.child_parameters) {
        ui.label(RichText::new(facts(cx, parameter)).size(text_size::SMALL));
    }
}

/// Draws the whole page.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, node_type: &NodeDeclaration) {
    let help = help_of(cx, node_type);
    let muted = cx.theme.muted;
    ui.horizontal(|ui| {
        let icon = icons::text(icons::of_kind(node_type)).size(22.0);
        ui.label(icon.color(cx.theme.node_type_color(node_type)));
        ui.label(RichText::new(&help.title).size(text_size::HEADING).strong());
        if help.title != help.task {
            ui.label(RichText::new(&help.task).color(muted));
        }
        let category = cx.texts.tr(super::palette::category_key(help.category));
        ui.label(RichText::new(format!("· {category}")).color(muted));
    });
    from_library(ui, cx, &help);
    ui.add(Label::new(&help.summary).wrap());
    child_rules(ui, cx, &help, "page");
    if !help.details.is_empty() {
        heading(ui, cx, "node_help.details");
        for line in &help.details {
            bullet(ui, cx, &line.replace('`', ""));
        }
    }
    parameters(ui, cx, "node_help.parameters", &help.parameters);
    parameters(ui, cx, "node_help.child_parameters", &help.child_parameters);
}

fn from_library(ui: &mut Ui, cx: &PanelContext<'_>, help: &NodeHelp) {
    if let Some(library) = &help.library {
        let from = cx.texts.tr_with("nodes_list.from", &[("library", library)]);
        ui.label(
            RichText::new(from)
                .size(text_size::SMALL)
                .color(cx.theme.muted),
        );
    }
}

fn heading(ui: &mut Ui, cx: &PanelContext<'_>, key: &str) {
    ui.add_space(space::M);
    let text = cx.texts.tr(key).into_owned();
    ui.label(RichText::new(text).strong());
}

fn bullet(ui: &mut Ui, cx: &PanelContext<'_>, text: &str) {
    ui.horizontal_top(|ui| {
        ui.label(RichText::new("•").color(cx.theme.muted));
        ui.add(Label::new(text).wrap());
    });
}

fn child_rules(ui: &mut Ui, cx: &PanelContext<'_>, help: &NodeHelp, salt: &str) {
    if help.child_rules.is_empty() {
        return;
    }
    heading(ui, cx, "node_help.rules");
    Grid::new(("child rules", salt))
        .num_columns(2)
        .spacing([space::L, space::XS])
        .striped(true)
        .show(ui, |ui| {
            for [when, then] in &help.child_rules {
                ui.label(
                    RichText::new(when)
                        .size(text_size::SMALL)
                        .color(cx.theme.muted),
                );
                let then = RichText::new(then).size(text_size::SMALL);
                ui.add(Label::new(then).wrap());
                ui.end_row();
            }
        });
}

fn parameters(ui: &mut Ui, cx: &PanelContext<'_>, key: &str, parameters: &[ParameterHelp]) {
    if parameters.is_empty() {
        return;
    }
    heading(ui, cx, key);
    for parameter in parameters {
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.label(&parameter.title);
            if parameter.title != parameter.name {
                ui.label(
                    RichText::new(&parameter.name)
                        .monospace()
                        .color(cx.theme.muted),
                );
            }
        });
        let facts = facts_without_name(cx, parameter);
        ui.label(
            RichText::new(facts)
                .size(text_size::SMALL)
                .color(cx.theme.muted),
        );
        if !parameter.help.is_empty() {
            ui.add(Label::new(parameter.help.replace('`', "")).wrap());
        }
    }
}

/// A parameter in one line.
fn facts(cx: &PanelContext<'_>, parameter: &ParameterHelp) -> String {
    format!("{}: {}", parameter.title, facts_without_name(cx, parameter))
}

/// Type, default and allowed values, in one line.
fn facts_without_name(cx: &PanelContext<'_>, parameter: &ParameterHelp) -> String {
    let texts = cx.texts;
    let required = texts.tr("node_help.required");
    let default = match &*parameter.default {
        "" => texts.tr("node_help.optional").into_owned(),
        text if text == required => required.into_owned(),
        default => texts.tr_with("node_help.default", &[("what", default)]),
    };
    let mut facts = vec![parameter.kind.clone(), default];
    if !parameter.allowed.is_empty() {
        facts.push(texts.tr_with("node_help.allowed", &[("what", &parameter.allowed)]));
    }
    facts.join(" · ")
}
