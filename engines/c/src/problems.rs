//! What is wrong with a tree that was loaded: `tw_problems`.

use treewright_core::load::LoadProblem;

use crate::border::{Code, Failure, border};
use crate::handles::{self, Handle, Object};
use crate::memory::{Out, Str, give};

/// A problem as C sees it: `tw_problem`.
#[repr(C)]
pub struct CProblem {
    file: Str,
    line: u32,
    column: u32,
    node: Str,
    node_name: Str,
    code: Str,
    message: Str,
    remedy: Str,
}

/// What was wrong with a tree: `tw_problems`.
pub struct Problems(Vec<(LoadProblem, String)>);

impl Object for Problems {
    const NAME: &'static str = "list of problems";
}

impl Problems {
    /// Copies the problems, so that their texts can be handed out.
    pub fn new(problems: &[LoadProblem]) -> Self {
        let id = |problem: &LoadProblem| problem.node.as_ref().map(ToString::to_string);
        let problems = problems.iter();
        Self(
            problems
                .map(|problem| (problem.clone(), id(problem).unwrap_or_default()))
                .collect(),
        )
    }
}

/// Returns the number of problems.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_count(problems: Handle<Problems>, count: Out<usize>) -> Code {
    give(count, || Ok(handles::get(problems)?.0.len()))
}

/// Returns a problem. Its texts are valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_get(
    problems: Handle<Problems>,
    index: usize,
    problem: Out<CProblem>,
) -> Code {
    give(problem, || {
        let problems = handles::get(problems)?;
        let none = || Failure::argument(format!("there is no problem at index {index}"));
        let (problem, node) = problems.0.get(index).ok_or_else(none)?;
        let position = problem.position;
        Ok(CProblem {
            file: Str::of(&problem.file),
            line: position.map_or(0, |at| at.line as u32),
            column: position.map_or(0, |at| at.column as u32),
            node: Str::of(node),
            node_name: Str::of(&problem.node_name),
            code: Str::of(problem.message.code()),
            message: Str::of(problem.message.english()),
            remedy: Str::of(&problem.remedy),
        })
    })
}

/// Frees a list of problems.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_free(problems: Handle<Problems>) -> Code {
    border(|| handles::remove(problems))
}
