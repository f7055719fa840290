//! The breakpoints that the user wants a robot to wait at, and those that it has. Sets none before the user has agreed: a robot that waits may be
//! moving. Knows neither documents nor sockets.

use treewright_core::runtime::Status;
use treewright_robot::groot2::{Hook, HookMode, HookPosition, HookResult, Request};

/// Whether breakpoints may be set on a robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consent {
    /// The user was not asked.
    #[default]
    NotAsked,
    Given,
    /// The user does not want it, for the breakpoints of this revision.
    Refused(u64),
}

/// A place in the tree of a program: the number of a node, and whether before or after it.
pub type HookPlace = (u16, HookPosition);

/// The breakpoints of a robot.
#[derive(Debug, Default)]
pub struct RobotHooks {
    pub consent: Consent,
    wanted: Vec<HookPlace>,
    set: Vec<HookPlace>,
    /// Where the tree waits.
    waits: Option<HookPlace>,
    /// Where it waited last: of two breakpoints of a node, it arrives at the other one next.
    last: Option<HookPlace>,
    /// How often changes came in since it waits. Those that led there may come later than the news of it.
    changes: u32,
}

impl RobotHooks {
    /// Sets where the user wants the tree to wait.
    pub fn want(&mut self, wanted: Vec<HookPlace>) {
        self.wanted = wanted;
    }

    /// Returns whether the user must be asked before these breakpoints are set, which have this revision.
    pub fn needs_consent(&self, revision: u64) -> bool {
        let is_known = match self.consent {
            Consent::NotAsked => false,
            Consent::Given => true,
            Consent::Refused(of) => of == revision,
        };
        !is_known && !self.wanted.is_empty()
    }

    /// Returns what to ask of the program so that it has the breakpoints that are wanted.
    pub fn requests(&mut self) -> Vec<Request> {
        if self.consent != Consent::Given || self.wanted == self.set {
            return Vec::new();
        }
        let gone = self.set.iter().filter(|at| !self.wanted.contains(at));
        let new = self.wanted.iter().filter(|at| !self.set.contains(at));
        let gone = gone.map(|at| self.removal(*at));
        let requests = gone.chain(new.map(|at| Request::InsertHook(breakpoint(*at))));
        let requests = requests.collect();
        self.waits = self.waits.filter(|at| self.wanted.contains(at));
        self.set.clone_from(&self.wanted);
        requests
    }

    /// A breakpoint that is removed while the tree waits there lets it go on.
    fn removal(&self, (uid, position): HookPlace) -> Request {
        if self.waits == Some((uid, position)) {
            unlock((uid, position), HookResult::AsItIs, true)
        } else {
            Request::RemoveHook(uid, position)
        }
    }

    /// The tree has arrived at a hook of this node. Returns where it waits now; `None` if that hook is no breakpoint of the user's.
    pub fn reached(&mut self, uid: u16) -> Option<HookPlace> {
        let mut own = self.set.iter().filter(|(of, _)| *of == uid).copied();
        let first = own.next()?;
        let other = own.next().filter(|_| self.last == Some(first));
        self.waits = Some(other.unwrap_or(first));
        self.last = self.waits;
        self.changes = 0;
        self.waits
    }

    /// Nodes have changed, so the tree does not wait any more if that happens again: another monitor may have let it go on.
    pub fn changed(&mut self) {
        self.changes += 1;
        self.waits = self.waits.filter(|_| self.changes < 2);
    }

    /// Returns where the tree waits.
    pub fn waits(&self) -> Option<HookPlace> {
        self.waits
    }

    /// Lets the tree go on where it waits, with this result or with its own. Returns what to ask of the program.
    pub fn go_on(&mut self, result: HookResult) -> Option<Request> {
        let at = self.waits.take()?;
        Some(unlock(at, result, false))
    }

    /// Returns what replaces the next result of a node; `None` if it has breakpoints before and after it, which leave no place for that.
    pub fn replacement(&self, uid: u16, result: HookResult) -> Option<Request> {
        let positions = [HookPosition::Before, HookPosition::After];
        let is_free = |position: &HookPosition| !self.set.contains(&(uid, *position));
        let position = positions.into_iter().find(is_free)?;
        Some(Request::InsertHook(Hook {
            mode: HookMode::Replace,
            result,
            is_once: true,
            ..breakpoint((uid, position))
        }))
    }

    /// A breakpoint could not be set.
    pub fn not_set(&mut self, at: HookPlace) {
        self.set.retain(|set| *set != at);
        self.wanted.retain(|wanted| *wanted != at);
    }

