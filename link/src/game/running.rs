//! A link that is on: what happens in each frame around the ticks of trees. The order is the same for trees of a manager
//! and for those that are ticked one by one: orders of editors, keyframes, breakpoints, the tick, breakpoints, and handing
//! over what was recorded. Knows neither bytes nor threads.

use std::sync::Arc;

use treewright_core::runtime::{
    AgentId, AgentSet, Both, Globals, Lent, Status, SwapOutcome, World,
};
use treewright_core::time::Nanoseconds;
use treewright_core::trace::{FlightChunk, FlightRecorder};
use treewright_core::{Message, Program, TreeInstance, TreeManager};

use super::armed::Armed;
use super::orders;
use super::pausing::Pause;
use super::profiling::Profile;
use super::programs::Programs;
use super::roster::Roster;
use super::searching::Search;
use super::worlds::{Alone, Observing, Worlds};
use crate::exchange::{Compiler, EditorId, News, Order, Shared, Source};
use crate::protocol::{self, FromGame, Hit, Show, Swapped, Verb};
use crate::refusal::{Refusal, refused};

/// With more agents, only those that have a name are remembered.
const REMEMBERED_AGENTS: usize = 256;
/// The most agents that are looked at in a frame for a list or a search.
const LOOKED: usize = 500;
/// The most orders and searches that wait for the next frame.
const MOST_TODO: usize = 1_000;
const MOST_SEARCHES: usize = 16;
/// The most trees whose program is replaced in a frame: about 20 ms.
const MOST_SWAPPED: usize = 20_000;
/// How often a list of all agents is told anew, in times per second.
const LISTS: f64 = 10.0;

/// A link that is on.
pub(super) struct Running<W: World + ?Sized> {
    shared: Arc<Shared<W>>,
    remembers: bool,
    frame: u64,
    dt: f64,
    time: Nanoseconds,
    recorder: FlightRecorder,
    /// Chunks on their way to the ring.
    chunks: Vec<FlightChunk>,
    programs: Programs<W>,
    roster: Roster,
    watched: AgentSet,
    /// Whose frames are recorded.
    recorded: AgentSet,
    is_choice_stale: bool,
    /// Those that need a keyframe in this frame, because they are recorded or watched from now on.
    fresh: AgentSet,
    /// The agent whose keyframe was taken last.
    turn: AgentId,
    armed: Armed,
    /// The first breakpoint that was hit in this frame, and whose it is.
    first_hit: Option<(EditorId, Hit)>,
    pause: Pause,
    orders: Vec<Order<W>>,
    /// What is to be done to agents in this frame.
    todo: Vec<(EditorId, protocol::Order)>,
    swaps: Vec<Swap<W>>,
    /// The variables that editors have set before this frame.
    set: Vec<(AgentId, Arc<str>)>,
    searches: Vec<Search>,
    profile: Profile,
    wants_list: bool,
    listed: Option<AgentId>,
    /// Where the agents stand that were ticked one by one in this frame.
    at: Vec<(u64, Vec<u32>)>,
    /// The agents that were ticked one by one in this frame.
    ticked: AgentSet,
    /// What waits to be handed over.
    news: Vec<News>,
}

/// A program that is replaced in this frame.
struct Swap<W: World + ?Sized> {
    editor: EditorId,
    old: u32,
    new: Arc<Program<W>>,
    done: Swapped,
}

impl<W: World + ?Sized> Swap<W> {
    fn count(&mut self, outcome: &SwapOutcome) {
        match outcome {
            SwapOutcome::Kept | SwapOutcome::Partly(_) => self.done.kept += 1,
            SwapOutcome::Restarted(_) => self.done.restarted += 1,
        }
    }
}

impl<W: World + ?Sized> Running<W> {
    pub fn new(shared: Arc<Shared<W>>, bytes: usize, remembers: bool) -> Self {
        Self {
            shared,
            remembers,
            frame: 0,
            dt: 0.0,
            time: Nanoseconds::ZERO,
            recorder: FlightRecorder::new(bytes),
            chunks: Vec::new(),
            programs: Programs::default(),
            roster: Roster::default(),
            watched: AgentSet::new(),
            recorded: AgentSet::new(),
            is_choice_stale: true,
            fresh: AgentSet::new(),
            turn: AgentId(u64::MAX),
            armed: Armed::default(),
            first_hit: None,
            pause: Pause::default(),
            orders: Vec::new(),
            todo: Vec::new(),
            swaps: Vec::new(),
            set: Vec::new(),
            searches: Vec::new(),
            profile: Profile::default(),
            wants_list: false,
            listed: None,
            at: Vec::new(),
            ticked: AgentSet::new(),
            news: Vec::new(),
        }
    }

