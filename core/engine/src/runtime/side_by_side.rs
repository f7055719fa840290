//! Trees of a manager ticked on several threads at once, with the same outcome as one after another.
//!
//! What a tree does in a frame depends on nothing but itself, its own world, and what it shares with others of the manager; and what that can be is
//! known beforehand of its program ([`Sharing`]). Those that share nothing run first, whenever a thread has time for them. Then those that share
//! something: if one of them may write in this frame, all of them in their order, as on one thread; if not, whenever a thread has time, since they read the
//! same values. A tree that has yet to declare its shared variables counts as one that writes. Events for all trees are handed out when the
//! frame is over, in the order of those that sent them.
//!
//! A thread takes lanes: neighboring trees, with a copy of the shared values. So nothing is locked.

use rayon::prelude::*;

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::outside::Event;
use super::sharing::Sharing;
use super::sleeping::Nap;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};
use super::tree_manager::{AgentId, OfEach, Surroundings, TreeManager, WorldCount};
use crate::status::Status;

/// For fewer trees than this it does not pay to hand some to another thread.
const FEW: usize = 32;

/// So many lanes for each thread, so that one which is done takes over from one that is not.
const LANES_PER_THREAD: usize = 8;

/// Neighboring trees that one thread ticks, and what it has to tell afterwards.
#[derive(Default)]
pub(super) struct Lane {
    globals: Globals,
    /// How many are Running.
    running: usize,
    /// Whether any that is awake shares something.
    has_sharers: bool,
    /// Whether any of these can only run in its order.
    has_writers: bool,
    /// Events for all trees, with the places of those that sent them.
    posted: Vec<(usize, Event)>,
    /// Trees that can be left alone, by place.
    naps: Vec<(usize, Nap)>,
}

/// The lanes of a manager, kept from frame to frame so that their room is.
#[derive(Default)]
pub(super) struct Lanes(Vec<Lane>);

/// A frame, as lanes see it.
#[derive(Clone, Copy)]
struct Frame<'a> {
    /// Whose turn it is: those that share something, or the others.
    of_sharers: bool,
    sleepers: &'a Sleepers,
    globals: &'a Globals,
    dt: f64,
    /// How many trees stand in a lane.
    size: usize,
}

impl Lane {
    /// A frame begins.
    fn begin(&mut self) {
        self.running = 0;
        self.has_sharers = false;
        self.has_writers = false;
    }

    /// Ticks the trees of this lane whose turn it is. `number` lanes stand before it.
    fn run<W, B: Tasks, T: Tracer>(
        &mut self,
        number: usize,
        frame: Frame<'_>,
        agents: &mut [(AgentId, TreeInstance<W, B>)],
        each: &mut OfEach<'_, W, T>,
    ) {
        if frame.of_sharers {
            if !self.has_sharers {
                return;
            }
            self.globals.copy_values(frame.globals);
        }
        let first = number * frame.size;
        let mut next = first;
        while let Some(place) = frame.sleepers.next_awake(next) {
            next = place + 1;
            let Some((id, instance)) = agents.get_mut(place - first) else {
                break;
            };
            if instance.shares() != frame.of_sharers {
                self.has_sharers |= instance.shares();
                self.has_writers |= instance.needs_its_turn();
                continue;
            }
            let (world, tracer) = each.of(place - first, *id);
            instance.begin_watch();
            let status = instance.run_frame(world, &mut self.globals, frame.dt, tracer);
            keep_posted(&mut self.globals, place, &mut self.posted);
            if status == Some(Status::Running) {
                self.running += 1;
                if frame.sleepers.may_sleep[place] {
                    let nap = instance.nap(&mut self.globals);
                    self.naps.extend(nap.map(|nap| (place, nap)));
                }
            }
        }
    }
}

/// Notes which tree sent the events for all that have been sent since this was last done.
fn keep_posted(globals: &mut Globals, place: usize, posted: &mut Vec<(usize, Event)>) {
    posted.extend(globals.posted.drain(..).map(|event| (place, event)));
}

/// A world and a tracer for each, where trees run in their order after the others.
struct InTurn<'a, 'e, W, T> {
    each: &'a mut OfEach<'e, W, T>,
    posted: &'a mut Vec<(usize, Event)>,
}

impl<W, T: Tracer> Surroundings<W, T> for InTurn<'_, '_, W, T> {
    fn of(&mut self, place: usize, id: AgentId) -> (&mut W, &mut T) {
        self.each.of(place, id)
    }

    fn has_run(&mut self, place: usize, globals: &mut Globals) {
        keep_posted(globals, place, self.posted);
    }
}

impl<W, B: Tasks> TreeInstance<W, B> {
    fn shares(&self) -> bool {
        self.program.sharing > Sharing::Nothing
    }

    /// Whether it knows where the shared variables lie that its program declares.
    fn is_bound(&self) -> bool {
        let rare = self.agent.rare.as_ref();
        let found = rare.map_or(0, |rare| rare.global_places.len());
        found == self.program.global_variables.len()
    }

    /// Whether others could notice in this frame what it does, or in what order it was ticked.
    fn needs_its_turn(&self) -> bool {
        match self.program.sharing {
            Sharing::Nothing => false,
            Sharing::Reads => !self.is_bound(),
            Sharing::Writes => true,
        }
    }
}

