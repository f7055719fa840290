//! What a game's own composites and decorators can do, and what the executor does when they go wrong.

use crate::time::Nanoseconds;
use std::sync::{Arc, Mutex};

use crate::abort::AbortType;
use crate::category::Category;
use crate::nodes::Builtin;
use crate::nodes::testing::{TestRun, TestTree, is_true, no_arguments, with};
use crate::runtime::{
    Children, EndStatus, Next, Operation, Outcome, ParentCallbacks, ParentFactory, ParentTask,
    Revision, Status, Tally, TaskContext, TickContext, TreeManager, Wake,
};

type Context<'a, 'w> = TaskContext<'a, 'w, ()>;

/// Makes a parent of the game.
fn parent<P: ParentTask<()> + 'static>(
    make: impl Fn() -> P + Send + Sync + 'static,
) -> Operation<(), Builtin> {
    Operation::Parent(ParentFactory::new(move || Box::new(make())))
}

/// A tree with an open composite of the game at its root.
fn under<P: ParentTask<()> + 'static>(make: impl Fn() -> P + Send + Sync + 'static) -> TestTree {
    let mut tree = TestTree::new();
    tree.open_custom(Category::Composite, parent(make), AbortType::None);
    tree
}

/// Runs its children from right to left until one succeeds.
struct FromTheRight;

impl ParentTask<()> for FromTheRight {
    fn start(&mut self, _: &mut Context, children: Children) -> Next<usize> {
        Next::Run(children.count() - 1)
    }

    fn child_ended(
        &mut self,
        _: &mut Context,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        match children.current().checked_sub(1) {
            Some(left) if !outcome.is_success() => Next::Run(left),
            _ => Next::End(outcome),
        }
    }
}

#[test]
fn a_composite_runs_its_children_in_its_own_order() {
    let mut tree = under(|| FromTheRight);
    tree.script("S").script("RF").script("F").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +3 3=F 3.F +2 2=R");
    assert_eq!(run.story(), "2=F 2.F +1 1=S 1.S 0.S");
}

#[test]
fn its_conditionals_abort_by_its_abort_type_and_it_is_told_where_it_continues() {
    let mut tree = TestTree::new();
    let slot = tree.variable("near", false);
    tree.open_custom(
        Category::Composite,
        parent(|| FromTheRight),
        AbortType::OwnBranch,
    );
    tree.script("R").leaf("CompareBool", &is_true(slot)).close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +2 2=F 2.F +1 1=R");
    run.set("near", true);
    assert_eq!(run.story(), "2?S 2!0 1.X +2 2=S 2.S 0.S");
}

/// Its conditionals abort what runs to its right, too.
#[test]
fn a_composite_of_the_game_aborts_lower_priority_like_a_built_in_one() {
    let mut tree = TestTree::new();
    let slot = tree.variable("near", false);
    tree.open("Selector", &no_arguments());
    tree.open_custom(
        Category::Composite,
        parent(|| FromTheRight),
        AbortType::LowerPriority,
    );
    tree.leaf("CompareBool", &is_true(slot)).close();
    tree.script("R").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +3 3=R");
    run.set("near", true);
    assert_eq!(run.story(), "2?S 2!0 3.X +1 +2 2=S 2.S 1.S 0.S");
}

/// Runs its child until it fails.
struct WhileItSucceeds;

impl ParentTask<()> for WhileItSucceeds {
    fn child_ended(
        &mut self,
        _: &mut Context,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        match outcome {
            Outcome::Success => Next::Run(children.current()),
            Outcome::Failure => Next::End(Outcome::Success),
        }
    }
}

#[test]
fn a_decorator_makes_one_round_a_frame() {
    let mut tree = TestTree::new();
    tree.open_custom(
        Category::Decorator,
        parent(|| WhileItSucceeds),
        AbortType::None,
    );
    tree.lasting_script("SSRSSF").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 1=S 1.S");
    assert_eq!(run.story(), "+1 1=S 1.S");
    assert_eq!(run.story(), "+1 1=R");
    assert_eq!(run.story(), "1=S 1.S +1 1=S 1.S");
    assert_eq!(run.story(), "+1 1=F 1.F 0.S");
}