    pub fn describe(&mut self, program: &Arc<Program<W>>, source: Source) {
        self.programs.describe(program, source, &mut self.news);
        self.armed.look_again();
    }

    pub fn compile_with(&mut self, compiler: Compiler<W>) {
        self.shared.set_compiler(compiler);
    }

    pub fn name(&mut self, agent: AgentId, name: &str, tags: &[&str]) {
        self.roster.name(agent, name, tags, &mut self.news);
        self.is_choice_stale = true;
    }

    pub fn show(&mut self, agent: AgentId) {
        let agent = agent.number();
        if self.is_attached() {
            self.news.push(News::ToAll(FromGame::Show(Show { agent })));
        }
    }

    pub fn is_attached(&self) -> bool {
        self.shared.is_attached()
    }

    /// Returns the program that an editor has put in the place of this one.
    pub fn replacement(&self, program: &Arc<Program<W>>) -> Option<Arc<Program<W>>> {
        self.programs.replacement(program)
    }

    /// Lets the link's thread end.
    pub fn end_thread(&self) {
        self.shared.end();
    }

    pub fn may_run(&mut self) -> bool {
        self.take_orders();
        if !self.news.is_empty() {
            self.hand_over();
        }
        self.pause.may_run()
    }

    /// Returns whether anybody wants to know what happens.
    fn is_needed(&self) -> bool {
        self.remembers || self.is_attached() || !self.todo.is_empty() || !self.swaps.is_empty()
    }

    pub fn tick<S: Worlds<W>>(
        &mut self,
        manager: &mut TreeManager<W>,
        mut worlds: S,
        dt: f64,
        observing: impl Observing<W>,
    ) -> S::Ran {
        self.take_orders();
        self.count_frame(dt);
        if !self.is_needed() {
            self.roster.forget_old_names(manager);
            return observing.run(worlds, manager.frame(dt));
        }
        self.follow(manager);
        self.do_orders(manager, &mut worlds);
        self.choose();
        self.recorder.begin_frame(self.frame, dt);
        self.take_keyframes(manager, dt);
        self.look_before(manager);
        let frame = manager.frame(dt);
        let running = if self.recorded.is_empty() {
            observing.run(worlds, frame)
        } else if let Some(clock) = self.profile.clock(self.frame, &self.roster) {
            let mut both = Both::new(&mut self.recorder, clock);
            observing.run_recorded(worlds, frame, &self.recorded, &mut both)
        } else {
            observing.run_recorded(worlds, frame, &self.recorded, &mut self.recorder)
        };
        self.look_after();
        self.list(manager, dt);
        self.search(manager);
        self.finish_frame();
        running
    }

    pub fn begin(&mut self, dt: f64) {
        self.take_orders();
        self.count_frame(dt);
        self.ticked.clear();
        if self.is_needed() {
            self.choose();
            self.recorder.begin_frame(self.frame, dt);
        }
    }

    pub fn tick_one(
        &mut self,
        alone: Alone<'_, '_, W>,
        observing: impl Observing<W>,
    ) -> Option<Status> {
        if !self.is_needed() {
            return observing.tick(alone);
        }
        let Alone {
            agent,
            tree,
            world,
            globals,
            dt,
        } = alone;
        self.ticked.insert(agent);
        self.swap_one(tree, world, globals);
        self.do_orders_of(agent, tree, globals);
        self.meet(agent, tree);
        self.keyframe_if_due(agent, tree, globals);
        self.look_before_one(agent, tree, globals);
        let alone = Alone {
            agent,
            tree: &mut *tree,
            world,
            globals: &mut *globals,
            dt,
        };
        let status = if !self.recorded.contains(agent) {
            observing.tick(alone)
        } else if let Some(clock) = self.profile.clock(self.frame, &self.roster) {
            let mut both = Both::new(&mut self.recorder, clock);
            observing.tick_recorded(alone, &mut both)
        } else {
            observing.tick_recorded(alone, &mut self.recorder)
        };
        self.look_at_one(agent, tree, globals);
        status
    }

