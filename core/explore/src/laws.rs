//! The search against plain enumeration: all sequences of inputs, each run from the beginning, without any reduction. Over random small
//! trees, both see the same, after the same number of frames; and each witness shows what it is for.

mod small_trees;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use treewright_core::category::Category;
use treewright_core::runtime::{
    EndStatus, Event, Globals, NodeError, NodeIndex, Status, Tracer, TreeState, VariableSlot,
};
use treewright_core::testing::cases;
use treewright_core::value::Value;
use treewright_core::{Program, TreeInstance};

use self::small_trees::{Small, small_tree};
use crate::findings::{NodeOutcome, Shown};
use crate::frame_facts::{FrameFacts, Judgement, Watch};
use crate::inputs::Way;
use crate::search::{Limits, Search};
use crate::witness::Witness;

/// What frames show, with the number of the first frame.
type Seen = BTreeMap<Shown, u64>;

/// Notes what a frame shows.
struct Noting<'p> {
    program: &'p Program<()>,
    seen: Vec<Shown>,
    /// The children that were interrupted, each with its parent, unless that ended, too.
    interrupted: Vec<(NodeIndex, NodeIndex)>,
    /// The leaves that have returned Running, with whether each had started in the frame.
    went_on: Vec<(NodeIndex, bool)>,
}

impl Noting<'_> {
    fn note(&mut self, node: NodeIndex, outcome: NodeOutcome) {
        self.seen.push(Shown::Node(node, outcome));
    }

    fn note_condition(&mut self, node: NodeIndex, status: Status) {
        let is_true = status == Status::Success;
        self.note(
            node,
            if is_true {
                NodeOutcome::IsTrue
            } else {
                NodeOutcome::IsFalse
            },
        );
    }
}

impl Tracer for Noting<'_> {
    fn start(&mut self, node: NodeIndex) {
        self.note(node, NodeOutcome::Starts);
        let parent = self.program.parent(node);
        let is_switch = parent.is_some_and(|of| self.program.built_in_kind(of) == Some("Switch"));
        let left = self.interrupted.iter().find(|(of, _)| Some(*of) == parent);
        if let Some((_, from)) = left.filter(|(_, from)| is_switch && *from != node) {
            self.seen.push(Shown::Switch {
                from: *from,
                to: node,
            });
        }
    }
    fn update(&mut self, node: NodeIndex, status: Status) {
        let is_guard = self.program.built_in_kind(node) == Some("Guard");
        if self.program.category(node) == Category::Conditional || is_guard {
            self.note_condition(node, status);
        }
        if status == Status::Running {
            let start = Shown::Node(node, NodeOutcome::Starts);
            self.went_on.push((node, self.seen.contains(&start)));
        }
    }
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.interrupted.retain(|(parent, _)| *parent != node);
        if let Some(parent) = self.program.parent(node)
            && status == EndStatus::Inactive
        {
            self.interrupted.push((parent, node));
        }
        self.note(
            node,
            match status {
                EndStatus::Success => NodeOutcome::Succeeds,
                EndStatus::Failure => NodeOutcome::Fails,
                EndStatus::Inactive => NodeOutcome::IsInterrupted,
            },
        );
    }
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.note_condition(node, status);
    }
    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.note(conditional, NodeOutcome::Aborts);
        self.seen.push(Shown::Abort { conditional, scope });
    }
    fn error(&mut self, error: &NodeError) {
        self.seen.push(Shown::Error(error.node));
    }
}

/// A run of a tree to which everything from outside is given.
struct Plain {
    instance: TreeInstance<()>,
    globals: Globals,
}

impl Plain {
    fn new(program: &Arc<Program<()>>) -> Self {
        let mut globals = Globals::default();
        globals.declare(program).unwrap();
        Self {
            instance: TreeInstance::new(program.clone(), 0),
            globals,
        }
    }