impl<W: Send, B: Tasks> TreeManager<W, B> {
    /// [`Self::tick_each`] on the threads of `rayon`'s pool: what happens is the same, whatever their number.
    ///
    /// Trees run side by side that share nothing, or only read what is shared while nobody writes it; all others one after another on the
    /// calling thread ([`Program::sharing`](super::Program::sharing) says which). A world that holds something which other worlds reach as well (behind an `Arc`,
    /// for instance) should only read it: whoever changes it behind a lock does so in no certain order. The same goes for what tasks of the
    /// game keep outside of the world.
    ///
    /// ```
    /// # use treewright_core::TreeManager;
    /// # use treewright_core::compile::{GameTasks, compile};
    /// # use treewright_core::library::NodeLibrary;
    /// # use treewright_core::model::{DocumentBuilder, Node};
    /// # use treewright_core::runtime::{Status, TaskContext, TaskHooks, WorldCount};
    /// struct Soldier { steps: u32 }
    ///
    /// # let mut builder = DocumentBuilder::new("Patrol");
    /// # builder.root(Node::new("n1", "Step")).unwrap();
    /// # let document = builder.finish();
    /// let mut tasks = GameTasks::<Soldier>::new();
    /// tasks.action("Step", |_| {
    ///     TaskHooks::new(|context: &mut TaskContext<Soldier>| {
    ///         context.world.steps += 1;
    ///         Status::Running
    ///     })
    /// });
    /// let program = compile(&document, &NodeLibrary::builtin(), &tasks).program.unwrap();
    /// let mut trees = TreeManager::new();
    /// let mut soldiers = Vec::new();
    /// for seed in 0..1_000 {
    ///     trees.add(program.clone(), seed);
    ///     soldiers.push(Soldier { steps: 0 });
    /// }
    /// assert_eq!(trees.tick_parallel(&mut soldiers, 0.1)?, 1_000);
    /// assert!(soldiers.iter().all(|soldier| soldier.steps == 1));
    /// # Ok::<(), WorldCount>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer worlds than trees; nothing has happened then.
    pub fn tick_parallel(&mut self, worlds: &mut [W], dt: f64) -> Result<usize, WorldCount> {
        self.tick_parallel_traced(worlds, dt, &mut vec![NoTracer; worlds.len()])
    }

    /// [`Self::tick_parallel`], telling each tree's tracer what happens in it.
    ///
    /// # Errors
    /// If there are more or fewer worlds or tracers than trees; nothing has happened then.
    pub fn tick_parallel_traced<T: Tracer + Send>(
        &mut self,
        worlds: &mut [W],
        dt: f64,
        tracers: &mut [T],
    ) -> Result<usize, WorldCount> {
        let awake = self.agents.len() - self.sleepers.count();
        if awake < FEW {
            return self.tick_each_traced(worlds, dt, tracers);
        }
        let lanes = rayon::current_num_threads() * LANES_PER_THREAD;
        let size = self.agents.len().div_ceil(lanes);
        let mut each = OfEach::new(self.agents.len(), worlds, tracers)?;
        Ok(self.tick_in_lanes(&mut each, dt, size, run_at_once))
    }
}

/// Runs lanes in any order, or at the same time.
type RunLanes<W, B, T> =
    fn(&mut [Lane], Frame<'_>, &mut [(AgentId, TreeInstance<W, B>)], &mut OfEach<'_, W, T>);

impl<W, B: Tasks> TreeManager<W, B> {
    /// A frame in lanes of so many trees each. How many are Running afterwards.
    fn tick_in_lanes<T: Tracer>(
        &mut self,
        each: &mut OfEach<'_, W, T>,
        dt: f64,
        size: usize,
        run: RunLanes<W, B, T>,
    ) -> usize {
        self.begin_frame(dt);
        // Those that sleep run as well as if they were awake.
        let mut running = self.sleepers.count();
        let mut lanes = std::mem::take(&mut self.lanes.0);
        lanes.resize_with(self.agents.len().div_ceil(size), Lane::default);
        lanes.iter_mut().for_each(Lane::begin);
        let mut frame = Frame {
            of_sharers: false,
            sleepers: &self.sleepers,
            globals: &self.globals,
            dt,
            size,
        };
        run(&mut lanes, frame, &mut self.agents, each);
        let has_sharers = lanes.iter().any(|lane| lane.has_sharers);
        let has_writers = lanes.iter().any(|lane| lane.has_writers);
        if has_sharers && !has_writers {
            frame.of_sharers = true;
            run(&mut lanes, frame, &mut self.agents, each);
        }
        let mut posted = Vec::new();
        for lane in &mut lanes {
            running += lane.running;
            posted.append(&mut lane.posted);
            for (place, nap) in lane.naps.drain(..) {
                self.sleepers.put_to_sleep(place, nap);
            }
        }
        self.lanes.0 = lanes;
        if has_writers {
            let posted = &mut posted;
            let mut in_turn = InTurn { each, posted };
            let more = self.run_in_order(&mut in_turn, dt, TreeInstance::shares);
            running = running.saturating_add_signed(more);
        }
        posted.sort_by_key(|(place, _)| *place);
        let events = posted.into_iter().map(|(_, event)| event);
        self.globals.posted.extend(events);
        self.hand_out_events();
        running
    }
}

/// Runs lanes on as many threads as there are.
fn run_at_once<W: Send, B: Tasks, T: Tracer + Send>(
    lanes: &mut [Lane],
    frame: Frame<'_>,
    agents: &mut [(AgentId, TreeInstance<W, B>)],
    each: &mut OfEach<'_, W, T>,
) {
    let OfEach { worlds, tracers } = each;
    lanes
        .par_iter_mut()
        .zip(agents.par_chunks_mut(frame.size))
        .zip(worlds.par_chunks_mut(frame.size))
        .zip(tracers.par_chunks_mut(frame.size))
        .enumerate()
        .for_each(|(number, (((lane, agents), worlds), tracers))| {
            lane.run(number, frame, agents, &mut OfEach { worlds, tracers });
        });
}

#[cfg(test)]
mod laws;
