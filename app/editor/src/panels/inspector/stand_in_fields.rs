//! The stand-in of leaves and of parents without code, which replaces them while the game is not connected: a choice of forms, the fields
//! of the chosen form, and a sentence about its effect. For one node or for several, which then all get the same.

use std::collections::BTreeMap;

use egui::{Id, Label, RichText, TextEdit, Ui};
use treewright_authoring::edit::Command;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{ActsLike, Delay, ExpressionType, Node, StandIn};
use treewright_core::runtime::Status;
use treewright_core::value::{Value, ValueType};
use treewright_session::stand_in_words::{acts_like, in_words, result, sentence};

use super::expression_field::ExpressionField;
use super::sections::Section;
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::widgets::{
    Form, IconButton, RowLabel, ValueField, check_box, choice, draft, explained_choice,
    placeholder, value_editor,
};

/// The width of the button that inserts a name into an expression, with the gap before it, in points.
const INSERT: f32 = 38.0;

/// The forms for leaves, in the order of the list; the first is no stand-in.
const FORMS: [StandInForm; 9] = [
    StandInForm("none", |_| None),
    StandInForm("ask", |_| Some(StandIn::Ask)),
    StandInForm("always", |_| Some(StandIn::Always(Status::Success))),
    StandInForm("after_frames", |_| {
        Some(StandIn::After(Delay::Frames(3), Status::Success))
    }),
    StandInForm("after_seconds", |_| {
        Some(StandIn::After(Delay::Seconds(1.0), Status::Success))
    }),
    StandInForm("sequence", |is_conditional| {
        let letters = if is_conditional { "FFS" } else { "RRS" };
        Some(StandIn::Sequence {
            results: StandIn::results_of(letters).unwrap_or_default(),
            again: false,
        })
    }),
    StandInForm("frames", |_| {
        let frames = [(1, Status::Failure), (5, Status::Success)];
        Some(StandIn::Frames(frames.into()))
    }),
    StandInForm("chance", |_| Some(StandIn::Chance(0.5))),
    StandInForm("expression", |_| {
        Some(StandIn::Expression("true".to_owned()))
    }),
];

/// The forms for parents without code, in the order of the list; the first is no stand-in.
const FORMS_OF_PARENTS: [StandInForm; 4] = [
    StandInForm("none", |_| None),
    StandInForm("acts_like_sequence", |_| {
        Some(StandIn::ActsLike(ActsLike::Sequence))
    }),
    StandInForm("acts_like_selector", |_| {
        Some(StandIn::ActsLike(ActsLike::Selector))
    }),
    StandInForm("pass_through", |_| {
        Some(StandIn::ActsLike(ActsLike::PassThrough))
    }),
];

/// A form: the suffix of its text keys, and its initial value, given whether the node is a conditional.
struct StandInForm(&'static str, fn(bool) -> Option<StandIn>);

/// The highest frame number that can be entered.
const MAX_FRAME: f64 = 1_000_000_000.0;

/// The nodes whose stand-in is shown: leaves, or parents without code.
pub(super) struct StandInFields<'a> {
    pub cx: &'a PanelContext<'a>,
    pub form: &'a Form<'a>,
    /// The node whose fields are shown.
    pub node: &'a Node,
    /// The nodes that are changed.
    pub nodes: &'a dyn Fn() -> Vec<NodeId>,
    /// The current stand-in.
    pub current_stand_in: CurrentStandIn<'a>,
}

/// The stand-in of one or several nodes.
#[derive(Clone, Copy)]
pub(super) enum CurrentStandIn<'a> {
    /// All have this one; `None` if they have none of their own.
    By(Option<&'a StandIn>),
    /// They differ.
    Mixed,
}

