//! What may come from outside: what the game writes to variables, and what leaves of the game return.

use egui::{Checkbox, DragValue, Id, TextEdit, Ui};
use treewright_core::category::Category;
use treewright_core::runtime::Status;
use treewright_explore::claims::{Changes, ClaimPlace, InputRule, LeafRule};
use treewright_session::workspace::exploration::{
    ClaimsEdit, Exploration, InputRow, LeafRow, Preparation, values_as_text, values_from_text,
};

use super::{edit, errors_at, expression_field};
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{Form, IconButton, caption, choice, draft, placeholder};

/// The width of the choice beside the values.
const CHOICE: f32 = 170.0;
/// The width of the field of values.
const VALUES: f32 = 180.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let Some(prepared) = exploration.preparation() else {
        caption(ui, cx.theme, &cx.texts.tr("explore.listing_inputs"));
        return;
    };
    if let Some(why) = &prepared.cannot_run {
        ui.colored_label(cx.theme.error, cx.texts.sentence(why));
        return;
    }
    strays(ui, cx, exploration, prepared, sink);
    if prepared.inputs.is_empty() && prepared.leaves.is_empty() && prepared.events.is_empty() {
        caption(ui, cx.theme, &cx.texts.tr("explore.no_inputs"));
        return;
    }
    let names = prepared.inputs.iter().map(|input| &*input.name);
    let leaves = prepared.leaves.iter().map(|leaf| title_of(cx, leaf));
    let leaves: Vec<String> = leaves.collect();
    let form = Form::new(ui, cx.theme, names.chain(leaves.iter().map(String::as_str)));
    if !prepared.inputs.is_empty() {
        caption(ui, cx.theme, &cx.texts.tr("explore.variables"));
    }
    for row in &prepared.inputs {
        form.row(ui, &row.name, |ui| input(ui, cx, exploration, row, sink));
    }
    if !prepared.leaves.is_empty() {
        ui.add_space(space::S);
        caption(ui, cx.theme, &cx.texts.tr("explore.leaves"));
    }
    for (row, title) in prepared.leaves.iter().zip(&leaves) {
        form.row(ui, title, |ui| {
            leaf(ui, cx, exploration, (row, title), sink);
        });
    }
    if !prepared.events.is_empty() {
        ui.add_space(space::S);
        let events: Vec<&str> = prepared.events.iter().map(|event| &**event).collect();
        let events = cx.texts.list(&events);
        let text = cx.texts.tr_with("explore.events", &[("events", &events)]);
        caption(ui, cx.theme, &text);
    }
}

