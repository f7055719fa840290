//! Runs single frames of a tree from a state, with all that comes from outside chosen by a script, and returns what they show and the state
//! after them. Knows nothing of other states.

use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;
use treewright_core::nodes::Builtin;
use treewright_core::runtime::{
    Call, CopyError, Draw, DrawSeeds, EndStatus, Globals, NodeError, NodeIndex, StateCopier,
    Status, TickContext, Tracer, TreeState, VariableSlot,
};
use treewright_core::time::Nanoseconds;
use treewright_core::value::Value;
use treewright_core::{Message, TreeInstance};
use treewright_insight::history::Switching;

use crate::choices::{Choice, Point, Script};
use crate::explored::Explored;
use crate::findings::{Findings, NodeOutcome, Shown};
use crate::frame_facts::{FrameFacts, Judgement};
use crate::gaps::{Gap, MAX_BACKLOG};

/// The most frames without anything from outside that are passed over at once.
const MAX_QUIET: u64 = 1_000_000_000;

/// The most alternatives of a draw.
const MAX_DRAWS: usize = 200;

/// The numbers that belong to a state beside the run itself.
#[derive(Clone, Debug, Default)]
struct Beside {
    /// For each input that is held, whether it was decided in an earlier frame.
    decided: Vec<bool>,
    /// For each answering leaf with a limit, for how many frames it has run.
    ran: Vec<u64>,
    /// The memory of the watches.
    memory: Vec<u64>,
}

/// What happens in a frame, and what decides it. The tracer of the frame.
pub(crate) struct FrameState<'e> {
    pub explored: &'e Explored,
    pub script: Script,
    beside: Beside,
    /// For each input, whether it is decided in this frame.
    decided: Vec<bool>,
    /// The inputs that were given in this frame, with their values.
    supplied: Vec<(u16, Value)>,
    /// For each answering leaf, what it has answered in this frame.
    answered: Vec<Option<Status>>,
    /// For each event, whether it is decided in this frame.
    heard: Vec<bool>,
    /// How many choices there were when it turned out that an event had to be sent before the frame, which must run again.
    unsent_at: Option<usize>,
    /// Whether anything that could be otherwise has had a part in the frame.
    asked: bool,
    /// What was left out, since the caller has emptied it.
    pub gaps: Vec<Gap>,
    /// The watches that have cut the frame, by their places.
    pub cut_by: Vec<u32>,
    happened: Happened,
    /// What happens in the frames that are passed over after this one.
    happened_later: Happened,
    draws: Vec<(Draw, DrawSeeds)>,
    /// The seed with which the whole frame draws, instead of one for each draw.
    whole_seed: Option<u64>,
}

/// What nodes do in a frame.
#[derive(Default)]
struct Happened {
    /// For each node, its outcomes as bits.
    seen: Vec<u8>,
    /// The nodes with outcomes.
    touched: Vec<u32>,
    aborts: Vec<(NodeIndex, NodeIndex)>,
    switching: Switching,
    switches: Vec<Shown>,
    errors: Vec<(NodeIndex, Message)>,
}

impl Happened {
    fn nothing(nodes: usize) -> Self {
        Self {
            seen: vec![0; nodes],
            ..Self::default()
        }
    }

    fn clear(&mut self) {
        for node in self.touched.drain(..) {
            self.seen[node as usize] = 0;
        }
        self.aborts.clear();
        self.switching.clear();
        self.switches.clear();
        self.errors.clear();
    }

    #[inline]
    fn see(&mut self, node: NodeIndex, outcome: NodeOutcome) {
        let seen = &mut self.seen[node.get()];
        if *seen == 0 {
            self.touched.push(node.0);
        }
        *seen |= outcome.bit();
    }

    #[inline]
    fn has(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        let seen = self.seen.get(node.get());
        seen.is_some_and(|seen| seen & outcome.bit() != 0)
    }
}

