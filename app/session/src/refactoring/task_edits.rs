//! Creates, changes and removes the tasks of a library. Keeps what a window does not offer: other tasks, unknown fields, and parameters that take other things
//! than values. Knows no files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::format::tasks_json;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::{ActsLike, Extra, ParameterDeclaration, ParameterType};
use treewright_core::runtime::Status;
use treewright_core::value::ValueType;

use super::RefactoringError;

/// A task as it is to be, while a user edits it.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskDraft {
    pub name: String,
    pub category: Category,
    pub summary: String,
    /// The result of a leaf while there is no game.
    pub stand_in: Option<Status>,
    pub parameters: Vec<ParameterDraft>,
}

/// A parameter of such a task.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterDraft {
    /// Its name in the library; `None` if it is new.
    pub known_as: Option<String>,
    pub declaration: ParameterDeclaration,
}

/// What happens to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskChange {
    Create(TaskDraft),
    /// The task of this name becomes like the draft.
    Change(TaskDraft),
    Remove(Arc<str>),
}

/// How two versions of a library differ: by the first task of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskDifference {
    Created(String),
    Changed(String),
    Removed(String),
}

impl Default for TaskDraft {
    fn default() -> Self {
        Self {
            name: String::new(),
            category: Category::Action,
            summary: String::new(),
            stand_in: None,
            parameters: Vec::new(),
        }
    }
}

impl TaskDraft {
    /// The draft of a task that is in a library.
    pub fn of(task: &TaskDeclaration) -> Self {
        let declared = &task.declaration;
        let parameters = declared.parameters.iter().map(|parameter| ParameterDraft {
            known_as: Some(parameter.name.to_string()),
            declaration: parameter.clone(),
        });
        Self {
            name: declared.task.to_string(),
            category: declared.category,
            summary: declared.summary.to_string(),
            stand_in: task.stand_in,
            parameters: parameters.collect(),
        }
    }

    /// The parameters that get other names: the old and the new one.
    pub fn renamed(&self) -> Vec<(Arc<str>, Arc<str>)> {
        let parameters = self.parameters.iter();
        let names = parameters.filter_map(|parameter| {
            let (old, new) = (
                parameter.known_as.as_deref()?,
                parameter.declaration.name.trim(),
            );
            (old != new).then(|| (old.into(), new.into()))
        });
        names.collect()
    }

    /// Gives the task this category; a stand-in that it cannot have then is dropped.
    pub fn set_category(&mut self, category: Category) {
        self.category = category;
        let can_run = category == Category::Action;
        let fits = |status: &Status| category.is_leaf() && (can_run || *status != Status::Running);
        self.stand_in = self.stand_in.filter(fits);
    }
}

impl ParameterDraft {
    /// A new parameter, a float that must not be set.
    pub fn new() -> Self {
        let float = ValueType::Float;
        let default = float.default_value();
        Self {
            known_as: None,
            declaration: ParameterDeclaration::optional("", float, default, ""),
        }
    }

    /// The type of its values; `None` if it takes something else.
    pub fn value_type(&self) -> Option<&ValueType> {
        match &self.declaration.parameter_type {
            ParameterType::Value(value_type) => Some(value_type),
            _ => None,
        }
    }

    /// Gives it this type; a default becomes that of the type, and a range stays with numbers.
    pub fn set_value_type(&mut self, value_type: ValueType) {
        let declaration = &mut self.declaration;
        let is_number = matches!(value_type, ValueType::Int | ValueType::Float);
        declaration.range = declaration.range.filter(|_| is_number);
        if declaration.default.is_some() {
            declaration.default = Some(value_type.default_value());
        }
        declaration.parameter_type = ParameterType::Value(value_type);
    }
}

impl Default for ParameterDraft {
    fn default() -> Self {
        Self::new()
    }
}

/// The library of this file after a change of a task.
///
/// # Errors
/// If a name is empty or taken, there is no such task, or its declaration could not be read again.
pub fn changed(
    library: &TaskLibrary,
    file: &str,
    change: &TaskChange,
) -> Result<TaskLibrary, RefactoringError> {
    let mut library = library.clone();
    match change {
        TaskChange::Create(draft) => {
            let name = draft.name.trim();
            must_be_free(&library, file, name)?;
            let task = TaskDeclaration::of(draft.category, name.to_owned(), "");
            library.tasks.push(declared(task, draft)?);
        }
        TaskChange::Change(draft) => {
            let at = place_of(&library, file, &draft.name)?;
            library.tasks[at] = declared(library.tasks[at].clone(), draft)?;
        }
        TaskChange::Remove(name) => {
            let at = place_of(&library, file, name)?;
            library.tasks.remove(at);
        }
    }
    must_be_readable(&library, file)?;
    Ok(library)
}

