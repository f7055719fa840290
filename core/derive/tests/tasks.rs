//! What derived tasks declare, read, save and restore, and how they run.

use std::sync::Arc;

use treewright_core::format::{snapshot_json, tasks_json};
use treewright_core::model::{ParameterType, Range, Scope, Variable};
use treewright_core::prelude::*;
use treewright_core::runtime::World;

#[derive(Default)]
struct Arena {
    log: Vec<String>,
}

/// Walks to a place
/// along a route.
///
/// - It has arrived: Success.
/// - There is no way: Failure.
#[derive(Task)]
#[task(action, name = "Walk", icon = "directions_walk", color = "#c04040", stand_in = Running, results = [Success, Running], max_frames = 30)]
struct WalkTo {
    /// In meters per second.
    #[parameter(default = 2.0, range = 0.0..=10.0, unit = "m/s")]
    speed: Operand<f32>,
    /// How often to try.
    #[parameter(name = "attempts", range = -1..=9)]
    tries: Operand<i32>,
    /// Where it passes.
    #[parameter(default = vec![[0.0, 1.0], [2.0, 3.0]])]
    route: Operand<List<[f64; 2]>>,
    #[parameter(default = Gait::Run)]
    gait: Gait,
    /// Shown on the way.
    shout: Option<Operand<Arc<str>>>,
    /// Receives the number of frames.
    steps: Var<i64>,
    #[state]
    frames: i64,
    #[state(default = 3)]
    left: u8,
    #[state(keep)]
    starts: u32,
    #[state]
    leg: Option<Leg>,
    #[state(skip)]
    cache: Vec<&'static str>,
}

/// How to move.
#[derive(Clone, Choice, Debug, PartialEq)]
enum Gait {
    /// Silent and slow.
    Sneak,
    Run,
    #[choice(name = "All fours")]
    AllFours,
}

#[derive(Clone, Debug, PartialEq, TaskState)]
enum Leg {
    Straight,
    Around {
        points: Vec<[f64; 2]>,
        side: (i32, bool),
    },
    Back(f64, #[state(skip)] Option<Gait>),
}

impl Task<Arena> for WalkTo {
    fn start(&mut self, context: &mut TaskContext<Arena>) {
        self.starts += 1;
        self.cache.push("started");
        let id = context.tick.node_id().to_string();
        context
            .world
            .log
            .push(format!("start {} in {id}", self.starts));
    }