/// The state after a frame, and what the frame has shown.
#[derive(Debug, Default)]
pub(crate) struct FrameEnd {
    /// The hash of the state. Its bytes are in [`Runner::state`].
    pub hash: u128,
    /// How many frames have passed: more than one if nothing can happen in those that follow.
    pub frames: u64,
    /// Whether the game never does this.
    pub is_cut: bool,
    /// Whether there is no frame after this one.
    pub is_last: bool,
    /// A hash of what ran in the frame: the nodes that started or run.
    pub ran: u64,
    /// Whether what ran includes a leaf that answers from outside.
    pub answers: bool,
}

/// Runs frames.
pub(crate) struct Runner<'e> {
    instance: TreeInstance<()>,
    globals: Globals,
    copier: StateCopier<(), Builtin>,
    pub frame: FrameState<'e>,
    /// The bytes of the state after the last frame.
    pub state: Vec<u8>,
    /// What the frame has shown and was not known, with the number of frames after the frame.
    pub shown: Vec<(Shown, u64)>,
    step: Nanoseconds,
    last: Vec<Value>,
}

impl<'e> Runner<'e> {
    pub fn new(explored: &'e Explored) -> Result<Self, CopyError> {
        let program = explored.program.clone();
        let mut copier = StateCopier::new(program.clone())?;
        let mut instance = TreeInstance::new(program, 0);
        let mut globals = Globals::default();
        // Undeclared ones conflict with nothing.
        let _ = globals.declare(&explored.program);
        copier.forget(&mut instance, &mut globals);
        let nodes = explored.program.len();
        let limited = explored.answering.iter().filter(|l| l.max_frames.is_some());
        let beside = Beside {
            decided: vec![false; explored.inputs.iter().filter(|i| i.is_held).count()],
            ran: vec![0; limited.count()],
            memory: vec![0; explored.memory_len],
        };
        let mut runner = Self {
            instance,
            globals,
            copier,
            frame: FrameState {
                script: Script::default(),
                beside,
                decided: vec![false; explored.inputs.len()],
                supplied: Vec::new(),
                answered: vec![None; explored.answering.len()],
                heard: vec![false; explored.events.len()],
                unsent_at: None,
                asked: false,
                gaps: Vec::new(),
                cut_by: Vec::new(),
                happened: Happened::nothing(nodes),
                happened_later: Happened::nothing(nodes),
                draws: Vec::new(),
                whole_seed: None,
                explored,
            },
            state: Vec::new(),
            shown: Vec::new(),
            step: Nanoseconds::from_seconds(explored.dt),
            last: Vec::new(),
        };
        runner.save();
        Ok(runner)
    }

    /// Returns the errors of the last frame.
    pub fn errors(&self) -> &[(NodeIndex, Message)] {
        &self.frame.happened.errors
    }

    /// Returns the conditionals that have caused an abort in the last frame, with the scopes.
    pub fn aborts(&self) -> &[(NodeIndex, NodeIndex)] {
        &self.frame.happened.aborts
    }

    /// Returns the nodes that have started in the last frame or run after it.
    pub fn ran(&self) -> impl Iterator<Item = NodeIndex> {
        let happened = &self.frame.happened;
        let touched = happened.touched.iter().map(|node| NodeIndex(*node));
        touched.filter(|node| happened.seen[node.get()] & RAN != 0)
    }

    /// Returns a hash of all that nodes did in the last frame, in whatever order.
    pub fn seen(&self) -> u64 {
        let happened = &self.frame.happened;
        let did = |node: &u32| u64::from(*node) << 8 | u64::from(happened.seen[*node as usize]);
        let hashes = happened.touched.iter().map(|node| mixed(did(node)));
        hashes.fold(0, u64::wrapping_add)
    }

    /// Returns the leaves that have answered in the last frame, and the events, inputs and draws that were chosen.
    pub fn choices(&self) -> &[Choice] {
        self.frame.script.choices()
    }

    /// Returns the script with which the last frame runs again as it did.
    pub fn script(&self) -> impl Iterator<Item = u8> {
        self.choices().iter().map(|choice| choice.alternative)
    }

