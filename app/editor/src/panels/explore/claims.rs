//! The claims about every run of the tree: each with whether it holds, and the fields of the chosen one. A new claim is added once its
//! conditions are written.

use egui::{Align, Button, DragValue, Id, Key, Layout, TextEdit, Ui, UiBuilder};
use treewright_explore::claims::{Claim, ClaimForm, ClaimPlace, Says};
use treewright_explore::exploration::ClaimResult;
use treewright_explore::search::Certainty;
use treewright_insight::scenario::MAX_FRAMES;
use treewright_session::workspace::exploration::{ClaimsEdit, Exploration};
use treewright_session::workspace::open_document::DocumentId;

use super::{Shows, edit, expression_field, push, run_buttons, scrolled, title_of_broken};
use crate::action::{ActionSink, ExploreAction, FoundKind};
use crate::icons;
use crate::panels::{PanelContext, explored_words};
use crate::theme::space;
use crate::widgets::{
    Form, IconButton, Row, caption, choice, draft, focus_all_at_first, focus_request, row_pressed,
};

/// The forms of claims in the order of the list, each with its text key.
const FORMS: [(ClaimForm, &str); 5] = [
    (ClaimForm::Never, "explore.form.never"),
    (ClaimForm::Always, "explore.form.always"),
    (ClaimForm::Within, "explore.form.within"),
    (ClaimForm::Before, "explore.form.before"),
    (ClaimForm::Can, "explore.form.can"),
];

/// State kept between frames.
#[derive(Default)]
pub struct ClaimsState {
    chosen: Choice,
    new: Option<NewClaim>,
}

/// The claim whose fields are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    None,
    Claim(usize),
    /// The one that is being written.
    New,
}

/// A claim that is added to a document once its conditions are written.
struct NewClaim {
    document: DocumentId,
    claim: Claim,
    /// Whether the field of its name has got the keyboard.
    is_named: bool,
}

impl ClaimsState {
    /// Shows the fields of a claim.
    pub fn choose(&mut self, index: usize) {
        self.chosen = Choice::Claim(index);
    }

    /// Begins a claim about the tree of a document; its name is to be typed first.
    pub fn begin(&mut self, document: DocumentId, name: String) {
        self.chosen = Choice::New;
        self.new = Some(NewClaim {
            document,
            claim: Claim {
                name,
                says: Says::Never(String::new()),
            },
            is_named: false,
        });
    }

    /// Shows the fields of a claim that has become one of the document's.
    pub fn added(&mut self, index: usize) {
        (self.new, self.chosen) = (None, Choice::Claim(index));
    }

    /// The claim that is being written for a document.
    fn new_of(&mut self, document: DocumentId) -> Option<&mut NewClaim> {
        self.new.as_mut().filter(|new| new.document == document)
    }
}

/// The minimum width for the list and the fields side by side, in points.
const MIN_SIDE_BY_SIDE: f32 = 560.0;

pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    state: &mut ClaimsState,
    sink: &mut ActionSink,
) {
    let is_shown = match state.chosen {
        Choice::None => false,
        Choice::Claim(index) => index < exploration.claims().claims.len(),
        Choice::New => state.new_of(cx.front.id()).is_some(),
    };
    let room = ui.available_rect_before_wrap();
    if !is_shown || room.width() < MIN_SIDE_BY_SIDE {
        return scrolled(ui, "claims", |ui| {
            list(ui, cx, exploration, state, Fields::Below, sink);
        });
    }
    // Beside the list if the panel is wide, so that a low panel has room for both.
    let (left, right) = room.split_left_right_at_fraction(0.42);
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        scrolled(ui, "claims", |ui| {
            list(ui, cx, exploration, state, Fields::Beside, sink);
        });
    });
    let right = right.with_min_x(right.left() + space::M);
    ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        scrolled(ui, "claim", |ui| {
            chosen_fields(ui, cx, exploration, state, sink);
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
    state: &mut ClaimsState,
    place: Fields,
    sink: &mut ActionSink,
) {
    let claims = &exploration.claims().claims;
    if claims.is_empty() && state.new_of(cx.front.id()).is_none() {
        caption(ui, cx.theme, &cx.texts.tr("explore.no_claims"));
    }
    for (index, claim) in claims.iter().enumerate() {
        ui.push_id(("claim", index), |ui| {
            line(ui, cx, exploration, (index, claim), &mut state.chosen, sink);
            if state.chosen == Choice::Claim(index) && place == Fields::Below {
                chosen_fields(ui, cx, exploration, state, sink);
            }
        });
    }
    if state.new_of(cx.front.id()).is_some() {
        ui.push_id("new claim", |ui| {
            line_of_new(ui, cx, state);
            if state.chosen == Choice::New && place == Fields::Below {
                chosen_fields(ui, cx, exploration, state, sink);
            }
        });
    }
    ui.add_space(space::XS);
    let text = cx.texts.tr("command.add_claim");
    let add = ui.add(Button::new((icons::text("add"), &*text)));
    if add.accessible_name(&*text).clicked() {
        push(sink, ExploreAction::BeginClaim);
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
            let certainty = exploration.report().map(|report| report.certainty);
            match (is_can, certainty) {
                (true, _) => with_certainty("circle", theme.inactive, "explore.claim_unreached"),
                (false, Some(Certainty::Sampled)) => {
                    with_certainty("check", theme.muted, "explore.claim_not_broken")
                }
                (false, _) => with_certainty("circle", theme.inactive, "explore.claim_open"),
            }
        }
    }
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (index, claim): (usize, &Claim),
    chosen: &mut Choice,
    sink: &mut ActionSink,
) {
    let look = look(cx, exploration, index);
    let name = cx.texts.labeled(&claim.name, &look.word);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let remove = cx.texts.tr_with("explore.remove", &[("what", &claim.name)]);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                *chosen = Choice::None;
                edit(sink, ClaimsEdit::RemoveClaim(index));
            }
            let result = exploration.claim_result(index, cx.front);
            if let Some(ClaimResult::Holds(Some(sight)) | ClaimResult::Broken(Some(sight))) = result
            {
                let title = match result {
                    Some(ClaimResult::Broken(_)) => title_of_broken(cx, &claim.name),
                    _ => claim.name.clone(),
                };
                let shows = Shows {
                    name: &name,
                    title: &title,
                    node: None,
                    kind: FoundKind::Claim(index),
                };
                run_buttons(ui, cx, sight, shows, sink);
            }
            let is_chosen = *chosen == Choice::Claim(index);
            let row = Row::new(&claim.name)
                .icon(look.icon, look.color)
                .detail(&look.word)
                .selected(is_chosen)
                .name(&name);
            let response = row.show(ui, cx.theme).on_hover_text(&name);
            if row_pressed(ui, &response) {
                *chosen = if is_chosen {
                    Choice::None
                } else {
                    Choice::Claim(index)
                };
                // Its fields are below.
                response.scroll_to_me(Some(Align::TOP));
            }
        });
    });
}