    fn set(&mut self, name: &str, value: &Value) {
        let value = value.clone();
        self.instance
            .set_variable(&mut self.globals, name, value)
            .unwrap();
    }

    /// Runs a frame. Returns what it shows, and the leaves that went on as in [`Noting::went_on`].
    fn step(&mut self, dt: f64) -> (Vec<Shown>, Vec<(NodeIndex, bool)>) {
        let program = self.instance.program().clone();
        let mut noting = Noting {
            program: &program,
            seen: Vec::new(),
            interrupted: Vec::new(),
            went_on: Vec::new(),
        };
        let was_over = self.is_over();
        self.instance
            .tick_traced(&mut (), &mut self.globals, dt, &mut noting);
        let mut seen = noting.seen;
        let running = self.instance.running();
        seen.extend(running.map(|node| Shown::Node(node, NodeOutcome::KeepsRunning)));
        if !was_over && self.is_over() {
            seen.push(Shown::End);
        }
        (seen, noting.went_on)
    }

    /// Returns whether the tree runs no more.
    fn is_over(&self) -> bool {
        match self.instance.state() {
            TreeState::Finished(_) => !self.instance.program().restarts_when_complete(),
            state => state == TreeState::Disabled,
        }
    }

    fn value(&self, slot: VariableSlot) -> Value {
        let name = self.instance.program().variable_name(slot);
        self.instance.variable(&self.globals, name).unwrap().clone()
    }
}

/// What is known of a frame of a plain run.
struct PlainFacts<'r> {
    run: &'r Plain,
    seen: &'r [Shown],
    last: &'r [(VariableSlot, Value)],
}

impl PlainFacts<'_> {
    fn has(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        self.seen.contains(&Shown::Node(node, outcome))
    }
}

impl FrameFacts for PlainFacts<'_> {
    fn value(&mut self, variable: VariableSlot) -> Value {
        let run = &self.run.instance;
        let name = run.program().variable_name(variable);
        run.variable(&self.run.globals, name).unwrap().clone()
    }
    fn last(&mut self, variable: VariableSlot) -> Value {
        let mut last = self.last.iter();
        let last = last.find(|(slot, _)| *slot == variable);
        last.map_or_else(|| self.value(variable), |(_, value)| value.clone())
    }
    fn runs(&self, node: NodeIndex) -> bool {
        self.has(node, NodeOutcome::KeepsRunning)
    }
    fn succeeded(&self, node: NodeIndex) -> bool {
        self.has(node, NodeOutcome::Succeeds)
    }
    fn failed(&self, node: NodeIndex) -> bool {
        self.has(node, NodeOutcome::Fails)
    }
    fn was_interrupted(&self, node: NodeIndex) -> bool {
        self.has(node, NodeOutcome::IsInterrupted)
    }
    fn fired(&self, conditional: NodeIndex) -> bool {
        self.has(conditional, NodeOutcome::Aborts)
    }
    fn status(&self) -> Option<Status> {
        match self.run.instance.state() {
            TreeState::Enabled => Some(Status::Running),
            TreeState::Finished(status) => Some(status),
            _ => None,
        }
    }
}

/// What all sequences of inputs show in a number of frames.
fn enumerated(small: &Small, frames: u64) -> Seen {
    let mut seen = Seen::new();
    let counts = small.counts();
    let places = counts.len() * frames as usize;
    let mut sequence = vec![0; places];
    loop {
        let mut run = SmallRun::new(small);
        for (frame, chosen) in (1..=frames).zip(sequence.chunks(counts.len())) {
            if !run.apply(chosen) {
                break;
            }
            let Some(shown) = run.step() else {
                break;
            };
            for shown in shown {
                let first = seen.entry(shown).or_insert(frame);
                *first = (*first).min(frame);
            }
        }
        let at = |place: usize| counts[place % counts.len()];
        let Some(place) = (0..places)
            .rev()
            .find(|place| sequence[*place] + 1 < at(*place))
        else {
            return seen;
        };
        sequence[place] += 1;
        sequence[place + 1..].fill(0);
    }
}

