//! Moves through a run: automatically at some speed, frame by frame, event by event, and back.

use treewright_core::ToArgument as _;
use treewright_core::ids::NodeId;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status};
use treewright_core::trace::TraceEvent;

use super::{Goal, RunSession};
use crate::i18n::said;
use crate::workspace::run_view::{LogKind, RunView as _, StopKind};

/// How many frames a run to a node takes at most, because the node may never be reached.
const MAX_FRAMES_TO_GOAL: u64 = 10_000;

impl RunSession {
    /// Starts or stops playback. If an earlier frame is shown, starting discards the later ones.
    pub fn set_playing(&mut self, going: bool) {
        self.due_frames = 0.0;
        self.goal = None;
        self.stop = None;
        if !going {
            self.is_playing = false;
            return;
        }
        if self.recording.is_in_the_past() && !self.is_inside_the_last_frame() {
            if self.recording.inside().is_some() {
                let frame = self.frame();
                self.show(frame);
            }
            // This callback cannot fail.
            let _ = self.apply_discarding_later(|recording| {
                recording.discard_later_frames();
                Ok(())
            });
        }
        self.is_playing = !self.is_finished();
    }

    /// Runs to a goal: first through the recorded frames, then as fast as possible through new ones.
    pub fn run_to(&mut self, goal: Goal) {
        self.pause();
        self.goal = Some(goal);
        self.goal_tree = self.shown_tree();
        let first = self.frame() + u64::from(self.recording.inside().is_none());
        let after = self.recording.inside();
        for frame in first..=self.recording.last_frame() {
            let after = after.filter(|_| frame == first);
            if self.stop_in(frame, after) {
                return;
            }
        }
        self.recording.go_to(u64::MAX);
        self.update_moment();
        self.give_up_after = self.recording.last_frame() + MAX_FRAMES_TO_GOAL;
        if self.is_finished() {
            self.goal = None;
        }
    }

    /// Runs until the node that starts next, or else the selected running node, has ended. If there is neither, runs one frame of `dt` seconds.
    pub fn step_over(&mut self, selected: Option<&NodeId>, dt: f64, project: &Project<'_>) {
        self.turn_to_stepped_agent();
        let inside = self.moment.inside.as_ref();
        let next = inside.map(|inside| match inside.next {
            Some(TraceEvent::Start(_)) => inside.node.as_ref().map(|node| node.id.clone()),
            _ => None,
        });
        let running = selected.filter(|id| self.node(id).state.is_running());
        match (next, running) {
            (Some(Some(node)), _) => self.run_to(Goal::End(node)),
            // The node is not shown, so there is no subtree to step over.
            (Some(None), _) => self.step_event(dt, project),
            (None, Some(node)) => self.run_to(Goal::End(node.clone())),
            (None, None) => self.step(dt, project),
        }
    }

    /// Runs until the innermost branch ends that holds a node: the selected one if it is running, else the next one of the shown moment, else the
    /// deepest running one. If nothing runs, runs one frame of `dt` seconds.
    pub fn step_out(&mut self, selected: Option<&NodeId>, dt: f64, project: &Project<'_>) {
        self.turn_to_stepped_agent();
        let running = |id: &&NodeId| self.node(id).state.is_running();
        let inside = self.moment.inside.as_ref();
        let next = inside.and_then(|inside| Some(&inside.node.as_ref()?.id));
        let deepest = self.moment.stacks.first().and_then(|stack| stack.last());
        let node = selected.filter(running).or(next).or(deepest);
        let document = self.trees.project(self.program_number(), project).document;
        let above = |id: &NodeId| document.node(id)?.parent().cloned();
        let mut branch = node.and_then(above).or(node.cloned());
        // A decorator ends together with its child.
        while let Some(id) = &branch
            && document
                .node(id)
                .is_some_and(|node| node.children().len() == 1)
            && let Some(parent) = above(id)
        {
            branch = Some(parent);
        }
        match branch {
            Some(branch) => self.run_to(Goal::End(branch)),
            None => self.step(dt, project),
        }
    }

