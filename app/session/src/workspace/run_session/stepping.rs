//! Moving through a run: on by itself, as fast as it is to go, frame by frame, event by event, and back.

use treewright_core::ToArgument as _;
use treewright_core::ids::NodeId;
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status};
use treewright_core::trace::TraceEvent;

use super::{Goal, RunSession};
use crate::i18n::said;
use crate::workspace::run_view::{LogKind, RunView as _};

/// For so many frames a run that is sent to a node looks for it: it may never come.
const MOST_FRAMES_TO_A_GOAL: u64 = 10_000;

impl RunSession {
    /// Lets it go on by itself, or stops it from doing so. Going on from the past takes another way from there.
    pub fn set_going(&mut self, going: bool) {
        self.owed = 0.0;
        self.goal = None;
        if !going {
            self.going = false;
            return;
        }
        if self.recording.is_in_the_past() && !self.is_inside_the_last_frame() {
            if self.recording.inside().is_some() {
                let frame = self.frame();
                self.show(frame);
            }
            // Nothing that is done from here can fail.
            let _ = self.check_and_leave(|recording| {
                recording.leave();
                Ok(())
            });
        }
        self.going = !self.is_finished();
    }

    /// Sends it to a goal: through the frames that are recorded, and from there on as fast as it can until it is there.
    pub fn send_to(&mut self, goal: Goal) {
        self.stop_going();
        self.goal = Some(goal);
        let first = self.frame() + u64::from(self.recording.inside().is_none());
        let after = self.recording.inside();
        for frame in first..=self.recording.last_frame() {
            let after = after.filter(|_| frame == first);
            if self.stop_in(frame, after) {
                return;
            }
        }
        self.recording.go_to(u64::MAX);
        self.look();
        self.give_up_after = self.recording.last_frame() + MOST_FRAMES_TO_A_GOAL;
        if self.is_finished() {
            self.goal = None;
        }
    }

    /// Goes on until the task that starts next, or else this one, has ended; in frames of `dt` seconds if there is neither.
    pub fn step_over(&mut self, selected: Option<&NodeId>, dt: f64, project: &Project<'_>) {
        let inside = self.moment.inside.as_ref();
        let next = inside.map(|inside| match inside.next {
            Some(TraceEvent::Start(_)) => inside.node.clone(),
            _ => None,
        });
        let running = selected.filter(|id| self.node(id).state.is_running());
        match (next, running) {
            (Some(Some(node)), _) => self.send_to(Goal::End(node)),
            // There is no subtree to step over.
            (Some(None), _) => self.step_event(dt, project),
            (None, Some(node)) => self.send_to(Goal::End(node.clone())),
            (None, None) => self.step(dt, project),
        }
    }

    /// Runs the next frame, or what is left of the one that is shown in part, unless something stops it before.
    pub(super) fn go_on(&mut self, dt: f64, project: &Project<'_>) {
        if let Some((agent, events)) = self.recording.inside() {
            let frame = self.frame();
            if !self.stop_in(frame, Some((agent, events))) {
                self.recording.go_to(frame);
                self.look();
            }
        } else {
            self.run_frame(dt, project);
        }
        if self.is_finished() {
            self.going = false;
            self.goal = None;
        }
        let waits_for_node = matches!(self.goal, Some(Goal::Start(_) | Goal::End(_)));
        if waits_for_node && self.recording.last_frame() >= self.give_up_after {
            self.goal = None;
            let frames = MOST_FRAMES_TO_A_GOAL.to_argument();
            let text = said("log.goal_not_reached", vec![("frames", frames)]);
            self.say(LogKind::Run, None, text);
        }
    }

    /// Runs a new frame.
    fn run_frame(&mut self, dt: f64, project: &Project<'_>) {
        if self.is_finished() {
            return;
        }
        let before = self.status();
        let met = self.look_before();
        let record = self.recording.step(dt);
        self.note(&record, project);
        self.look_after(&record, met, project);
        let status = self.status();
        if status != Status::Running && before == Status::Running {
            let key = match status {
                Status::Success => "log.finished_success",
                _ => "log.finished_failure",
            };
            self.say(LogKind::Run, None, said(key, Vec::new()));
        }
        self.stop_in(record.frame, None);
    }

    /// What the tree that is shown answered last.
    fn status(&self) -> Status {
        let record = self.recording.record(self.recording.frame());
        let frame = record.and_then(|record| record.of(self.agent));
        frame.map_or(Status::Running, |frame| frame.status)
    }