impl Small {
    fn slots(&self) -> impl Iterator<Item = VariableSlot> {
        let variables = self.inputs.variables.iter();
        variables.map(|variable| self.program.variable(&variable.name).unwrap())
    }

    /// How many alternatives each input has in a frame.
    fn counts(&self) -> Vec<usize> {
        let inputs = &self.inputs;
        let mut counts: Vec<usize> = inputs.variables.iter().map(|v| v.values.len()).collect();
        counts.extend(
            inputs
                .events
                .iter()
                .map(|name| 2 + self.payloads(name).len()),
        );
        counts.extend(self.answering().map(|(_, results)| results.len()));
        // At least one, so that there are places.
        counts.push(1);
        counts
    }

    /// The values that come with an event.
    fn payloads(&self, event: &str) -> &[Value] {
        let mut payloads = self.inputs.payloads.iter();
        let found = payloads.find(|payloads| *payloads.event == *event);
        found.map_or(&[], |payloads| &payloads.values)
    }

    fn answering(&self) -> impl Iterator<Item = (NodeIndex, Vec<Status>)> {
        let program = &*self.program;
        let leaves = program
            .indices()
            .filter(|node| program.awaits_result(*node));
        leaves.map(|node| {
            let declared = self.inputs.leaves.iter().find(|leaf| leaf.node == node);
            let results = match declared {
                Some(leaf) => leaf.results.clone(),
                None if program.category(node) == Category::Conditional => {
                    vec![Status::Success, Status::Failure]
                }
                None => vec![Status::Success, Status::Failure, Status::Running],
            };
            (node, results)
        })
    }
}

/// A plain run of a small tree, with what its rules must remember.
struct SmallRun<'s> {
    small: &'s Small,
    run: Plain,
    /// The memory of the watches.
    memory: Vec<u64>,
    /// For each variable, whether it may change before the next frame.
    may_change: Vec<bool>,
    /// For each leaf with rules, in how many frames it has run.
    ran: Vec<u64>,
    /// The values before the frame.
    last: Vec<(VariableSlot, Value)>,
}

impl<'s> SmallRun<'s> {
    fn new(small: &'s Small) -> Self {
        let mut run = Self {
            small,
            run: Plain::new(&small.program),
            memory: vec![0; small.watches.len()],
            may_change: vec![true; small.inputs.variables.len()],
            ran: vec![0; small.inputs.leaves.len()],
            last: Vec::new(),
        };
        run.remember();
        run
    }

    fn remember(&mut self) {
        let slots = self.small.slots();
        self.last = slots.map(|slot| (slot, self.run.value(slot))).collect();
    }

    /// Gives the chosen alternatives to the tree. Returns false if a variable would have another one that may not change.
    fn apply(&mut self, chosen: &[usize]) -> bool {
        let mut chosen = chosen.iter().copied();
        let inputs = &self.small.inputs;
        for (variable, may_change) in inputs.variables.iter().zip(&self.may_change) {
            let value = chosen.next().unwrap();
            if *may_change {
                self.run.set(&variable.name, &variable.values[value]);
            } else if value > 0 {
                return false;
            }
        }
        for name in &inputs.events {
            let payloads = self.small.payloads(name);
            let payload = match chosen.next().unwrap() {
                0 => continue,
                1 => None,
                payload => Some(payloads[payload - 2].clone()),
            };
            let name = name.clone();
            self.run.instance.send(Event { name, payload });
        }
        for (leaf, results) in self.small.answering() {
            let result = results[chosen.next().unwrap()];
            self.run.instance.force(leaf, result).unwrap();
        }
        true
    }

