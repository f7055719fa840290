//! Tells what a watched agent did as messages: first what it does, then frame by frame. Where frames are lost, it says
//! which, and begins anew. Knows no ring and no conversation.

use treewright_core::runtime::AgentId;
use treewright_core::trace::{FlightFrame, FlightTree, Keyframe};
use treewright_insight::recording_json::Recorded;

use crate::protocol::{self, Frames, FromGame, Gap, Verb};

/// The most frames and numbers of a message.
const MOST_FRAMES: usize = 64;
const MOST_NUMBERS: usize = 30_000;

/// What else is known of a followed agent.
pub(crate) trait About {
    /// Returns the number of the program that it ran in a frame; `None` if the frame was not recorded.
    fn program(&self, frame: u64) -> Option<u32>;

    /// Returns what editors did to it before a frame, in order.
    fn done_before(&self, frame: u64) -> impl Iterator<Item = &Verb>;
}

/// How far the frames of an agent were told.
#[derive(Debug)]
pub(crate) struct Follower {
    agent: AgentId,
    /// The next frame that is to be told.
    pub next: u64,
    state: FollowState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum FollowState {
    /// Nothing was told yet. Waits for a keyframe.
    New,
    /// Frames are lost from this one on. Waits for a keyframe.
    Lost(u64),
    /// Everything was told.
    Current,
}

/// The messages about one agent that are being put together.
struct Telling<'o> {
    out: &'o mut Vec<FromGame>,
    frames: Frames,
    numbers: usize,
}

impl Telling<'_> {
    fn finish_frames(&mut self) {
        let next = Frames::of(AgentId(self.frames.agent), self.frames.program);
        let done = std::mem::replace(&mut self.frames, next);
        self.numbers = 0;
        if !done.is_empty() {
            self.out.push(FromGame::Frames(done));
        }
    }

    fn push<'v>(
        &mut self,
        frame: &FlightFrame,
        tree: &FlightTree,
        done: impl Iterator<Item = &'v Verb>,
    ) {
        self.frames.push(frame.frame, frame.dt, tree);
        self.frames.note_done(done);
        self.numbers += 3 * tree.events.len() + 5 * tree.writes.len();
        if self.frames.len() >= MOST_FRAMES || self.numbers >= MOST_NUMBERS {
            self.finish_frames();
        }
    }
}

impl Follower {
    /// Begins to follow an agent from this frame on.
    pub fn new(agent: AgentId, next: u64) -> Self {
        Self {
            agent,
            next,
            state: FollowState::New,
        }
    }

    /// Returns the agent.
    pub fn agent(&self) -> AgentId {
        self.agent
    }

    /// Tells what the agent did in these frames, which follow each other, as far as it was not told.
    pub fn tell(&mut self, frames: &[FlightFrame], about: &impl About, out: &mut Vec<FromGame>) {
        let mut telling = Telling {
            out,
            frames: Frames::of(self.agent, about.program(self.next).unwrap_or_default()),
            numbers: 0,
        };
        let new = frames.iter().filter(|frame| frame.frame >= self.next);
        for frame in new.collect::<Vec<_>>() {
            self.tell_frame(frame, about, &mut telling);
        }
        telling.finish_frames();
    }

    fn tell_frame(&mut self, frame: &FlightFrame, about: &impl About, telling: &mut Telling<'_>) {
        let program = about.program(frame.frame);
        let program = program.filter(|_| !frame.is_cut);
        let is_missing = frame.frame > self.next || program.is_none();
        if is_missing && self.state == FollowState::Current {
            self.state = FollowState::Lost(self.next);
        }
        self.next = frame.frame + 1;
        let Some(program) = program else {
            return;
        };
        let mut keyframes = frame.keyframes.iter();
        let own = keyframes.rfind(|(agent, _)| *agent == self.agent);
        if own.is_none() && self.state != FollowState::Current {
            return;
        }
        if let Some((_, keyframe)) = own {
            telling.finish_frames();
            self.tell_gap(frame.frame, telling);
            telling.frames.program = program;
            let keyframe = self.keyframe(keyframe, program, frame.frame);
            telling.out.push(FromGame::Keyframe(keyframe));
        }
        let tree = frame.trees.iter().find(|tree| tree.agent == self.agent);
        let asleep = FlightTree::default();
        telling.push(
            frame,
            tree.unwrap_or(&asleep),
            about.done_before(frame.frame),
        );
    }

    /// Tells which frames are lost before this one, if any are, and goes on.
    fn tell_gap(&mut self, frame: u64, telling: &mut Telling<'_>) {
        if let FollowState::Lost(from) = self.state {
            telling.out.push(FromGame::Gap(Gap {
                agent: self.agent.number(),
                from,
                to: frame - 1,
            }));
        }
        self.state = FollowState::Current;
    }