    /// Returns what leaves have answered from outside in the last frame.
    pub fn answers(&self) -> impl Iterator<Item = (NodeIndex, Status)> {
        let leaves = self.frame.explored.answering.iter();
        let answered = leaves.zip(&self.frame.answered);
        answered.filter_map(|(leaf, answer)| Some((leaf.node, (*answer)?)))
    }

    /// Returns the inputs that were given in the last frame, by their places, with their values.
    pub fn supplied(&self) -> &[(u16, Value)] {
        &self.frame.supplied
    }

    /// Lets the following frames draw all with one seed, or each draw by its own choice.
    pub fn draw_with(&mut self, seed: Option<u64>) {
        self.frame.whole_seed = seed;
    }

    /// Runs a frame from a state, with the script of [`Self::frame`]. What it shows and is not known is in [`Self::shown`]; the state
    /// after it in [`Self::state`].
    pub fn run(&mut self, from: &[u8], known: &Findings) -> FrameEnd {
        loop {
            self.restore(from);
            self.begin_frame();
            let dt = self.frame.explored.dt;
            self.instance
                .tick_traced(&mut (), &mut self.globals, dt, &mut self.frame);
            let Some(choices) = self.frame.unsent_at.take() else {
                return self.finish(known);
            };
            self.frame.script.truncate(choices);
        }
    }

    fn begin_frame(&mut self) {
        self.remember_last();
        let Self {
            instance,
            globals,
            frame,
            ..
        } = self;
        frame.begin();
        for (event, payload) in frame.script.sent() {
            let heard = &frame.explored.events[usize::from(event)];
            instance.send(heard.event(payload));
        }
        if let Some(seed) = frame.whole_seed {
            instance.reseed(seed);
        }
        let explored = frame.explored;
        for input in &explored.early.inputs {
            if let Some(value) = frame.decide(*input) {
                let slot = explored.inputs[usize::from(*input)].slot;
                instance.supply(globals, slot, value);
            }
        }
        for event in &explored.early.events {
            frame.hear(*event);
        }
        for (event, heard) in explored.events.iter().enumerate() {
            if heard.collectors.is_empty() {
                continue;
            }
            let mut collectors = heard.collectors.iter();
            if collectors.all(|node| instance.backlog(globals, *node) < MAX_BACKLOG) {
                frame.hear(event as u16);
            } else {
                frame.heard[event] = true;
                frame.leave_out(Gap::Events(heard.name.clone()));
            }
        }
    }

    fn finish(&mut self, known: &Findings) -> FrameEnd {
        self.shown.clear();
        let explored = self.frame.explored;
        for node in self.instance.running() {
            self.frame.happened.see(node, NodeOutcome::KeepsRunning);
        }
        self.decide_the_rest(explored);
        let mut end = FrameEnd {
            frames: 1,
            is_last: self.is_over(explored),
            ..FrameEnd::default()
        };
        end.is_cut = self.judge(explored, 0);
        if end.is_cut {
            return end;
        }
        self.note_what_is_new(known, &mut end);
        self.after_conditions(explored);
        if !self.frame.asked && !end.is_last {
            self.pass_quietly(explored, &mut end);
        }
        self.forget_answers(explored);
        self.save();
        let mut hasher = SipHasher13::new();
        hasher.write(&self.state);
        end.hash = hasher.finish128().as_u128();
        end
    }

    /// Returns whether the tree runs no more.
    fn is_over(&self, explored: &Explored) -> bool {
        match self.instance.state() {
            TreeState::Finished(_) => !explored.program.restarts_when_complete(),
            TreeState::Disabled => true,
            _ => false,
        }
    }

    /// Decides the inputs that are decided in each frame and that nothing has read.
    fn decide_the_rest(&mut self, explored: &Explored) {
        for (place, input) in explored.inputs.iter().enumerate() {
            if input.is_always_decided
                && let Some(value) = self.frame.decide(place as u16)
            {
                self.instance.supply(&mut self.globals, input.slot, value);
            }
        }
    }