    fn update(&mut self, context: &mut TaskContext<Arena>) -> Status {
        self.frames += 1;
        assert!(self.speed.get(&context.tick) > 0.0 && self.tries.get(&context.tick) == 2);
        self.left -= 1;
        self.leg = Some(match self.frames {
            1 => Leg::Around {
                points: self.route.get(&context.tick).iter().collect(),
                side: (-1, true),
            },
            2 => Leg::Back(1.5, Some(self.gait.clone())),
            _ => Leg::Straight,
        });
        self.steps.set(&mut context.tick, self.frames);
        if let Some(shout) = &self.shout {
            context.world.log.push(shout.get(&context.tick).to_string());
        }
        if self.left == 0 {
            Status::Success
        } else {
            Status::Running
        }
    }
}

/// Nothing is left.
#[conditional]
fn is_empty(context: &mut TaskContext<Arena>) -> bool {
    context.world.log.is_empty()
}

/// Writes what it gets.
#[action(icon = "chat", waits_for_inputs)]
fn tell_all(
    context: &mut TaskContext<Arena>,
    /// The text.
    text: Arc<str>,
    #[parameter(default = 1.5)] number: f64,
    gait: Gait,
    #[parameter(name = "into")] variable: Var<bool>,
) -> Outcome {
    variable.set(&mut context.tick, true);
    context.world.log.push(format!("{text} {number} {gait:?}"));
    Outcome::Success
}

fn tasks() -> GameTasks<Arena> {
    let mut tasks = GameTasks::new();
    tasks.register::<(WalkTo, IsEmpty, TellAll)>();
    tasks
}

fn walk() -> tree::Branch {
    tree::task("Walk")
        .with("attempts", 2)
        .with("steps", tree::var("steps"))
}

fn with_steps(root: tree::Branch) -> Tree {
    Tree::new("Walker", root).variable("steps", 0)
}

#[test]
fn a_declaration_has_everything_that_the_struct_says() {
    let library = tasks().library("Arena");
    let walk = library.task("Walk").unwrap();
    let declared = &walk.declaration;
    assert_eq!(declared.summary, "Walks to a place along a route.");
    assert_eq!(
        declared.details,
        "- It has arrived: Success.\n- There is no way: Failure."
    );
    assert_eq!(declared.icon, "directions_walk");
    assert_eq!(declared.color.as_deref(), Some("#c04040"));
    assert_eq!(walk.stand_in, Some(Status::Running));
    assert_eq!(walk.results.results, [Status::Success, Status::Running]);
    assert_eq!(walk.results.max_frames, Some(30));
    let names: Vec<&str> = declared.parameters.iter().map(|p| &*p.name).collect();
    assert_eq!(
        names,
        ["speed", "attempts", "route", "gait", "shout", "steps"]
    );

    let [speed, attempts, route, gait, shout, steps] = &declared.parameters[..] else {
        panic!();
    };
    assert_eq!(speed.parameter_type, ValueType::Float.into());
    assert_eq!(speed.default, Some(Value::Float(2.0)));
    assert_eq!(
        speed.range,
        Some(Range {
            min: 0.0,
            max: 10.0
        })
    );
    assert_eq!(
        (&*speed.unit, &*speed.help),
        ("m/s", "In meters per second.")
    );
    assert!(attempts.required);
    assert_eq!(
        attempts.range,
        Some(Range {
            min: -1.0,
            max: 9.0
        })
    );
    assert_eq!(
        route.parameter_type,
        ValueType::List(Box::new(ValueType::Vec2)).into()
    );
    assert_eq!(
        gait.parameter_type,
        ParameterType::choice(["Sneak", "Run", "All fours"])
    );
    assert_eq!(gait.default, Some(Value::from("Run")));
    assert_eq!(gait.choice_help, ["Silent and slow.", "", ""]);
    assert!(!shout.required && shout.default.is_none());
    assert!(steps.required);
    assert_eq!(
        steps.parameter_type,
        ParameterType::VariableName(Some(ValueType::Int))
    );
    let text = tasks_json::write(&library);
    assert_eq!(tasks_json::read(text.as_bytes()).unwrap().library, library);
}

#[test]
fn state_begins_anew_at_each_start_unless_it_is_kept() {
    let tree = with_steps(walk().id("walk")).restarts();
    let mut walker = TreeInstance::new(tree.compile(&tasks()).unwrap(), 0);
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    let mut statuses = String::new();
    for _ in 0..7 {
        let status = walker.tick(&mut arena, &mut globals, 0.1).unwrap();
        statuses.push(status.letter());
    }
    assert_eq!(statuses, "RRSRRSR");
    assert_eq!(
        arena.log,
        ["start 1 in walk", "start 2 in walk", "start 3 in walk"]
    );
    assert_eq!(walker.get(&globals, "steps"), Ok(1_i64));
}

#[test]
fn state_is_saved_and_restored() {
    let program = with_steps(walk()).compile(&tasks()).unwrap();
    for frames in 1..3 {
        let mut walker = TreeInstance::new(program.clone(), 0);
        let (mut arena, mut globals) = (Arena::default(), Globals::default());
        for _ in 0..frames {
            walker.tick(&mut arena, &mut globals, 0.1);
        }
        let saved = snapshot_json::write(&walker.snapshot());
        let saved = snapshot_json::read(saved.as_bytes()).unwrap();
        let (mut restored, _) =
            TreeInstance::restore(program.clone(), &saved, &mut globals).unwrap();
        assert_eq!(restored.snapshot(), saved);
        for _ in frames..3 {
            let expected = walker.tick(&mut arena, &mut globals, 0.1);
            assert_eq!(restored.tick(&mut arena, &mut globals, 0.1), expected);
        }
        assert_eq!(restored.tick(&mut arena, &mut globals, 0.1), None);
    }
}

/// Takes steps until there are enough.
#[action(name = "Stroll")]
fn walk_on(
    context: &mut TaskContext<Arena>,
    #[parameter(default = 2)] steps: i64,
    #[state] taken: &mut i64,
    #[state(keep, default = 10)] in_all: &mut i64,
) -> Status {
    *taken += 1;
    *in_all += 1;
    context.world.log.push(format!("{taken} of {in_all}"));
    Status::running_until(*taken >= steps)
}

#[test]
fn a_function_has_state_that_is_saved() {
    let mut tasks = GameTasks::new();
    tasks.register::<WalkOn>();
    let tree = Tree::new("Walker", tree::task("Stroll")).restarts();
    let program = tree.compile(&tasks).unwrap();
    let mut walker = TreeInstance::new(program.clone(), 0);
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    for _ in 0..3 {
        walker.tick(&mut arena, &mut globals, 0.1);
    }
    let saved = walker.snapshot();
    let (mut walker, _) = TreeInstance::restore(program, &saved, &mut globals).unwrap();
    walker.tick(&mut arena, &mut globals, 0.1);
    assert_eq!(arena.log, ["1 of 11", "2 of 12", "1 of 13", "2 of 14"]);
}

#[derive(Debug, PartialEq, TaskState)]
struct Pair<T>(T, Value);

#[derive(Debug, Default, PartialEq, TaskState)]
struct Nothing;

#[test]
fn states_of_structs_and_enums_return_as_they_were_saved() {
    let around = Leg::Around {
        points: vec![[1.0, 2.0]],
        side: (7, false),
    };
    for leg in [Leg::Straight, around, Leg::Back(2.5, None)] {
        assert_eq!(Leg::restore(&leg.save().unwrap()), Some(leg));
    }
    let back = Leg::Back(2.5, Some(Gait::Run)).save().unwrap();
    assert_eq!(Leg::restore(&back), Some(Leg::Back(2.5, None)));

    let pair = Pair(Some(3_u8), Value::from("x"));
    assert_eq!(Pair::restore(&pair.save().unwrap()), Some(pair));
    assert_eq!(Nothing::restore(&Nothing.save().unwrap()), Some(Nothing));
    assert_eq!(Leg::restore(&Nothing.save().unwrap()), None);
}

#[test]
fn a_function_gets_the_values_of_its_parameters() {
    let tell = |gait: &str| {
        tree::task("TellAll")
            .with("text", tree::var("line"))
            .with("gait", gait)
            .with("into", tree::var("told"))
    };
    let tree = |gait: &str| {
        Tree::new(
            "Teller",
            tree::sequence([tree::task("IsEmpty"), tell(gait)]),
        )
        .variable("line", "hello")
        .variable("told", false)
    };
    let mut teller = TreeInstance::new(tree("All fours").compile(&tasks()).unwrap(), 0);
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    let status = teller.tick(&mut arena, &mut globals, 0.1);
    assert_eq!(status, Some(Status::Success));
    assert_eq!(arena.log, ["hello 1.5 AllFours"]);
    assert_eq!(teller.get(&globals, "told"), Ok(true));

    let error = tree("Jump").compile(&tasks()).unwrap_err().to_string();
    let expected = "node n3: parameter `gait`: expected one of Sneak, Run, All fours, found `Jump`";
    assert!(error.contains(expected), "{error}");
    assert_eq!(error.matches("Jump").count(), 1, "told once: {error}");
}

/// Writes what it gets of what may be left out.
#[action]
fn tell_some(
    context: &mut TaskContext<Arena>,
    #[parameter(range = 0..=9)] number: Option<i64>,
    line: Option<Arc<str>>,
    told: Option<Var<bool>>,
    #[state] times: &mut i64,
) {
    *times += 1;
    let line = format!("{number:?} {line:?} {} {times}", told.is_some());
    context.world.log.push(line);
    if let Some(told) = told {
        told.set(&mut context.tick, true);
    }
}

#[test]
fn a_parameter_of_a_function_may_be_left_out() {
    let mut tasks = GameTasks::new();
    tasks.register::<TellSome>();
    let all = tree::task("TellSome")
        .with("number", tree::var("count"))
        .with("line", "hello")
        .with("told", tree::var("told"));
    let program = Tree::new("", tree::sequence([tree::task("TellSome"), all]))
        .variable("count", 3)
        .variable("told", false)
        .compile(&tasks)
        .unwrap();
    let mut teller = TreeInstance::new(program, 0);
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    teller.tick(&mut arena, &mut globals, 0.1);
    assert_eq!(
        arena.log,
        ["None None false 1", "Some(3) Some(\"hello\") true 1"]
    );
    assert_eq!(teller.get(&globals, "told"), Ok(true));

    let wrong = Tree::new("", tree::task("TellSome").with("number", 10));
    let error = wrong.compile(&tasks).unwrap_err().to_string();
    assert!(error.contains("number"), "{error}");
}

/// A function of a task stays a function.
#[test]
fn a_function_can_still_be_called() {
    fn of<W: World>(_: fn(&mut TaskContext<'_, '_, W>) -> bool) {}
    of(is_empty);
}

#[test]
fn what_a_node_sets_wrongly_is_found_when_the_tree_is_compiled() {
    let wrong = |root: tree::Branch, expected: &str| {
        let tree = Tree::new("", root)
            .variable("steps", 0)
            .variable("far", 1.0);
        let error = tree.compile(&tasks()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    wrong(
        tree::task("Walk").with("steps", tree::var("steps")),
        "parameter `attempts` is not set",
    );
    wrong(
        tree::task("Walk").with("attempts", 1),
        "parameter `steps` is not set",
    );
    wrong(
        walk().with("steps", tree::var("far")),
        "parameter `steps`: expected int, found variable `far` of type float",
    );
    wrong(
        walk().with("steps", 3),
        "parameter `steps`: expected a variable, found 3",
    );
    wrong(
        walk().with("speed", "fast"),
        "parameter `speed`: expected float, found \"fast\"",
    );
    wrong(walk().with("sped", 1.0), "Did you mean `speed`?");
}

/// A world that borrows.
struct Lent<'w> {
    steps: &'w mut u32,
}
type LentArena = dyn for<'w> LentWorld<'w, Lent = Lent<'w>>;

#[action]
fn step(context: &mut TaskContext<LentArena>) -> Status {
    *context.world.steps += 1;
    Status::Running
}

#[derive(Task)]
#[task(conditional)]
struct Often {
    #[parameter(default = 2)]
    times: Operand<i64>,
}

impl Task<LentArena> for Often {
    fn update(&mut self, context: &mut TaskContext<LentArena>) -> Status {
        Status::of(i64::from(*context.world.steps) >= self.times.get(&context.tick))
    }
}

impl Task<()> for Often {
    fn update(&mut self, _: &mut TaskContext<()>) -> Status {
        Status::Success
    }
}

#[test]
fn tasks_work_with_a_world_that_borrows_and_with_several_worlds() {
    let mut tasks = GameTasks::<LentArena>::new();
    tasks.register::<(Step, Often)>();
    let tree = Tree::new(
        "",
        tree::selector([tree::task("Often"), tree::task("Step")]).aborts(AbortType::Both),
    );
    let mut walker = TreeInstance::new(tree.compile(&tasks).unwrap(), 0);
    let (mut steps, mut globals) = (0, Globals::default());
    let mut tick = || walker.tick(&mut Lent { steps: &mut steps }, &mut globals, 0.1);
    assert_eq!([tick(), tick()], [Some(Status::Running); 2]);
    assert_eq!(tick(), Some(Status::Success));

    let mut tasks = GameTasks::<()>::new();
    tasks.register::<Often>();
    let program = Tree::new("", tree::task("Often")).compile(&tasks).unwrap();
    let status = TreeInstance::new(program, 0).tick(&mut (), &mut Globals::default(), 0.1);
    assert_eq!(status, Some(Status::Success));
}

type Context<'a, 'w> = TaskContext<'a, 'w, Arena>;

#[action(world = Arena, name = "Wave hand", crate = treewright_core)]
fn wave(_: &mut Context) -> bool {
    true
}

#[test]
fn names_and_worlds_can_be_given() {
    let mut tasks = GameTasks::new();
    tasks.register::<Wave>();
    Tree::new("", tree::task("Wave hand"))
        .compile(&tasks)
        .unwrap();
}

/// Tasks in a macro, whose identifiers come from elsewhere.
macro_rules! tasks_of_a_macro {
    ($name:ident, $field:ident: $of:ty) => {
        #[derive(Task)]
        #[task(action)]
        struct $name {
            #[parameter(default = 1)]
            $field: $of,
            #[state]
            count: i64,
        }

        impl Task<()> for $name {
            fn update(&mut self, context: &mut TaskContext<()>) -> Status {
                self.count += self.$field.get(&context.tick);
                Status::Running
            }
        }
    };
}

tasks_of_a_macro! { Counter, step: Operand<i64> }

#[test]
fn a_task_can_come_from_a_macro() {
    let mut tasks = GameTasks::new();
    tasks.register::<Counter>();
    Tree::new("", tree::task("Counter"))
        .compile(&tasks)
        .unwrap();
}

#[test]
fn a_list_may_be_empty_and_bound() {
    let route = Variable {
        scope: Scope::Tree,
        ..Variable::new("route", ValueType::List(Box::new(ValueType::Vec2)))
    };
    let tree = with_steps(walk().with("route", tree::var("route"))).declare(route);
    tree.compile(&tasks()).unwrap();
    let empty = with_steps(walk().with("route", Vec::<f64>::new()));
    empty.compile(&tasks()).unwrap();
}

/// Runs its children in turn: one in each run.
///
/// - A child has ended: its result.
#[derive(Task)]
#[task(composite, icon = "repeat", acts_like = Selector)]
struct InTurn {
    /// How many it skips.
    #[parameter(default = 0, range = 0..=9)]
    skips: Operand<i64>,
    #[state(keep)]
    next: usize,
    #[state]
    frames: u32,
}

impl ParentTask<Arena> for InTurn {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.child_runs()
    }

    fn start(&mut self, context: &mut TaskContext<Arena>, children: Children) -> Next<usize> {
        let child = self.next % children.count();
        self.next = child + 1 + self.skips.get(&context.tick) as usize;
        Next::Run(child)
    }

    fn child_runs(&mut self, context: &mut TaskContext<Arena>, _: Children) -> Option<Outcome> {
        self.frames += 1;
        context.world.log.push(format!("frame {}", self.frames));
        (self.frames >= 3).then_some(Outcome::Failure)
    }
}

fn in_turn() -> Result<Arc<Program<Arena>>, LoadError> {
    let mut tasks = tasks();
    tasks.register::<InTurn>();
    let root = tree::parent("InTurn", [tree::succeed(), tree::idle(), tree::fail()]);
    Tree::new("Turns", root).restarts().compile(&tasks)
}

#[test]
fn a_composite_is_one_struct_with_parameters_and_state() {
    let mut tasks = GameTasks::<Arena>::new();
    tasks.register::<InTurn>();
    let library = tasks.library("Arena");
    let text = tasks_json::write(&library);
    for part in [
        r#""category": "Composite""#,
        r#""stand_in": "Selector""#,
        r#""icon": "repeat""#,
        r#""range": [0, 9]"#,
    ] {
        assert!(text.contains(part), "{text}");
    }
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    let mut tree = TreeInstance::new(in_turn().unwrap(), 0);
    let mut run = |()| tree.tick(&mut arena, &mut globals, 0.1).map(Status::letter);
    let statuses = [(); 6].map(&mut run);
    assert_eq!(statuses, ['S', 'R', 'R', 'F', 'F', 'S'].map(Some));
    assert_eq!(arena.log, ["frame 1", "frame 2", "frame 3"]);
}

#[test]
fn the_state_of_a_composite_is_saved_and_restored() {
    let (mut arena, mut globals) = (Arena::default(), Globals::default());
    let mut tree = TreeInstance::new(in_turn().unwrap(), 0);
    for _ in 0..3 {
        tree.tick(&mut arena, &mut globals, 0.1);
    }
    let saved = snapshot_json::write(&tree.snapshot());
    let snapshot = snapshot_json::read(saved.as_bytes()).unwrap();
    let (mut tree, outcome) =
        TreeInstance::restore(in_turn().unwrap(), &snapshot, &mut globals).unwrap();
    assert_eq!(outcome, SwapOutcome::Kept);
    let mut run = |()| tree.tick(&mut arena, &mut globals, 0.1);
    let statuses = [(); 2].map(&mut run);
    assert_eq!(
        statuses,
        [Some(Status::Failure); 2],
        "the second and the third child"
    );
    assert_eq!(arena.log, ["frame 1", "frame 2", "frame 3"]);
}

#[action]
fn greet(context: &mut TaskContext<Arena>) {
    context.world.log.push("hello".to_owned());
}

#[action]
fn recall(context: &mut TaskContext<Arena>) -> Option<Status> {
    context.world.log.pop()?;
    Some(Status::Running)
}

#[conditional]
fn has_log(context: &mut TaskContext<Arena>, least: i64) -> Result<bool, String> {
    let least = usize::try_from(least).map_err(|_| format!("{least} is not a number of lines"))?;
    Ok(context.world.log.len() >= least)
}

#[test]
fn a_function_may_return_nothing_an_option_or_a_result() {
    let mut tasks = GameTasks::new();
    tasks.register::<(Greet, Recall, HasLog)>();
    let mut arena = Arena::default();
    let mut run = |branch: tree::Branch| {
        let program = Tree::new("Guard", branch).compile(&tasks).unwrap();
        let (mut trees, mut errors) = (TreeManager::new(), ErrorTracer::default());
        let agent = trees.add(program, 0).unwrap();
        trees.tick_traced(&mut arena, 0.1, &mut errors);
        let why = errors.drain().next().map(|error| error.why.to_string());
        let state = trees.get(agent).unwrap().state();
        let status = match state {
            TreeState::Finished(status) => status,
            _ => Status::Running,
        };
        (status, why)
    };
    assert_eq!(run(tree::task("Greet")), (Status::Success, None));
    assert_eq!(
        run(tree::task("HasLog").with("least", 1)),
        (Status::Success, None)
    );
    assert_eq!(
        run(tree::task("HasLog").with("least", 2)),
        (Status::Failure, None)
    );
    assert_eq!(run(tree::task("Recall")), (Status::Running, None));
    assert_eq!(run(tree::task("Recall")), (Status::Failure, None));
    let why = Some("-1 is not a number of lines".to_owned());
    assert_eq!(
        run(tree::task("HasLog").with("least", -1)),
        (Status::Failure, why)
    );
}

/// The same task in two versions of a game.
mod old {
    use super::*;