    /// One frame further: the next one that is recorded, or a new one.
    pub fn step(&mut self, dt: f64, project: &Project<'_>) {
        self.stop_going();
        let frame = self.frame();
        if self.recording.inside().is_some() {
            self.show(frame);
        } else if self.recording.is_in_the_past() {
            self.show(frame + 1);
        } else {
            self.run_frame(dt, project);
            if self.recording.inside().is_none() {
                self.look();
            }
        }
    }

    /// One frame back; from inside a frame, to where it began.
    pub fn step_back(&mut self) {
        let frame = self.frame();
        self.show(frame.saturating_sub(1));
    }

    /// Shows another frame.
    pub fn show(&mut self, frame: u64) {
        self.stop_going();
        self.recording.go_to(frame);
        self.look();
    }

    /// One event further.
    pub fn step_event(&mut self, dt: f64, project: &Project<'_>) {
        self.stop_going();
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

    /// One event back.
    pub fn step_event_back(&mut self) {
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

    /// Shows a frame up to an event of the agent with this number, whose tree is shown from now on.
    pub fn show_event(&mut self, frame: u64, agent: u64, events: usize) {
        self.show(frame);
        self.show_agent(agent);
        self.show_inside(frame, self.agent, events);
    }

    /// Shows a frame with the first so many events of an agent's part of it; with all of them, the frame itself.
    pub fn show_inside(&mut self, frame: u64, agent: AgentId, events: usize) {
        self.stop_going();
        if events >= self.events_in(frame, agent) || !self.recording.go_inside(frame, agent, events)
        {
            self.recording.go_to(frame);
        }
        self.look();
    }

    fn events_in(&self, frame: u64, agent: AgentId) -> usize {
        let record = self.recording.record(frame);
        let frame = record.and_then(|record| record.of(agent));
        frame.map_or(0, |frame| frame.events.len())
    }

    fn is_inside_the_last_frame(&self) -> bool {
        self.recording.inside().is_some() && self.frame() == self.recording.last_frame()
    }

    fn stop_going(&mut self) {
        self.going = false;
        self.goal = None;
        self.owed = 0.0;
    }
}

/// The most frames that are run to catch up with the clock; what is more is forgotten.
const MAX_CATCH_UP: u32 = 8;

/// The most frames a second, so that none lasts nothing.
const MOST_A_SECOND: f64 = 1000.0;

/// How much game time a frame lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStep {
    /// So many seconds.
    Fixed(f64),
    /// As long as the window's frame before it took.
    Real,
}

/// How fast a run goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds of game time for each second of real time; none for as fast as it can.
    pub speed: Option<f64>,
    /// How much game time a frame lasts.
    pub step: TimeStep,
}

impl Pace {
    /// Seconds of a frame that is run by itself.
    pub fn single_step(self) -> f64 {
        match self.step {
            TimeStep::Fixed(seconds) => seconds,
            TimeStep::Real => 1.0 / 60.0,
        }
    }

    /// Frames a second of real time. Frames that last nothing come as often as those of a tenth of a second would.
    fn frames_a_second(self, speed: f64) -> f64 {
        let seconds = Some(self.single_step()).filter(|seconds| *seconds > 0.0);
        (speed / seconds.unwrap_or(0.1)).min(MOST_A_SECOND)
    }
}

impl RunSession {
    /// Runs the frames that are due after `seconds` of real time; `has_time` says whether there is time for another one if it goes as
    /// fast as it can. Gives how long until the next one, if it goes on by itself.
    pub fn advance(
        &mut self,
        seconds: f64,
        pace: Pace,
        has_time: &mut dyn FnMut() -> bool,
        project: &Project<'_>,
    ) -> Option<f64> {
        let is_sent = self.goal.is_some();
        if !self.going && !is_sent {
            return None;
        }
        let until_next = match pace.speed {
            Some(speed) if !is_sent => self.keep_pace(seconds, speed, pace, project),
            _ => {
                // One at least, or nothing would ever be reached.
                self.go_on(pace.single_step(), project);
                while (self.going || self.goal.is_some()) && has_time() {
                    self.go_on(pace.single_step(), project);
                }
                (self.going || self.goal.is_some()).then_some(0.0)
            }
        };
        // Once for all the frames that were run.
        if self.recording.inside().is_none() {
            self.look();
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
                self.go_on(seconds * speed, project);
            }
            return self.going.then_some(0.0);
        }
        let frames_a_second = pace.frames_a_second(speed);
        self.owed += seconds * frames_a_second;
        let mut ran = 0;
        while self.owed >= 1.0 && self.going {
            self.owed -= 1.0;
            if ran < MAX_CATCH_UP {
                self.go_on(pace.single_step(), project);
                ran += 1;
            }
        }
        self.going.then(|| (1.0 - self.owed) / frames_a_second)
    }
}