/// Refuses a name that a new task of the library cannot have.
fn must_be_free(library: &TaskLibrary, file: &str, name: &str) -> Result<(), RefactoringError> {
    if name.is_empty() {
        return Err(RefactoringError::NoTaskName);
    }
    if NodeLibrary::builtin().declaration(name).is_some() {
        return Err(RefactoringError::BuiltInName(name.to_owned()));
    }
    if library.task(name).is_some() {
        return Err(RefactoringError::NameTaken {
            name: name.to_owned(),
            file: file.to_owned(),
        });
    }
    Ok(())
}

fn place_of(library: &TaskLibrary, file: &str, name: &str) -> Result<usize, RefactoringError> {
    let mut tasks = library.tasks.iter();
    let place = tasks.position(|task| task.declaration.task == name);
    place.ok_or_else(|| RefactoringError::NoSuchTask {
        name: name.to_owned(),
        file: file.to_owned(),
    })
}

/// The task with all that the draft says of it.
fn declared(
    mut task: TaskDeclaration,
    draft: &TaskDraft,
) -> Result<TaskDeclaration, RefactoringError> {
    let known = std::mem::take(&mut task.parameter_extra);
    let (parameters, extra) = parameters(draft, &known)?;
    task.parameter_extra = extra;
    task.declaration.parameters = parameters;
    task.declaration.category = draft.category;
    task.declaration.summary = draft.summary.trim().to_owned().into();
    task.stand_in = draft.stand_in.filter(|_| draft.category.is_leaf());
    let can_act = |like: &ActsLike| match draft.category {
        Category::Composite => true,
        Category::Decorator => *like == ActsLike::PassThrough,
        Category::Conditional | Category::Action => false,
    };
    task.acts_like = task.acts_like.filter(can_act);
    Ok(task)
}

/// The parameters of a draft, and their unknown fields, which follow a new name. `known` has these by the names in the library.
fn parameters(
    draft: &TaskDraft,
    known: &BTreeMap<String, Extra>,
) -> Result<(Vec<ParameterDeclaration>, BTreeMap<String, Extra>), RefactoringError> {
    let mut names = BTreeSet::new();
    let mut parameters = Vec::new();
    let mut extra = BTreeMap::new();
    for parameter in &draft.parameters {
        let mut declaration = parameter.declaration.clone();
        let name = declaration.name.trim().to_owned();
        if name.is_empty() {
            return Err(RefactoringError::NoParameterName);
        }
        if !names.insert(name.clone()) {
            return Err(RefactoringError::ParameterTwice(name));
        }
        let fields = parameter.known_as.as_ref().and_then(|it| known.get(it));
        if let Some(fields) = fields {
            extra.insert(name.clone(), fields.clone());
        }
        declaration.name = name.into();
        declaration.help = declaration.help.trim().to_owned().into();
        parameters.push(declaration);
    }
    Ok((parameters, extra))
}

/// Refuses what the reader of libraries would refuse.
fn must_be_readable(library: &TaskLibrary, file: &str) -> Result<(), RefactoringError> {
    let text = tasks_json::write(library);
    let read = tasks_json::read(text.as_bytes());
    let error = read.err().and_then(|errors| errors.into_iter().next());
    match error {
        Some(error) => Err(RefactoringError::Unreadable {
            file: file.to_owned(),
            error: error.kind,
        }),
        None => Ok(()),
    }
}