    /// Runs a frame. Returns what it shows, with the claims; `None` if the game never does this.
    fn step(&mut self) -> Option<Vec<Shown>> {
        let was_over = self.run.is_over();
        let (mut shown, went_on) = self.run.step(self.small.dt);
        // A tree that has ended has no frames.
        if !was_over && (self.is_cut(&mut shown) || self.runs_too_long(&shown, &went_on)) {
            return None;
        }
        for (place, variable) in self.small.inputs.variables.iter().enumerate() {
            self.may_change[place] = match &variable.way {
                Way::Free => true,
                Way::Fixed => false,
                Way::ChangesOnlyWhen(condition) => {
                    let (run, seen, last) = (&self.run, &*shown, &*self.last);
                    condition.holds(&mut PlainFacts { run, seen, last })
                }
            };
        }
        self.remember();
        Some(shown)
    }

    /// Lets the watches judge a frame, and adds the claims that are broken or reached. Returns whether the frame is cut.
    fn is_cut(&mut self, shown: &mut Vec<Shown>) -> bool {
        let mut claims = Vec::new();
        let mut is_cut = false;
        for (place, watch) in self.small.watches.iter().enumerate() {
            let (run, seen, last) = (&self.run, &**shown, &*self.last);
            let mut facts = PlainFacts { run, seen, last };
            match watch.judge(&mut self.memory[place..=place], &mut facts) {
                Judgement::Fine => {}
                Judgement::Cut => is_cut = true,
                _ => claims.push(Shown::Claim(place as u32)),
            }
        }
        shown.extend(claims);
        is_cut
    }

    /// Counts the frames in which leaves run. Returns whether one of them runs longer than its rule says.
    fn runs_too_long(&mut self, shown: &[Shown], went_on: &[(NodeIndex, bool)]) -> bool {
        let mut is_too_long = false;
        for (leaf, ran) in self.small.inputs.leaves.iter().zip(&mut self.ran) {
            for (_, has_started) in went_on.iter().filter(|(node, _)| *node == leaf.node) {
                *ran = if *has_started { 1 } else { *ran + 1 };
                is_too_long |= leaf.max_frames.is_some_and(|most| *ran >= most);
            }
            if !shown.contains(&Shown::Node(leaf.node, NodeOutcome::KeepsRunning)) {
                *ran = 0;
            }
        }
        is_too_long
    }
}

