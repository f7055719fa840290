//! A guide for games: from a first tree to many agents, saving and live changes. Contains no code of its own.
//!
//! # A first tree in twenty lines
//! A designer's tree is a [`Document`](crate::model::Document), read from a file. Compiling it gives a
//! [`Program`](crate::Program), which any number of agents share. Each agent has a
//! [`TreeInstance`](crate::TreeInstance), which the game ticks once per frame with the seconds since the last frame.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let file = br#"{
//!   "format": "treewright", "version": 1, "name": "Patience", "root": "n1",
//!   "nodes": [
//!     {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
//!     {"id": "n2", "task": "Wait", "parameters": {"seconds": 1.0}},
//!     {"id": "n3", "task": "Log", "parameters": {"text": "done"}}
//!   ]
//! }"#;
//! let document = native::read(file).unwrap().document;
//! let compiled = compile(&document, &NodeLibrary::builtin(), &GameTasks::<()>::new());
//! assert!(compiled.broken.is_empty()); // otherwise: the nodes that cannot run, with the reasons
//! let mut tree = TreeInstance::new(compiled.program.unwrap(), document.seed);
//! let mut globals = Globals::default();
//! assert_eq!(tree.tick(&mut (), &mut globals, 0.5), Some(Status::Running));
//! assert_eq!(tree.tick(&mut (), &mut globals, 0.5), Some(Status::Success));
//! ```
//!
//! An invalid node (an unknown task, a value of the wrong type) fails when it is run and reports the reason; the rest
//! of the tree works.
//!
//! # Actions, conditionals and the world
//! A game adds its own leaves by name to [`GameTasks`](crate::compile::GameTasks). They are closures that all agents
//! share, or objects of which each agent has its own ([`Task`](crate::runtime::Task)). Each tick passes the game's
//! *world*, a value of any type, to them. If they are declared together with their parameters,
//! [`GameTasks::library`](crate::compile::GameTasks::library) returns the task library that designers load into the
//! editor's palette.
//!
//! ```
//! use treewright_core::format::tasks_json;
//! use treewright_core::prelude::*;
//!
//! struct World { food: f64, position: f64 }
//!
//! let mut tasks = GameTasks::<World>::new();
//! tasks.declare(
//!     TaskDeclaration::conditional("IsHungry", "There is little food left.")
//!         .parameter(ParameterDeclaration::optional("below", ValueType::Float, 1.0, "In kilograms.")),
//!     |arguments| {
//!         let below = arguments.float("below"); // a constant, or a variable that is read in each update
//!         TaskHooks::when(move |c: &mut TaskContext<World>| c.world.food < below.get(&c.tick))
//!     },
//! );
//! tasks.declare(
//!     TaskDeclaration::action("GoHome", "Walks to the larder and eats."),
//!     |_| {
//!         TaskHooks::new(|c: &mut TaskContext<World>| {
//!             c.world.position -= c.tick.dt();
//!             if c.world.position > 0.0 {
//!                 return Status::Running;
//!             }
//!             c.world.food = 5.0;
//!             Status::Success
//!         })
//!         .on_exit(|c: &mut TaskContext<World>, _status| c.world.position = 0.0)
//!     },
//! );
//! let palette = tasks_json::write(&tasks.library("Larder")); // `larder.tasks.json`, for designers
//! assert!(palette.contains("IsHungry"));
//!
//! let mut tree = DocumentBuilder::new("Eat");
//! let root = tree.root(Node::new("n1", "Sequence")).unwrap();
//! let below = ParameterValue::literal(2.0);
//! tree.child(&root, Node::new("n2", "IsHungry").with_parameter("below", below)).unwrap();
//! tree.child(&root, Node::new("n3", "GoHome")).unwrap();
//!
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
//! let mut instance = TreeInstance::new(program, 0);
//! let mut world = World { food: 1.5, position: 1.5 };
//! assert_eq!(instance.tick(&mut world, &mut Globals::default(), 1.0), Some(Status::Running));
//! assert_eq!(instance.tick(&mut world, &mut Globals::default(), 1.0), Some(Status::Success));
//! assert_eq!(world.food, 5.0);
//! ```
//!
//! A game's own composites and decorators are objects that decide which child runs next
//! ([`ParentTask`](crate::runtime::ParentTask)).
//!
//! A task that cannot do its work reports the reason ([`TaskContext::fail`](crate::runtime::TaskContext::fail)) and
//! fails. A task that panics fails, too, with the panic's text as the reason. Neither stops the rest of the tree or
//! other trees.
//!
//! # When something goes wrong
//! Compiling tells what will fail ([`Compiled::broken`](crate::compile::Compiled::broken)) and what may surprise
//! ([`Compiled::notes`](crate::compile::Compiled::notes)): a task of the game with the name of a built-in node type
//! replaces it.
//!
//! Errors while trees run are written to the log of the game through the `log` crate, with tree, agent, node and reason.
//! A node that keeps failing takes a few lines only ([`ErrorLog`](crate::runtime::ErrorLog)). An
//! [`ErrorTracer`](crate::runtime::ErrorTracer) hands them to the game instead, at no cost while there are none. Whether
//! a tree goes on after an error is its [`ErrorPolicy`](crate::runtime::ErrorPolicy).
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let mut tasks = GameTasks::<()>::new();
//! tasks.action("Shoot", |_| TaskHooks::new(|c: &mut TaskContext<()>| c.fail("no ammunition")));
//! let mut tree = DocumentBuilder::new("Gunner");
//! tree.root(Node::new("n1", "Shoot")).unwrap();
//! let compiled = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks);
//! assert!(compiled.broken.is_empty() && compiled.notes.is_empty());
//!
//! let mut manager = TreeManager::new();
//! manager.set_error_policy(ErrorPolicy::DisableTree);
//! let gunner = manager.add(compiled.program.unwrap(), 0).unwrap();
//! let mut errors = ErrorTracer::default();
//! manager.tick_traced(&mut (), 0.1, &mut errors);
//! let told: Vec<_> = errors.drain().map(|error| error.to_string()).collect();
//! assert_eq!(told, ["tree `Gunner`, agent 0, node `n1` (Shoot): no ammunition"]);
//! assert_eq!(manager.get(gunner).unwrap().state(), TreeState::Disabled);
//! ```
//!
//! # Watching a run
//! A [`Tracer`](crate::runtime::Tracer) receives everything that happens, in order.
//! [`FrameRecorder`](crate::trace::FrameRecorder) records frames as data;
//! [`FlightRecorder`](crate::trace::FlightRecorder) keeps the last part of a run in bounded memory, so that a question
//! can be asked after the fact. To watch one agent of thousands costs next to nothing
//! ([`TreeManager::tick_watching`](crate::runtime::TreeManager::tick_watching));
//! [`TreeManager::frame`](crate::runtime::TreeManager::frame) has all combinations of who watches and how the trees run. Nobody's watching
//! changes what a tree does.
//!
//! ```
//! use treewright_core::prelude::*;
//! use treewright_core::runtime::AgentSet;
//! use treewright_core::trace::FlightRecorder;
//!
//! let mut tree = DocumentBuilder::new("Sleeper");
//! tree.root(Node::new("n1", "Idle")).unwrap();
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
//! let mut manager = TreeManager::new();
//! let goblins: Vec<_> = (0..100).map(|seed| manager.add(program.clone(), seed).unwrap()).collect();
//!
//! let watched: AgentSet = [goblins[17]].into_iter().collect();
//! let mut recorder = FlightRecorder::new(1 << 20); // a megabyte
//! for frame in 1..=60 {
//!     recorder.begin_frame(frame, 1.0 / 60.0);
//!     manager.tick_watching(&mut (), 1.0 / 60.0, &watched, &mut recorder);
//! }
//! let first = recorder.frames().next().unwrap();
//! assert_eq!((first.frame, first.trees.len(), first.trees[0].agent), (1, 1, goblins[17]));
//! ```
//!
//! # Many agents
//! A [`TreeManager`](crate::TreeManager) ticks trees in the order in which they were added and owns the variables that
//! they share. [`TickContext::agent`](crate::runtime::TickContext::agent) tells a task to which agent its tree belongs.
//! In `examples/arena.rs` a thousand agents fight.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let mut tasks = GameTasks::<Vec<u32>>::new();
//! tasks.action("Count", |_| {
//!     TaskHooks::new(|c: &mut TaskContext<Vec<u32>>| {
//!         c.world[c.tick.agent() as usize] += 1;
//!         Status::Running
//!     })
//! });
//! let mut tree = DocumentBuilder::new("Counter");
//! tree.root(Node::new("n1", "Count")).unwrap();
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
//!
//! let mut manager = TreeManager::new();
//! for seed in 0..3 {
//!     manager.add(program.clone(), seed)?;
//! }
//! let mut counts = vec![0; 3];
//! manager.tick(&mut counts, 0.1);
//! manager.tick(&mut counts, 0.1);
//! assert_eq!(counts, [2, 2, 2]);
//! # Ok::<(), GlobalConflict>(())
//! ```
//!
//! Trees of one manager share their global variables by name, so `add` fails if two trees declare one with different
//! types.
//!
//! # The blackboard and events
//! Variables are declared in the document: one for each agent (scope `tree`), one for each use of a subtree
//! (`subtree`), or one for all trees of a manager (`global`). The game reads and writes them by name; writing a value
//! of another type is an error. Events are visible for one frame; conditionals such as `HasReceivedEvent` also count
//! those that arrived before they were checked.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let mut tree = DocumentBuilder::new("Alarm");
//! tree.variable(Variable::new("calls", ValueType::Int));
//! let root = tree.root(Node::new("n1", "Sequence")).unwrap();
//! let wait = Node::new("n2", "WaitForEvent").with_parameter("name", ParameterValue::literal("alarm"));
//! tree.child(&root, wait).unwrap();
//! let count = Node::new("n3", "Compute")
//!     .with_parameter("variable", ParameterValue::variable("calls"))
//!     .with_parameter("expression", ParameterValue::literal("calls + 1"));
//! tree.child(&root, count).unwrap();
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
//!
//! let (mut instance, mut globals) = (TreeInstance::new(program, 0), Globals::default());
//! assert_eq!(instance.tick(&mut (), &mut globals, 0.1), Some(Status::Running));
//! instance.set_variable(&mut globals, "calls", Value::Int(41)).unwrap();
//! instance.send(Event { name: "alarm".into(), payload: None });
//! assert_eq!(instance.tick(&mut (), &mut globals, 0.1), Some(Status::Success));
//! assert_eq!(instance.variable(&globals, "calls"), Some(&Value::Int(42)));
//! assert!(instance.set_variable(&mut globals, "calls", Value::from("many")).is_err());
//! ```
//!
//! A value that the game stores itself can be bound to a variable
//! ([`GameTasks::bind_variable`](crate::compile::GameTasks::bind_variable)): it is read before each frame and written
//! back after it.
//!
//! # Several threads
//! With the feature `rayon`, `TreeManager::tick_parallel` ticks trees on several threads, each tree with its own world.
//! The results are the same as those of [`TreeManager::tick_each`](crate::TreeManager::tick_each) on one
//! thread. Trees run in their order only if they can interact within a frame: see
//! [`Program::sharing`](crate::Program::sharing).
//!
//! # Trees that sleep
//! Most agents wait most of the time. A manager can let trees sleep
//! ([`TreeManager::set_sleeps`](crate::TreeManager::set_sleeps)): they cost next to nothing until a variable
//! that they watch is written, an event for which they listen arrives, or a timer elapses. Their behavior stays the
//! same.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let mut tree = DocumentBuilder::new("Sleeper");
//! tree.root(Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(10.0))).unwrap();
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
//!
//! let mut manager = TreeManager::new();
//! let sleeper = manager.add(program, 0).unwrap();
//! manager.set_sleeps(sleeper, true);
//! manager.tick(&mut (), 0.5);
//! assert!(manager.is_asleep(sleeper));
//! for _ in 0..19 {
//!     manager.tick(&mut (), 0.5);
//! }
//! assert!(!manager.is_asleep(sleeper)); // after ten seconds it woke and succeeded
//! ```
//!
//! # Time
//! Ticks take seconds, which are rounded to whole nanoseconds ([`Nanoseconds`](crate::time::Nanoseconds)) and counted as
//! such. So ten frames of 0.1 s are exactly one second, in any order, and a sleeping tree catches up in one step. Tasks
//! that add up time use [`TickContext::dt_nanoseconds`](crate::runtime::TickContext::dt_nanoseconds).
//!
//! # Saving and restoring
//! A snapshot is the state of one agent ([`TreeInstance::snapshot`](crate::TreeInstance::snapshot)), or of a manager
//! with all its trees, as plain data. Restored with the same program, the run continues as if it had never stopped; with
//! a changed one, as after a change while it runs. What was not kept is reported.
//! [`snapshot_json`](crate::format::snapshot_json) reads and writes snapshots as JSON.
//!
//! ```
//! use treewright_core::format::snapshot_json;
//! use treewright_core::prelude::*;
//!
//! let mut tree = DocumentBuilder::new("Waiter");
//! tree.root(Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(3.0))).unwrap();
//! let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
//!
//! let mut manager = TreeManager::new();
//! let waiter = manager.add(program.clone(), 0).unwrap();
//! manager.tick(&mut (), 2.0);
//! let saved = snapshot_json::write_manager(&manager.snapshot());
//!
//! let snapshot = snapshot_json::read_manager(saved.as_bytes()).unwrap();
//! let (mut manager, report) = TreeManager::restore(&snapshot, |_agent, _saved| Some(program.clone())).unwrap();
//! assert!(report.is_kept());
//! assert_eq!(manager.tick(&mut (), 1.0), 0); // the wait is over: no tree is running
//! ```
//!
//! # Changing the tree of a live agent
//! When a designer saves a change, compile the document again and swap the program. What still exists continues; a
//! branch whose running nodes were removed or changed restarts
//! ([`TreeInstance::swap_program`](crate::runtime::TreeInstance::swap_program) has the rules). Variables keep their
//! values.
//!
//! ```
//! use treewright_core::prelude::*;
//!
//! let wait = |seconds: f64| {
//!     let mut tree = DocumentBuilder::new("Waiter");
//!     tree.root(Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(seconds))).unwrap();
//!     compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap()
//! };
//! let (mut instance, mut globals) = (TreeInstance::new(wait(60.0), 0), Globals::default());
//! instance.tick(&mut (), &mut globals, 1.0);
//! assert_eq!(instance.swap_program(wait(2.0), &mut (), &mut globals), SwapOutcome::Kept);
//! assert_eq!(instance.tick(&mut (), &mut globals, 1.0), Some(Status::Success));
//! ```