/// Runs its first two children in turn, for ever.
struct ToAndFro;

impl ParentTask<()> for ToAndFro {
    fn child_ended(&mut self, _: &mut Context, children: Children, _: Outcome) -> Next<usize> {
        Next::Run(1 - children.current())
    }
}

#[test]
fn a_parent_cannot_keep_a_frame_from_ending() {
    let mut tree = under(|| ToAndFro);
    tree.script("S").script("F").close();
    let mut run = tree.run();
    let starts = |run: &mut TestRun| run.starts().split(' ').count();
    assert_eq!(starts(&mut run), 1 + 2 + 1_000);
    let events = run.story();
    assert!(events.starts_with("+1 1=S 1.S +2"), "{}", &events[..60]);
    assert_eq!(events.matches('+').count(), 2 + 1_000);
}

#[test]
fn a_child_that_does_not_exist_is_an_error() {
    struct Elsewhere;
    impl ParentTask<()> for Elsewhere {
        fn child_ended(&mut self, _: &mut Context, children: Children, _: Outcome) -> Next<usize> {
            Next::Run(children.count())
        }
    }
    let mut tree = under(|| Elsewhere);
    tree.script("S").script("S").close();
    let why = "there is no child at position 2, counted from 0: it has 2 children";
    assert_eq!(tree.run().story(), format!("+0 +1 1=S 1.S 0#{why} 0.F"));
    let mut tree = under(|| Elsewhere);
    tree.script("S").close();
    let mut run = tree.run();
    let status = run.instance.tick(&mut (), &mut run.globals, 1.0);
    assert_eq!(status, Some(Status::Failure));
}

/// Panics, or reports an error, in the callback that is selected.
struct Broken {
    at: &'static str,
    panics: bool,
}

impl Broken {
    fn reach(&self, place: &str, context: &mut Context) {
        if self.at == place {
            assert!(!self.panics, "broke in {place}");
            context.tick.fail(format!("stuck in {place}"));
        }
    }
}

impl ParentTask<()> for Broken {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.revise().child_runs().condition()
    }

    fn start(&mut self, context: &mut Context, _: Children) -> Next<usize> {
        self.reach("start", context);
        if self.at == "resume" {
            return Next::Wait;
        }
        Next::Run(0)
    }

    fn child_ended(&mut self, context: &mut Context, _: Children, outcome: Outcome) -> Next<usize> {
        self.reach("child_ended", context);
        Next::End(outcome)
    }

    fn resume(&mut self, context: &mut Context, _: Children) -> Next<usize> {
        self.reach("resume", context);
        Next::Run(0)
    }

    fn revise(&mut self, context: &mut Context, _: Children) -> Revision<usize> {
        self.reach("revise", context);
        Revision::Stay
    }

    fn child_runs(&mut self, context: &mut Context, _: Children) -> Option<Outcome> {
        self.reach("child_runs", context);
        None
    }

    fn condition(&mut self, context: &mut Context) -> bool {
        self.reach("condition", context);
        true
    }
}

#[test]
fn a_parent_that_panics_or_reports_an_error_fails_in_every_callback() {
    for (at, first, second) in [
        ("condition", "+1 WHY 1=F 1.F +3 3=R", "3=R"),
        ("start", "+1 1=S WHY 1.F +3 3=R", "3=R"),
        ("child_runs", "+1 1=S +2 2=R WHY 2.X 1.F +3 3=R", "3=R"),
        ("revise", "+1 1=S +2 2=R", "WHY 2.X 1.F +3 3=R"),
        ("child_ended", "+1 1=S +2 2=R", "2=S 2.S WHY 1.F +3 3=R"),
        ("resume", "+1 1=S", "WHY 1.F +3 3=R"),
    ] {
        for panics in [true, false] {
            let make = || {
                let mut tree = TestTree::under("Selector", &no_arguments());
                let broken = parent(move || Broken { at, panics });
                tree.open_custom(Category::Decorator, broken, AbortType::None);
                tree.script("RS").close().script("R").close();
                tree.run()
            };
            let why = if panics {
                format!("1#panicked: broke in {at}")
            } else {
                format!("1#stuck in {at}")
            };
            let mut run = make();
            assert_eq!(run.story(), format!("+0 {}", first.replace("WHY", &why)));
            assert_eq!(run.story(), second.replace("WHY", &why));
            let mut unwatched = make();
            for _ in 0..2 {
                unwatched
                    .instance
                    .tick(&mut (), &mut unwatched.globals, 1.0);
            }
            assert!(unwatched.instance.tops().eq(run.instance.tops()), "{at}");
        }
    }
}

