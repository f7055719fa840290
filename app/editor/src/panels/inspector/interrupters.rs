//! What can interrupt the selected node while it runs: conditions, parents by their own rules, and what ends the tree; in a run also which of these can
//! do so right now, and the scores of a `UtilitySelector`'s children.

use std::sync::Arc;

use egui::{Label, RichText, Ui};
use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::{Node, ParameterValue};
use treewright_core::runtime::{NodeIndex, Prospect};
use treewright_insight::interrupters::{Interrupter, ParentRule, interrupters};
use treewright_session::memo::Memo;
use treewright_session::workspace::document_program::DocumentProgram;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{ObserversView, RunView};

use super::sections::Section;
use crate::action::{Action, ActionSink, Plotted, ViewAction};
use crate::icons;
use crate::panels::{Moment, PanelContext};
use crate::theme::text_size;
use crate::widgets::row_pressed;

/// The maximum number of nodes to examine for a list.
const MAX_EXAMINED: usize = 1_000_000;
/// The maximum number of entries shown.
const MAX_SHOWN: usize = 12;

/// The key of the cached entries: a node, the version of its document, and the language.
type CacheKey = (Version, NodeId, &'static str);

/// Cached entries about one node: finding them walks the program.
#[derive(Default)]
pub struct Interrupters {
    key: Option<CacheKey>,
    entries: Vec<Entry>,
    /// The observers at the shown moment.
    observers: Memo<Moment, ObserversView>,
}

/// Something that can interrupt the node.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    sentence: String,
    /// The node of the document that decides.
    by: NodeId,
    /// The scope of a condition.
    scope: Option<NodeId>,
    rule: Option<ParentRule>,
}

impl Interrupters {
    /// Shows the section, if anything can interrupt the node.
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, node: &Node, sink: &mut ActionSink) {
        self.update(cx, node);
        let has_scores = &*node.task == "UtilitySelector";
        if self.entries.is_empty() && !has_scores {
            return;
        }
        let count = match self.entries.len() {
            0 => String::new(),
            count => count.to_string(),
        };
        Section::InterruptedBy.show(ui, cx, &count, sink, |ui, sink| {
            for (place, entry) in self.entries.iter().take(MAX_SHOWN).enumerate() {
                let is_armed = cx.run.map(|run| {
                    let observers = self.observers.of(cx.moment(run), |_| run.observers());
                    run.node(node.id()).state.is_running() && is_armed(run, observers, entry)
                });
                ui.push_id(place, |ui| line(ui, cx, entry, is_armed, sink));
                if entry.rule == Some(ParentRule::Utility) {
                    scores(ui, cx, &entry.by, sink);
                }
            }
            if let Some(more) = self.entries.len().checked_sub(MAX_SHOWN + 1) {
                let more = cx.texts.tr_count("interrupted_by.more", more + 1);
                muted(ui, cx, &more);
            }
            if has_scores {
                scores(ui, cx, node.id(), sink);
            }
            if !self.entries.is_empty() {
                muted(ui, cx, &cx.texts.tr("interrupted_by.always"));
            }
        });
    }

    fn update(&mut self, cx: &PanelContext<'_>, node: &Node) {
        let key = (cx.front.version(), node.id().clone(), cx.texts.language());
        if self.key.as_ref() == Some(&key) {
            return;
        }
        // While the program is compiled, what is known stays if it is about this node.
        let Some(made) = cx.front.program() else {
            if self.key.as_ref().is_none_or(|known| known.1 != key.1) {
                self.entries.clear();
            }
            return;
        };
        self.entries = made.map_or_else(|_| Vec::new(), |compiled| entries(cx, &compiled, node));
        self.key = Some(key);
    }
}

fn entries(cx: &PanelContext<'_>, compiled: &DocumentProgram, node: &Node) -> Vec<Entry> {
    let Some(program) = compiled.program() else {
        return Vec::new();
    };
    let shown = |place: NodeIndex| compiled.mapping().shown(program, place);
    let mut left = MAX_EXAMINED;
    let mut known = FxHashSet::default();
    let mut found: Vec<Entry> = Vec::new();
    for place in compiled.places_of(node.id()) {
        for one in interrupters(program, place, &mut left) {
            let by = shown(one.node());
            let (key, scope, rule) = match one {
                Interrupter::Condition { scope, .. } => ("condition", Some(shown(scope)), None),
                Interrupter::Parent { rule, .. } => (rule.name(), None, Some(rule)),
                Interrupter::EndOfTree { .. } => ("end_of_tree", None, None),
            };
            if !known.insert((by.clone(), scope.clone(), key)) {
                continue;
            }
            let title = cx.question_or_title(&by);
            let composite = scope
                .as_ref()
                .map(|scope| cx.title_of(scope))
                .unwrap_or_default();
            let arguments = [("node", &*title), ("scope", &*composite)];
            found.push(Entry {
                sentence: cx
                    .texts
                    .tr_with(&format!("interrupted_by.{key}"), &arguments),
                by,
                scope,
                rule,
            });
        }
    }
    found
}

