//! The search against plain enumeration: all sequences of inputs, each run from the beginning, without any reduction. Over random small
//! trees, both see the same, after the same number of frames; and each witness shows what it is for.

mod small_trees;

use std::collections::BTreeMap;
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
use crate::frame_facts::{FrameFacts, Judgement};
use crate::search::{Limits, Search};
use crate::witness::Witness;

/// What frames show, with the number of the first frame.
type Seen = BTreeMap<Shown, u64>;

/// Notes what a frame shows.
struct Noting<'p> {
    program: &'p Program<()>,
    seen: Vec<Shown>,
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
    }
    fn update(&mut self, node: NodeIndex, status: Status) {
        let is_guard = self.program.built_in_kind(node) == Some("Guard");
        if self.program.category(node) == Category::Conditional || is_guard {
            self.note_condition(node, status);
        }
    }
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
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

    /// Runs a frame, and returns what it shows.
    fn step(&mut self, dt: f64) -> Vec<Shown> {
        let program = self.instance.program().clone();
        let mut noting = Noting {
            program: &program,
            seen: Vec::new(),
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
        seen
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
        let mut run = Plain::new(&small.program);
        let mut memory = vec![0; small.watches.len()];
        for frame in 1..=frames {
            let from = (frame - 1) as usize * counts.len();
            let last: Vec<_> = small.slots().map(|slot| (slot, run.value(slot))).collect();
            let is_over = run.is_over();
            small.apply(&sequence[from..from + counts.len()], &mut run);
            let mut shown = run.step(small.dt);
            // A tree that has ended has no frames.
            if !is_over && small.is_cut(&run, &mut memory, &mut shown, &last) {
                break;
            }
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

    /// Lets the watches judge a frame, and adds the claims that are broken. Returns whether the frame is cut.
    fn is_cut(
        &self,
        run: &Plain,
        memory: &mut [u64],
        shown: &mut Vec<Shown>,
        last: &[(VariableSlot, Value)],
    ) -> bool {
        let mut claims = Vec::new();
        let mut is_cut = false;
        for (place, watch) in self.watches.iter().enumerate() {
            let seen = &*shown;
            let mut facts = PlainFacts { run, seen, last };
            match watch.judge(&mut memory[place..=place], &mut facts) {
                Judgement::Fine => {}
                Judgement::Cut => is_cut = true,
                _ => claims.push(Shown::Claim(place as u32)),
            }
        }
        shown.extend(claims);
        is_cut
    }

    /// How many alternatives each input has in a frame.
    fn counts(&self) -> Vec<usize> {
        let inputs = &self.inputs;
        let mut counts: Vec<usize> = inputs.variables.iter().map(|v| v.values.len()).collect();
        counts.extend(inputs.events.iter().map(|_| 2));
        counts.extend(self.answering().map(|(_, results)| results.len()));
        // At least one, so that there are places.
        counts.push(1);
        counts
    }

    fn answering(&self) -> impl Iterator<Item = (NodeIndex, &'static [Status])> {
        let program = &*self.program;
        let leaves = program
            .indices()
            .filter(|node| program.awaits_result(*node));
        leaves.map(|node| match program.category(node) {
            Category::Conditional => (node, &[Status::Success, Status::Failure][..]),
            _ => (
                node,
                &[Status::Success, Status::Failure, Status::Running][..],
            ),
        })
    }

    fn apply(&self, chosen: &[usize], run: &mut Plain) {
        let mut chosen = chosen.iter().copied();
        for variable in &self.inputs.variables {
            let value = chosen.next().unwrap();
            run.set(&variable.name, &variable.values[value]);
        }
        for event in &self.inputs.events {
            if chosen.next() == Some(1) {
                run.instance.send(Event::named(event.clone()));
            }
        }
        for (leaf, results) in self.answering() {
            let result = results[chosen.next().unwrap()];
            run.instance.force(leaf, result).unwrap();
        }
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

/// What the last frame of a witness shows.
fn played(small: &Small, witness: &Witness) -> Vec<Shown> {
    let mut run = Plain::new(&small.program);
    let mut seen = Vec::new();
    for frame in 1..=witness.frames {
        if let Some(inputs) = witness.inputs.iter().find(|inputs| inputs.frame == frame) {
            for (name, value) in &inputs.set {
                run.set(name, value);
            }
            for event in &inputs.events {
                run.instance.send(event.clone());
            }
            for (leaf, result) in &inputs.answers {
                run.instance.force(*leaf, *result).unwrap();
            }
            if let Some(seed) = inputs.seed {
                run.instance.reseed(seed);
            }
        }
        seen = run.step(small.dt);
    }
    seen
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
            if !matches!(shown, Shown::Claim(_)) {
                prop_assert!(played(&small, &witness).contains(&shown), "{:?} {} {:#?}", shown, small.text, witness);
            }
        }
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
