//! Declarations of a game's own tasks: what an editor shows of them, and their stand-ins while there is no game.
//! Knows nothing about files.
//!
//! [`TaskDeclaration`] is the one type for what a game registers with its tasks, what the file of a library contains, and what
//! palette and checks use.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::category::Category;
use crate::model::{ActsLike, Extra, NodeDeclaration, ParameterDeclaration};
use crate::runtime::Status;

/// The tasks of a game, for editors and checks. Read from a file, or made from the tasks that the game registered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskLibrary {
    /// The name of the library.
    pub name: String,
    /// The description of the library.
    pub description: String,
    /// The tasks, in palette order.
    pub tasks: Vec<TaskDeclaration>,
    /// Fields of its file that this version does not know.
    pub extra: Extra,
}

impl TaskLibrary {
    /// Creates a library without tasks.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The task of this name. If several have it, the first.
    pub fn task(&self, name: &str) -> Option<&TaskDeclaration> {
        self.tasks.iter().find(|t| t.declaration.task == name)
    }
}

/// The declaration of a game's task.
///
/// ```
/// use treewright_core::library::TaskDeclaration;
/// use treewright_core::model::{ParameterDeclaration, ParameterType};
/// use treewright_core::runtime::Status;
/// use treewright_core::value::ValueType;
///
/// let shoot = TaskDeclaration::action("Shoot", "Fires at the target until it is down.")
///     .details("- The target is down: Success.\n- There is none in range: Failure.")
///     .icon("target")
///     .parameter(
///         ParameterDeclaration::optional("range", ValueType::Float, 12.0, "In meters.").within(0.0, 50.0),
///     )
///     .parameter(ParameterDeclaration::optional(
///         "weapon",
///         ParameterType::choice(["Rifle", "Pistol"]),
///         "Rifle",
///         "What is fired.",
///     ))
///     .stand_in_result(Status::Running);
/// assert_eq!(shoot.declaration.parameters.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TaskDeclaration {
    /// Its name, category, parameters and help texts.
    pub declaration: NodeDeclaration,
    /// The result of a leaf while there is no game; `None` means Success.
    pub stand_in: Option<Status>,
    /// How a composite or decorator runs its children where it has no code; `None` if it cannot run there.
    pub acts_like: Option<ActsLike>,
    /// What a leaf may return.
    pub results: LeafResults,
    /// Fields of the task that this version does not know.
    pub extra: Extra,
    /// Unknown fields of its parameters, by name of the parameter.
    pub parameter_extra: BTreeMap<String, Extra>,
    /// Unknown fields of the parameters of its children, by name of the parameter.
    pub child_parameter_extra: BTreeMap<String, Extra>,
}

/// What a leaf of the game may return. The executor does not check it: it is for those who explore a tree without the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeafResults {
    /// The results that it returns, each once; empty for all that its category allows.
    pub results: Vec<Status>,
    /// The longest that it runs, in frames: in this frame, counted from its start, it has ended. `None` if it may run forever.
    pub max_frames: Option<u64>,
}

impl From<NodeDeclaration> for TaskDeclaration {
    fn from(declaration: NodeDeclaration) -> Self {
        Self {
            declaration,
            stand_in: None,
            acts_like: None,
            results: LeafResults::default(),
            extra: Extra::new(),
            parameter_extra: BTreeMap::new(),
            child_parameter_extra: BTreeMap::new(),
        }
    }
}

impl TaskDeclaration {
    /// Creates an action: a leaf that may run for many frames.
    pub fn action(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Action, name, summary)
    }

    /// Creates a conditional: a leaf that returns Success or Failure at once.
    pub fn conditional(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Conditional, name, summary)
    }

    /// Creates a composite: a parent of any number of children.
    pub fn composite(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Composite, name, summary)
    }

    /// Creates a decorator: a parent of one child.
    pub fn decorator(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Decorator, name, summary)
    }

    /// Creates a task of this category. `summary` says what it does in one sentence.
    pub fn of(
        category: Category,
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        let mut declaration = NodeDeclaration::new(name, category);
        declaration.summary = summary.into();
        declaration.into()
    }

    /// Adds details as Markdown: when it returns which result, one line each.
    #[must_use]
    pub fn details(mut self, details: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.details = details.into();
        self
    }

    /// Sets the icon, by its name in the Material Symbols.
    #[must_use]
    pub fn icon(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.icon = name.into();
        self
    }

    /// Sets the color of its cards, as `#rrggbb`.
    #[must_use]
    pub fn color(mut self, color: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.color = Some(color.into());
        self
    }

    /// Adds a parameter. Put the most informative one first: cards show it.
    #[must_use]
    pub fn parameter(mut self, parameter: ParameterDeclaration) -> Self {
        self.declaration.parameters.push(parameter);
        self
    }

    /// Sets the result of a leaf while there is no game.
    #[must_use]
    pub fn stand_in_result(mut self, answer: Status) -> Self {
        self.stand_in = Some(answer);
        self
    }

    /// Sets how a composite or decorator runs its children where it has no code.
    #[must_use]
    pub fn acts_like_builtin(mut self, like: ActsLike) -> Self {
        self.acts_like = Some(like);
        self
    }

    /// Restricts the results that a leaf may return, for those who explore a tree without the game.
    #[must_use]
    pub fn may_return(mut self, results: impl IntoIterator<Item = Status>) -> Self {
        self.results.results = results.into_iter().collect();
        self
    }

    /// Sets the longest that a leaf runs, in frames, for those who explore a tree without the game.
    #[must_use]
    pub fn runs_at_most(mut self, frames: u64) -> Self {
        self.results.max_frames = Some(frames);
        self
    }

    /// The name of the task.
    pub fn name(&self) -> &str {
        &self.declaration.task
    }
}
