//! Derives tasks for `treewright-core`, which re-exports these macros with its feature `derive`. Knows the paths of the
//! traits that it implements there, and nothing else of that crate.

mod attributes;
mod choice;
mod function;
mod state;
mod task;

use attributes::Category;
use proc_macro::TokenStream;

/// Declares a task: one struct is its declaration, its parameters and its state. The trait `Task` is its behavior, or
/// `ParentTask` if it is a composite or decorator.
///
/// ```
/// use treewright_core::prelude::*;
///
/// struct World { position: [f64; 2] }
///
/// /// Walks to a place.
/// ///
/// /// - It has arrived: Success.
/// #[derive(Task)]
/// #[task(action)]
/// struct WalkTo {
///     /// In meters per second.
///     #[parameter(default = 2.0, range = 0.0..=10.0, unit = "m/s")]
///     speed: Operand<f64>,
///     /// Where to.
///     place: Operand<[f64; 2]>,
///     /// Receives the seconds that the way took.
///     seconds: Option<Var<f64>>,
///     #[state]
///     passed: f64,
/// }
///
/// impl Task<World> for WalkTo {
///     fn update(&mut self, context: &mut TaskContext<World>) -> Status {
///         self.passed += context.tick.dt();
///         let (place, step) = (self.place.get(&context.tick), self.speed.get(&context.tick) * context.tick.dt());
///         for (own, place) in context.world.position.iter_mut().zip(place) {
///             *own += (place - *own).clamp(-step, step);
///         }
///         if context.world.position != place {
///             return Status::Running;
///         }
///         if let Some(seconds) = self.seconds {
///             seconds.set(&mut context.tick, self.passed);
///         }
///         Status::Success
///     }
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<WalkTo>();
///
/// let tree = Tree::new("Walker", tree::task("WalkTo").with("place", [3.0, 0.0]).with("seconds", tree::var("walked")));
/// let program = tree.variable("walked", 0.0).compile(&tasks)?;
/// let (mut walker, mut globals) = (TreeInstance::new(program, 0), Globals::default());
/// let mut world = World { position: [0.0, 0.0] };
/// assert_eq!(walker.tick(&mut world, &mut globals, 1.0), Some(Status::Running));
/// assert_eq!(walker.tick(&mut world, &mut globals, 1.0), Some(Status::Success));
/// assert_eq!(walker.get(&globals, "walked"), Ok(2.0));
/// # Ok::<(), LoadError>(())
/// ```
///
/// # The struct: `#[task(…)]`
/// | option | meaning |
/// | --- | --- |
/// | `action`, `conditional`, `composite` or `decorator` | its category; one of them is required |
/// | `name = "…"` | its name in trees, if it is not that of the struct |
/// | `icon = "…"`, `color = "#rrggbb"` | its look in the editor; icons are named as in the Material Symbols |
/// | `stand_in = Running` | what a leaf returns while there is no game: `Success` (the default), `Failure` or `Running` |
/// | `acts_like = Selector` | how a parent runs its children while there is no game: `Sequence`, `Selector` or `PassThrough`; without it, it cannot run there |
/// | `results = [Success, Running]` | the results that a leaf may return, for exploring a tree without the game; without it, all |
/// | `max_frames = 30` | the longest that a leaf runs, in frames, likewise; without it, forever |
/// | `crate = path` | where `treewright-core` is, if not at `::treewright_core` |
///
/// The first paragraph of its documentation is the summary that designers read, the rest its details.
///
/// # Parameters
/// A field is a parameter of its own name, and its documentation is the help. Which types it can have is listed at
/// `TaskParameter` in the core. `#[parameter(…)]` adds:
///
/// | option | meaning |
/// | --- | --- |
/// | `default = …` | its value when it is not set; without it, it must be set unless it is an `Option` |
/// | `range = a..=b` | the range of constants, for numbers |
/// | `unit = "…"` | the unit that is shown after numbers |
/// | `name = "…"` | its name in trees, if it is not that of the field |
///
/// # Composites and decorators
/// ```
/// use treewright_core::prelude::*;
///
/// /// Runs its first child if the coin falls so, else its second.
/// #[derive(Task)]
/// #[task(composite, acts_like = Selector)]
/// struct Coin {
///     /// How likely the first is.
///     #[parameter(default = 0.5, range = 0.0..=1.0)]
///     chance: Operand<f64>,
///     #[state(keep)]
///     tosses: u32,
/// }
///
/// impl ParentTask<()> for Coin {
///     fn start(&mut self, context: &mut TaskContext<()>, _: Children) -> Next<usize> {
///         self.tosses += 1;
///         let is_first = f64::from(context.tick.random().rand_float()) < self.chance.get(&context.tick);
///         Next::Run(usize::from(!is_first))
///     }
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<Coin>();
/// let coin = tree::parent("Coin", [tree::succeed(), tree::fail()]).with("chance", 0.0);
/// let mut tree = TreeInstance::new(Tree::new("Gambler", coin).compile(&tasks)?, 0);
/// assert_eq!(tree.tick(&mut (), &mut Globals::default(), 0.1), Some(Status::Failure));
/// # Ok::<(), LoadError>(())
/// ```
///
/// # State
/// A field with `#[state]` is state: it begins anew each time the task starts, is saved with the tree, and is
/// restored by its name. Its type implements `TaskState`.
///
/// | option | meaning |
/// | --- | --- |
/// | `#[state(default = …)]` | how it begins, if not as `Default` |
/// | `#[state(keep)]` | it begins once, when the instance is created, and is kept from one start to the next |
/// | `#[state(skip)]` | it is not saved, so its type may be any |
///
/// # Mistakes
/// A field that is neither a parameter nor state:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// #[task(action)]
/// struct Shoot { rounds: Vec<u8> }
/// ```
///
/// A task without its category:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// struct Shoot { rounds: Operand<i64> }
/// ```
///
/// A default of another type, or out of range:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// #[task(action)]
/// struct Shoot {
///     #[parameter(default = "three")]
///     rounds: Operand<i64>,
/// }
/// ```
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// #[task(action)]
/// struct Shoot {
///     #[parameter(default = 30, range = 1..=9)]
///     rounds: Operand<i64>,
/// }
/// ```
///
/// A leaf that acts like a parent:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// #[task(action, acts_like = Sequence)]
/// struct Shoot { rounds: Operand<i64> }
/// ```
///
/// A misspelt option:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Task)]
/// #[task(action)]
/// struct Shoot {
///     #[parameter(defualt = 3)]
///     rounds: Operand<i64>,
/// }
/// ```
///
/// State that cannot be saved:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// struct Path;
///
/// #[derive(Task)]
/// #[task(action)]
/// struct Walk {
///     #[state]
///     path: Option<Path>,
/// }
/// ```
#[proc_macro_derive(Task, attributes(task, parameter, state))]
pub fn derive_task(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| task::derive(&input)))
}

