//! `Semaphore`: limits concurrent runs across all trees of a manager.

use crate::nodes::prelude::*;

kind! {
    /// Memory: whether it holds a slot.
    Semaphore: Decorator, "traffic",
    summary: "Limits concurrent runs across all trees of a manager.",
    details: [
        "- On start, fewer than `count` slots of this `name` are taken: takes one, runs the child and returns its result.",
        "- No slot is free: returns Failure; with `wait`, returns Running until a slot is free and takes it in that frame.",
        "- The slot is released when the child ends or is interrupted.",
        "- Semaphores of the same name share their slots across the trees of a manager; each applies its own `count`.",
    ],
    parameters: {
        name: Arc<str> = required(Name, "The name of the slots: all semaphores of this name share them."),
        count: Operand<i64> = optional(Int, 1_i64, "How many slots may be taken at once.").within(0.0, 1_000_000_000.0),
        wait: Operand<bool> = optional(Bool, false, "Wait for a free slot instead of failing."),
    },
}

impl Semaphore {
    fn release(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
        if std::mem::take(&mut memory[0]) != 0 {
            tick.release_slot(&self.name);
        }
    }
}

impl Parent for Semaphore {
    const WANTS: TaskRequirements = wants!(hears_interruption);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::Slots);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        self.resume(context)
    }

    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let count = u64::try_from(self.count.get(context.tick)).unwrap_or(0);
        if context.tick.take_slot(&self.name, count) {
            context.memory[0] = 1;
            Next::Run(context.first_child())
        } else if self.wait.get(context.tick) {
            Next::Wait
        } else {
            Next::End(Outcome::Failure)
        }
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        self.release(context.memory, context.tick);
        Next::End(outcome)
    }

    fn interrupted(&self, memory: &mut [u64], tick: &mut TickContext<'_>) {
        self.release(memory, tick);
    }

    fn semaphore(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn semaphore(wait: bool) -> Arguments {
        with("name", "gate").with("wait", wait)
    }

    /// Two branches that need the only slot, the left one running for two frames.
    fn two(wait: bool) -> TestTree {
        let mut tree = TestTree::under("Parallel", &with("failure_threshold", 0_i64));
        tree.open("Semaphore", &semaphore(wait))
            .script("RS")
            .close();
        tree.open("Semaphore", &semaphore(wait))
            .script("RS")
            .close();
        tree.close();
        tree
    }

    #[test]
    fn without_a_free_slot_it_fails() {
        assert_eq!(two(false).run().story(), "+0 +1 +2 2=R +3 3.F");
    }

    #[test]
    fn with_wait_it_takes_a_slot_when_one_is_released() {
        let mut run = two(true).run();
        assert_eq!(run.story(), "+0 +1 +2 2=R +3");
        assert_eq!(run.story(), "2=S 2.S 1.S +4 4=R");
        assert_eq!(run.story(), "4=S 4.S 3.S 0.S");
    }

    #[test]
    fn there_are_count_slots() {
        let mut tree = TestTree::new();
        let arguments = semaphore(false).with("count", 2_i64);
        tree.open("Parallel", &with("failure_threshold", 0_i64));
        for _ in 0..3 {
            tree.open("Semaphore", &arguments).script("R").close();
        }
        tree.close();
        assert_eq!(tree.run().story(), "+0 +1 +2 2=R +3 +4 4=R +5 5.F");
    }

    #[test]
    fn an_interruption_releases_the_slot_and_waiting_takes_none() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", true);
        tree.open("Parallel", &with("failure_threshold", 0_i64));
        tree.open("ReactiveSequence", &no_arguments());
        tree.leaf("CompareBool", &is_true(slot));
        tree.open("Semaphore", &semaphore(true))
            .script("R")
            .close()
            .close();
        tree.open("Semaphore", &semaphore(true))
            .script("R")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        run.set("near", false);
        assert_eq!(run.story(), "+2 2=F 2.F 4.X 3.X 1.F +6 6=R");
    }

    #[test]
    fn disabling_releases_every_slot() {
        let mut run = two(true).run();
        run.frame();
        run.instance.restart(&mut (), &mut run.globals);
        assert_eq!(run.story(), "+0 +1 +2 2=R +3");
    }

    #[test]
    fn a_program_change_to_another_name_releases_the_slot() {
        let named = |name: &str| {
            let mut tree = TestTree::new();
            let arguments = with("name", name);
            tree.open("Semaphore", &arguments).script("R").close();
            tree.program()
        };
        let mut run = TestRun::of(named("gate"));
        run.frame();
        let outcome = run
            .instance
            .swap_program(named("door"), &mut (), &mut run.globals);
        assert!(matches!(outcome, SwapOutcome::Restarted(_)), "{outcome}");
        run.frame();
        let mut other = TestRun::of(named("gate"));
        std::mem::swap(&mut run.globals, &mut other.globals);
        assert_eq!(other.letters(1), "R");
    }

    /// A tree that takes the only slot for two frames.
    fn one() -> Arc<Program<(), Builtin>> {
        let mut tree = TestTree::under("Semaphore", &semaphore(false));
        tree.script("RS").close();
        tree.program()
    }

    #[test]
    fn a_restored_manager_counts_each_slot_once_and_releases_it() {
        let mut manager = TreeManager::new();
        manager.add(one(), 0).unwrap();
        manager.tick(&mut (), 1.0);
        let saved = manager.snapshot();
        let restored = TreeManager::restore(&saved, |_, _| Some(one()));
        let (mut manager, report) = restored.unwrap();
        assert!(report.is_kept());
        let second = manager.add(one(), 0).unwrap();
        manager.tick(&mut (), 1.0);
        // The first tree released its slot before the second one started.
        assert_eq!(
            manager.globals().snapshot().semaphores,
            [("gate".into(), 1)]
        );
        manager.remove(second, &mut ());
        assert_eq!(manager.globals().snapshot().semaphores, []);
    }

    #[test]
    fn trees_of_one_manager_share_the_slots() {
        let program = one();
        let mut manager = TreeManager::new();
        let first = manager.add(program.clone(), 0).unwrap();
        let second = manager.add(program, 0).unwrap();
        manager.tick(&mut (), 1.0);
        let state = |manager: &TreeManager<_, _>, id| manager.get(id).map(TreeInstance::state);
        assert_eq!(state(&manager, first), Some(TreeState::Enabled));
        assert_eq!(
            state(&manager, second),
            Some(TreeState::Finished(Status::Failure))
        );
        manager.remove(first, &mut ());
        if let Some((tree, _)) = manager.get_mut(second) {
            tree.enable();
        }
        manager.tick(&mut (), 1.0);
        assert_eq!(state(&manager, second), Some(TreeState::Enabled));
    }
}
