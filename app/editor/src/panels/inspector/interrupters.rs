//! What can interrupt the selected node while it runs: conditions, parents by their own rules, and what ends the tree; in a run also which of these can
//! do so right now, and the scores of a `UtilitySelector`'s children.

use std::sync::Arc;

use egui::{Label, RichText, Ui};
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_authoring::validate::{Outcomes, outcomes};
use treewright_core::ToArgument as _;
use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, ParameterValue};
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

/// The results that nodes can return.
type Results = FxHashMap<NodeId, Outcomes>;

/// Cached entries about one node: finding them walks the program.
#[derive(Default)]
pub struct Interrupters {
    key: Option<CacheKey>,
    entries: Vec<Entry>,
    /// What the nodes of the document can return, by its version.
    results: Memo<Version, Results>,
    /// The observers at the shown moment.
    observers: Memo<Moment, ObserversView>,
}

/// Something that can interrupt the node.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    sentence: String,
    /// The node of the document that decides.
    by: NodeId,
    when: When,
    rule: Option<ParentRule>,
}

/// When something can interrupt the node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum When {
    /// While the condition is watched in this scope.
    IsWatched(NodeId),
    /// While this parent runs.
    Runs(NodeId),
    Always,
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
        let results = self.results.of(cx.front.version(), |_| {
            outcomes(cx.front.document(), cx.library)
        });
        self.entries = made.map_or_else(
            |_| Vec::new(),
            |compiled| entries(cx, &compiled, results, node),
        );
        self.key = Some(key);
    }
}

fn entries(
    cx: &PanelContext<'_>,
    compiled: &DocumentProgram,
    results: &Results,
    node: &Node,
) -> Vec<Entry> {
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
            let (key, when, rule) = match one {
                Interrupter::Condition { scope, .. } => {
                    ("condition", When::IsWatched(shown(scope)), None)
                }
                Interrupter::Parent { rule, child, .. } => {
                    if !may_apply(cx.front.document(), results, rule, (&by, &shown(child))) {
                        continue;
                    }
                    (rule.name(), When::Runs(by.clone()), Some(rule))
                }
                Interrupter::KeyUse { parent, .. } => ("key_use", When::Runs(shown(parent)), None),
                Interrupter::EndOfTree { .. } => ("end_of_tree", When::Always, None),
            };
            if !known.insert((by.clone(), when.clone(), key)) {
                continue;
            }
            let title = cx.question_or_title(&by);
            let scope = match &when {
                When::IsWatched(scope) | When::Runs(scope) => cx.title_of(scope),
                When::Always => String::new(),
            };
            let watches = match one {
                Interrupter::Condition { condition, .. } => program.nearest_composite(condition),
                _ => None,
            };
            let composite = watches.map(|watches| cx.title_of(&shown(watches)));
            let abort = watches.map_or(AbortType::None, |watches| program.abort(watches));
            let abort = cx.texts.argument(&abort.to_argument());
            let arguments = [
                ("node", &*title),
                ("scope", &*scope),
                ("composite", composite.as_deref().unwrap_or(&scope)),
                ("abort", &abort),
            ];
            let key = format!("interrupted_by.{key}");
            found.push(Entry {
                sentence: cx.texts.tr_with(&key, &arguments),
                by,
                when,
                rule,
            });
        }
    }
    found
}

/// Whether a parent can ever interrupt a child by its rule: another child can have the result that it needs.
fn may_apply(
    document: &Document,
    results: &Results,
    rule: ParentRule,
    (parent, child): (&NodeId, &NodeId),
) -> bool {
    let needed: fn(Outcomes) -> bool = match rule {
        ParentRule::SiblingFails => |of| of.failure,
        ParentRule::SiblingSucceeds => |of| of.success,
        ParentRule::SiblingEnds | ParentRule::LastEnds => Outcomes::ends,
        _ => return true,
    };
    let parent = document.node(parent).map(Node::children);
    // In another file, its children are not known here.
    let Some(children) = parent.filter(|children| children.contains(child)) else {
        return true;
    };
    let is_enabled = |id: &&NodeId| document.node(id).is_some_and(|node| !node.disabled);
    let others = children.iter().filter(is_enabled);
    let mut others = others.filter(|other| *other != child);
    let may = |other: &NodeId| results.get(other).copied().is_none_or(needed);
    if rule == ParentRule::LastEnds {
        others.next_back().is_some_and(may)
    } else {
        others.any(may)
    }
}

/// Whether it can interrupt right now.
fn is_armed(run: &dyn RunView, observers: &ObserversView, entry: &Entry) -> bool {
    let scope = match &entry.when {
        When::Always => return true,
        When::Runs(parent) => return run.node(parent).state.is_running(),
        When::IsWatched(scope) => scope,
    };
    observers.observers.iter().any(|observer| {
        observer.conditional.id == entry.by
            && observer.scope.as_ref().is_some_and(|of| of.id == *scope)
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
