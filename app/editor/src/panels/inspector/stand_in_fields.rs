//! What plays leaves and parents without code while their tree runs without its game: a choice of forms, the fields of the one that was
//! chosen, and a sentence that says what it will do. For one node or for several, which all get what is chosen.

use std::collections::BTreeMap;

use egui::{Checkbox, Id, Label, RichText, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{ActsLike, Delay, ExpressionType, Node, StandIn};
use treewright_core::runtime::Status;
use treewright_core::value::{Value, ValueType};
use treewright_session::stand_in_words::{acts_like, result, sentence};

use super::expression_field::ExpressionField;
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{
    IconButton, ValueField, caption, choice, draft, explained_choice, value_editor,
};

/// What a file can say of leaves, in the order of the list; the first is that nothing does.
const FORMS: [Form; 9] = [
    Form("none", |_| None),
    Form("ask", |_| Some(StandIn::Ask)),
    Form("always", |_| Some(StandIn::Always(Status::Success))),
    Form("after_frames", |_| {
        Some(StandIn::After(Delay::Frames(3), Status::Success))
    }),
    Form("after_seconds", |_| {
        Some(StandIn::After(Delay::Seconds(1.0), Status::Success))
    }),
    Form("sequence", |is_conditional| {
        let letters = if is_conditional { "FFS" } else { "RRS" };
        Some(StandIn::Sequence {
            results: StandIn::results_of(letters).unwrap_or_default(),
            again: false,
        })
    }),
    Form("frames", |_| {
        let frames = [(1, Status::Failure), (5, Status::Success)];
        Some(StandIn::Frames(frames.into()))
    }),
    Form("chance", |_| Some(StandIn::Chance(0.5))),
    Form("expression", |_| {
        Some(StandIn::Expression("true".to_owned()))
    }),
];

/// What a file can say of parents without code, likewise.
const FORMS_OF_PARENTS: [Form; 4] = [
    Form("none", |_| None),
    Form("acts_like_sequence", |_| {
        Some(StandIn::ActsLike(ActsLike::Sequence))
    }),
    Form("acts_like_selector", |_| {
        Some(StandIn::ActsLike(ActsLike::Selector))
    }),
    Form("pass_through", |_| {
        Some(StandIn::ActsLike(ActsLike::PassThrough))
    }),
];

/// A form: the end of its text keys, and how it begins for a conditional or another leaf.
struct Form(&'static str, fn(bool) -> Option<StandIn>);

/// The most frame numbers that the list offers.
const MOST_FRAME: f64 = 1_000_000_000.0;

/// The nodes whose stand-in is shown: leaves, or parents without code.
pub(super) struct StandInFields<'a> {
    pub cx: &'a PanelContext<'a>,
    /// The one of which the fields are.
    pub node: &'a Node,
    /// Who gets what is chosen.
    pub nodes: &'a dyn Fn() -> Vec<NodeId>,
    /// What plays them.
    pub played: Played<'a>,
}

/// What plays nodes.
#[derive(Clone, Copy)]
pub(super) enum Played<'a> {
    /// This plays all of them; none if nothing of their own does.
    By(Option<&'a StandIn>),
    /// They differ.
    Mixed,
}

impl StandInFields<'_> {
    pub fn show(&self, ui: &mut Ui, sink: &mut ActionSink) {
        let texts = self.cx.texts;
        ui.add_space(space::XS);
        let title = texts.tr("stand_in.title");
        caption(ui, self.cx.theme, &title).on_hover_text(texts.tr("stand_in.hint"));
        let forms = self.forms();
        let chosen = self.form(ui, &title, &forms);
        let mut changed = chosen.map(|form| forms[form].1(self.is_conditional()));
        if let Played::By(Some(stand_in)) = self.played {
            let edited = self.fields(ui, stand_in);
            changed = changed.or(edited.map(Some));
        }
        if let Played::By(current) = self.played {
            let told = match current {
                Some(stand_in) => sentence(texts, stand_in, self.is_conditional()),
                None => self.told_of_none(),
            };
            let told = RichText::new(told).small().color(self.cx.theme.muted);
            ui.add(Label::new(told).wrap());
        }
        if let Some(said) = changed {
            sink.edit(Command::SetStandIn((self.nodes)(), said));
        }
    }

    fn is_conditional(&self) -> bool {
        let declared = self.cx.library.declaration(&self.node.task);
        declared.is_some_and(|d| d.category == Category::Conditional)
    }

    /// The forms that the nodes can have.
    fn forms(&self) -> Vec<&'static Form> {
        let library = self.cx.library;
        if library.can_be_played(self.node) {
            return FORMS.iter().collect();
        }
        let fits = |form: &&Form| {
            let stand_in = form.1(false);
            stand_in.is_none_or(|said| library.takes_stand_in(self.node, &said))
        };
        FORMS_OF_PARENTS.iter().filter(fits).collect()
    }

    /// What happens if nothing is chosen.
    fn told_of_none(&self) -> String {
        let texts = self.cx.texts;
        let task = &*self.node.task;
        if let Some(like) = self.cx.library.acts_like(task) {
            let told = acts_like(texts, like);
            return texts.tr_with("stand_in.none_acts", &[("told", &told)]);
        }
        if !self.cx.library.can_be_played(self.node) {
            return texts.tr("stand_in.none_parent").into_owned();
        }
        if let Some(answer) = self.cx.library.stand_in(task) {
            let answer = result(texts, answer);
            return texts.tr_with("stand_in.none_library", &[("result", &answer)]);
        }
        let key = match self.cx.library.declaration(task) {
            Some(_) => "stand_in.none_own",
            None => "stand_in.none_unknown",
        };
        texts.tr(key).into_owned()
    }

    fn id(&self) -> Id {
        let (document, node) = (self.cx.front.id(), self.node.id().as_str());
        Id::unique(("stand-in", document, node))
    }

    /// The choice of a form; gives the place of another one in the list.
    fn form(&self, ui: &mut Ui, title: &str, forms: &[&Form]) -> Option<usize> {
        let texts = self.cx.texts;
        let text = |form: &str| texts.tr(&format!("stand_in.form.{form}")).into_owned();
        let help = |form: &str| texts.tr(&format!("stand_in.help.{form}")).into_owned();
        let place_of = |name: &str| forms.iter().position(|form| form.0 == name);
        let place = match self.played {
            Played::By(current) => place_of(current.map_or("none", base_form)),
            Played::Mixed => None,
        };
        let shown = match (self.played, place) {
            (_, Some(place)) => text(forms[place].0),
            (Played::Mixed, None) => texts.tr("inspector.several_values").into_owned(),
            (Played::By(_), None) => text("unknown"),
        };
        let options: Vec<_> = forms
            .iter()
            .map(|form| (text(form.0), help(form.0)))
            .collect();
        explained_choice(ui, self.id().with("form"), title, &shown, &options, place)
    }

    fn fields(&self, ui: &mut Ui, stand_in: &StandIn) -> Option<StandIn> {
        match stand_in {
            StandIn::Ask | StandIn::ActsLike(_) => None,
            StandIn::Always(status) => {
                let kept = self.result(ui, "result", *status, true);
                kept.map(StandIn::Always)
            }
            StandIn::After(delay, status) => self.after(ui, *delay, *status),
            StandIn::Sequence { results, again } => self.sequence(ui, results, *again),
            StandIn::Frames(frames) => self.frames(ui, frames).map(StandIn::Frames),
            StandIn::Chance(probability) => {
                let name = self.cx.texts.tr("stand_in.probability");
                let field = self.number(&name, "probability", (0.0, 1.0), "");
                self.captioned(ui, &name, |ui| {
                    let value = Value::Float(*probability);
                    value_editor(ui, &field, &ValueType::Float, &value)?.as_float()
                })
                .map(StandIn::Chance)
            }
            StandIn::Expression(text) => self.expression(ui, text).map(StandIn::Expression),
            StandIn::Unknown(json) => {
                ui.add(Label::new(RichText::new(json).monospace().small()).wrap());
                None
            }
        }
    }

    fn captioned<T>(&self, ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> T) -> T {
        caption(ui, self.cx.theme, name);
        ui.horizontal(add).inner
    }

    fn number<'n>(
        &'n self,
        name: &'n str,
        key: &str,
        range: (f64, f64),
        unit: &'n str,
    ) -> ValueField<'n> {
        ValueField {
            id: self.id().with(key),
            name,
            range: Some(range),
            unit,
            lines: false,
            texts: self.cx.texts,
        }
    }

    /// A choice of results. A conditional never runs on; what ends does not either.
    fn result(&self, ui: &mut Ui, key: &str, current: Status, may_run: bool) -> Option<Status> {
        let name = self.cx.texts.tr("stand_in.result_name");
        self.captioned(ui, &name, |ui| {
            self.result_named(ui, (key, &name), current, may_run)
        })
    }

    fn result_named(
        &self,
        ui: &mut Ui,
        (key, name): (&str, &str),
        current: Status,
        may_run: bool,
    ) -> Option<Status> {
        let results = [Status::Success, Status::Failure, Status::Running];
        let offered = if may_run && !self.is_conditional() {
            3
        } else {
            2
        };
        let texts = self.cx.texts;
        let options: Vec<_> = results[..offered]
            .iter()
            .map(|status| result(texts, *status))
            .collect();
        let place = results[..offered].iter().position(|s| *s == current);
        let shown = result(texts, current);
        let chosen = choice(ui, self.id().with(key), name, &shown, &options, place)?;
        Some(results[chosen])
    }

    fn after(&self, ui: &mut Ui, delay: Delay, status: Status) -> Option<StandIn> {
        let texts = self.cx.texts;
        let delayed = match delay {
            Delay::Frames(frames) => {
                let name = texts.tr("stand_in.frame");
                let field = self.number(&name, "frames", (1.0, MOST_FRAME), "");
                let current = Value::Int(i64::try_from(frames).unwrap_or(i64::MAX));
                self.captioned(ui, &name, |ui| {
                    let frames = value_editor(ui, &field, &ValueType::Int, &current)?.as_int()?;
                    u64::try_from(frames).ok().map(Delay::Frames)
                })
            }
            Delay::Seconds(seconds) => {
                let name = texts.tr("stand_in.time");
                let field = self.number(&name, "seconds", (0.0, StandIn::MOST_SECONDS), "s");
                self.captioned(ui, &name, |ui| {
                    let value = Value::Float(seconds);
                    let value = value_editor(ui, &field, &ValueType::Float, &value)?;
                    value.as_float().map(Delay::Seconds)
                })
            }
        };
        let ended = self.result(ui, "then", status, false);
        let changed = delayed.is_some() || ended.is_some();
        let after = StandIn::After(delayed.unwrap_or(delay), ended.unwrap_or(status));
        changed.then_some(after)
    }

    /// Letters, of which others than S, F and R are left out.
    fn sequence(&self, ui: &mut Ui, results: &[Status], again: bool) -> Option<StandIn> {
        let texts = self.cx.texts;
        let name = texts.tr("stand_in.results");
        let current = StandIn::letters_of(results);
        caption(ui, self.cx.theme, &name);
        let letters = draft(ui, self.id().with("letters"), &current, |ui, text| {
            let hint = texts.tr("stand_in.letters");
            let edit = TextEdit::singleline(text)
                .hint_text(&*hint)
                .font(egui::TextStyle::Monospace)
                .desired_width(ui.available_width());
            ui.add(edit).accessible_name(&*name).on_hover_text(hint)
        });
        let mut starts_again = again;
        let switch = Checkbox::new(&mut starts_again, texts.tr("stand_in.again").into_owned());
        let switched = ui.add(switch).changed();
        if letters.is_none() && !switched {
            return None;
        }
        let letters = letters.unwrap_or(current).to_uppercase();
        Some(StandIn::Sequence {
            results: letters.chars().filter_map(Status::from_letter).collect(),
            again: starts_again,
        })
    }

    /// A line for each frame, and a button that adds one.
    fn frames(&self, ui: &mut Ui, frames: &BTreeMap<u64, Status>) -> Option<BTreeMap<u64, Status>> {
        let texts = self.cx.texts;
        let mut changed = None;
        for (frame, status) in frames {
            let number = frame.to_string();
            let arguments = [("frame", &*number)];
            let name = texts.tr_with("stand_in.from_frame", &arguments);
            let key = format!("frame {frame}");
            let field = self.number(&name, &key, (0.0, MOST_FRAME), "");
            ui.horizontal(|ui| {
                let remove = texts.tr_with("stand_in.remove_frame", &arguments);
                if IconButton::new("close", &remove).small().show(ui).clicked() {
                    let mut fewer = frames.clone();
                    fewer.remove(frame);
                    changed = Some(fewer);
                }
                let current = Value::Int(i64::try_from(*frame).unwrap_or(i64::MAX));
                let moved = value_editor(ui, &field, &ValueType::Int, &current);
                let moved = moved.and_then(|value| u64::try_from(value.as_int()?).ok());
                let of_frame = texts.tr_with("stand_in.result_of_frame", &arguments);
                let key = format!("result {frame}");
                let other = self.result_named(ui, (&key, &of_frame), *status, true);
                if moved.is_some() || other.is_some() {
                    let mut edited = frames.clone();
                    edited.remove(frame);
                    edited.insert(moved.unwrap_or(*frame), other.unwrap_or(*status));
                    changed = Some(edited);
                }
            });
        }
        let add = texts.tr("stand_in.add_frame");
        if IconButton::new("add", &add).small().show(ui).clicked() {
            let mut more = frames.clone();
            let last = more.last_key_value();
            let (next, status) = last.map_or((1, Status::Success), |(f, s)| (f + 1, *s));
            more.insert(next, status);
            changed = Some(more);
        }
        changed
    }

    fn expression(&self, ui: &mut Ui, current: &str) -> Option<String> {
        let name = self.cx.texts.tr("stand_in.expression");
        let field = ExpressionField {
            cx: self.cx,
            node: self.node,
            expression_type: &ExpressionType::Of(ValueType::Bool),
            id: self.id().with("expression"),
            name: &name,
            hint: String::new(),
        };
        caption(ui, self.cx.theme, &name);
        let mut written = None;
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                written = field.choose(ui, current);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let typed = field.editor(ui, current);
                    written = written.take().or(typed);
                });
            });
        });
        field.mistake(ui, Some(current));
        written
    }
}

/// Under which of the forms of the list it is found.
fn base_form(stand_in: &StandIn) -> &'static str {
    match stand_in.form() {
        "sequence_again" => "sequence",
        form => form,
    }
}