    fn keyframe(&self, keyframe: &Keyframe, program: u32, frame: u64) -> protocol::Keyframe {
        let variables = keyframe.variables.iter();
        protocol::Keyframe {
            agent: self.agent.number(),
            program,
            frame: frame - 1,
            ran: keyframe.frame,
            state: keyframe.state,
            running: keyframe.running.iter().map(|node| node.node.0).collect(),
            variables: variables
                .map(|(name, value)| (name.clone(), Recorded(value.clone())))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::runtime::{NodeIndex, TreeState};
    use treewright_core::trace::TraceEvent;

    use super::*;

    fn frame(number: u64, has_keyframe: bool) -> FlightFrame {
        let keyframe = Keyframe {
            frame: number - 1,
            state: TreeState::Enabled,
            running: Vec::new(),
            variables: Vec::new(),
        };
        let tree = FlightTree {
            agent: AgentId(7),
            events: vec![TraceEvent::Start(NodeIndex(number as u32))],
            ..FlightTree::default()
        };
        FlightFrame {
            frame: number,
            dt: 0.1,
            keyframes: has_keyframe
                .then_some((AgentId(7), keyframe))
                .into_iter()
                .collect(),
            trees: vec![tree],
            ..FlightFrame::default()
        }
    }

    /// Another program from frame 20 on; frame 30 was not recorded.
    struct Known;

    impl About for Known {
        fn program(&self, frame: u64) -> Option<u32> {
            (frame != 30).then_some(u32::from(frame >= 20))
        }

        fn done_before(&self, _: u64) -> impl Iterator<Item = &Verb> {
            std::iter::empty()
        }
    }

    /// Tells frames, each a number and whether it has a keyframe, and writes down the messages.
    fn told(follower: &mut Follower, frames: &[FlightFrame]) -> String {
        let mut out = Vec::new();
        follower.tell(frames, &Known, &mut out);
        let texts = out.iter().map(|message| match message {
            FromGame::Frames(frames) => {
                let last = frames.first + frames.len() as u64 - 1;
                format!("{}-{last}p{}", frames.first, frames.program)
            }
            FromGame::Keyframe(keyframe) => format!("key{}p{}", keyframe.frame, keyframe.program),
            FromGame::Gap(gap) => format!("gap{}-{}", gap.from, gap.to),
            other => format!("{other:?}"),
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_agent_is_told_from_a_keyframe_on() {
        let mut follower = Follower::new(AgentId(7), 3);
        let frames: Vec<_> = (1..=9)
            .map(|number| frame(number, number % 3 == 2))
            .collect();
        assert_eq!(told(&mut follower, &frames), "key4p0 5-7p0 key7p0 8-9p0");
        assert_eq!(told(&mut follower, &frames), "", "nothing is told twice");
        assert_eq!(told(&mut follower, &[frame(10, false)]), "10-10p0");
    }

    #[test]
    fn lost_frames_are_told_up_to_the_next_keyframe() {
        let mut follower = Follower::new(AgentId(7), 1);
        assert_eq!(
            told(&mut follower, &[frame(1, true), frame(2, false)]),
            "key0p0 1-2p0"
        );
        assert_eq!(told(&mut follower, &[frame(5, false), frame(6, false)]), "");
        assert_eq!(
            told(&mut follower, &[frame(7, true), frame(8, false)]),
            "gap3-6 key6p0 7-8p0"
        );
        let cut = FlightFrame {
            is_cut: true,
            ..frame(9, true)
        };
        assert_eq!(
            told(&mut follower, &[cut, frame(10, true)]),
            "gap9-9 key9p0 10-10p0"
        );
    }

    #[test]
    fn frames_that_were_not_recorded_are_lost() {
        let mut follower = Follower::new(AgentId(7), 29);
        let frames = [
            frame(29, true),
            frame(30, false),
            frame(31, false),
            frame(32, true),
        ];
        assert_eq!(
            told(&mut follower, &frames),
            "key28p1 29-29p1 gap30-31 key31p1 32-32p1"
        );
    }

    #[test]
    fn another_program_begins_with_a_keyframe() {
        let mut follower = Follower::new(AgentId(7), 18);
        let frames = [
            frame(18, true),
            frame(19, false),
            frame(20, true),
            frame(21, false),
        ];
        assert_eq!(
            told(&mut follower, &frames),
            "key17p0 18-19p0 key19p1 20-21p1"
        );
    }

    #[test]
    fn a_frame_in_which_the_tree_slept_is_told_as_empty() {
        let mut follower = Follower::new(AgentId(7), 1);
        let mut asleep = frame(2, false);
        asleep.trees.clear();
        let mut out = Vec::new();
        follower.tell(&[frame(1, true), asleep], &Known, &mut out);
        let Some(FromGame::Frames(frames)) = out.last() else {
            panic!("{out:?}");
        };
        assert_eq!(frames.e, [vec![1, 1, 0], vec![]]);
    }

    #[test]
    fn long_messages_are_divided() {
        let mut follower = Follower::new(AgentId(7), 31);
        let frames: Vec<_> = (31..=180)
            .map(|number| frame(number, number == 31))
            .collect();
        assert_eq!(
            told(&mut follower, &frames),
            "key30p1 31-94p1 95-158p1 159-180p1"
        );
    }
}