/// Which task differs between two texts of a library; `None` if they have the same tasks, or one of them is no library.
pub fn difference(before: &[u8], after: &[u8]) -> Option<TaskDifference> {
    let read = |bytes: &[u8]| Some(tasks_json::read(bytes).ok()?.library);
    let (before, after) = (read(before)?, read(after)?);
    let name_of = |task: &TaskDeclaration| task.declaration.task.to_string();
    let lacks = |library: &TaskLibrary, task: &TaskDeclaration| library.task(task.name()).is_none();
    if let Some(new) = after.tasks.iter().find(|task| lacks(&before, task)) {
        return Some(TaskDifference::Created(name_of(new)));
    }
    if let Some(old) = before.tasks.iter().find(|task| lacks(&after, task)) {
        return Some(TaskDifference::Removed(name_of(old)));
    }
    let is_other = |task: &&TaskDeclaration| before.task(task.name()) != Some(task);
    let other = after.tasks.iter().find(is_other)?;
    Some(TaskDifference::Changed(name_of(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "combat.tasks.json";
    const LIBRARY: &str = r##"{
  "format": "treewright-tasks",
  "version": 1,
  "name": "Combat",
  "tasks": [
    {
      "name": "Shoot",
      "category": "Action",
      "details": "- Down: Success.",
      "color": "#c04040",
      "stand_in": "Running",
      "parameters": [
        {"name": "at", "type": "vec2", "required": true, "page": 7},
        {"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}
      ],
      "author": "me"
    },
    {
      "name": "Near",
      "category": "Conditional"
    }
  ]
}
"##;

    fn library() -> TaskLibrary {
        tasks_json::read(LIBRARY.as_bytes()).unwrap().library
    }

    fn shoot() -> TaskDraft {
        TaskDraft::of(library().task("Shoot").unwrap())
    }

    fn named(name: &str) -> TaskDraft {
        TaskDraft {
            name: name.to_owned(),
            ..TaskDraft::default()
        }
    }

    /// The text of the library after a change.
    fn after(change: &TaskChange) -> String {
        tasks_json::write(&changed(&library(), FILE, change).unwrap())
    }

    fn refused(change: &TaskChange) -> String {
        changed(&library(), FILE, change).unwrap_err().to_string()
    }

    #[test]
    fn a_change_keeps_whatever_the_draft_does_not_say() {
        assert_eq!(after(&TaskChange::Change(shoot())), LIBRARY);
        let mut draft = shoot();
        draft.summary = " Fires. ".to_owned();
        draft.parameters[0].declaration.name = "target".into();
        draft.parameters.swap(0, 1);
        let text = after(&TaskChange::Change(draft));
        let summary = r#""category": "Action",
      "summary": "Fires.","#;
        assert!(text.contains(summary), "{text}");
        let target = r#"{"name": "target", "type": "vec2", "required": true, "page": 7}"#;
        assert!(text.contains(target), "{text}");
        assert!(text.contains(r#""author": "me""#), "{text}");
    }

    #[test]
    fn a_new_task_comes_last_and_a_removed_one_leaves_the_others() {
        let text = after(&TaskChange::Create(named(" Run ")));
        let (others, _) = LIBRARY.split_once("\n    }\n  ]").unwrap();
        assert!(text.starts_with(others), "{text}");
        assert!(text.contains(r#""name": "Run""#), "{text}");
        let text = after(&TaskChange::Remove("Near".into()));
        assert!(!text.contains("Near") && text.contains("Shoot"), "{text}");
    }

    #[test]
    fn another_category_drops_the_stand_in_that_it_cannot_have() {
        let mut draft = shoot();
        draft.set_category(Category::Conditional);
        let text = after(&TaskChange::Change(draft));
        assert!(!text.contains("stand_in"), "{text}");
    }

    #[test]
    fn another_type_has_another_default_and_no_range() {
        let mut parameter = ParameterDraft::new();
        parameter.declaration = parameter.declaration.within(2.0, 3.0);
        parameter.set_value_type(ValueType::Bool);
        let of_bool = Some(ValueType::Bool.default_value());
        assert_eq!(parameter.declaration.default, of_bool);
        assert_eq!(parameter.declaration.range, None);
    }

    #[test]
    fn names_that_cannot_be_had_are_refused() {
        for (name, reason) in [
            (" ", "the task has no name"),
            ("Sequence", "a built-in node has the name `Sequence`"),
            ("Shoot", "`combat.tasks.json` already has the name `Shoot`"),
        ] {
            let told = refused(&TaskChange::Create(named(name)));
            assert!(told.starts_with(reason), "{told}");
        }
        let mut draft = shoot();
        draft.parameters.push(ParameterDraft::new());
        let told = refused(&TaskChange::Change(draft.clone()));
        assert!(told.starts_with("a parameter has no name"), "{told}");
        draft.parameters[2].declaration.name = "at".into();
        let told = refused(&TaskChange::Change(draft.clone()));
        assert!(
            told.starts_with("two parameters have the name `at`"),
            "{told}"
        );
        draft.parameters[2].declaration.name = "a\tb".into();
        let told = refused(&TaskChange::Change(draft));
        assert!(told.contains("control"), "{told}");
    }

    #[test]
    fn the_difference_names_the_task() {
        let told =
            |change: TaskChange| difference(LIBRARY.as_bytes(), after(&change).as_bytes()).unwrap();
        let created = told(TaskChange::Create(named("Run")));
        assert_eq!(created, TaskDifference::Created("Run".to_owned()));
        let removed = told(TaskChange::Remove("Near".into()));
        assert_eq!(removed, TaskDifference::Removed("Near".to_owned()));
        let mut draft = shoot();
        draft.summary = "Fires.".to_owned();
        let changed = told(TaskChange::Change(draft));
        assert_eq!(changed, TaskDifference::Changed("Shoot".to_owned()));
        assert_eq!(difference(LIBRARY.as_bytes(), LIBRARY.as_bytes()), None);
    }
}