    pub fn end(&mut self) {
        if !self.is_needed() {
            return;
        }
        let ticked = &self.ticked;
        let stays = |agent| ticked.contains(agent);
        self.is_choice_stale |= self.roster.retain(stays, self.frame, &mut self.news);
        self.fresh.clear();
        self.finish_orders();
        self.look_after();
        if !self.at.is_empty() {
            let at = std::mem::take(&mut self.at);
            self.news.push(News::At(self.frame, at));
        }
        for search in std::mem::take(&mut self.searches) {
            self.news.push(search.answer());
        }
        self.finish_frame();
    }

    fn count_frame(&mut self, dt: f64) {
        self.frame += 1;
        self.dt = dt;
        let time = self.time.0.saturating_add(Nanoseconds::from_seconds(dt).0);
        self.time = Nanoseconds(time);
    }
}

/// Orders of editors.
impl<W: World + ?Sized> Running<W> {
    /// Takes what editors want. What concerns agents waits for the next frame.
    fn take_orders(&mut self) {
        self.shared.take_orders(&mut self.orders);
        for order in std::mem::take(&mut self.orders) {
            self.take_order(order);
        }
    }

    fn take_order(&mut self, order: Order<W>) {
        match order {
            Order::Watch { all, new } => {
                self.watched = all;
                self.fresh.extend(new.iter());
                self.is_choice_stale = true;
            }
            Order::List(is_wanted) => self.wants_list = is_wanted,
            Order::Profile(every) => self.profile.measure_every(every),
            Order::Do(editor, order) if self.todo.len() >= MOST_TODO => {
                self.answer(editor, order.number, Err(Refusal::Busy.message()));
            }
            Order::Do(editor, order) => self.todo.push((editor, order)),
            Order::Swap {
                editor,
                number,
                old,
                new,
                source,
            } => {
                self.programs.describe(&new, source, &mut self.news);
                let done = Swapped {
                    number,
                    ..Swapped::default()
                };
                self.swaps.push(Swap {
                    editor,
                    old,
                    new,
                    done,
                });
            }
            Order::Pause(editor) => {
                self.pause.pause(editor);
                self.tell_state();
            }
            Order::Resume => {
                self.pause.resume();
                self.tell_state();
            }
            Order::Step(frames) => self.pause.step(frames),
            Order::Breakpoints(editor, list) => {
                self.armed.arm(editor, list);
                self.is_choice_stale = true;
            }
            Order::Find(editor, find) if self.searches.len() >= MOST_SEARCHES => {
                self.answer(editor, find.number, Err(Refusal::Busy.message()));
            }
            Order::Find(editor, find) => self.searches.push(Search::new(editor, find)),
            Order::Left(editor) => {
                self.is_choice_stale |= self.armed.disarm(editor);
                if self.pause.forget(editor) {
                    self.tell_state();
                }
            }
        }
    }

    fn tell_state(&mut self) {
        self.news.push(News::State(self.pause.state(self.frame)));
    }

    fn answer(&mut self, editor: EditorId, number: u64, done: Result<(), Message>) {
        let message = match done {
            Ok(()) => FromGame::Done(number),
            Err(why) => refused(number, &why),
        };
        self.news.push(News::To(editor, message));
    }

    /// Does to the trees of a manager what editors want.
    fn do_orders(&mut self, manager: &mut TreeManager<W>, worlds: &mut impl Worlds<W>) {
        self.do_swaps(manager, worlds);
        self.set.clear();
        for (editor, order) in std::mem::take(&mut self.todo) {
            let done = match (order.agent.map(AgentId), &order.verb) {
                (None, Verb::Send(sent)) => {
                    manager.send_to_all(&sent.event());
                    self.note_done(None, &order.verb);
                    Ok(())
                }
                (None, _) => Err(Refusal::NoAgent.message()),
                (Some(agent), verb) => match manager.get_mut(agent) {
                    Some((tree, globals)) => self.do_one(agent, verb, tree, globals),
                    None => Err(Refusal::NoSuchAgent.message()),
                },
            };
            self.answer(editor, order.number, done);
        }
    }

