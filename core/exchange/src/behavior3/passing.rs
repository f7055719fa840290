//! Which variables a subtree is given: all that it and what it runs use, under their own names. As many are passed on as files of people need;
//! a file made to have every use pass on everything does not grow beyond that.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// The most variables that Subtree nodes pass on, all together: each is a setting of a node.
pub(super) const MAX_PASSED_ON: usize = 20_000;

/// What the files of a workspace use and run.
pub(super) struct Passing {
    /// The variables that each file uses itself, each once.
    used: Vec<Vec<Arc<str>>>,
    /// The files that each runs.
    runs: Vec<Vec<usize>>,
    /// What was found out so far.
    seen: FxHashMap<usize, Vec<Arc<str>>>,
    left: usize,
    /// Whether something was not passed on, since it was too much.
    pub is_short: bool,
}

impl Passing {
    pub fn new(used: Vec<Vec<Arc<str>>>, runs: Vec<Vec<usize>>) -> Self {
        Self {
            used,
            runs,
            seen: FxHashMap::default(),
            left: MAX_PASSED_ON,
            is_short: false,
        }
    }

    /// The variables that a file itself uses.
    pub fn used_by(&self, file: usize) -> &[Arc<str>] {
        &self.used[file]
    }

    /// The variables that one use of a file is given.
    pub fn given_to(&mut self, file: usize) -> Vec<Arc<str>> {
        if !self.seen.contains_key(&file) {
            let seen = self.seen_by(file);
            self.seen.insert(file, seen);
        }
        let seen = &self.seen[&file];
        let count = seen.len().min(self.left);
        self.is_short |= count < seen.len();
        self.left -= count;
        seen[..count].to_vec()
    }

    /// The variables that a file and all that it runs use: no more than one beyond what can be passed on.
    fn seen_by(&self, file: usize) -> Vec<Arc<str>> {
        let mut is_seen = vec![false; self.used.len()];
        is_seen[file] = true;
        let mut waiting = vec![file];
        let (mut names, mut known) = (Vec::new(), FxHashSet::default());
        while let Some(next) = waiting.pop() {
            for name in &self.used[next] {
                if names.len() > self.left {
                    return names;
                }
                if known.insert(name) {
                    names.push(name.clone());
                }
            }
            for run in &self.runs[next] {
                if !std::mem::replace(&mut is_seen[*run], true) {
                    waiting.push(*run);
                }
            }
        }
        names
    }
}
