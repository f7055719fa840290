//! What a run adds to cards and wires: the state of each node, fading after it ended, errors, counts and answers.

use std::cell::{Cell, OnceCell, RefCell};

use egui::Color32;
use treewright_core::Message;
use treewright_core::diagnostic::{Problems, Severity};
use treewright_core::ids::NodeId;
use treewright_core::runtime::{Outcome, Status};
use treewright_core::trace::Datum;
use treewright_explore::findings::NodeOutcome as ExploredOutcome;
use treewright_explore::hazards::HazardKind;
use treewright_insight::scenario::{Covered, Measure, NodeOutcome};
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::i18n::Texts;
use treewright_session::workspace::answering;
use treewright_session::workspace::exploration::ExploreReport;
use treewright_session::workspace::run_profile::NodeCost;
use treewright_session::workspace::run_view::{NodeRun, NodeState, RunState, RunView, Visits};
use treewright_session::workspace::tree_coverage::TreeCoverage;

use super::accessibility::status_key;
use super::input::CanvasInput;
use super::run_places::RunPlaces;
use crate::panels::explored_words::{self, Possibility};
use crate::panels::profile_words;
use crate::scene::Card;
use crate::theme::Theme;

/// The number of frames for which the color of an ended node fades.
const FADE_FRAMES: f32 = 6.0;
/// The seconds of game time for which it fades, if that is longer.
const FADE_SECONDS: f32 = 0.5;
/// The color strength after that.
const LASTING: f32 = 0.3;
/// The largest strength of what ended before the shown frame, while the run is paused.
const EARLIER: f32 = 0.6;

/// A run as the canvas paints it.
pub struct RunOverlay<'a> {
    run: Option<&'a dyn RunView>,
    theme: &'a Theme,
    texts: &'a Texts,
    problems: &'a Problems,
    options: CanvasOptions,
    visits: Visits,
    /// What scenarios have covered, if what they missed is to be marked.
    coverage: Option<&'a TreeCoverage>,
    /// What an exploration has found, if what is impossible is to be marked.
    explored: Option<&'a ExploreReport>,
    fades: bool,
    motion: Option<f64>,
    /// `None` if the cards are not those of the window.
    places: Option<&'a RunPlaces>,
    /// The latest frame known to be so long ago that nodes that ended in it no longer fade.
    faded: Cell<Option<u64>>,
    /// The last result of [`Self::tint`].
    last_tint: Cell<(Option<(Color32, Glow)>, Color32)>,
    /// Wires and cards need the same glow.
    cache: Option<&'a GlowCache>,
}

/// The glows of cards by their indices, whose memory is reused from frame to frame.
#[derive(Debug, Default)]
pub struct GlowCache(RefCell<Vec<OnceCell<Option<Glow>>>>);

/// The color that a run adds to a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glow {
    /// The last state of the node; never idle.
    pub state: NodeState,
    pub color: Color32,
    /// From 0 (long ago) to 1 (now).
    pub strength: f32,
}

impl Glow {
    /// Whether the node ended so long ago that its color no longer fades.
    pub fn is_past(self) -> bool {
        !self.state.is_running() && self.strength <= LASTING
    }
}

/// The text key of an outcome that never occurred, in a word or two.
fn missing_key(covered: &Covered, outcome: &NodeOutcome) -> &'static str {
    match outcome {
        NodeOutcome::Is(true) => "coverage.mark.true",
        NodeOutcome::Is(false) => "coverage.mark.false",
        // In one scope it did, in another one not.
        NodeOutcome::Aborts(_) if covered.count(Measure::Aborts).covered > 0 => {
            "coverage.mark.aborts_missing"
        }
        NodeOutcome::Aborts(_) => "coverage.mark.abort",
        NodeOutcome::Switches { .. } => "coverage.mark.switch",
        NodeOutcome::Returns(Outcome::Success) => "coverage.mark.success",
        NodeOutcome::Returns(Outcome::Failure) => "coverage.mark.failure",
    }
}