    /// Lets all watches judge the frame. Returns whether it is cut.
    fn judge(&mut self, explored: &Explored, later: u64) -> bool {
        let mut memory = std::mem::take(&mut self.frame.beside.memory);
        let mut from = 0;
        let mut is_cut = false;
        for (place, watch) in explored.watches.iter().enumerate() {
            let to = from + watch.memory_len();
            let mut facts = Facts {
                instance: &mut self.instance,
                globals: &mut self.globals,
                frame: &mut self.frame,
                last: &self.last,
            };
            match watch.judge(&mut memory[from..to], &mut facts) {
                Judgement::Fine => {}
                Judgement::Cut => {
                    is_cut = true;
                    self.frame.cut_by.push(place as u32);
                }
                Judgement::Broken | Judgement::Reached => {
                    self.shown.push((Shown::Claim(place as u32), later));
                }
            }
            from = to;
        }
        self.frame.beside.memory = memory;
        is_cut
    }

    fn note_what_is_new(&mut self, known: &Findings, end: &mut FrameEnd) {
        let happened = &self.frame.happened;
        self.shown
            .retain(|(shown, _)| known.sight(*shown).is_none());
        for node in &happened.touched {
            let index = NodeIndex(*node);
            let seen = happened.seen[*node as usize];
            if seen & RAN != 0 {
                // The order of nodes in a frame does not matter.
                end.ran = end.ran.wrapping_add(mixed(u64::from(*node)));
                end.answers |= self.frame.explored.asks[index.get()].answers.is_some();
            }
            let new = seen & !known.known(*node as usize);
            if new != 0 {
                let outcomes = NodeOutcome::ALL.into_iter();
                let outcomes = outcomes.filter(|outcome| new & outcome.bit() != 0);
                self.shown
                    .extend(outcomes.map(|outcome| (Shown::Node(index, outcome), 0)));
            }
        }
        for (conditional, scope) in &happened.aborts {
            let shown = Shown::Abort {
                conditional: *conditional,
                scope: *scope,
            };
            if known.sight(shown).is_none() {
                self.shown.push((shown, 0));
            }
        }
        let switches = happened.switches.iter();
        let new = switches.filter(|shown| known.sight(**shown).is_none());
        self.shown.extend(new.map(|shown| (*shown, 0)));
        for (node, _) in &happened.errors {
            if known.sight(Shown::Error(*node)).is_none() {
                self.shown.push((Shown::Error(*node), 0));
            }
        }
        if end.is_last && known.sight(Shown::End).is_none() {
            self.shown.push((Shown::End, 0));
        }
    }

    /// Lets inputs change that only change when a condition holds, and counts for how long leaves run.
    fn after_conditions(&mut self, explored: &Explored) {
        let held = explored
            .inputs
            .iter()
            .enumerate()
            .filter(|(_, i)| i.is_held);
        for (number, (_, input)) in held.enumerate() {
            if let Some(condition) = &input.changes_when
                && self.frame.beside.decided[number]
            {
                let mut facts = Facts {
                    instance: &mut self.instance,
                    globals: &mut self.globals,
                    frame: &mut self.frame,
                    last: &self.last,
                };
                if condition.holds(&mut facts) {
                    self.frame.beside.decided[number] = false;
                }
            }
        }
        let limited = explored.answering.iter().filter(|l| l.max_frames.is_some());
        for (number, leaf) in limited.enumerate() {
            if !self
                .frame
                .happened
                .has(leaf.node, NodeOutcome::KeepsRunning)
            {
                self.frame.beside.ran[number] = 0;
            }
        }
    }