    fn do_one(
        &mut self,
        agent: AgentId,
        verb: &Verb,
        tree: &mut TreeInstance<W>,
        globals: &mut Globals,
    ) -> Result<(), Message> {
        orders::apply(verb, tree, globals)?;
        if let Verb::Set(variables) = verb {
            let names = variables.iter().map(|(name, _)| (agent, name.clone()));
            self.set.extend(names);
        }
        self.note_done(Some(agent), verb);
        Ok(())
    }

    /// Notes what was done from outside before this frame. Values of variables that differ are recorded anyway.
    fn note_done(&mut self, agent: Option<AgentId>, verb: &Verb) {
        if !matches!(verb, Verb::Set(_) | Verb::Swap(_)) {
            self.news.push(News::Did(agent, self.frame, verb.clone()));
        }
    }

    fn do_swaps(&mut self, manager: &mut TreeManager<W>, worlds: &mut impl Worlds<W>) {
        if self.swaps.is_empty() {
            return;
        }
        let mut left = MOST_SWAPPED;
        let mut swaps = std::mem::take(&mut self.swaps).into_iter();
        for mut swap in swaps.by_ref() {
            if let Some(old) = self.programs.get(swap.old) {
                let outcomes = worlds.swap(manager, (&old, &swap.new), left);
                left -= outcomes.len();
                for (agent, outcome) in outcomes {
                    swap.count(&outcome);
                    self.fresh.insert(agent);
                }
            }
            if left == 0 {
                // The others follow in the next frame, before the swaps that came later.
                self.swaps.push(swap);
                break;
            }
            self.finish_swap(swap);
        }
        self.swaps.extend(swaps);
        self.roster.look_again();
        self.follow(manager);
    }

    fn finish_swap(&mut self, swap: Swap<W>) {
        self.programs.replace(swap.old, swap.new);
        let swapped = FromGame::Swapped(swap.done);
        self.news.push(News::To(swap.editor, swapped));
    }

    /// Does to a tree that is about to be ticked by itself what editors want.
    fn do_orders_of(&mut self, agent: AgentId, tree: &mut TreeInstance<W>, globals: &mut Globals) {
        let mut later = Vec::new();
        for (editor, order) in std::mem::take(&mut self.todo) {
            if order.agent == Some(agent.number()) {
                let done = self.do_one(agent, &order.verb, tree, globals);
                self.answer(editor, order.number, done);
                continue;
            }
            if let (None, Verb::Send(sent)) = (order.agent, &order.verb) {
                tree.send(sent.event());
            }
            later.push((editor, order));
        }
        self.todo = later;
    }

    fn swap_one(
        &mut self,
        tree: &mut TreeInstance<W>,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
    ) {
        for swap in &mut self.swaps {
            if self.programs.number(tree.program(), &mut self.news) == swap.old {
                let outcome = tree.swap_program(swap.new.clone(), world, globals);
                swap.count(&outcome);
            }
        }
    }

    /// Answers what was to be done in a frame of trees that were ticked one by one.
    fn finish_orders(&mut self) {
        self.set.clear();
        for (editor, order) in std::mem::take(&mut self.todo) {
            let done = match (order.agent, &order.verb) {
                (None, Verb::Send(_)) => {
                    self.note_done(None, &order.verb);
                    Ok(())
                }
                (None, _) => Err(Refusal::NoAgent.message()),
                (Some(_), _) => Err(Refusal::NoSuchAgent.message()),
            };
            self.answer(editor, order.number, done);
        }
        for swap in std::mem::take(&mut self.swaps) {
            self.finish_swap(swap);
        }
    }
}

/// Whose frames are recorded.
impl<W: World + ?Sized> Running<W> {
    /// Notes which trees of a manager came and left, and which watched ones run another program.
    fn follow(&mut self, manager: &TreeManager<W>) {
        for agent in self.watched.iter() {
            if let Some(tree) = manager.get(agent)
                && Some(self.programs.number(tree.program(), &mut self.news))
                    != self.roster.program(agent)
            {
                self.fresh.insert(agent);
                self.roster.look_again();
            }
        }
        let (frame, news) = (self.frame, &mut self.news);
        let programs = &mut self.programs;
        self.is_choice_stale |= self.roster.follow(manager, programs, frame, news);
    }

