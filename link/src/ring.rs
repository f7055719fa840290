//! The last part of what trees did, bounded by bytes: chunks that the game has handed over, from which whoever is
//! attached reads at its own pace. Who falls behind finds that the oldest frames are gone. Knows neither threads nor
//! messages.

use std::collections::VecDeque;

use treewright_core::runtime::AgentSet;
use treewright_core::time::Nanoseconds;
use treewright_core::trace::{FlightChunk, FlightFrame, FlightLog};

/// The game time between two frames whose times are known.
const STEP: Nanoseconds = Nanoseconds(100_000_000);

/// The recording of the last part of a game.
#[derive(Debug)]
pub(crate) struct Ring {
    log: FlightLog,
    /// All frames up to this one were handed over completely.
    complete: u64,
    /// Some frames with the game time at their end, in order.
    times: VecDeque<(u64, Nanoseconds)>,
}

/// A copy of some frames of a ring.
#[derive(Debug)]
pub(crate) struct RingPart {
    chunks: Vec<FlightChunk>,
    from: u64,
    /// The last frame that it contains completely.
    to: u64,
}

impl Ring {
    /// Creates a ring of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            log: FlightLog::new(bytes),
            complete: 0,
            times: VecDeque::new(),
        }
    }

    /// Adds the next chunk. Calls `dropped` with those that have to go for it.
    pub fn push(&mut self, chunk: FlightChunk, dropped: impl FnMut(FlightChunk)) {
        self.log.push(chunk, dropped);
        let first = self.first();
        let gone = self.times.partition_point(|(frame, _)| *frame < first);
        self.times.drain(..gone);
    }

    /// Notes that all frames up to this one were handed over.
    pub fn complete(&mut self, frame: u64) {
        self.complete = frame;
    }

    /// Notes the game time at the end of a frame, which may not be handed over yet.
    pub fn note_time(&mut self, frame: u64, time: Nanoseconds) {
        let last = self.times.back().map(|(_, last)| last.0);
        if last.is_none_or(|last| time.0 >= last.saturating_add(STEP.0)) {
            self.times.push_back((frame, time));
        }
    }

    /// Returns the number of the first frame of which anything is known.
    pub fn first(&self) -> u64 {
        self.log.chunks().next().map_or(0, FlightChunk::begins_in)
    }

    /// Returns the number of the last frame that is known completely.
    pub fn last(&self) -> u64 {
        self.complete
    }

    /// Returns the first frame of the last so many seconds, as far as they are known.
    pub fn frame_before(&self, seconds: f64) -> u64 {
        let past = Nanoseconds::from_seconds(seconds).0;
        let now = self.times.back().map_or(0, |(_, time)| time.0);
        let after = |(_, time): &&(u64, Nanoseconds)| time.0.saturating_add(past) >= now;
        let first = self.times.iter().find(after);
        first.map_or(self.complete, |(frame, _)| *frame) + 1
    }

    /// Copies the frames with these numbers, out of about `most` bytes but at least one whole frame.
    pub fn part(&self, from: u64, to: u64, most: usize) -> RingPart {
        // Most readers are near the end.
        let later = self.log.chunks().rev();
        let later = later.take_while(|chunk| chunk.begins_in() >= from).count();
        // The one before may have the beginning of the first frame.
        let before = self.log.chunks().len().saturating_sub(later + 1);
        let mut rest = self.log.chunks().skip(before).peekable();
        // The first frame that may be whole: the beginning of that in which a chunk begins may be gone.
        let begins = rest.peek().map_or(0, |chunk| chunk.begins_in());
        let whole = from.max(begins + 1);
        let (mut chunks, mut bytes) = (Vec::new(), 0);
        let next = loop {
            match rest.peek() {
                Some(chunk) if bytes >= most && chunk.begins_in() > whole => {
                    break Some(chunk.begins_in() - 1);
                }
                Some(chunk) => {
                    bytes += chunk.bytes();
                    chunks.push(FlightChunk::clone(chunk));
                }
                None => break None,
            }
            rest.next();
        };
        RingPart {
            chunks,
            from,
            to: next.unwrap_or(to).min(to).min(self.complete),
        }
    }
}