    /// Passes over frames in which nothing can happen, if the tree waits for a timer.
    fn pass_quietly(&mut self, explored: &Explored, end: &mut FrameEnd) {
        let Some(time) = self.instance.quiet_time(&mut self.globals) else {
            return;
        };
        if time == Nanoseconds::MAX || self.step.0 == 0 {
            return;
        }
        let quiet = (time.0.div_ceil(self.step.0).max(1) - 1).min(MAX_QUIET);
        let has_conditions = explored.inputs.iter().any(|i| i.changes_when.is_some());
        let mut passed = quiet;
        if quiet > 0 && (has_conditions || !explored.watches.is_empty()) {
            self.frame.swap_later();
            self.frame.happened.clear();
            for node in self.instance.running() {
                self.frame.happened.see(node, NodeOutcome::KeepsRunning);
            }
            passed = self.judge_quietly(explored, quiet);
            self.after_conditions(explored);
            self.frame.swap_later();
        }
        self.instance.pass_quietly(self.step, passed);
        end.frames += passed;
    }

    /// Lets the watches judge frames in which nothing happens. Returns how many can be passed over.
    fn judge_quietly(&mut self, explored: &Explored, quiet: u64) -> u64 {
        self.remember_last();
        for later in 1..=quiet {
            let before = self.frame.beside.memory.clone();
            let shown = self.shown.len();
            let is_cut = self.judge(explored, later);
            if self.frame.asked || is_cut {
                // The frame before is the last one that is sure.
                self.frame.beside.memory = before;
                self.shown.truncate(shown);
                return later - 1;
            }
            if self.frame.beside.memory == before && self.shown.len() == shown {
                return quiet;
            }
        }
        quiet
    }

    /// Remembers the values of which conditions read those before the frame.
    fn remember_last(&mut self) {
        self.last.clear();
        for slot in &self.frame.explored.last {
            let value = self.instance.value(&mut self.globals, *slot);
            self.last.push(value.clone());
        }
    }

    fn forget_answers(&mut self, explored: &Explored) {
        for (leaf, answered) in explored.answering.iter().zip(&self.frame.answered) {
            if answered.is_some() && leaf.is_conditional {
                self.instance.forget_answer(leaf.node);
            }
        }
        for (input, decided) in explored.inputs.iter().zip(&self.frame.decided) {
            if *decided && !input.is_kept {
                let initial = input.initial.clone();
                self.instance.supply(&mut self.globals, input.slot, initial);
            }
        }
    }

    fn save(&mut self) {
        self.copier.forget(&mut self.instance, &mut self.globals);
        self.state.clear();
        let beside = &self.frame.beside;
        self.state
            .extend(beside.decided.iter().map(|decided| u8::from(*decided)));
        for number in beside.ran.iter().chain(&beside.memory) {
            self.state.extend_from_slice(&number.to_le_bytes());
        }
        self.copier
            .save(&self.instance, &self.globals, &mut self.state);
    }

    fn restore(&mut self, from: &[u8]) {
        let beside = &mut self.frame.beside;
        let (decided, mut rest) = from.split_at(beside.decided.len());
        for (own, decided) in beside.decided.iter_mut().zip(decided) {
            *own = *decided != 0;
        }
        for number in beside.ran.iter_mut().chain(&mut beside.memory) {
            if let Some((bytes, after)) = rest.split_first_chunk() {
                *number = u64::from_le_bytes(*bytes);
                rest = after;
            }
        }
        self.copier
            .restore(rest, &mut self.instance, &mut self.globals);
    }
}

/// The outcomes of a node that belong to what ran in a frame.
const RAN: u8 = NodeOutcome::Starts.bit() | NodeOutcome::KeepsRunning.bit();

