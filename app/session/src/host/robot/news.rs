//! Keeps from the window what tells it nothing new, so that it need not wake up: a program is asked twenty times a second.

use treewright_robot::groot2::Blackboard;
use treewright_robot::monitor::Fact;

/// What a run knows of what its nodes do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Known {
    #[default]
    Nothing,
    Statuses,
    /// What changed since the statuses; further ones say nothing more.
    Changes,
}

/// What was passed on last.
#[derive(Default)]
pub(super) struct NewsFilter {
    known: Known,
    /// Whether the last changes were none, so that the tick before is over.
    is_quiet: bool,
    blackboards: Vec<(String, Blackboard)>,
}

impl NewsFilter {
    /// Returns whether a fact is news.
    pub fn is_news(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::Changes(changes) => {
                let was_quiet = std::mem::replace(&mut self.is_quiet, changes.is_empty());
                match self.known {
                    Known::Nothing => false,
                    Known::Statuses => {
                        self.known = Known::Changes;
                        true
                    }
                    Known::Changes => !(was_quiet && changes.is_empty()),
                }
            }
            Fact::Statuses(_) if self.known == Known::Changes => false,
            Fact::Statuses(_) => {
                self.known = Known::Statuses;
                true
            }
            Fact::Blackboards(blackboards) => {
                let is_same = self.blackboards == *blackboards;
                self.blackboards.clone_from(blackboards);
                !is_same
            }
            Fact::Tree(_) | Fact::Back | Fact::ChangesLost | Fact::Lost(_) => {
                *self = Self::default();
                true
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_robot::{NodeStatus, StatusChange};

    use super::*;

    #[test]
    fn what_a_run_needs_is_passed_on_and_silence_once() {
        let change = StatusChange {
            time: 1,
            uid: 1,
            status: Some(NodeStatus::Running),
        };
        let (some, none) = (Fact::Changes(vec![change]), Fact::Changes(Vec::new()));
        let statuses = Fact::Statuses(Vec::new());
        let mut filter = NewsFilter::default();
        let mut passed = |facts: &[&Fact]| -> Vec<bool> {
            facts.iter().map(|fact| filter.is_news(fact)).collect()
        };
        assert_eq!(passed(&[&none, &statuses, &none]), [false, true, true]);
        let known = [&none, &statuses, &some, &none, &none, &some];
        assert_eq!(passed(&known), [false, false, true, true, false, true]);
        let lost = [&Fact::ChangesLost, &some, &statuses, &some];
        assert_eq!(passed(&lost), [true, false, true, true]);
    }
}