    /// Runs the next frame, or the rest of the partly shown one, unless a stop is reached earlier.
    pub(super) fn continue_run(&mut self, dt: f64, project: &Project<'_>) {
        if let Some((agent, events)) = self.recording.inside() {
            let frame = self.frame();
            if !self.stop_in(frame, Some((agent, events))) {
                self.recording.go_to(frame);
                self.update_moment();
            }
        } else {
            self.run_frame(dt, project);
        }
        if self.is_finished() {
            let was_going = self.is_playing || self.goal.is_some();
            self.is_playing = false;
            self.goal = None;
            if was_going && self.stop.is_none() {
                self.stopped(StopKind::Finished(self.status()), None);
            }
        }
        let waits_for_node = matches!(self.goal, Some(Goal::Start(_) | Goal::End(_)));
        if waits_for_node && self.recording.last_frame() >= self.give_up_after {
            let node = match self.goal.take() {
                Some(Goal::Start(node) | Goal::End(node)) => Some(node),
                _ => None,
            };
            self.stopped(StopKind::NotReached(MAX_FRAMES_TO_GOAL), node);
            let frames = MAX_FRAMES_TO_GOAL.to_argument();
            let text = said("log.goal_not_reached", vec![("frames", frames)]);
            self.log_of_tree(self.goal_tree, LogKind::Run, None, text);
        }
    }

    fn run_frame(&mut self, dt: f64, project: &Project<'_>) {
        if self.is_finished() {
            return;
        }
        let seconds = self.repeat_inputs(project).unwrap_or(dt);
        let hits = self.check_before_frame();
        let record = self.recording.step(seconds);
        self.process_frame(&record, project);
        self.check_after_frame(&record, hits, project);
        self.log_ends(&record);
        self.stop_in(record.frame, None);
    }

    /// Returns the status of the shown agent's tree in the shown frame.
    fn status(&self) -> Status {
        let record = self.recording.record(self.recording.frame());
        let frame = record.and_then(|record| record.of(self.agent));
        frame.map_or(Status::Running, |frame| frame.status)
    }

    /// Steps one frame forward: to the next recorded one, or a new one.
    pub fn step(&mut self, dt: f64, project: &Project<'_>) {
        self.pause();
        let frame = self.frame();
        if self.recording.inside().is_some() {
            self.show(frame);
        } else if self.recording.is_in_the_past() {
            self.show(frame + 1);
        } else {
            self.run_frame(dt, project);
            if self.recording.inside().is_none() {
                self.update_moment();
            }
        }
    }

    /// Steps one frame back; from within a frame, to its start.
    pub fn step_back(&mut self) {
        let frame = self.frame();
        self.show(frame.saturating_sub(1));
    }

    pub fn show(&mut self, frame: u64) {
        self.pause();
        self.recording.go_to(frame);
        self.update_moment();
    }

    /// Steps one event forward.
    pub fn step_event(&mut self, dt: f64, project: &Project<'_>) {
        self.pause();
        self.turn_to_stepped_agent();
        if let Some((agent, events)) = self.recording.inside() {
            let frame = self.frame();
            self.show_inside(frame, agent, events + 1);
            return;
        }
        let next = self.frame() + 1;
        if !self.recording.is_in_the_past() {
            self.run_frame(dt, project);
        }
        self.show_inside(next, self.agent, 1);
    }

    /// Within a frame, shows the agent whose events have happened in part: that of another tree may be shown.
    fn turn_to_stepped_agent(&mut self) {
        if let Some((agent, _)) = self.recording.inside() {
            self.agent = agent;
        }
    }

    /// Steps one event back.
    pub fn step_event_back(&mut self) {
        self.turn_to_stepped_agent();
        let frame = self.frame();
        match self.recording.inside() {
            Some((agent, events)) if events > 1 => self.show_inside(frame, agent, events - 1),
            Some(_) => self.show(frame.saturating_sub(1)),
            None => {
                let events = self.events_in(frame, self.agent);
                self.show_inside(frame, self.agent, events.saturating_sub(1));
            }
        }
    }

    /// Shows a frame up to an event of the agent with this number, and switches to that agent.
    pub fn show_event(&mut self, frame: u64, agent: u64, events: usize) {
        self.show(frame);
        self.show_agent(agent);
        self.show_inside(frame, self.agent, events);
    }