    fn is_wanted(&self, agent: AgentId, program: u32) -> bool {
        let is_remembered = self.remembers
            && (self.roster.known().len() <= REMEMBERED_AGENTS || self.roster.is_named(agent));
        is_remembered || self.watched.contains(agent) || self.armed.concerns(program)
    }

    /// Chooses whose frames are recorded.
    fn choose(&mut self) {
        self.is_choice_stale |= self.armed.prepare(&self.programs);
        if !std::mem::take(&mut self.is_choice_stale) {
            return;
        }
        let known = self.roster.known().iter();
        let wanted = known.filter(|(agent, program)| self.is_wanted(*agent, *program));
        let wanted: AgentSet = wanted.map(|(agent, _)| *agent).collect();
        let new = wanted
            .iter()
            .filter(|agent| !self.recorded.contains(*agent));
        for agent in new {
            self.fresh.insert(agent);
            self.news.push(News::Recorded(agent, self.frame, true));
        }
        let old = self
            .recorded
            .iter()
            .filter(|agent| !wanted.contains(*agent));
        for agent in old {
            self.news.push(News::Recorded(agent, self.frame, false));
        }
        self.recorded = wanted;
    }

    /// Takes keyframes: of those that are new, and of each once a second of game time.
    fn take_keyframes(&mut self, manager: &TreeManager<W>, dt: f64) {
        let due = share(self.recorded.len(), dt);
        let last = self.turn;
        let later = self.recorded.iter().filter(|agent| *agent > last);
        let in_turn = later.chain(self.recorded.iter()).take(due);
        for agent in in_turn {
            self.fresh.insert(agent);
            self.turn = agent;
        }
        for agent in self.fresh.iter() {
            if let Some(tree) = manager.get(agent)
                && self.recorded.contains(agent)
            {
                self.recorder.keyframe_of(agent, tree, manager.globals());
            }
        }
        self.fresh.clear();
    }

    /// Prepares for a tree that is about to be ticked by itself.
    fn meet(&mut self, agent: AgentId, tree: &TreeInstance<W>) {
        let (frame, news) = (self.frame, &mut self.news);
        if !self
            .roster
            .meet(agent, tree, &mut self.programs, frame, news)
        {
            return;
        }
        self.is_choice_stale = true;
        self.armed.prepare(&self.programs);
        let program = self.roster.program(agent);
        if program.is_some_and(|program| self.is_wanted(agent, program)) {
            if self.recorded.insert(agent) {
                self.news.push(News::Recorded(agent, self.frame, true));
            }
            self.fresh.insert(agent);
        }
    }

    fn keyframe_if_due(&mut self, agent: AgentId, tree: &TreeInstance<W>, globals: &Globals) {
        // Spread over the frames of a second by their numbers.
        let seconds = self.time.seconds() + agent.number() as f64 * 0.618;
        let is_due = seconds.fract() < self.dt || self.dt >= 1.0;
        if self.recorded.contains(agent) && (is_due || self.fresh.contains(agent)) {
            self.recorder.keyframe_of(agent, tree, globals);
        }
    }
}

/// Breakpoints, lists and searches.
impl<W: World + ?Sized> Running<W> {
    fn look_before(&mut self, manager: &TreeManager<W>) {
        if self.armed.is_empty() {
            return;
        }
        for place in 0..self.roster.known().len() {
            let (agent, _) = self.roster.known()[place];
            if let Some(tree) = manager.get(agent) {
                self.look_before_one(agent, tree, manager.globals());
            }
        }
    }

    fn look_before_one(&mut self, agent: AgentId, tree: &TreeInstance<W>, globals: &Globals) {
        let Some(program) = self.roster.program(agent) else {
            return;
        };
        if self.armed.concerns(program) {
            let set = self.set.iter().filter(|(to, _)| *to == agent);
            let set: Vec<_> = set.map(|(_, name)| name.clone()).collect();
            let own = (tree, globals);
            let hit = self.armed.before((agent, program), self.frame, &set, own);
            self.first_hit = self.first_hit.take().or(hit);
        }
    }