/// Notes with which statuses it ends.
struct Ends {
    statuses: Arc<Mutex<Vec<EndStatus>>>,
    is_open: Arc<Mutex<bool>>,
}

impl ParentTask<()> for Ends {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.condition()
    }

    fn child_ended(&mut self, _: &mut Context, _: Children, outcome: Outcome) -> Next<usize> {
        Next::End(outcome)
    }

    fn condition(&mut self, _: &mut Context) -> bool {
        *self.is_open.lock().unwrap()
    }

    fn end(&mut self, _: &mut Context, status: EndStatus) {
        self.statuses.lock().unwrap().push(status);
        assert!(status != EndStatus::Success, "fell over");
    }
}

#[test]
fn the_condition_of_a_decorator_is_watched_and_each_start_has_one_end() {
    let statuses = Arc::new(Mutex::new(Vec::new()));
    let is_open = Arc::new(Mutex::new(false));
    let made = (statuses.clone(), is_open.clone());
    let mut tree = TestTree::under("Selector", &no_arguments());
    tree.open_with("Sequence", &no_arguments(), AbortType::Both);
    let make = move || Ends {
        statuses: made.0.clone(),
        is_open: made.1.clone(),
    };
    tree.open_custom(Category::Decorator, parent(make), AbortType::None);
    tree.script("RRS").close().close().script("R").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +4 4=R");
    assert_eq!(*statuses.lock().unwrap(), []);
    *is_open.lock().unwrap() = true;
    assert_eq!(run.story(), "2?S 2!0 4.X +1 +2 2=S +3 3=R");
    *is_open.lock().unwrap() = false;
    assert_eq!(run.story(), "2?F 2!1 3.X 2.X +2 2=F 2.F 1.F +4 4=R");
    *is_open.lock().unwrap() = true;
    run.letters(2);
    let error = "2.S 2#panicked: fell over";
    assert_eq!(run.story(), format!("2?S 3=S 3.S {error} 1.S 0.S"));
    let ended = [EndStatus::Inactive, EndStatus::Success];
    assert_eq!(*statuses.lock().unwrap(), ended);
}

/// Runs its first child again before each frame, and ends when that fails.
struct Reactive;

impl ParentTask<()> for Reactive {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.revise()
    }

    fn child_ended(
        &mut self,
        _: &mut Context,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        match children.next_sibling() {
            Some(next) if outcome.is_success() => Next::Run(next),
            _ => Next::End(outcome),
        }
    }
}

#[test]
fn a_parent_can_revise_what_runs_like_a_reactive_composite() {
    let mut tree = under(|| Reactive);
    tree.lasting_script("SSF").script("R").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R");
    assert_eq!(run.story(), "+1 1=S 1.S 2=R");
    assert_eq!(run.story(), "+1 1=F 1.F 2.X 0.F");
}

/// Ends in its third frame with Success.
struct ThreeFrames {
    frames: u32,
}

