//! The claims about every run of the tree: each with whether it holds, and the fields of the chosen one.

use egui::{Align, Button, DragValue, Id, Layout, TextEdit, Ui, UiBuilder};
use treewright_explore::claims::{Claim, ClaimForm, ClaimPlace, Says};
use treewright_explore::exploration::ClaimResult;
use treewright_insight::scenario::MAX_FRAMES;
use treewright_session::workspace::exploration::{ClaimsEdit, Exploration};

use super::{edit, expression_field, push, scrolled, show_button};
use crate::action::{ActionSink, ExploreAction, FoundRun};
use crate::icons;
use crate::panels::{PanelContext, explored_words};
use crate::theme::space;
use crate::widgets::{
    Form, IconButton, Row, caption, choice, draft, focus_all_at_first, row_pressed,
};

/// The forms of claims in the order of the list, each with its text key.
const FORMS: [(ClaimForm, &str); 5] = [
    (ClaimForm::Never, "explore.form.never"),
    (ClaimForm::Always, "explore.form.always"),
    (ClaimForm::Within, "explore.form.within"),
    (ClaimForm::Before, "explore.form.before"),
    (ClaimForm::Can, "explore.form.can"),
];

/// The claim whose fields are shown.
#[derive(Default)]
pub struct ClaimChoice {
    pub index: Option<usize>,
    /// Whether the field of its name is still to get the keyboard.
    pub is_new: bool,
}

/// The minimum width for the list and the fields side by side, in points.
const MIN_SIDE_BY_SIDE: f32 = 560.0;

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    chosen: &mut ClaimChoice,
    sink: &mut ActionSink,
) {
    let claims = &exploration.claims().claims;
    let claim = chosen.index;
    let claim = claim.and_then(|index| Some((index, claims.get(index)?)));
    let room = ui.available_rect_before_wrap();
    let (Some(claim), true) = (claim, room.width() >= MIN_SIDE_BY_SIDE) else {
        return scrolled(ui, "claims", |ui| {
            list(ui, cx, exploration, chosen, Fields::Below, sink);
        });
    };
    // Beside the list if the panel is wide, so that a low panel has room for both.
    let (left, right) = room.split_left_right_at_fraction(0.42);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        scrolled(ui, "claims", |ui| {
            list(ui, cx, exploration, chosen, Fields::Beside, sink);
        });
    });
    let right = right.with_min_x(right.left() + space::M);
    ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        scrolled(ui, "claim", |ui| {
            fields(ui, cx, exploration, (claim, &mut chosen.is_new), sink);
        });
    });
}

/// Where the fields of the chosen claim are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fields {
    Below,
    Beside,
}

fn list(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    chosen: &mut ClaimChoice,
    place: Fields,
    sink: &mut ActionSink,
) {
    let claims = &exploration.claims().claims;
    if claims.is_empty() {
        caption(ui, cx.theme, &cx.texts.tr("explore.no_claims"));
    }
    for (index, claim) in claims.iter().enumerate() {
        ui.push_id(("claim", index), |ui| {
            line(ui, cx, exploration, (index, claim), chosen, sink);
            if chosen.index == Some(index) && place == Fields::Below {
                let claim = ((index, claim), &mut chosen.is_new);
                fields(ui, cx, exploration, claim, sink);
            }
        });
    }
    ui.add_space(space::XS);
    let text = cx.texts.tr("command.add_claim");
    let add = ui.add(Button::new((icons::text("add"), &*text)));
    if add.accessible_name(&*text).clicked() {
        push(sink, ExploreAction::AddClaim);
    }
}

/// The state of a claim.
struct ClaimLook {
    icon: &'static str,
    color: egui::Color32,
    /// The state in few words.
    word: String,
}

fn look(cx: &PanelContext<'_>, exploration: &Exploration, index: usize) -> ClaimLook {
    let theme = cx.theme;
    let told = |icon, color, key: &str| ClaimLook {
        icon,
        color,
        word: cx.texts.tr(key).into_owned(),
    };
    if exploration.has_error(index) {
        return told("warning", theme.warning, "explore.claim_wrong");
    }
    let result = exploration.claim_result(index, cx.front);
    let with_certainty = |icon, color, key: &str| {
        let word = exploration
            .report()
            .map(|report| explored_words::certainty(cx.texts, report));
        let text = cx.texts.tr(key);
        ClaimLook {
            word: word.map_or_else(|| text.to_string(), |word| cx.texts.with_note(&text, &word)),
            ..told(icon, color, key)
        }
    };
    match result {
        None => told("schedule", theme.inactive, "explore.claim_unknown"),
        Some(ClaimResult::Holds(None)) => {
            with_certainty("check_circle", theme.success, "explore.claim_holds")
        }
        Some(ClaimResult::Holds(Some(_))) => {
            told("check_circle", theme.success, "explore.claim_reached")
        }
        Some(ClaimResult::Broken(Some(_))) => told("cancel", theme.failure, "explore.claim_broken"),
        Some(ClaimResult::Broken(None)) => {
            with_certainty("cancel", theme.failure, "explore.claim_impossible")
        }
        Some(ClaimResult::Open) => {
            let claim = exploration.claims().claims.get(index);
            let is_can = claim.is_some_and(|claim| claim.says.form() == ClaimForm::Can);
            let key = if is_can {
                "explore.claim_unreached"
            } else {
                "explore.claim_open"
            };
            with_certainty("circle", theme.inactive, key)
        }
    }
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (index, claim): (usize, &Claim),
    chosen: &mut ClaimChoice,
    sink: &mut ActionSink,
) {
    let look = look(cx, exploration, index);
    let name = cx.texts.labeled(&claim.name, &look.word);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let remove = cx.texts.tr_with("explore.remove", &[("what", &claim.name)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                chosen.index = None;
                edit(sink, ClaimsEdit::RemoveClaim(index));
            }
            let result = exploration.claim_result(index, cx.front);
            if let Some(ClaimResult::Holds(Some(sight)) | ClaimResult::Broken(Some(sight))) = result
                && show_button(ui, cx, &name)
            {
                let found = FoundRun {
                    sight: sight.clone(),
                    title: claim.name.clone(),
                    node: None,
                };
                push(sink, ExploreAction::Show(found));
            }
            let is_chosen = chosen.index == Some(index);
            let row = Row::new(&claim.name)
                .icon(look.icon, look.color)
                .detail(&look.word)
                .selected(is_chosen)
                .name(&name);
            let response = row.show(ui, cx.theme).on_hover_text(&name);
            if row_pressed(ui, &response) {
                chosen.index = (!is_chosen).then_some(index);
                // Its fields are below.
                response.scroll_to_me(Some(Align::TOP));
            }
        });
    });
}