    /// Looks for breakpoints in what was recorded in this frame, and pauses the game at the first that was hit.
    fn look_after(&mut self) {
        if self.armed.is_empty() {
            return;
        }
        let frames = self.recorder.frames_of(&self.recorded, self.frame);
        for did in frames.last().iter().flat_map(|frame| &frame.trees) {
            let program = self.roster.program(did.agent);
            let Some((number, program)) =
                program.and_then(|number| Some((number, self.programs.get(number)?)))
            else {
                continue;
            };
            let who = (did.agent, number);
            let hit = self.armed.after(who, self.frame, did, &program);
            self.first_hit = self.first_hit.take().or(hit);
        }
        if let Some((owner, hit)) = self.first_hit.take() {
            self.pause.hit(owner, hit);
            self.tell_state();
        }
    }

    /// Tells where some agents stand.
    fn list(&mut self, manager: &TreeManager<W>, dt: f64) {
        if !self.wants_list {
            return;
        }
        let known = self.roster.known();
        let most = share(known.len(), dt * LISTS).min(LOOKED);
        let from = known.partition_point(|(agent, _)| Some(*agent) <= self.listed);
        let next = known[from..].iter().take(most);
        let stands = |agent: AgentId| Some((agent.number(), tops(manager.get(agent)?)));
        let at: Vec<_> = next.filter_map(|(agent, _)| stands(*agent)).collect();
        let last = known.get(from + most - 1).map(|(agent, _)| *agent);
        self.listed = last;
        self.news.push(News::At(self.frame, at));
    }

    /// Looks at some agents for a search.
    fn search(&mut self, manager: &TreeManager<W>) {
        let Some(mut search) = self.searches.pop() else {
            return;
        };
        let next = search.next_agents(&self.roster, LOOKED);
        for (agent, program) in &next {
            if let Some(tree) = manager.get(*agent) {
                let own = (tree, manager.globals());
                search.look((*agent, *program), own, &self.roster);
            }
        }
        if next.len() < LOOKED {
            self.news.push(search.answer());
        } else {
            self.searches.push(search);
        }
    }

    /// Lists a tree that was ticked by itself, and looks at it for searches.
    fn look_at_one(&mut self, agent: AgentId, tree: &TreeInstance<W>, globals: &Globals) {
        if self.wants_list {
            self.at.push((agent.number(), tops(tree)));
        }
        let Some(program) = self.roster.program(agent) else {
            return;
        };
        for search in &mut self.searches {
            search.look((agent, program), (tree, globals), &self.roster);
        }
    }
}

/// Handing over.
impl<W: World + ?Sized> Running<W> {
    fn finish_frame(&mut self) {
        if self.pause.count_frame() {
            self.tell_state();
        }
        self.profile
            .finish_frame(self.frame, self.time, &mut self.news);
        self.hand_over();
    }

    /// Hands over what was recorded and what is told, unless the other thread is at it; then it waits for the next frame.
    /// Only if somebody is attached, also the chunk that is being filled.
    fn hand_over(&mut self) {
        let is_attached = self.is_attached();
        let Some(mut exchange) = self.shared.try_lock() else {
            return;
        };
        exchange.news.append(&mut self.news);
        exchange.ring.note_time(self.frame, self.time);
        if is_attached {
            self.chunks.extend(self.recorder.take_chunks());
            exchange.ring.complete(self.frame);
        } else {
            self.chunks.extend(self.recorder.take_full_chunks());
        }
        for chunk in self.chunks.drain(..) {
            exchange
                .ring
                .push(chunk, |oldest| self.recorder.give_back(oldest));
        }
    }
}

/// Returns how many of `all` are due in a frame of `dt` seconds if each is once a second.
fn share(all: usize, dt: f64) -> usize {
    let share = (all as f64 * dt).ceil() as usize;
    share.clamp(1, all.max(1))
}

/// Returns the tops of the run stacks of a tree.
fn tops<W: World + ?Sized>(tree: &TreeInstance<W>) -> Vec<u32> {
    tree.tops().map(|top| top.0).collect()
}