    /// Shows a frame after the first `events` events of an agent. If these are all, shows the end of the frame.
    pub fn show_inside(&mut self, frame: u64, agent: AgentId, events: usize) {
        self.pause();
        if events >= self.events_in(frame, agent) || !self.recording.go_inside(frame, agent, events)
        {
            self.recording.go_to(frame);
        }
        self.update_moment();
    }

    fn events_in(&self, frame: u64, agent: AgentId) -> usize {
        let record = self.recording.record(frame);
        let frame = record.and_then(|record| record.of(agent));
        frame.map_or(0, |frame| frame.events.len())
    }

    pub(super) fn is_inside_the_last_frame(&self) -> bool {
        self.recording.inside().is_some() && self.frame() == self.recording.last_frame()
    }

    fn pause(&mut self) {
        self.is_playing = false;
        self.goal = None;
        self.stop = None;
        self.due_frames = 0.0;
    }
}

/// How many frames are run at once to catch up with the clock; the others are skipped.
const MAX_CATCH_UP_FRAMES: u32 = 8;

/// Limit of frames per second, so that no frame has zero duration.
const MAX_FRAMES_PER_SECOND: f64 = 1000.0;

/// The frame time: the duration of a frame in game time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStep {
    /// In seconds.
    Fixed(f64),
    /// The duration of the window's previous frame.
    Real,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Playback speed: seconds of game time per second of real time; `None` for as fast as possible.
    pub speed: Option<f64>,
    pub step: TimeStep,
}

impl Pace {
    /// Returns the frame time in seconds of a single step.
    pub fn single_step(self) -> f64 {
        match self.step {
            TimeStep::Fixed(seconds) => seconds,
            TimeStep::Real => 1.0 / 60.0,
        }
    }

    /// Returns frames per second of real time. Frames with a frame time of 0 are played as if it were a tenth of a second.
    fn frames_per_second(self, speed: f64) -> f64 {
        let seconds = Some(self.single_step()).filter(|seconds| *seconds > 0.0);
        (speed / seconds.unwrap_or(0.1)).min(MAX_FRAMES_PER_SECOND)
    }
}

impl RunSession {
    /// Runs the frames that are due after `seconds` of real time. At unlimited speed, runs frames while `has_time` returns `true`. Returns the
    /// seconds until the next frame is due, or `None` if playback has stopped.
    pub fn advance(
        &mut self,
        seconds: f64,
        pace: Pace,
        has_time: &mut dyn FnMut() -> bool,
        project: &Project<'_>,
    ) -> Option<f64> {
        let has_goal = self.goal.is_some();
        if !self.is_playing && !has_goal {
            return None;
        }
        let until_next = match pace.speed {
            Some(speed) if !has_goal => self.keep_pace(seconds, speed, pace, project),
            _ => {
                // At least one frame, or there would be no progress.
                self.continue_run(pace.single_step(), project);
                while (self.is_playing || self.goal.is_some()) && has_time() {
                    self.continue_run(pace.single_step(), project);
                }
                (self.is_playing || self.goal.is_some()).then_some(0.0)
            }
        };
        // Once for all the frames that were run.
        if self.recording.inside().is_none() {
            self.update_moment();
        }
        until_next
    }

    fn keep_pace(
        &mut self,
        seconds: f64,
        speed: f64,
        pace: Pace,
        project: &Project<'_>,
    ) -> Option<f64> {
        if pace.step == TimeStep::Real {
            if seconds > 0.0 {
                self.continue_run(seconds * speed, project);
            }
            return self.is_playing.then_some(0.0);
        }
        let frames_per_second = pace.frames_per_second(speed);
        self.due_frames += seconds * frames_per_second;
        let mut ran = 0;
        while self.due_frames >= 1.0 && self.is_playing {
            self.due_frames -= 1.0;
            if ran < MAX_CATCH_UP_FRAMES {
                self.continue_run(pace.single_step(), project);
                ran += 1;
            }
        }
        self.is_playing
            .then(|| (1.0 - self.due_frames) / frames_per_second)
    }
}