/// Makes an action of a function: it is called in each frame in which the action runs.
///
/// Its first argument is the context. The others are parameters, whose values it gets: constants, or variables that are
/// read before each call; an `Option` is `None` if its parameter is left out. The function returns a `Status`; a `bool`,
/// which is Success or Failure; or nothing if it always succeeds at once. It may return an `Option` or `Result` of these, so
/// that its code can use `?`: `None` is Failure, and an error is the reason why the task fails. The task is a type of its own,
/// which is named after the function.
///
/// ```
/// use treewright_core::prelude::*;
///
/// struct World { ammunition: u32 }
///
/// /// Fires at the target.
/// #[action]
/// fn shoot(
///     context: &mut TaskContext<World>,
///     /// How many at once.
///     #[parameter(default = 3, range = 1..=9)]
///     rounds: i32,
/// ) -> Result<Status, &'static str> {
///     let left = context.world.ammunition.checked_sub(rounds as u32);
///     context.world.ammunition = left.ok_or("out of ammunition")?;
///     Ok(Status::Success)
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<Shoot>();
///
/// let program = Tree::new("Guard", tree::task("Shoot")).compile(&tasks)?;
/// let mut world = World { ammunition: 5 };
/// TreeInstance::new(program, 0).tick(&mut world, &mut Globals::default(), 0.1);
/// assert_eq!(world.ammunition, 2);
/// # Ok::<(), LoadError>(())
/// ```
///
/// It takes the options of `#[task(…)]` at [`derive(Task)`](macro@Task), and:
///
/// | option | meaning |
/// | --- | --- |
/// | `world = Arena` | the world, if the context's type does not show it, such as `&mut Context` |
/// | `waits_for_inputs` | its status depends only on its parameters, so that its tree can sleep |
///
/// `#[parameter(…)]` has the same options as there, and so has `#[state(…)]`, for what a node remembers from frame to frame:
///
/// ```
/// use treewright_core::prelude::*;
///
/// /// Walks for a while.
/// #[action]
/// fn walk(context: &mut TaskContext<f64>, seconds: f64, #[state] passed: &mut f64) -> Status {
///     *context.world += context.tick.dt();
///     *passed += context.tick.dt();
///     Status::running_until(*passed >= seconds)
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<Walk>();
/// let program = Tree::new("Walker", tree::task("Walk").with("seconds", 2.0)).compile(&tasks)?;
/// let mut walker = TreeInstance::new(program, 0);
/// let mut tick = || walker.tick(&mut 0.0, &mut Globals::default(), 1.0);
/// assert_eq!([tick(), tick()], [Some(Status::Running), Some(Status::Success)]);
/// # Ok::<(), LoadError>(())
/// ```
///
/// A function that is more than its update, such as one that does something when it is aborted, is a struct with
/// [`derive(Task)`](macro@Task) instead.
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[action]
/// fn walk(context: &mut TaskContext<f64>, #[state] passed: f64) -> Status { Status::Success } // state is `&mut`
/// ```
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// struct Lent<'a>(&'a mut f64);
///
/// #[action]
/// fn walk(context: &mut TaskContext<Lent<'_>>) -> Status { Status::Success } // its family is `dyn for<'a> LentWorld<…>`
/// ```
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[action]
/// fn shoot(rounds: i64) -> Status { Status::Success } // the context is missing
/// ```
#[proc_macro_attribute]
pub fn action(options: TokenStream, input: TokenStream) -> TokenStream {
    expand(function::leaf(
        Category::Action,
        options.into(),
        input.into(),
    ))
}