/// How much the words at the lower edge of a card matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Only results that occurred in no scenario.
    Common,
    Notable,
    /// Only what an exploration has not seen, but not proved to be impossible either.
    NotProved,
}

/// Why a card is marked as one that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// The run, or every scenario, never reached it, or it is proved that it cannot run.
    Never,
    /// An exploration has not seen it run, but has not proved that it cannot.
    NotProved,
}

/// The text key of something suspicious about a node, in a word or two, and whether that is known for sure; `None` if it is about the tree.
fn hazard_key(what: &HazardKind, is_proved: bool) -> Option<(&'static str, bool)> {
    let not_seen = |proved, not_seen| (if is_proved { proved } else { not_seen }, is_proved);
    Some(match what {
        HazardKind::AlwaysTrue { .. } => {
            not_seen("coverage.mark.false", "explore.mark.not_seen_false")
        }
        HazardKind::AlwaysFalse { .. } => {
            not_seen("coverage.mark.true", "explore.mark.not_seen_true")
        }
        HazardKind::NeverAborts { .. } => not_seen(
            "explore.mark.never_aborts",
            "explore.mark.not_seen_aborting",
        ),
        HazardKind::NeverRuns { .. } => {
            not_seen("explore.mark.never_runs", "explore.mark.not_seen_running")
        }
        HazardKind::Error { .. } => ("explore.mark.error", true),
        HazardKind::Thrashes { .. } => ("explore.mark.thrashes", true),
        HazardKind::Stuck { .. } | HazardKind::StuckIdle => ("explore.mark.stuck", true),
        HazardKind::NoRun { .. }
        | HazardKind::NoRunGoesOn { .. }
        | HazardKind::NoRunTried { .. }
        | HazardKind::NoRunGoesOnTried { .. } => return None,
    })
}

impl<'a> RunOverlay<'a> {
    /// The overlay of a run, if there is one. `fades` is false if the user prefers reduced motion. `motion` is the time in seconds, if
    /// live wires show motion.
    pub fn new(input: &CanvasInput<'a>, fades: bool, motion: Option<f64>) -> Self {
        let run = input.run;
        Self {
            run,
            theme: input.theme,
            texts: input.texts,
            problems: input.diagnostics,
            options: input.options,
            // Counting all visits takes as long as the tree is large.
            visits: match run {
                Some(run) if input.options.heat && !input.options.profile => run.visits(),
                _ => Visits::default(),
            },
            coverage: input.missed(),
            explored: input.impossible(),
            fades,
            motion,
            places: None,
            faded: Cell::new(None),
            last_tint: Cell::default(),
            cache: None,
        }
    }

    /// Uses known places and a cache for the cards at the indices of [`Self::glow_at`].
    #[must_use]
    pub fn with_places(mut self, places: &'a RunPlaces, cache: &'a GlowCache) -> Self {
        cache.0.borrow_mut().clear();
        self.cache = Some(cache);
        self.places = Some(places);
        self
    }

    /// Tints a surface by a glow.
    pub fn tint(&self, surface: Color32, glow: Glow) -> Color32 {
        // Neighbors mostly share the last result.
        let (last, color) = self.last_tint.get();
        if last == Some((surface, glow)) {
            return color;
        }
        let color = Theme::tint(surface, glow.color, glow.strength);
        self.last_tint.set((Some((surface, glow)), color));
        color
    }

    /// The glow of the card at this index, cached if possible.
    pub fn glow_at(&self, index: usize, card: &Card) -> Option<Glow> {
        let run = self.run?;
        let Some(cache) = self.cache else {
            return self.glow(&card.id);
        };
        let mut glows = cache.0.borrow_mut();
        if glows.len() <= index {
            glows.resize(index + 1, OnceCell::new());
        }
        *glows[index].get_or_init(|| {
            let node = match self.places {
                Some(places) => places.node(run, index, &card.id),
                None => run.node(&card.id),
            };
            self.glow_of(run, node)
        })
    }

    /// The severity of a node's run error or worst problem.
    pub fn severity(&self, id: &NodeId) -> Option<Severity> {
        match self.error(id) {
            Some(_) => Some(Severity::Error),
            None => self.problems.of_node(id).map(|(worst, _)| worst),
        }
    }