impl StandInFields<'_> {
    /// Shows the section.
    pub fn show(&self, ui: &mut Ui, sink: &mut ActionSink) {
        let words = match self.current_stand_in {
            CurrentStandIn::By(Some(stand_in)) => {
                in_words(self.cx.texts, stand_in, self.is_conditional())
            }
            _ => String::new(),
        };
        Section::StandIn.show(ui, self.cx, &words, sink, |ui, sink| {
            self.contents(ui, &words, sink);
        });
    }

    fn contents(&self, ui: &mut Ui, words: &str, sink: &mut ActionSink) {
        let texts = self.cx.texts;
        let (name, hint) = (texts.tr("stand_in.kind"), texts.tr("stand_in.hint"));
        let forms = self.forms();
        let row = RowLabel {
            text: &name,
            hint: &hint,
            ..RowLabel::default()
        };
        let chosen = self
            .form
            .labeled_row(ui, row, |ui| self.form(ui, &name, &forms));
        let mut changed = chosen.map(|form| forms[form].1(self.is_conditional()));
        if let CurrentStandIn::By(Some(stand_in)) = self.current_stand_in {
            let edited = self.fields(ui, stand_in);
            changed = changed.or(edited.map(Some));
        }
        if let CurrentStandIn::By(current) = self.current_stand_in {
            let effect = match current {
                Some(stand_in) => sentence(texts, stand_in, self.is_conditional()),
                None => self.effect_of_none(),
            };
            self.form.unlabeled(ui, |ui| {
                if matches!(current, Some(StandIn::Sequence { .. })) {
                    ui.add(Label::new(words).wrap());
                }
                let effect = RichText::new(effect).small().color(self.cx.theme.muted);
                ui.add(Label::new(effect).wrap());
            });
        }
        if let Some(new_stand_in) = changed {
            sink.edit(Command::SetStandIn((self.nodes)(), new_stand_in));
        }
    }

    fn is_conditional(&self) -> bool {
        let declared = self.cx.library.declaration(&self.node.task);
        declared.is_some_and(|d| d.category == Category::Conditional)
    }

    /// The forms that the nodes can have.
    fn forms(&self) -> Vec<&'static StandInForm> {
        let library = self.cx.library;
        if library.can_have_stand_in(self.node) {
            return FORMS.iter().collect();
        }
        let fits = |form: &&StandInForm| {
            let stand_in = form.1(false);
            stand_in.is_none_or(|new_stand_in| library.accepts_stand_in(self.node, &new_stand_in))
        };
        FORMS_OF_PARENTS.iter().filter(fits).collect()
    }

    /// The effect of having no stand-in.
    fn effect_of_none(&self) -> String {
        let texts = self.cx.texts;
        let task = &*self.node.task;
        if let Some(like) = self.cx.library.acts_like(task) {
            let effect = acts_like(texts, like);
            return texts.tr_with("stand_in.none_acts", &[("told", &effect)]);
        }
        if !self.cx.library.can_have_stand_in(self.node) {
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

    /// The choice of a form. Returns the index of a newly chosen one.
    fn form(&self, ui: &mut Ui, title: &str, forms: &[&StandInForm]) -> Option<usize> {
        let texts = self.cx.texts;
        let text = |form: &str| texts.tr(&format!("stand_in.form.{form}")).into_owned();
        let help = |form: &str| texts.tr(&format!("stand_in.help.{form}")).into_owned();
        let place_of = |name: &str| forms.iter().position(|form| form.0 == name);
        let place = match self.current_stand_in {
            CurrentStandIn::By(current) => place_of(current.map_or("none", base_form)),
            CurrentStandIn::Mixed => None,
        };
        let shown = match (self.current_stand_in, place) {
            (_, Some(place)) => text(forms[place].0),
            (CurrentStandIn::Mixed, None) => texts.tr("inspector.several_values").into_owned(),
            (CurrentStandIn::By(_), None) => text("unknown"),
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
        self.form.row(ui, name, |ui| ui.horizontal(add).inner)
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

    /// A choice of results. `may_run` includes Running, which conditionals and final results do not have.
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
                let field = self.number(&name, "frames", (1.0, MAX_FRAME), "");
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

    /// A text of the letters S, F and R; other letters are ignored.
    fn sequence(&self, ui: &mut Ui, results: &[Status], again: bool) -> Option<StandIn> {
        let texts = self.cx.texts;
        let name = texts.tr("stand_in.results");
        let current = StandIn::letters_of(results);
        let letters = self.form.row(ui, &name, |ui| {
            draft(ui, self.id().with("letters"), &current, |ui, text| {
                let hint = texts.tr("stand_in.letters");
                let edit = TextEdit::singleline(text)
                    .hint_text(placeholder(&*hint))
                    .font(egui::TextStyle::Monospace)
                    .desired_width(ui.available_width());
                ui.add(edit).accessible_name(&*name).on_hover_text(hint)
            })
        });
        let mut starts_again = again;
        let switched = self.form.unlabeled(ui, |ui| {
            check_box(ui, &mut starts_again, texts.tr("stand_in.again")).changed()
        });
        if letters.is_none() && !switched {
            return None;
        }
        let letters = letters.unwrap_or(current).to_uppercase();
        Some(StandIn::Sequence {
            results: letters.chars().filter_map(Status::from_letter).collect(),
            again: starts_again,
        })
    }

    /// A row per frame, and a button that adds one.
    fn frames(&self, ui: &mut Ui, frames: &BTreeMap<u64, Status>) -> Option<BTreeMap<u64, Status>> {
        let name = self.cx.texts.tr("stand_in.results");
        self.form
            .row(ui, &name, |ui| self.list_of_frames(ui, frames))
    }

    fn list_of_frames(
        &self,
        ui: &mut Ui,
        frames: &BTreeMap<u64, Status>,
    ) -> Option<BTreeMap<u64, Status>> {
        let texts = self.cx.texts;
        let mut changed = None;
        for (frame, status) in frames {
            let number = frame.to_string();
            let arguments = [("frame", &*number)];
            let name = texts.tr_with("stand_in.from_frame", &arguments);
            let key = format!("frame {frame}");
            let field = self.number(&name, &key, (0.0, MAX_FRAME), "");
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
        self.form.row(ui, &name, |ui| {
            let mut written = None;
            ui.horizontal(|ui| {
                let width = (ui.available_width() - INSERT).max(1.0);
                ui.scope(|ui| {
                    ui.set_max_width(width);
                    written = field.editor(ui, current);
                });
                let chosen = field.choose(ui, current);
                written = written.take().or(chosen);
            });
            field.show_error(ui, Some(current));
            written
        })
    }
}

/// The form under which a stand-in is listed.
fn base_form(stand_in: &StandIn) -> &'static str {
    match stand_in.form() {
        "sequence_again" => "sequence",
        form => form,
    }
}