impl RingPart {
    /// Iterates over the frames with these trees only. Frames that were lost are missing, or incomplete.
    pub fn frames(&self, trees: &AgentSet) -> impl Iterator<Item = FlightFrame> {
        let frames = FlightChunk::frames_of(&self.chunks, trees);
        frames.filter(|frame| (self.from..=self.to).contains(&frame.frame))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use treewright_core::runtime::{AgentId, NodeIndex, Tracer as _};
    use treewright_core::testing::cases;
    use treewright_core::trace::FlightRecorder;

    use super::*;

    /// Records frames in which five trees each start one node after another, more in some frames than in others.
    struct Game {
        recorder: FlightRecorder,
        ring: Ring,
        frame: u64,
    }

    impl Game {
        fn new(bytes: usize) -> Self {
            Self {
                recorder: FlightRecorder::new(64 << 10),
                ring: Ring::new(bytes),
                frame: 0,
            }
        }

        fn run(&mut self, events: u32, hands_over: bool) {
            self.frame += 1;
            self.recorder.begin_frame(self.frame, 0.1);
            for agent in 0..5 {
                self.recorder.tree(AgentId(agent));
                for node in 0..events {
                    self.recorder.start(NodeIndex(node));
                }
            }
            let full: Vec<_> = if hands_over {
                self.recorder.take_chunks().collect()
            } else {
                self.recorder.take_full_chunks().collect()
            };
            for chunk in full {
                self.ring
                    .push(chunk, |chunk| self.recorder.give_back(chunk));
            }
            if hands_over {
                self.ring.complete(self.frame);
            }
            let time = Nanoseconds(self.frame * 100_000_000);
            self.ring.note_time(self.frame, time);
        }
    }

    fn three() -> AgentSet {
        [AgentId(3)].into_iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(100)))]

        #[test]
        fn a_reader_at_any_pace_gets_every_frame_once_or_finds_it_gone(
            frames in prop::collection::vec((0_u32..300, any::<bool>(), any::<bool>()), 1..120),
            most in 1_usize..50_000,
            bytes in 20_000_usize..400_000,
        ) {
            let mut game = Game::new(bytes);
            let mut next = 1;
            for (events, hands_over, reads) in &frames {
                game.run(*events, *hands_over);
                prop_assert!(game.ring.log.bytes() <= bytes.max(16_000));
                if *reads {
                    read(&game, &mut next, most, &frames);
                }
            }
            game.run(0, true);
            let mut pieces = 0;
            while next <= game.ring.last() {
                read(&game, &mut next, most, &frames);
                pieces += 1;
                prop_assert!(pieces <= frames.len(), "each piece leads on");
            }
        }
    }

    /// Reads a piece from the frame `next` on. Each of `frames` begins with the number of its events.
    fn read(game: &Game, next: &mut u64, most: usize, frames: &[(u32, bool, bool)]) {
        for frame in game.ring.part(*next, u64::MAX, most).frames(&three()) {
            assert!(frame.frame >= *next, "frames go on");
            *next = frame.frame + 1;
            let events = frames.get(frame.frame as usize - 1);
            if let (Some((events, ..)), false) = (events, frame.is_cut) {
                assert_eq!(frame.trees.len(), 1);
                assert_eq!(
                    frame.trees[0].events.len(),
                    *events as usize,
                    "a frame is whole"
                );
            }
        }
    }

    #[test]
    fn a_part_has_at_least_one_whole_frame() {
        let mut game = Game::new(4 << 20);
        for _ in 0..20 {
            game.run(2_000, true);
        }
        let part = game.ring.part(5, u64::MAX, 1);
        let frames: Vec<_> = part.frames(&three()).collect();
        assert!(!frames.is_empty() && frames.len() < 16, "{}", frames.len());
        assert_eq!(
            (frames[0].frame, frames[0].trees[0].events.len()),
            (5, 2_000)
        );
    }

    #[test]
    fn seconds_lead_to_a_frame() {
        let mut game = Game::new(4 << 20);
        for _ in 0..100 {
            game.run(3, true);
        }
        assert_eq!(game.ring.frame_before(0.0), 101);
        assert_eq!(game.ring.frame_before(2.0), 81);
        assert_eq!(
            game.ring.frame_before(1e9),
            2,
            "from the first that is known"
        );
        assert_eq!(Ring::new(0).frame_before(3.0), 1);
    }

    #[test]
    fn what_is_older_than_the_memory_is_gone() {
        let mut game = Game::new(100_000);
        for _ in 0..1_000 {
            game.run(100, true);
        }
        let frames: Vec<_> = game
            .ring
            .part(1, u64::MAX, usize::MAX)
            .frames(&three())
            .collect();
        assert!(frames[0].frame > 500 && frames.last().unwrap().frame == 1_000);
        assert!(game.ring.frame_before(1e9) > 500);
    }
}