/// Spreads the bits of a number, so that sums of such numbers tell sets apart (the last step of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl FrameState<'_> {
    fn begin(&mut self) {
        self.script.begin_frame();
        self.unsent_at = None;
        self.asked = false;
        self.cut_by.clear();
        self.answered.fill(None);
        self.supplied.clear();
        self.heard.fill(false);
        self.happened.clear();
        let held = self.explored.inputs.iter().zip(&mut self.decided);
        let mut number = 0;
        for (input, decided) in held {
            *decided = input.is_held && self.beside.decided[number];
            number += usize::from(input.is_held);
        }
    }

    /// Lets [`Self::happened`] be what happens in the frames that are passed over, or again what happened in the frame itself.
    fn swap_later(&mut self) {
        std::mem::swap(&mut self.happened, &mut self.happened_later);
    }

    #[inline]
    fn see_condition(&mut self, node: NodeIndex, status: Status) {
        let outcome = match status {
            Status::Success => NodeOutcome::IsTrue,
            _ => NodeOutcome::IsFalse,
        };
        self.happened.see(node, outcome);
    }

    fn choose(&mut self, point: Point, count: usize) -> usize {
        self.asked |= count > 1;
        self.script.choose(point, count)
    }

    fn leave_out(&mut self, gap: Gap) {
        if !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
    }

    /// Decides an input, unless it is decided. Returns the value to write.
    #[inline]
    fn decide(&mut self, place: u16) -> Option<Value> {
        if std::mem::replace(&mut self.decided[usize::from(place)], true) {
            return None;
        }
        let explored = self.explored;
        let input = &explored.inputs[usize::from(place)];
        if input.is_held {
            let held = explored.inputs[..usize::from(place)].iter();
            let number = held.filter(|input| input.is_held).count();
            self.beside.decided[number] = true;
        }
        let kept = usize::from(input.is_written);
        let chosen = self.choose(Point::Input(place), input.values.len() + kept);
        if input.is_sampled {
            self.leave_out(Gap::Values(input.name.clone()));
        }
        // The first alternative of one that the tree writes is what the tree has written.
        let value = &input.values[chosen.checked_sub(kept)?];
        self.supplied.push((place, value.clone()));
        Some(value.clone())
    }

    /// Decides whether an event was sent before the frame.
    fn hear(&mut self, event: u16) {
        if std::mem::replace(&mut self.heard[usize::from(event)], true) {
            return;
        }
        let sent: Option<u8> = {
            let mut sent = self.script.sent();
            sent.find(|(sent, _)| *sent == event)
                .map(|(_, payload)| payload)
        };
        let heard = &self.explored.events[usize::from(event)];
        if heard.is_sampled {
            self.leave_out(Gap::Payloads(heard.name.clone()));
        }
        let chosen = self.choose(Point::Event(event), 1 + heard.payloads.len());
        if chosen > 0 && sent != Some(chosen as u8) && self.unsent_at.is_none() {
            self.unsent_at = Some(self.script.choices().len());
        }
    }

    fn draw(&mut self, node: NodeIndex, call: Call, tick: &mut TickContext<'_>) {
        let explored = self.explored;
        let Some(draw) = explored.program.draw(node, tick) else {
            return;
        };
        let is_parent = !explored.program.category(node).is_leaf();
        let draws_now = match draw {
            Draw::Order(_) | Draw::Span => call == Call::Start,
            Draw::Chance(_) if is_parent => call == Call::Start,
            Draw::Chance(_) => call == Call::Update,
        };
        if !draws_now {
            return;
        }
        let known = self.draws.iter().position(|(known, _)| *known == draw);
        let place = known.unwrap_or_else(|| {
            let mut seeds = draw.seeds();
            seeds.is_sampled |= seeds.seeds.len() > MAX_DRAWS;
            seeds.seeds.truncate(MAX_DRAWS);
            self.draws.push((draw, seeds));
            self.draws.len() - 1
        });
        let count = self.draws[place].1.seeds.len();
        let chosen = self.choose(Point::Draw(node.0), count);
        if self.draws[place].1.is_sampled {
            self.leave_out(Gap::Draws(node));
        }
        let seeds = &self.draws[place].1;
        if self.whole_seed.is_none() {
            tick.reseed(seeds.seeds[chosen]);
        }
    }
}