    /// The time of the motion along live wires, in seconds, while the run plays.
    pub fn motion(&self) -> Option<f64> {
        // What goes on elsewhere is drawn when something of it comes, and not in between.
        let plays = |run: &dyn RunView| run.state() == RunState::Running && !run.is_told();
        let plays = self.run.is_some_and(plays);
        self.motion.filter(|_| plays)
    }

    /// Whether there is a run.
    pub fn is_active(&self) -> bool {
        self.run.is_some()
    }

    /// The glow of a node; `None` if it did not run.
    pub fn glow(&self, id: &NodeId) -> Option<Glow> {
        let run = self.run?;
        self.glow_of(run, run.node(id))
    }

    fn glow_of(&self, run: &dyn RunView, node: NodeRun) -> Option<Glow> {
        let strength = match node.state {
            NodeState::Idle => return None,
            NodeState::Running => 1.0,
            _ => self.strength(run, node.since_frame),
        };
        Some(Glow {
            state: node.state,
            color: self.theme.status_sign(node.state),
            strength,
        })
    }

    /// The strength for a node that ended in this frame. It fades by frames, so that it can be followed in single steps, and takes a
    /// minimum time if frames are short.
    fn strength(&self, run: &dyn RunView, since: u64) -> f32 {
        let frames = run.frame().saturating_sub(since);
        if !self.fades {
            return if frames == 0 { 1.0 } else { LASTING };
        }
        if self.faded.get().is_some_and(|faded| since <= faded) {
            return LASTING;
        }
        let seconds = run.time() - run.time_of(since);
        let strength = strength_at(frames as f32 / FADE_FRAMES, seconds as f32 / FADE_SECONDS);
        // What ended in the shown frame stands out from what ended before it, when one can look at them.
        let is_earlier = frames > 0 && run.state() != RunState::Running;
        let strength = if is_earlier {
            strength.min(EARLIER)
        } else {
            strength
        };
        if strength <= LASTING {
            self.faded.set(Some(since));
        }
        strength
    }

