//! Makes the results of all readers safe to save and run: tasks that a library cannot contain are removed, parents
//! without a known behavior act like a built-in node type, and documents that could not be opened again after saving
//! are removed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::TransferNote;
use treewright_core::format::checked::too_long_in;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::{FormatError, FormatErrorKind, tasks_json};
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::limits::{FOREIGN_NODES, ITEMS, LIBRARY_BYTES, in_megabytes};
use treewright_core::model::{ActsLike, too_long};
use treewright_core::project::resolve;

use super::ExchangeFormat;
use crate::common::{ImportResult, ImportSource, Imported, ImportedDocument, of_document};
use crate::foreign::ForeignFault;

/// Makes the results of reading these files safe to save and run.
pub(super) fn finish_imports(
    format: ExchangeFormat,
    sources: &[ImportSource<'_>],
    read: &mut ImportResult,
) {
    remove_undeclarable(&mut read.imported);
    set_acting(&mut read.imported);
    remove_unsavable(format, sources, read);
}

/// Import notes on what cannot be declared.
pub(super) mod declarable {
    crate::common::remarks! { "declarable";
        no_task(task): Approximated = "`{task}` is not declared in the task library: its name or a field is invalid there";
        no_parameter(parameter, task): Approximated = "`{parameter}` of `{task}` is not declared in the task library: its name or value is invalid there";
    }
}

/// Removes what cannot be declared, with an import note at the first document that references its library.
fn remove_undeclarable(imported: &mut Imported) {
    for own in &mut imported.libraries {
        let mut notes = Vec::new();
        if faults(&own.library).is_empty() {
            continue;
        }
        let tasks = std::mem::take(&mut own.library.tasks);
        let kept = tasks.into_iter().filter_map(|task| kept(task, &mut notes));
        own.library.tasks = kept.collect();
        let names = |made: &ImportedDocument| {
            let mut named = made.document.libraries.iter();
            named.any(|named| resolve(&made.path, named).is_ok_and(|path| path == own.path))
        };
        let place = imported.documents.iter().position(names);
        if let Some(document) = imported.documents.get_mut(place.unwrap_or_default()) {
            document.remarks.extend(notes.into_iter().map(of_document));
        }
    }
}

/// Returns the task with those of its parameters that can be declared; `None` if it cannot be declared itself.
fn kept(mut task: TaskDeclaration, notes: &mut Vec<TransferNote>) -> Option<TaskDeclaration> {
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
        let mut skipped = Vec::new();
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
                    skipped.push(shown(&parameter.name));
                }
                keep
            });
        }
        let name = shown(&task.declaration.task);
        if skipped.is_empty() {
            notes.push(declarable::no_task(name));
            return None;
        }
        let skipped = skipped.into_iter();
        notes.extend(skipped.map(|parameter| declarable::no_parameter(parameter, &name)));
    }
}

/// Returns whether a path in a file is `at` or below it.
fn is_inside(path: &str, at: &str) -> bool {
    path.strip_prefix(at)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn faults(library: &TaskLibrary) -> Vec<FormatError> {
    tasks_json::read(tasks_json::write(library).as_bytes())
        .err()
        .unwrap_or_default()
}

/// Import notes on parents that act like a built-in node type.
pub(super) mod acting {
    crate::common::remarks! { "acting";
        acts_like_sequence(task): Approximated = "only the program knows what `{task}` does with its children: here it acts like Sequence, unless its stand-in differs";
        passes_through(task): Approximated = "only the program knows what `{task}` does with its child: here it passes the child's result through";
    }
}

/// Sets what each parent in the libraries acts like, unless the reader did, with an import note at the first document
/// that uses it.
fn set_acting(imported: &mut Imported) {
    let mut used: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    for (place, made) in imported.documents.iter().enumerate() {
        for node in made.document.nodes() {
            used.entry(node.task.clone()).or_insert(place);
        }
    }
    for own in &mut imported.libraries {
        for task in &mut own.library.tasks {
            if task.acts_like.is_some() {
                continue;
            }
            task.acts_like = ActsLike::default_for(task.declaration.category);
            let name = task.name();
            let note = match task.acts_like {
                None => continue,
                Some(ActsLike::PassThrough) => acting::passes_through(name),
                Some(ActsLike::Sequence | ActsLike::Selector) => acting::acts_like_sequence(name),
            };
            let document = used
                .get(name)
                .and_then(|place| imported.documents.get_mut(*place));
            if let Some(document) = document {
                let note = of_document(note);
                document.remarks.push(note);
            }
        }
    }
}

/// Removes documents and libraries that could not be opened again after saving. Their files count as failed.
fn remove_unsavable(format: ExchangeFormat, sources: &[ImportSource<'_>], read: &mut ImportResult) {
    let (failed, documents) = (&mut read.failed, &mut read.imported.documents);
    documents.retain(|made| match document(format, made) {
        Ok(()) => true,
        Err(error) => {
            let place = sources.iter().position(|source| source.path == made.source);
            failed.push((place.unwrap_or_default(), error));
            false
        }
    });
    let libraries = &mut read.imported.libraries;
    libraries.retain(|made| match library(&made.library) {
        Ok(()) => true,
        Err(error) => {
            // The library contains the tasks of all files.
            failed.push((0, error));
            false
        }
    });
}

fn document(format: ExchangeFormat, made: &ImportedDocument) -> Result<(), FormatError> {
    too_long(&made.document).map_err(|long| too_long_in(&long))?;
    if format != ExchangeFormat::Native && made.document.node_count() > FOREIGN_NODES {
        let most = FOREIGN_NODES;
        return Err(FormatError::new(FieldError::MostNodes { most }.into()));
    }
    Ok(())
}

fn library(library: &TaskLibrary) -> Result<(), FormatError> {
    let bytes = tasks_json::write(library).len();
    let message = if bytes > LIBRARY_BYTES {
        let [has, most] = [bytes, LIBRARY_BYTES].map(|bytes| in_megabytes(bytes as u64));
        let (has, most) = (has.to_string(), most.to_string());
        ForeignFault::LibraryBytes { has, most }.message()
    } else if library.tasks.len() > ITEMS {
        ForeignFault::MostTasks { most: ITEMS }.message()
    } else {
        return Ok(());
    };
    Err(FormatError::new(FormatErrorKind::WrongField { message }))
}

#[cfg(test)]
mod tests {
    use treewright_core::format::tasks_json;

    use crate::formats::ExchangeFormat;
    use crate::testing::read_alone;

    #[test]
    fn tasks_that_a_library_cannot_contain_are_removed_with_a_note() {
        let text = r#"[{"type": "A.Go", "data": {"": 3, "speed": 2}, "children": []},
                       {"type": "A.B\u0001", "data": {}, "children": []}]"#;
        let imported = read_alone(ExchangeFormat::SaveJson, "a.json", text).unwrap();
        let written = tasks_json::write(&imported.libraries[0].library);
        let read = tasks_json::read(written.as_bytes()).unwrap().library;
        let declared: Vec<_> = read.tasks.iter().map(|task| &task.declaration).collect();
        assert_eq!(declared.len(), 1);
        assert_eq!(&*declared[0].task, "A.Go");
        assert_eq!(declared[0].parameters.len(), 1);
        let notes: Vec<String> = imported.documents[0]
            .remarks
            .iter()
            .map(ToString::to_string)
            .collect();
        let about = |part: &str| notes.iter().filter(|note| note.contains(part)).count();
        assert_eq!(about("`` of `A.Go` is not declared"), 1, "{notes:#?}");
        assert_eq!(about(r"`A.B\u{1}` is not declared"), 1, "{notes:#?}");
    }
}