impl Tracer for FrameState<'_> {
    const ANSWERS: bool = true;

    #[inline]
    fn before_call(&mut self, node: NodeIndex, call: Call, tick: &mut TickContext<'_>) {
        if !self.explored.asks[node.get()].anything {
            return;
        }
        let explored = self.explored;
        let asks = &explored.asks[node.get()];
        for input in &asks.inputs {
            if let Some(value) = self.decide(*input) {
                tick.supply(explored.inputs[usize::from(*input)].slot, value);
            }
        }
        for event in &asks.events {
            self.hear(*event);
        }
        if asks.draws {
            self.draw(node, call, tick);
        }
    }

    #[inline]
    fn answer(&mut self, node: NodeIndex) -> Option<Status> {
        let place = self.explored.asks[node.get()].answers?;
        let explored = self.explored;
        let leaf = &explored.answering[usize::from(place)];
        let has_answered = self.answered[usize::from(place)].is_some();
        let mut count = leaf.results.len();
        if let Some(limit) = leaf.max_frames {
            let limited = explored.answering[..usize::from(place)].iter();
            let number = limited.filter(|leaf| leaf.max_frames.is_some()).count();
            let has_started = self.happened.has(node, NodeOutcome::Starts);
            let ran = &mut self.beside.ran[number];
            *ran = if has_started { 1 } else { *ran + 1 };
            let may_run = leaf.results.last() == Some(&Status::Running);
            if *ran >= limit && may_run && count > 1 {
                count -= 1;
            }
            self.asked = true;
        }
        // A leaf answers once in a frame: after that, an action runs, and a conditional says the same again.
        if has_answered {
            return None;
        }
        let chosen = self.choose(Point::Answer(place), count);
        let result = leaf.results[chosen];
        self.answered[usize::from(place)] = Some(result);
        Some(result)
    }

    #[inline]
    fn start(&mut self, node: NodeIndex) {
        let happened = &mut self.happened;
        happened.see(node, NodeOutcome::Starts);
        let from = happened.switching.started(&self.explored.program, node);
        happened
            .switches
            .extend(from.map(|from| Shown::Switch { from, to: node }));
    }

    #[inline]
    fn update(&mut self, node: NodeIndex, status: Status) {
        if self.explored.is_condition[node.get()] {
            self.see_condition(node, status);
        }
    }

    #[inline]
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.happened.see(
            node,
            match status {
                EndStatus::Success => NodeOutcome::Succeeds,
                EndStatus::Failure => NodeOutcome::Fails,
                EndStatus::Inactive => NodeOutcome::IsInterrupted,
            },
        );
        let switching = &mut self.happened.switching;
        switching.ended(&self.explored.program, node, status);
    }

    #[inline]
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.see_condition(node, status);
    }

    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        let happened = &mut self.happened;
        happened.see(conditional, NodeOutcome::Aborts);
        if !happened.aborts.contains(&(conditional, scope)) {
            happened.aborts.push((conditional, scope));
        }
    }

    fn error(&mut self, error: &NodeError) {
        let errors = &mut self.happened.errors;
        errors.push((error.node, error.why.clone()));
    }
}

/// The facts of a frame, for conditions.
struct Facts<'a, 'e> {
    instance: &'a mut TreeInstance<()>,
    globals: &'a mut Globals,
    frame: &'a mut FrameState<'e>,
    last: &'a [Value],
}

impl Facts<'_, '_> {
    fn has(&self, node: NodeIndex, outcome: NodeOutcome) -> bool {
        self.frame.happened.has(node, outcome)
    }
}

impl FrameFacts for Facts<'_, '_> {
    fn value(&mut self, variable: VariableSlot) -> Value {
        if let Some(input) = self.frame.explored.input_at(variable)
            && let Some(value) = self.frame.decide(input)
        {
            self.instance.supply(self.globals, variable, value);
        }
        self.instance.value(self.globals, variable).clone()
    }

    fn last(&mut self, variable: VariableSlot) -> Value {
        let slots = &self.frame.explored.last;
        let place = slots.iter().position(|slot| *slot == variable);
        match place.and_then(|place| self.last.get(place)) {
            Some(value) => value.clone(),
            None => self.value(variable),
        }
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
        match self.instance.state() {
            TreeState::Enabled | TreeState::Paused => Some(Status::Running),
            TreeState::Finished(status) => Some(status),
            _ => None,
        }
    }
}