/// What a search sees in a number of frames.
fn searched(small: &Small, frames: u64, states: usize) -> (Seen, Search) {
    let program = small.program.clone();
    let mut search = Search::new(program, &small.inputs, small.watches.clone(), small.dt).unwrap();
    let limits = Limits {
        states,
        frames,
        ..Limits::default()
    };
    search.advance(&limits, |search| {
        let is_enough = states == FEW && search.progress().frames_run > MOST_FRAMES;
        if is_enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let seen = search.findings().iter();
    let seen = seen.map(|(shown, sight)| (shown, sight.frame));
    // A jump to the next timer may show what comes in later frames.
    let seen = seen.filter(|(_, frame)| *frame <= frames).collect();
    (seen, search)
}

/// What the last frame of a witness shows; `None` if the game never does one of its frames.
fn played(small: &Small, witness: &Witness) -> Option<Vec<Shown>> {
    let mut run = SmallRun::new(small);
    let mut seen = Vec::new();
    for frame in 1..=witness.frames {
        if let Some(inputs) = witness.inputs.iter().find(|inputs| inputs.frame == frame) {
            for (name, value) in &inputs.set {
                let variables = &small.inputs.variables;
                let place = variables.iter().position(|variable| variable.name == *name);
                let is_fixed = matches!(variables[place.unwrap()].way, Way::Fixed);
                assert!(!is_fixed || frame == 1, "it is set at the beginning only");
                run.run.set(name, value);
            }
            for event in &inputs.events {
                run.run.instance.send(event.clone());
            }
            for (leaf, result) in &inputs.answers {
                run.run.instance.force(*leaf, *result).unwrap();
            }
            if let Some(seed) = inputs.seed {
                run.run.instance.reseed(seed);
            }
        }
        seen = run.step()?;
    }
    Some(seen)
}

/// The nodes that a frame has started or left running.
fn ran(seen: &[Shown]) -> Vec<NodeIndex> {
    let ran = seen.iter().filter_map(|shown| match shown {
        Shown::Node(node, NodeOutcome::Starts | NodeOutcome::KeepsRunning) => Some(*node),
        _ => None,
    });
    let ran: BTreeSet<NodeIndex> = ran.collect();
    ran.into_iter().collect()
}

/// A claim without memory that no frame breaks.
#[derive(Debug)]
struct AlwaysHolds;

impl Watch for AlwaysHolds {
    fn may_cut(&self) -> bool {
        false
    }

    fn judge(&self, _: &mut [u64], _: &mut dyn FrameFacts) -> Judgement {
        Judgement::Fine
    }
}

/// Enough states for laws that need not see all.
const FEW: usize = 500;

/// Enough frames for them.
const MOST_FRAMES: u64 = 5_000;

/// The most sequences of inputs that are run for a tree.
const MOST_SEQUENCES: usize = 2_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_500)))]

    #[test]
    fn a_search_sees_what_all_sequences_of_inputs_show(seed: u64, size in 1_usize..9) {
        let small = small_tree(seed, size, false);
        let alternatives: usize = small.counts().iter().product();
        let mut frames = 0;
        while frames < 6 && alternatives.pow(frames + 1) <= MOST_SEQUENCES {
            frames += 1;
        }
        let frames = u64::from(frames);
        let (seen, _) = searched(&small, frames, usize::MAX);
        prop_assert_eq!(seen, enumerated(&small, frames), "{}", small.text);
    }

    #[test]
    fn each_witness_shows_what_it_is_for(seed: u64, size in 1_usize..14) {
        let small = small_tree(seed, size, true);
        let (_, search) = searched(&small, 12, FEW);
        for (shown, sight) in search.findings().iter() {
            let witness = search.witness(sight).unwrap();
            prop_assert_eq!(witness.frames, sight.frame);
            let played = played(&small, &witness);
            prop_assert!(played.is_some_and(|seen| seen.contains(&shown)), "{:?} {} {:#?}", shown, small.text, witness);
        }
    }

    #[test]
    fn each_run_that_gets_stuck_keeps_the_assumptions_and_runs_nothing_else(seed: u64, size in 1_usize..9) {
        let small = small_tree(seed, size, true);
        let (_, search) = searched(&small, 12, FEW);
        for stuck in search.endless().stuck() {
            let witness = search.witness(&stuck.sight).unwrap();
            let played = played(&small, &witness).map(|seen| ran(&seen));
            prop_assert_eq!(played, Some(stuck.nodes), "{} {:#?}", small.text, witness);
        }
    }

    #[test]
    fn a_claim_that_always_holds_changes_nothing(seed: u64, size in 1_usize..14) {
        let found = |watches: Vec<Arc<dyn Watch>>| {
            let mut small = small_tree(seed, size, true);
            small.watches = watches;
            let (_, search) = searched(&small, 12, FEW);
            let found = search.findings().iter().map(|(shown, sight)| (shown, sight.clone()));
            let errors = small.program.indices().filter(|node| search.findings().error(*node).is_some());
            (found.collect::<Vec<_>>(), errors.collect::<Vec<_>>(), search.endless().stuck(), search.endless().thrashing().to_vec())
        };
        prop_assert_eq!(found(vec![Arc::new(AlwaysHolds)]), found(Vec::new()));
    }

    #[test]
    fn what_is_found_does_not_depend_on_the_number_of_threads(seed: u64, size in 1_usize..20) {
        let small = small_tree(seed, size, true);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (_, search) = searched(&small, 8, FEW);
                let found = search.findings().iter().map(|(shown, sight)| (shown, sight.clone()));
                (found.collect::<Vec<_>>(), search.progress())
            })
        };
        prop_assert_eq!(with(1), with(3));
    }
}
