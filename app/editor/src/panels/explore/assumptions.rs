//! What the game never does.

use egui::{Button, Id, Ui};
use treewright_explore::claims::ClaimPlace;
use treewright_session::workspace::exploration::{ClaimsEdit, Exploration};
use treewright_session::workspace::open_document::DocumentId;

use super::{edit, expression_field};
use crate::action::ActionSink;
use crate::icons;
use crate::panels::PanelContext;
use crate::widgets::{IconButton, caption, focus_request};

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    adds_to: &mut Option<DocumentId>,
    sink: &mut ActionSink,
) {
    let assumptions = &exploration.claims().assumptions;
    caption(ui, cx.theme, &cx.texts.tr("explore.assumptions_hint"));
    for (index, text) in assumptions.iter().enumerate() {
        let at = Some(ClaimPlace::Assumption(index));
        match row(ui, cx, exploration, (index, text), at.as_ref()) {
            None => {}
            Some(Change::Removed) => edit(sink, ClaimsEdit::RemoveAssumption(index)),
            Some(Change::Written(text)) => edit(sink, ClaimsEdit::Assumption(index, text)),
        }
    }
    let new = assumptions.len();
    if *adds_to == Some(cx.front.id())
        && let Some(change) = row(ui, cx, exploration, (new, ""), None)
    {
        *adds_to = None;
        if let Change::Written(text) = change {
            edit(sink, ClaimsEdit::AddAssumption(text));
        }
    }
    let text = cx.texts.tr("explore.add_assumption");
    let add = ui.add(Button::new((icons::text("add"), &*text)));
    if add.accessible_name(&*text).clicked() {
        *adds_to = Some(cx.front.id());
        focus_request::request(ui.ctx(), field_id(cx, new));
    }
}

/// What the user did to an assumption.
enum Change {
    Written(String),
    Removed,
}

fn field_id(cx: &PanelContext<'_>, index: usize) -> Id {
    Id::unique(("assumption", cx.front.id(), index))
}

/// An assumption, at its place among the claims if it is one of them already.
fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (index, text): (usize, &str),
    at: Option<&ClaimPlace>,
) -> Option<Change> {
    let number = (index + 1).to_string();
    let name = cx
        .texts
        .tr_with("explore.assumption", &[("number", &number)]);
    let remove = cx.texts.tr_with("explore.remove", &[("what", &name)]);
    ui.horizontal_top(|ui| {
        let remove = IconButton::new("close", &remove).small().show(ui);
        let field = (field_id(cx, index), &*name);
        let written = ui.vertical(|ui| expression_field(ui, cx, exploration, field, text, at));
        let removed = remove.clicked().then_some(Change::Removed);
        removed.or(written.inner.map(Change::Written))
    })
    .inner
}
