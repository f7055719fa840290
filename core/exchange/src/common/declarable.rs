//! Leaves out of the task libraries of other tools' files what a library cannot hold, such as a task without a name, so that what was imported
//! can be saved and opened. Knows no format but that of libraries.

use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::format::{FormatError, tasks_json};
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::project::resolve;

use super::reading::{Imported, ImportedDocument};

/// What is said of it.
pub(crate) mod remarks {
    crate::common::remarks::remarks! { "declarable";
        /// A task.
        no_task(task): Approximated = "`{task}` is not declared in the task library: a task there has no such name or field";
        /// A parameter of a task.
        no_parameter(parameter, task): Approximated = "`{parameter}` of `{task}` is not declared in the task library: a parameter there has no such name or value";
    }
}

/// Leaves out what cannot be declared, and says so at the first document that names its library.
pub(super) fn leave_out(imported: &mut Imported) {
    for own in &mut imported.libraries {
        let mut said = Vec::new();
        if faults(&own.library).is_empty() {
            continue;
        }
        let tasks = std::mem::take(&mut own.library.tasks);
        let kept = tasks.into_iter().filter_map(|task| kept(task, &mut said));
        own.library.tasks = kept.collect();
        let names = |made: &ImportedDocument| {
            let mut named = made.document.libraries.iter();
            named.any(|named| resolve(&made.path, named).is_ok_and(|path| path == own.path))
        };
        let place = imported.documents.iter().position(names);
        if let Some(document) = imported.documents.get_mut(place.unwrap_or_default()) {
            let said = said.into_iter().map(Problem::Transfer);
            let said = said.map(|problem| Diagnostic::new(Location::Document, problem));
            document.remarks.extend(said);
        }
    }
}

/// The task with those of its parameters that can be declared; none if it cannot be declared itself.
fn kept(
    mut task: TaskDeclaration,
    said: &mut Vec<treewright_core::diagnostic::Transfer>,
) -> Option<TaskDeclaration> {
    let shown = |name: &str| name.escape_debug().to_string();
    let alone = |task: &TaskDeclaration| TaskLibrary {
        tasks: vec![task.clone()],
        ..TaskLibrary::default()
    };
    loop {
        let faults = faults(&alone(&task));
        if faults.is_empty() {
            return Some(task);
        }
        let declaration = &mut task.declaration;
        let mut left_out = Vec::new();
        let lists = [
            ("parameters", &mut declaration.parameters),
            ("child_parameters", &mut declaration.child_parameters),
        ];
        for (field, list) in lists {
            let bad = |index: usize| {
                let at = format!("tasks[0].{field}[{index}]");
                faults.iter().any(|fault| is_inside(&fault.path, &at))
            };
            let mut index = 0;
            list.retain(|parameter| {
                let keep = !bad(index);
                index += 1;
                if !keep {
                    left_out.push(shown(&parameter.name));
                }
                keep
            });
        }
        let name = shown(&task.declaration.task);
        if left_out.is_empty() {
            said.push(remarks::no_task(name));
            return None;
        }
        let left_out = left_out.into_iter();
        said.extend(left_out.map(|parameter| remarks::no_parameter(parameter, &name)));
    }
}

/// Whether a path in a file is this one, or leads further.
fn is_inside(path: &str, at: &str) -> bool {
    path.strip_prefix(at)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn faults(library: &TaskLibrary) -> Vec<FormatError> {
    tasks_json::read(tasks_json::write(library).as_bytes())
        .err()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use treewright_core::format::tasks_json;

    use crate::common as exchange;
    use crate::common::{ExchangeFormat, ReadOptions, Source};

    #[test]
    fn what_a_library_cannot_hold_is_left_out_and_said() {
        let text = r#"[{"type": "A.Go", "data": {"": 3, "speed": 2}, "children": []},
                       {"type": "A.B\u0001", "data": {}, "children": []}]"#;
        let source = Source {
            path: "a.json",
            bytes: text.as_bytes(),
            around: &std::collections::BTreeMap::new(),
            options: &ReadOptions::default(),
        };
        let imported = exchange::read(ExchangeFormat::SaveJson, &source).unwrap();
        let written = tasks_json::write(&imported.libraries[0].library);
        let read = tasks_json::read(written.as_bytes()).unwrap().library;
        let declared: Vec<_> = read.tasks.iter().map(|task| &task.declaration).collect();
        assert_eq!(declared.len(), 1);
        assert_eq!(&*declared[0].task, "A.Go");
        assert_eq!(declared[0].parameters.len(), 1);
        let said: Vec<String> = imported.documents[0]
            .remarks
            .iter()
            .map(ToString::to_string)
            .collect();
        let about = |part: &str| said.iter().filter(|said| said.contains(part)).count();
        assert_eq!(about("`` of `A.Go` is not declared"), 1, "{said:#?}");
        assert_eq!(about(r"`A.B\u{1}` is not declared"), 1, "{said:#?}");
    }
}