/// The fields of a claim.
fn fields(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    ((index, claim), is_new): ((usize, &Claim), &mut bool),
    sink: &mut ActionSink,
) {
    let text = |key: &str| cx.texts.tr(key).into_owned();
    let id = Id::unique(("claim", cx.front.id(), index));
    let says = |says: Says| Claim {
        name: claim.name.clone(),
        says,
    };
    let (name_label, form_label) = (text("explore.claim_name"), text("explore.claim_form"));
    let frames_label = text("explore.claim_frames");
    let parts: Vec<(Option<&'static str>, String)> = claim
        .says
        .expressions()
        .into_iter()
        .map(|(part, _)| (part, text(part_key(part))))
        .collect();
    let labels = [&name_label, &form_label, &frames_label].into_iter();
    let labels = labels.chain(parts.iter().map(|(_, label)| label));
    let form = Form::new(ui, cx.theme, labels.map(String::as_str));
    let renamed = form.row(ui, &name_label, |ui| {
        draft(ui, id.with("name"), &claim.name, |ui, name| {
            let field = TextEdit::singleline(name).desired_width(f32::INFINITY);
            let field = ui.add(field).accessible_name(&*name_label);
            let mut is_known = !*is_new;
            focus_all_at_first(ui, &field, name, &mut is_known);
            *is_new = !is_known;
            field
        })
    });
    if let Some(name) = renamed.filter(|name| !name.trim().is_empty()) {
        let says = claim.says.clone();
        edit(sink, ClaimsEdit::Claim(index, Claim { name, says }));
    }
    let options = FORMS.map(|(_, key)| text(key));
    let now = FORMS
        .iter()
        .position(|(form, _)| *form == claim.says.form());
    let shown = now.map_or("", |now| &*options[now]);
    let picked = form.row(ui, &form_label, |ui| {
        choice(ui, id.with("form"), &form_label, shown, &options, now)
    });
    if let Some(picked) = picked {
        let said = with_form(&claim.says, FORMS[picked].0);
        edit(sink, ClaimsEdit::Claim(index, says(said)));
    }
    if let Says::Within { frames, .. } = &claim.says {
        let changed = form.row(ui, &frames_label, |ui| {
            draft(ui, id.with("frames"), frames, |ui, frames| {
                let field = DragValue::new(frames).range(0..=MAX_FRAMES);
                ui.add(field).accessible_name(&*frames_label)
            })
        });
        if let Some(number) = changed {
            let mut said = claim.says.clone();
            if let Says::Within { frames, .. } = &mut said {
                *frames = number;
            }
            edit(sink, ClaimsEdit::Claim(index, says(said)));
        }
    }
    for (place, (part, label)) in parts.iter().enumerate() {
        let (_, now) = claim.says.expressions()[place];
        let at = ClaimPlace::Claim(index, *part);
        let changed = form.row(ui, label, |ui| {
            expression_field(ui, cx, exploration, (id.with(place), label), now, &at)
        });
        if let Some(changed) = changed {
            let said = with_expression(&claim.says, place, changed);
            edit(sink, ClaimsEdit::Claim(index, says(said)));
        }
    }
    ui.add_space(space::S);
}

/// The text key of the label of an expression.
fn part_key(part: Option<&str>) -> &'static str {
    match part {
        Some("after") => "explore.part.after",
        Some("first") => "explore.part.first",
        Some(_) => "explore.part.then",
        None => "explore.part.condition",
    }
}

/// The same expressions in another form.
fn with_form(says: &Says, form: ClaimForm) -> Says {
    let mut texts = says
        .expressions()
        .into_iter()
        .map(|(_, text)| text.to_owned());
    let mut next = || texts.next().unwrap_or_default();
    match form {
        ClaimForm::Never => Says::Never(next()),
        ClaimForm::Always => Says::Always(next()),
        ClaimForm::Can => Says::Can(next()),
        ClaimForm::Within => Says::Within {
            frames: 1,
            after: next(),
            then: next(),
        },
        ClaimForm::Before => Says::Before {
            first: next(),
            then: next(),
        },
    }
}

/// The claim with another expression at a place.
fn with_expression(says: &Says, place: usize, new: String) -> Says {
    let mut changed = says.clone();
    let text = match &mut changed {
        Says::Never(text) | Says::Always(text) | Says::Can(text) => text,
        Says::Within { after, .. } if place == 0 => after,
        Says::Before { first, .. } if place == 0 => first,
        Says::Within { then, .. } | Says::Before { then, .. } => then,
    };
    *text = new;
    changed
}
