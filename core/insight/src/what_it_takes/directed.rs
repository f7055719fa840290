//! The search along what stood in the way: of all partial changes the one whose run came nearest is followed first, by changes of the
//! inputs on which the answers in it depended.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use rustc_hash::FxHashSet;
use treewright_core::runtime::Status;

use super::complete::Turn;
use super::sight::{Distance, Obstacle, Sight};
use super::{
    ChangeSearch, Choice, InputOption, MOST_FOUND, MOST_FRAMES, MOST_FRAMES_FOR_SMALLER, Phase,
};
use crate::recording::RunInput;

/// The maximum number of inputs that a change consists of.
const LARGEST: usize = 8;
/// The maximum number of changes that are followed.
const MOST_FOLLOWED: u64 = 3_000;
/// How many are followed after one was found, for smaller and for other ones.
const MOST_AFTER_FOUND: u64 = 300;

/// The changes to follow.
#[derive(Default)]
pub(super) struct Directed {
    leads: BinaryHeap<Reverse<Lead>>,
    seen: FxHashSet<Choice>,
    followed: u64,
    since_found: u64,
}

/// A change to try. The least is followed first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    /// How far the run was of which it changes one more input.
    distance: Distance,
    size: usize,
    /// How likely that input matters: less is more.
    rank: usize,
    number: usize,
    choice: Choice,
}

impl ChangeSearch {
    /// Follows one lead.
    pub(super) fn follow(&mut self, mut directed: Directed) -> Phase {
        let Some(Reverse(Lead { choice, .. })) = directed.leads.pop() else {
            return self.after_following();
        };
        let most = self.size().unwrap_or(LARGEST);
        if choice.len() > most || self.contradicts(&choice) || self.is_covered(&choice) {
            return Phase::Directed(directed);
        }
        self.tried += 1;
        directed.followed += 1;
        match self.run(&choice) {
            Some((true, _)) => {
                let before = self.size();
                let choice = self.without_needless(choice);
                self.keep(choice);
                if self.size() != before {
                    directed.since_found = 0;
                }
            }
            Some((false, sight)) if choice.len() < most => {
                self.note_leads(&mut directed, &choice, &sight);
            }
            _ => {}
        }
        directed.since_found += u64::from(!self.found.is_empty());
        if directed.followed >= MOST_FOLLOWED
            || directed.since_found >= MOST_AFTER_FOUND
            || self.found.len() >= MOST_FOUND
        {
            return self.after_following();
        }
        Phase::Directed(directed)
    }

    /// Adds a lead for each input that an answer in a run depended on.
    pub(super) fn note_leads(&self, directed: &mut Directed, choice: &Choice, sight: &Sight) {
        let Some(window) = self.trials.frames() else {
            return;
        };
        let distance = sight.distance(&self.goal);
        for obstacle in sight.obstacles(&self.goal, window) {
            for (number, option) in self.options.iter().enumerate() {
                if !self.may_turn(&obstacle, option) {
                    continue;
                }
                let own = option.left_out.map(|frame| vec![frame]);
                let frames = own.as_ref().unwrap_or(&obstacle.frames);
                for (place, frame) in frames.iter().enumerate() {
                    let mut changed = choice.clone();
                    let at = changed.partition_point(|one| *one < (*frame, number));
                    if changed.get(at) == Some(&(*frame, number)) {
                        continue;
                    }
                    changed.insert(at, (*frame, number));
                    if directed.seen.insert(changed.clone()) {
                        directed.leads.push(Reverse(Lead {
                            distance,
                            size: changed.len(),
                            rank: 2 * obstacle.above + place,
                            number: directed.seen.len(),
                            choice: changed,
                        }));
                    }
                }
            }
        }
    }

    /// Whether the answer of a node may depend on an input.
    fn may_turn(&self, obstacle: &Obstacle, option: &InputOption) -> bool {
        let node = obstacle.node;
        let answer = obstacle.answer.filter(|answer| *answer != Status::Running);
        match &option.input {
            RunInput::Set { name, .. } => self.goal.reads(node, name),
            RunInput::Send { event, .. } => self.goal.hears(node, &event.name),
            RunInput::Force {
                node: forced,
                status,
                ..
            } => *forced == node && (option.left_out.is_some() || Some(*status) != answer),
            RunInput::Interrupt { .. } => option.left_out.is_some(),
            _ => false,
        }
    }

    /// Leaves out each input without which a change leads there as well.
    fn without_needless(&mut self, mut choice: Choice) -> Choice {
        let mut place = 0;
        while place < choice.len() && choice.len() > 1 {
            let mut fewer = choice.clone();
            fewer.remove(place);
            self.tried += 1;
            if self.run(&fewer).is_some_and(|(is_so, _)| is_so) {
                choice = fewer;
                place = 0;
            } else {
                place += 1;
            }
        }
        choice
    }

    /// What was found is made smaller; all small changes are tried if nothing was found.
    fn after_following(&mut self) -> Phase {
        if self.size().is_some() {
            self.most_ran = MOST_FRAMES.min(self.ran + MOST_FRAMES_FOR_SMALLER);
        }
        match (self.size(), self.trials.frames()) {
            (Some(1), _) | (_, None) => Phase::Over,
            (Some(3..), Some((_, last))) => {
                let used = self.found.iter().flatten().map(|(_, input)| *input);
                let used: BTreeSet<usize> = used.collect();
                self.among = used.into_iter().collect();
                Phase::Narrow(Turn::all_first(last, 2))
            }
            _ => self.among_all(),
        }
    }
}