/// The rules for variables and leaves that the tree does not have, with what is wrong and a button that removes each.
fn strays(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    prepared: &Preparation,
    sink: &mut ActionSink,
) {
    let claims = exploration.claims();
    let inputs = claims.inputs.iter().map(|(name, _)| name);
    let inputs = inputs.filter(|name| prepared.inputs.iter().all(|row| row.name != **name));
    let inputs = inputs.map(|name| {
        let remove = ClaimsEdit::Input(name.clone(), None);
        (name, ClaimPlace::Input(name.clone()), remove)
    });
    let leaves = claims.leaves.iter().map(|(name, _)| name);
    let leaves = leaves.filter(|name| prepared.leaves.iter().all(|row| row.name != **name));
    let leaves = leaves.map(|name| {
        let remove = ClaimsEdit::Leaf(name.clone(), None);
        (name, ClaimPlace::Leaf(name.clone()), remove)
    });
    for (name, place, removal) in inputs.chain(leaves) {
        ui.horizontal(|ui| {
            let remove = cx.texts.tr_with("explore.remove", &[("what", name)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                edit(sink, removal);
            }
            ui.label(&**name);
        });
        errors_at(ui, cx, exploration, &place);
    }
}

fn title_of(cx: &PanelContext<'_>, leaf: &LeafRow) -> String {
    let title = leaf.node.as_ref().map(|node| cx.title_of(node));
    title.unwrap_or_else(|| leaf.name.to_string())
}

/// When the game may write a variable, as a choice. The first one is what is usual.
const CHANGES: [&str; 5] = [
    "explore.changes.usual",
    "explore.changes.free",
    "explore.changes.fixed",
    "explore.changes.initial",
    "explore.changes.only_when",
];

fn place_of(rule: Option<&InputRule>) -> usize {
    match rule.map(|rule| &rule.changes) {
        None => 0,
        Some(Changes::Free) => 1,
        Some(Changes::Fixed) => 2,
        Some(Changes::Initial) => 3,
        Some(Changes::OnlyWhen(_)) => 4,
    }
}

fn input(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    row: &InputRow,
    sink: &mut ActionSink,
) {
    let rules = &exploration.claims().inputs;
    let rule = rules.iter().find(|(name, _)| *name == row.name);
    let rule = rule.map(|(_, rule)| rule);
    let id = Id::unique(("input", cx.front.id(), &*row.name));
    let put = |sink: &mut ActionSink, rule: Option<InputRule>| {
        edit(sink, ClaimsEdit::Input(row.name.clone(), rule));
    };
    let now = place_of(rule);
    let usual = if row.values.is_empty() {
        "explore.changes.usual_none"
    } else {
        CHANGES[0]
    };
    let options = CHANGES.map(|key| {
        cx.texts
            .tr(if key == CHANGES[0] { usual } else { key })
            .into_owned()
    });
    ui.horizontal_wrapped(|ui| {
        let name = cx
            .texts
            .tr_with("explore.changes_of", &[("name", &row.name)]);
        let picked = ui
            .scope(|ui| {
                ui.set_max_width(CHOICE);
                choice(
                    ui,
                    id.with("changes"),
                    &name,
                    &options[now],
                    &options,
                    Some(now),
                )
            })
            .inner;
        if let Some(picked) = picked.filter(|picked| *picked != now) {
            let values = rule.map(|rule| rule.values.clone()).unwrap_or_default();
            let changes = match picked {
                0 => return put(sink, None),
                1 => Changes::Free,
                2 => Changes::Fixed,
                3 => Changes::Initial,
                _ => Changes::OnlyWhen("true".to_owned()),
            };
            put(sink, Some(InputRule { changes, values }));
        }
        let is_written = now != 3 && (now > 0 || !row.values.is_empty());
        if is_written {
            values(ui, cx, (row, rule), id, &put, sink);
        }
    });
    let at = ClaimPlace::Input(row.name.clone());
    if let Some(InputRule {
        changes: Changes::OnlyWhen(text),
        values,
    }) = rule
    {
        let name = cx
            .texts
            .tr_with("explore.changes_when_of", &[("name", &row.name)]);
        if let Some(text) = expression_field(ui, cx, exploration, (id, &name), text, Some(&at)) {
            let (changes, values) = (Changes::OnlyWhen(text), values.clone());
            put(sink, Some(InputRule { changes, values }));
        }
    } else {
        errors_at(ui, cx, exploration, &at);
    }
    if !row.sampled.is_empty() {
        let reasons: Vec<String> = row
            .sampled
            .iter()
            .map(|why| cx.texts.phrase(&why.message()))
            .collect();
        let reasons = reasons.join(&cx.texts.tr("list.comma"));
        caption(
            ui,
            cx.theme,
            &cx.texts
                .tr_with("explore.sampled_because", &[("reasons", &reasons)]),
        );
    }
}

/// The values that are tried: those that the designer gives, else as a hint those that were found.
fn values(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (row, rule): (&InputRow, Option<&InputRule>),
    id: Id,
    put: &dyn Fn(&mut ActionSink, Option<InputRule>),
    sink: &mut ActionSink,
) {
    let given = rule
        .map(|rule| values_as_text(&rule.values))
        .unwrap_or_default();
    let found = values_as_text(&row.values);
    let name = cx
        .texts
        .tr_with("explore.values_of", &[("name", &row.name)]);
    let mut typed = String::new();
    let changed = draft(ui, id.with("values"), &given, |ui, text| {
        let field = TextEdit::singleline(text).desired_width(VALUES);
        let response = ui.add(field.hint_text(placeholder(&*found)));
        typed.clone_from(text);
        response
            .accessible_name(&*name)
            .on_hover_text(cx.texts.tr("explore.values_hint"))
    });
    if values_from_text(&typed, &row.value_type).is_none() {
        let value_type = cx.texts.type_title(&row.value_type);
        let text = cx
            .texts
            .tr_with("explore.wrong_values", &[("type", &value_type)]);
        ui.colored_label(cx.theme.error, text);
    } else if let Some(values) = changed.and_then(|text| values_from_text(&text, &row.value_type)) {
        let changes = rule.map(|rule| rule.changes.clone()).unwrap_or_default();
        put(sink, Some(InputRule { changes, values }));
    }
}

/// What a leaf may return.
fn leaf(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (row, title): (&LeafRow, &str),
    sink: &mut ActionSink,
) {
    let rules = &exploration.claims().leaves;
    let rule = rules.iter().find(|(name, _)| *name == row.name);
    let rule = rule.map(|(_, rule)| rule);
    let id = Id::unique(("leaf", cx.front.id(), &*row.name));
    let put = |sink: &mut ActionSink, rule: Option<LeafRule>| {
        edit(sink, ClaimsEdit::Leaf(row.name.clone(), rule));
    };
    let stands_in = matches!(rule, Some(LeafRule::StandIn));
    let all = match row.category {
        Category::Conditional => &[Status::Success, Status::Failure][..],
        _ => &[Status::Success, Status::Failure, Status::Running][..],
    };
    let max_frames = match rule {
        Some(LeafRule::Returns { max_frames, .. }) => *max_frames,
        _ => None,
    };
    ui.horizontal_wrapped(|ui| {
        for status in all {
            let word = cx.texts.choice(status.name());
            let mut on = !stands_in && row.results.contains(status);
            let name = cx.texts.labeled(title, &word);
            let box_ = ui.add_enabled(!stands_in, Checkbox::new(&mut on, &*word));
            if box_.accessible_name(name).changed() {
                let kept = |one: &&Status| {
                    if *one == status {
                        on
                    } else {
                        row.results.contains(one)
                    }
                };
                let results: Vec<Status> = all.iter().filter(kept).copied().collect();
                // One that returns nothing would be one that returns everything.
                if !results.is_empty() {
                    put(
                        sink,
                        Some(LeafRule::Returns {
                            results,
                            max_frames,
                        }),
                    );
                }
            }
        }
        if row.results.contains(&Status::Running) && !stands_in {
            frames(ui, cx, (row, title), id, &put, sink);
        }
        if row.has_stand_in {
            let mut on = stands_in;
            let text = cx.texts.tr("explore.use_stand_in");
            let name = cx.texts.labeled(title, &text);
            let box_ = ui.add(Checkbox::new(&mut on, &*text)).accessible_name(name);
            if box_.changed() {
                put(sink, on.then_some(LeafRule::StandIn));
            }
        }
    });
    errors_at(ui, cx, exploration, &ClaimPlace::Leaf(row.name.clone()));
}

/// The longest that a leaf runs; 0 for no limit.
fn frames(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (row, title): (&LeafRow, &str),
    id: Id,
    put: &dyn Fn(&mut ActionSink, Option<LeafRule>),
    sink: &mut ActionSink,
) {
    let label = cx.texts.tr("explore.max_frames");
    let name = cx.texts.labeled(title, &label);
    ui.label(&*label);
    let now = row.max_frames.unwrap_or(0);
    let changed = draft(ui, id.with("frames"), &now, |ui, frames| {
        let none = cx.texts.tr("explore.no_max_frames").into_owned();
        let field = DragValue::new(frames).custom_formatter(move |frames, _| {
            if frames == 0.0 {
                none.clone()
            } else {
                format!("{frames}")
            }
        });
        ui.add(field).accessible_name(&*name)
    });
    if let Some(frames) = changed {
        let (results, max_frames) = (row.results.clone(), (frames > 0).then_some(frames));
        put(
            sink,
            Some(LeafRule::Returns {
                results,
                max_frames,
            }),
        );
    }
}