    /// Returns how many of the hooks of a program take effect that the user has not set here.
    pub fn count_others(&self, hooks: &[Hook]) -> usize {
        let is_own = |hook: &&Hook| self.set.contains(&(hook.uid, hook.position));
        let others = hooks.iter().filter(|hook| hook.is_enabled && !is_own(hook));
        others.count()
    }

    /// Returns whether breakpoints are set.
    pub fn are_set(&self) -> bool {
        !self.set.is_empty()
    }

    /// The program is not reached: nothing is known of where it waits.
    pub fn lose(&mut self) {
        self.waits = None;
    }

    /// The program was started again, or has another tree: it has no breakpoints.
    pub fn forget(&mut self) {
        self.set.clear();
        self.wanted.clear();
        self.waits = None;
    }
}

fn breakpoint((uid, position): HookPlace) -> Hook {
    Hook {
        uid,
        position,
        mode: HookMode::Breakpoint,
        result: HookResult::AsItIs,
        is_enabled: true,
        is_once: false,
    }
}

fn unlock((uid, position): HookPlace, result: HookResult, is_removed: bool) -> Request {
    Request::Unlock {
        uid,
        position,
        result,
        is_removed,
    }
}

/// Returns the result that a hook can give; `None` for Running, which it cannot.
pub fn result_of(status: Status) -> Option<HookResult> {
    match status {
        Status::Success => Some(HookResult::Success),
        Status::Failure => Some(HookResult::Failure),
        Status::Running => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: HookPlace = (3, HookPosition::Before);
    const AFTER: HookPlace = (3, HookPosition::After);

    #[test]
    fn nothing_is_set_before_the_user_has_agreed() {
        let mut hooks = RobotHooks::default();
        assert!(!hooks.needs_consent(1), "no breakpoint is wanted");
        hooks.want(vec![BEFORE]);
        assert!(hooks.needs_consent(1));
        assert_eq!(hooks.requests(), []);
        hooks.consent = Consent::Refused(1);
        assert!(!hooks.needs_consent(1) && hooks.needs_consent(2));
        assert_eq!(hooks.requests(), []);
        hooks.consent = Consent::Given;
        assert_eq!(hooks.requests(), [Request::InsertHook(breakpoint(BEFORE))]);
        assert_eq!(hooks.requests(), []);
    }

    fn set(wanted: &[HookPlace]) -> RobotHooks {
        let mut hooks = RobotHooks {
            consent: Consent::Given,
            ..RobotHooks::default()
        };
        hooks.want(wanted.to_vec());
        hooks.requests();
        hooks
    }

    #[test]
    fn a_breakpoint_that_goes_while_the_tree_waits_there_lets_it_go_on() {
        let mut hooks = set(&[BEFORE, (4, HookPosition::After)]);
        assert_eq!(hooks.reached(3), Some(BEFORE));
        hooks.want(Vec::new());
        let gone = [
            unlock(BEFORE, HookResult::AsItIs, true),
            Request::RemoveHook(4, HookPosition::After),
        ];
        assert_eq!(hooks.requests(), gone);
        assert_eq!(hooks.waits(), None);
    }

    #[test]
    fn a_hook_that_only_replaces_a_result_is_no_stop() {
        let mut hooks = set(&[BEFORE]);
        assert_eq!(hooks.reached(9), None);
        assert_eq!(hooks.go_on(HookResult::Success), None);
    }

    #[test]
    fn of_both_breakpoints_of_a_node_the_one_after_it_is_reached_second() {
        let mut hooks = set(&[BEFORE, AFTER]);
        assert_eq!(hooks.reached(3), Some(BEFORE));
        let go_on = unlock(BEFORE, HookResult::Failure, false);
        assert_eq!(hooks.go_on(HookResult::Failure), Some(go_on));
        assert_eq!(hooks.reached(3), Some(AFTER));
    }

    #[test]
    fn a_tree_that_changes_on_and_on_does_not_wait() {
        let mut hooks = set(&[BEFORE]);
        hooks.reached(3);
        hooks.changed();
        assert_eq!(hooks.waits(), Some(BEFORE));
        hooks.changed();
        assert_eq!(hooks.waits(), None);
    }

    #[test]
    fn a_result_is_replaced_where_no_breakpoint_is() {
        let place = |hooks: &RobotHooks| match hooks.replacement(3, HookResult::Success) {
            Some(Request::InsertHook(hook)) => Some(hook.position),
            _ => None,
        };
        assert_eq!(place(&set(&[])), Some(HookPosition::Before));
        assert_eq!(place(&set(&[BEFORE])), Some(HookPosition::After));
        assert_eq!(place(&set(&[BEFORE, AFTER])), None);
    }
}