/// The line of the claim that is being written.
fn line_of_new(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut ClaimsState) {
    let Some(new) = &state.new else { return };
    let (title, word) = (&new.claim.name, cx.texts.tr("explore.claim_unwritten"));
    let name = cx.texts.labeled(title, &word);
    let remove = cx.texts.tr_with("explore.remove", &[("what", title)]);
    let mut is_removed = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let remove = IconButton::new("close", &remove).small();
            is_removed = remove.show(ui).clicked();
            let row = Row::new(title).icon("edit", cx.theme.inactive);
            let row = row.detail(&word).selected(state.chosen == Choice::New);
            let response = row.name(&name).show(ui, cx.theme).on_hover_text(&name);
            if row_pressed(ui, &response) {
                state.chosen = Choice::New;
            }
        });
    });
    if is_removed {
        *state = ClaimsState::default();
    }
}

/// The fields of the chosen claim, of which a new one is added when all of its conditions are written.
fn chosen_fields(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    state: &mut ClaimsState,
    sink: &mut ActionSink,
) {
    let claims = &exploration.claims().claims;
    match state.chosen {
        Choice::None => {}
        Choice::Claim(index) => {
            let Some(claim) = claims.get(index) else {
                return;
            };
            let changed = fields(ui, cx, exploration, (claim, Some(index)), &mut true);
            if let Some(changed) = changed {
                edit(sink, ClaimsEdit::Claim(index, changed));
            }
        }
        Choice::New => {
            let Some(new) = state.new_of(cx.front.id()) else {
                return;
            };
            let now = (&new.claim, None);
            let Some(changed) = fields(ui, cx, exploration, now, &mut new.is_named) else {
                return;
            };
            new.claim = changed;
            let mut conditions = new.claim.says.expressions().into_iter();
            if conditions.all(|(_, text)| !text.trim().is_empty()) {
                edit(sink, ClaimsEdit::AddClaim(new.claim.clone()));
            }
        }
    }
}

/// The fields of a claim, with the index that it has, unless it is new. Returns the claim after a change.
fn fields(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    exploration: &Exploration,
    (claim, index): (&Claim, Option<usize>),
    is_named: &mut bool,
) -> Option<Claim> {
    let text = |key: &str| cx.texts.tr(key).into_owned();
    let id = Id::unique(("claim", cx.front.id(), index));
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
            focus_all_at_first(ui, &field, name, is_named);
            field
        })
    });
    let mut changed = claim.clone();
    if index.is_none() && renamed.is_some() && ui.input(|input| input.key_pressed(Key::Enter)) {
        focus_request::request(ui.ctx(), id.with(0_usize));
    }
    if let Some(name) = renamed.filter(|name| !name.trim().is_empty()) {
        changed.name = name;
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
        changed.says = with_form(&claim.says, FORMS[picked].0);
    }
    if let Says::Within { frames, .. } = &claim.says {
        let number = form.row(ui, &frames_label, |ui| {
            draft(ui, id.with("frames"), frames, |ui, frames| {
                let field = DragValue::new(frames).range(0..=MAX_FRAMES);
                ui.add(field).accessible_name(&*frames_label)
            })
        });
        if let (Some(number), Says::Within { frames, .. }) = (number, &mut changed.says) {
            *frames = number;
        }
    }
    for (place, (part, label)) in parts.iter().enumerate() {
        let (_, now) = claim.says.expressions()[place];
        let at = index.map(|index| ClaimPlace::Claim(index, *part));
        let written = form.row(ui, label, |ui| {
            let field = (id.with(place), &**label);
            expression_field(ui, cx, exploration, field, now, at.as_ref())
        });
        if let Some(written) = written {
            changed.says = with_expression(&changed.says, place, written);
        }
    }
    ui.add_space(space::S);
    (changed != *claim).then_some(changed)
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