impl ParentTask<()> for ThreeFrames {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.revise().child_runs()
    }

    fn start(&mut self, _: &mut Context, _: Children) -> Next<usize> {
        self.frames = 0;
        Next::Wait
    }

    fn child_ended(&mut self, _: &mut Context, _: Children, outcome: Outcome) -> Next<usize> {
        Next::End(outcome)
    }

    fn revise(&mut self, _: &mut Context, children: Children) -> Revision<usize> {
        assert_eq!(children.current(), 0);
        match self.frames {
            2 => Revision::End(Outcome::Success),
            _ => Revision::Stay,
        }
    }

    fn child_runs(&mut self, _: &mut Context, children: Children) -> Option<Outcome> {
        assert_eq!(children.current(), 0);
        self.frames += 1;
        None
    }
}

#[test]
fn a_parent_can_wait_and_end_at_the_beginning_of_a_frame() {
    let mut tree = under(|| ThreeFrames { frames: 0 });
    tree.open("Inverter", &no_arguments()).script("R").close();
    tree.close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0");
    assert_eq!(run.story(), "+1 +2 2=R");
    assert_eq!(run.story(), "2=R");
    assert_eq!(run.story(), "2.X 1.X 0.S");
}

fn two_of(tally: Tally, _: &TickContext<'_>) -> Option<Outcome> {
    assert!(tally.failed < 2, "too many");
    (tally.succeeded == 2).then_some(Outcome::Success)
}

fn two_of_three() -> TestTree {
    let mut tree = TestTree::new();
    tree.open_custom(
        Category::Composite,
        Operation::Parallel(Arc::new(two_of)),
        AbortType::Both,
    );
    tree
}

#[test]
fn a_parallel_of_the_game_ends_by_its_own_rule() {
    let mut tree = two_of_three();
    tree.script("S").script("R").script("RS").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R +3 3=R");
    assert_eq!(run.story(), "2=R 3=S 3.S 2.X 0.S");
    let mut tree = two_of_three();
    tree.script("F").script("RF").script("R").close();
    let mut run = tree.run();
    run.frame();
    assert_eq!(run.story(), "2=F 2.F 3=R 0#panicked: too many 3.X 0.F");
}

#[test]
fn branches_of_a_parallel_of_the_game_never_interrupt_each_other() {
    let mut tree = two_of_three();
    let slot = tree.variable("near", false);
    tree.open_with("Sequence", &no_arguments(), AbortType::Both);
    tree.leaf("CompareBool", &is_true(slot)).close();
    tree.script("R").close();
    let mut run = tree.run();
    assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +3 3=R");
    run.set("near", true);
    assert_eq!(run.story(), "2?S 3=R");
}

/// Waits for some seconds, then runs its child.
struct Later {
    left: Nanoseconds,
}

impl ParentTask<()> for Later {
    fn start(&mut self, context: &mut Context, children: Children) -> Next<usize> {
        self.left = Nanoseconds::from_seconds(3.0);
        self.resume(context, children)
    }

    fn child_ended(&mut self, _: &mut Context, _: Children, outcome: Outcome) -> Next<usize> {
        Next::End(outcome)
    }

    fn resume(&mut self, context: &mut Context, _: Children) -> Next<usize> {
        self.left = self.left - Nanoseconds::from_seconds(context.tick.dt());
        if self.left > Nanoseconds::ZERO {
            Next::Wait
        } else {
            Next::Run(0)
        }
    }

    fn wake(&self) -> Wake {
        Wake::After(self.left)
    }

    fn pass(&mut self, elapsed: Nanoseconds, _frames: u64) {
        self.left = self.left - elapsed;
    }
}

#[test]
fn a_tree_sleeps_while_a_parent_of_the_game_waits() {
    let mut tree = TestTree::new();
    tree.open_custom(
        Category::Decorator,
        parent(|| Later {
            left: Nanoseconds::ZERO,
        }),
        AbortType::None,
    );
    tree.leaf("Wait", &with("seconds", 2.0)).close();
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let id = manager.add(tree.program(), 0).unwrap();
    let running: Vec<_> = (0..4).map(|_| manager.tick(&mut (), 1.0)).collect();
    assert_eq!(running, [1, 1, 1, 0]);
    assert_eq!(manager.get(id).unwrap().frame(), 4);
}