/// Whether it can interrupt right now.
fn is_armed(run: &dyn RunView, observers: &ObserversView, entry: &Entry) -> bool {
    let Some(scope) = &entry.scope else {
        return entry.rule.is_none() || run.node(&entry.by).state.is_running();
    };
    observers.observers.iter().any(|observer| {
        observer.conditional == entry.by
            && observer.scope.as_ref() == Some(scope)
            && matches!(observer.prospect, Prospect::MayFire { .. })
    })
}

/// What can interrupt, as a link to it. In a run, whether it can right now.
fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    entry: &Entry,
    is_armed: Option<bool>,
    sink: &mut ActionSink,
) {
    let told = match is_armed {
        None => entry.sentence.clone(),
        Some(armed) => {
            let key = if armed {
                "interrupted_by.now"
            } else {
                "interrupted_by.not_now"
            };
            cx.texts.with_note(&entry.sentence, &cx.texts.tr(key))
        }
    };
    let color = if is_armed == Some(false) {
        cx.theme.muted
    } else {
        cx.theme.text
    };
    ui.horizontal_top(|ui| {
        let icon = icons::text("flash_on").size(13.0);
        ui.label(icon.color(if is_armed == Some(true) {
            cx.theme.abort_scope
        } else {
            cx.theme.muted
        }));
        let text = RichText::new(&told).size(text_size::SMALL).color(color);
        let link = ui.add(Label::new(text).wrap().sense(egui::Sense::click()));
        let link = link.on_hover_cursor(egui::CursorIcon::PointingHand);
        link.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, &told));
        if row_pressed(ui, &link) {
            sink.push(Action::View(ViewAction::Reveal(entry.by.clone())));
        }
    });
}

/// The utilities of the children at the shown moment. They can be plotted.
fn scores(ui: &mut Ui, cx: &PanelContext<'_>, selector: &NodeId, sink: &mut ActionSink) {
    let document = cx.front.document();
    let Some(selector) = document.node(selector) else {
        return;
    };
    let children = selector
        .children()
        .iter()
        .filter_map(|child| document.node(child));
    for child in children {
        let (variable, value) = match child.parameters.get("utility") {
            Some(ParameterValue::Variable(name)) => (Some(name.clone()), value_of(cx, name)),
            Some(ParameterValue::Literal(literal)) => (None, literal.value.to_string()),
            None => (None, "0".to_owned()),
        };
        ui.horizontal_wrapped(|ui| {
            let arguments = [("node", &*cx.title_of(child.id())), ("value", &*value)];
            muted(
                ui,
                cx,
                &cx.texts.tr_with("interrupted_by.score", &arguments),
            );
            let (name, plot) = if let Some(variable) = variable {
                (variable.to_string(), Plotted::Variable(variable))
            } else {
                let name = cx.texts.tr_with("plots.utility", &arguments[..1]);
                (name, Plotted::Utility(child.id().clone()))
            };
            let name = cx.texts.tr_with("plots.switch", &[("name", &name)]);
            let button = ui.small_button(icons::text("show_chart"));
            if button.accessible_name(&*name).on_hover_text(name).clicked() {
                sink.push(Action::View(ViewAction::Plot(plot)));
            }
        });
    }
}

fn value_of(cx: &PanelContext<'_>, name: &Arc<str>) -> String {
    let now = cx.run.and_then(|run| run.variable(name));
    let initial = cx
        .front
        .document()
        .variable(name)
        .map(|variable| &variable.initial.value);
    now.or(initial).map(ToString::to_string).unwrap_or_default()
}

fn muted(ui: &mut Ui, cx: &PanelContext<'_>, text: &str) {
    let text = RichText::new(text)
        .size(text_size::SMALL)
        .color(cx.theme.muted);
    ui.add(Label::new(text).wrap());
}