/// Makes a conditional of a function, which is called when the conditional is checked. It usually returns a `bool`; a
/// conditional that returns Running counts as failed.
///
/// ```
/// use treewright_core::prelude::*;
///
/// struct World { distance: f64 }
///
/// /// An enemy is near.
/// #[conditional]
/// fn enemy_in_range(
///     context: &mut TaskContext<World>,
///     /// In meters.
///     #[parameter(default = 10.0, range = 0.0..=50.0, unit = "m")]
///     range: f64,
/// ) -> bool {
///     context.world.distance <= range
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<EnemyInRange>();
///
/// let program = Tree::new("Guard", tree::task("EnemyInRange").with("range", 5.0)).compile(&tasks)?;
/// let status = TreeInstance::new(program, 0).tick(&mut World { distance: 7.0 }, &mut Globals::default(), 0.1);
/// assert_eq!(status, Some(Status::Failure));
/// # Ok::<(), LoadError>(())
/// ```
///
/// Its options are those of [`#[action]`](macro@action).
#[proc_macro_attribute]
pub fn conditional(options: TokenStream, input: TokenStream) -> TokenStream {
    expand(function::leaf(
        Category::Conditional,
        options.into(),
        input.into(),
    ))
}

/// Makes an enum a parameter that takes one of its names. Their documentation is the help of each.
///
/// ```
/// use treewright_core::prelude::*;
///
/// #[derive(Clone, Choice)]
/// enum Gait {
///     /// Silent and slow.
///     Sneak,
///     /// Loud and fast.
///     Run,
/// }
///
/// #[action]
/// fn walk(context: &mut TaskContext<f64>, #[parameter(default = Gait::Sneak)] gait: Gait) -> Status {
///     *context.world += match gait {
///         Gait::Sneak => 1.0,
///         Gait::Run => 4.0,
///     };
///     Status::Running
/// }
///
/// let mut tasks = GameTasks::new();
/// tasks.register::<Walk>();
/// let misspelt = Tree::new("Guard", tree::task("Walk").with("gait", "Rnu")).compile(&tasks).unwrap_err();
/// assert!(misspelt.to_string().contains("parameter `gait`: expected one of Sneak, Run, found `Rnu`"));
/// ```
///
/// `#[choice(name = "…")]` gives a variant another name; `#[choice(crate = path)]` at the enum says where
/// `treewright-core` is. A variant with fields is an error:
///
/// ```compile_fail
/// use treewright_core::prelude::*;
///
/// #[derive(Clone, Choice)]
/// enum Gait { Sneak, Run(f64) }
/// ```
#[proc_macro_derive(Choice, attributes(choice))]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| choice::derive(&input)))
}

/// Makes a struct or enum a type of state that a task can save, by the names of its fields and variants.
///
/// ```
/// use treewright_core::prelude::*;
///
/// #[derive(TaskState)]
/// enum Phase {
///     Searching,
///     Walking { to: [f64; 2], left: f64 },
/// }
///
/// let saved = Phase::Walking { to: [1.0, 2.0], left: 3.0 }.save().unwrap();
/// let Some(Phase::Walking { left, .. }) = Phase::restore(&saved) else { panic!() };
/// assert_eq!(left, 3.0);
/// ```
///
/// A field with `#[state(skip)]` is not saved, and is restored as its default. `#[state(crate = path)]` at the type says
/// where `treewright-core` is.
#[proc_macro_derive(TaskState, attributes(state))]
pub fn derive_state(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| state::derive(&input)))
}

/// Returns the code, or the errors at their places.
fn expand(code: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    code.unwrap_or_else(|errors| errors.to_compile_error())
        .into()
}