    #[derive(Task)]
    #[task(action, name = "Remember")]
    pub struct Remember {
        #[state(default = 7)]
        best: usize,
        #[state(default = 0.5)]
        speed: f64,
        #[state(default = 2)]
        kept: i64,
    }

    impl Task<()> for Remember {
        fn update(&mut self, _: &mut TaskContext<()>) -> Status {
            Status::Running
        }
    }
}

#[derive(Task)]
#[task(action, name = "Remember")]
struct Remember {
    #[state]
    record: usize,
    #[state]
    speed: bool,
    #[state]
    kept: i64,
    #[state]
    new: i64,
}

impl Task<()> for Remember {
    fn update(&mut self, _: &mut TaskContext<()>) -> Status {
        Status::Running
    }
}

fn remembering<T: treewright_core::compile::RegisteredTask<()>>()
-> Result<Arc<Program<()>>, LoadError> {
    let mut tasks = GameTasks::<()>::new();
    tasks.register::<T>();
    Tree::new("Memory", tree::task("Remember")).compile(&tasks)
}

#[test]
fn fields_of_a_task_that_are_lost_are_told() {
    let mut globals = Globals::default();
    let mut tree = TreeInstance::new(remembering::<old::Remember>().unwrap(), 0);
    tree.tick(&mut (), &mut globals, 0.1);
    let snapshot = tree.snapshot();
    let program = remembering::<Remember>().unwrap();
    let (_, restored) = TreeInstance::restore(program, &snapshot, &mut globals).unwrap();
    let lost = "part of the state of the task of node `n1` is lost: ";
    assert_eq!(
        restored.to_string(),
        format!(
            "partly kept: {lost}`speed`: expected bool, found 0.5; {lost}`best` was saved, but no longer exists"
        )
    );
}

#[derive(Debug, PartialEq, TaskState)]
struct Before {
    age: i64,
}

#[derive(Debug, PartialEq, TaskState)]
struct After {
    age: i64,
    place: String,
}

#[derive(Debug, PartialEq, TaskState)]
struct WithDefault {
    age: i64,
    #[state(default = 5)]
    place: i64,
}

#[test]
fn an_error_names_the_field_that_was_not_saved() {
    let text = snapshot_json::write_state(&vec![Before { age: 3 }]);
    let error = snapshot_json::read_state::<Vec<After>>(text.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "what was saved does not fit: `[0].place` is missing"
    );
    let read = snapshot_json::read_state::<Vec<WithDefault>>(text.as_bytes());
    assert_eq!(read, Ok(vec![WithDefault { age: 3, place: 5 }]));
}
