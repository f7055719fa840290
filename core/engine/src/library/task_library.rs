//! A game's own tasks as declared in a library: what an editor shows of them, and how they are stood in for without the game.
//! Knows nothing of files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::category::Category;
use crate::model::{ActsLike, Extra, NodeDeclaration, ParameterDeclaration};
use crate::runtime::Status;

/// The tasks of a game, for editors and checks: from a file, or from the tasks that the game registered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskLibrary {
    /// What it is called.
    pub name: String,
    /// More about it, for people.
    pub description: String,
    /// The tasks, in the order in which palettes list them.
    pub tasks: Vec<TaskDeclaration>,
    /// Fields of its file that this version does not know.
    pub extra: Extra,
}

impl TaskLibrary {
    /// A library without tasks.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The task of this name; the first, if there are several.
    pub fn task(&self, name: &str) -> Option<&TaskDeclaration> {
        self.tasks.iter().find(|t| t.declaration.task == name)
    }
}

/// The declaration of one task of a game.
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
///         ParameterDeclaration::optional("range", ValueType::Float, 12.0, "In metres.").within(0.0, 50.0),
///     )
///     .parameter(ParameterDeclaration::optional(
///         "weapon",
///         ParameterType::choice(["Rifle", "Pistol"]),
///         "Rifle",
///         "What is fired.",
///     ))
///     .stood_in_by(Status::Running);
/// assert_eq!(shoot.declaration.parameters.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TaskDeclaration {
    /// Name, category, parameters, help.
    pub declaration: NodeDeclaration,
    /// What plays it where there is no game: a leaf that always answers this; none for Success.
    pub stand_in: Option<Status>,
    /// What a parent acts like where there is no code for it; `None` if it cannot run there.
    pub acts_like: Option<ActsLike>,
    /// Fields of its file that this version does not know.
    pub extra: Extra,
    /// The same of its parameters, by name.
    pub parameter_extra: BTreeMap<String, Extra>,
    /// The same of the parameters that its children carry for it, by name.
    pub child_parameter_extra: BTreeMap<String, Extra>,
}

impl From<NodeDeclaration> for TaskDeclaration {
    fn from(declaration: NodeDeclaration) -> Self {
        Self {
            declaration,
            stand_in: None,
            acts_like: None,
            extra: Extra::new(),
            parameter_extra: BTreeMap::new(),
            child_parameter_extra: BTreeMap::new(),
        }
    }
}

impl TaskDeclaration {
    /// An action: a leaf that may run for many frames.
    pub fn action(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Action, name, summary)
    }

    /// A conditional: a leaf that answers at once.
    pub fn conditional(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::of(Category::Conditional, name, summary)
    }

    /// A task of this category, with a sentence that says what it does.
    pub fn of(
        category: Category,
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> Self {
        let mut declaration = NodeDeclaration::new(name, category);
        declaration.summary = summary.into();
        declaration.into()
    }

    /// This task with more about it, as Markdown: how it answers, a line each.
    #[must_use]
    pub fn details(mut self, details: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.details = details.into();
        self
    }

    /// This task with an icon, by its name among the Material Symbols.
    #[must_use]
    pub fn icon(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.icon = name.into();
        self
    }

    /// This task with cards of a color of their own, as `#rrggbb`.
    #[must_use]
    pub fn color(mut self, color: impl Into<Cow<'static, str>>) -> Self {
        self.declaration.color = Some(color.into());
        self
    }

    /// This task with one more parameter. The most telling comes first: cards show it.
    #[must_use]
    pub fn parameter(mut self, parameter: ParameterDeclaration) -> Self {
        self.declaration.parameters.push(parameter);
        self
    }

    /// This task, played by this answer where there is no game.
    #[must_use]
    pub fn stood_in_by(mut self, answer: Status) -> Self {
        self.stand_in = Some(answer);
        self
    }

    /// This task, a parent, acting like a built-in kind where there is no code for it.
    #[must_use]
    pub fn acting_like(mut self, like: ActsLike) -> Self {
        self.acts_like = Some(like);
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.declaration.task
    }
}