    /// What the game has measured of a node, if that is to be shown.
    pub fn cost(&self, id: &NodeId) -> Option<&'a NodeCost> {
        self.run.filter(|_| self.options.profile)?.profile()?.of(id)
    }

    /// The heat of a node, if enabled. Of a measured one: its share of the time of all leaves, 1 for the one with the largest. Otherwise 0 for a
    /// node that was entered once, 1 for the one entered most often; logarithmic, because counts differ by powers of ten.
    pub fn heat(&self, id: &NodeId) -> Option<f32> {
        if self.options.profile {
            let cost = self.cost(id).filter(|cost| cost.is_of_leaf())?;
            let most = self.run?.profile()?.most().max(f64::MIN_POSITIVE);
            return Some((cost.share / most) as f32);
        }
        let visits = self.run.filter(|_| self.options.heat)?.node(id).visits;
        let most = self.visits.most.max(2) as f32;
        (visits > 0).then(|| (visits as f32).ln() / most.ln())
    }

    /// Whether a node is to be marked because the run, or every scenario, never reached it, or an exploration has not seen it run.
    pub fn unreached(&self, card: &Card) -> Option<Unreached> {
        let explored = self.not_seen_running(card);
        let is_never = explored == Some(Unreached::Never)
            || self.is_missed(card)
            || self.is_unreached_by_run(card);
        if is_never {
            Some(Unreached::Never)
        } else {
            explored
        }
    }

    /// Whether an exploration has not seen a node run.
    fn not_seen_running(&self, card: &Card) -> Option<Unreached> {
        let explored = self.explored.filter(|it| it.never_runs(&card.id))?;
        Some(if explored.is_proved() {
            Unreached::Never
        } else {
            Unreached::NotProved
        })
    }

    /// What an exploration has found suspicious about a node that can run, in few words; `None` if nothing is, or it is not to be marked.
    fn hazard_text(&self, card: &Card) -> Option<(String, Weight)> {
        let explored = self.explored.filter(|it| !it.never_runs(&card.id))?;
        let hazards = explored
            .hazards_of(&card.id)
            .filter(|it| !it.what.is_mild());
        let is_proved = explored.is_proved();
        let keys: Vec<_> = hazards
            .filter_map(|hazard| hazard_key(&hazard.what, is_proved))
            .collect();
        let weight = if keys.iter().any(|(_, is_sure)| *is_sure) {
            Weight::Notable
        } else {
            Weight::NotProved
        };
        let words: Vec<_> = keys.iter().map(|(key, _)| self.texts.tr(key)).collect();
        let text = words.join(&self.texts.tr("list.comma"));
        (!words.is_empty()).then_some((text, weight))
    }

    /// What a node can do and what not, as an exploration has found, in a sentence each.
    pub fn explored_text(&self, id: &NodeId) -> Option<String> {
        explored_words::sentences(self.texts, self.explored?, id)
    }

    fn is_missed(&self, card: &Card) -> bool {
        self.coverage
            .is_some_and(|coverage| coverage.never_reached(&card.id))
    }

    /// Which outcomes of a reached node occurred in no scenario, or what an exploration has found suspicious about it, in few words; `None` if
    /// nothing is missing or it is not to be marked.
    pub fn missing_text(&self, card: &Card) -> Option<(String, Weight)> {
        if let Some(found) = self.hazard_text(card) {
            return Some(found);
        }
        let covered = self.coverage?.node(&card.id)?;
        if !covered.is_reached() {
            return None;
        }
        let mut keys: Vec<_> = covered
            .missing()
            .map(|outcome| missing_key(covered, outcome))
            .collect();
        keys.dedup();
        let is_only_results = covered
            .missing()
            .all(|outcome| Measure::Results.includes(outcome));
        if let [first @ "coverage.mark.success", "coverage.mark.failure", ..] = &mut keys[..] {
            *first = "coverage.mark.ended";
            keys.remove(1);
        }
        let words = keys.iter().map(|key| self.texts.tr(key));
        let text = words.collect::<Vec<_>>().join(&self.texts.tr("list.comma"));
        let weight = if is_only_results {
            Weight::Common
        } else {
            Weight::Notable
        };
        (!text.is_empty()).then_some((text, weight))
    }

    fn is_unreached_by_run(&self, card: &Card) -> bool {
        let run = self.run.filter(|_| self.options.unreached);
        run.is_some_and(|run| {
            let is_never = run.node(&card.id).visits == 0 && run.is_known(&card.id);
            !card.flags.never_runs() && is_never
        })
    }

    /// What was measured of a node, or how often it was entered and for how long it has been in its state, if cards show one of both. The state
    /// itself is shown by the badge. Longer texts come first; empty if nothing is to be shown.
    pub fn count_texts(&self, id: &NodeId) -> Vec<String> {
        if let Some(cost) = self.cost(id) {
            return profile_words::on_card(self.texts, cost);
        }
        if self.run.is_none() || !self.options.counts {
            return Vec::new();
        }
        let never = || self.texts.tr("canvas.run.never").into_owned();
        let told = self.state_text(id, "canvas.run.counts");
        vec![told.or_else(|| self.unknown_text(id)).unwrap_or_else(never)]
    }

    /// The run information of a card for screen readers, if the user enabled any.
    pub fn accessible_text(&self, card: &Card) -> Option<String> {
        if let Some(unreached) = self.not_seen_running(card) {
            let possibility = match unreached {
                Unreached::Never => Possibility::Impossible,
                Unreached::NotProved => Possibility::NotSeen,
            };
            let key = explored_words::key(ExploredOutcome::Starts, possibility);
            return Some(self.texts.tr(key).into_owned());
        }
        if self.is_missed(card) {
            return Some(self.texts.tr("scenarios.unreached").into_owned());
        }
        if let Some((missing, _)) = self.missing_text(card) {
            return Some(missing);
        }
        if let Some(text) = self.cost_text(&card.id) {
            return Some(text);
        }
        let run = self.run?;
        if let Some(text) = self.unknown_text(&card.id) {
            return Some(text);
        }
        if self.unreached(card).is_some() {
            return Some(self.texts.tr("canvas.run.never").into_owned());
        }
        if !self.options.heat && !self.options.counts {
            return None;
        }
        let count = run.node(&card.id).visits as usize;
        (count > 0).then(|| self.texts.tr_count("canvas.run.visits", count))
    }

    /// What was measured of a node, in a sentence.
    pub fn cost_text(&self, id: &NodeId) -> Option<String> {
        Some(profile_words::sentence(self.texts, self.cost(id)?))
    }

    /// How often a node was entered, its state and for how long, or that its state is not known; `None` if it did not run.
    pub fn visit_text(&self, id: &NodeId) -> Option<String> {
        self.state_text(id, "canvas.run.told")
            .or_else(|| self.unknown_text(id))
    }

    /// Whether nothing is known of what a node does or did.
    pub fn is_unknown(&self, id: &NodeId) -> bool {
        self.run.is_some_and(|run| !run.is_known(id))
    }

    fn unknown_text(&self, id: &NodeId) -> Option<String> {
        let text = || self.texts.tr("canvas.run.unknown").into_owned();
        self.is_unknown(id).then(text)
    }

    fn state_text(&self, id: &NodeId, key: &str) -> Option<String> {
        let run = self.run?;
        let node = run.node(id);
        if node.state == NodeState::Idle {
            return None;
        }
        let seconds = (run.time() - run.time_of(node.since_frame)).max(0.0);
        let state = self.texts.tr(status_key(node.state));
        let (count, seconds) = (node.visits.to_string(), format!("{seconds:.1}"));
        let arguments = [
            ("count", &*count),
            ("state", &*state),
            ("seconds", &*seconds),
        ];
        Some(self.texts.tr_with(key, &arguments))
    }

    /// How many agents run a node now, if there are several agents and any of them does.
    pub fn agents_running(&self, id: &NodeId) -> Option<usize> {
        let run = self.run.filter(|run| run.agent_count() > 1)?;
        let shown = run.tree_of(run.agent());
        let count = run.agents_view()?.running((shown, id)).len();
        (count > 0).then_some(count)
    }

    /// Like [`Self::agents_running`], in words.
    pub fn agents_text(&self, id: &NodeId) -> Option<String> {
        let count = self.agents_running(id)?;
        Some(self.texts.tr_count("canvas.run.agents", count))
    }

    /// Whether this leaf waits for an answer.
    pub fn is_asking(&self, id: &NodeId) -> bool {
        self.run.is_some_and(|run| run.is_asking(id))
    }

    /// The leaf that shortcuts answer.
    pub fn answer_target(&self, input: &CanvasInput<'_>) -> Option<NodeId> {
        answering::target(input.document, input.selection, self.run?)
    }

    /// The answer to this leaf that is in effect.
    pub fn answer(&self, id: &NodeId) -> Option<Status> {
        self.run.and_then(|run| run.answer(id))
    }

    /// The error of this node, if it failed because of one.
    pub fn error(&self, id: &NodeId) -> Option<&'a Message> {
        self.run.and_then(|run| run.error(id))
    }

    /// The data that this node has attached to the shown frame.
    pub fn data_of(&self, id: &NodeId) -> Vec<Datum> {
        self.run.map_or(Vec::new(), |run| run.data_of(id))
    }
}

/// The strength after these fractions of the fade in frames and in seconds; the slower one counts.
fn strength_at(frames: f32, seconds: f32) -> f32 {
    let left = 1.0 - frames.min(seconds).clamp(0.0, 1.0);
    LASTING + (1.0 - LASTING) * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_nodes_fade_but_stay_visible() {
        let is = |a: f32, b: f32| (a - b).abs() < f32::EPSILON;
        assert!(is(strength_at(0.0, 0.0), 1.0));
        assert!(strength_at(0.2, 0.2) > strength_at(0.4, 0.4));
        assert!(is(strength_at(9.0, 9.0), LASTING));
        assert!(is(strength_at(9.0, 0.0), 1.0), "frames were short");
    }
}
