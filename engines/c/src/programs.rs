//! Loaded trees: `tw_program`, and everything that was wrong with one: `tw_problems`.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use treewright_core::Program;
use treewright_core::load::{LoadError, LoadProblem, Loaded};
use treewright_core::runtime::{NodeIndex, ProgramVariable};

use crate::border::{Code, Failure, Result, border};
use crate::callbacks::World;
use crate::constants::{
    TW_ERROR_LOAD, TW_ERROR_NODE, TW_ERROR_VARIABLE, TW_LOAD_ANYWAY, TW_LOAD_STRICT, TW_NO_NODE,
    TW_OK, TW_SCOPE_GLOBAL, TW_SCOPE_TREE,
};
use crate::handles::{self, Handle, Object, lock};
use crate::memory::{Out, Str};
use crate::tasks::Tasks;
use crate::values::type_numbers;

/// A program: `tw_program`.
pub struct CProgram {
    /// The program itself.
    pub program: Arc<Program<World>>,
    /// The ids of its nodes as texts, so that they can be handed out.
    ids: Box<[Box<str>]>,
}

impl Object for CProgram {
    const NAME: &'static str = "program";
}

impl CProgram {
    fn new(program: Arc<Program<World>>) -> Self {
        let ids = program.indices().map(|node| program.id(node).to_string());
        let ids = ids.map(String::into_boxed_str).collect();
        Self { program, ids }
    }

    /// Returns a node by its index.
    ///
    /// # Errors
    /// If there is none.
    pub fn node(&self, index: u32) -> Result<NodeIndex> {
        node(&self.program, index)
    }

    fn variable(&self, index: usize) -> Option<(i32, &ProgramVariable)> {
        let own = self.program.tree_variables();
        let found = own.get(index).map(|variable| (TW_SCOPE_TREE, variable));
        found.or_else(|| {
            let global = self.program.global_variables();
            let variable = global.get(index.checked_sub(own.len())?)?;
            Some((TW_SCOPE_GLOBAL, variable))
        })
    }
}

/// Returns a node of a program by its index.
///
/// # Errors
/// If there is none.
pub fn node(program: &Program<World>, index: u32) -> Result<NodeIndex> {
    if (index as usize) < program.len() {
        return Ok(NodeIndex(index));
    }
    let count = program.len();
    let text = format!("there is no node at index {index}: the program has {count}");
    Err(Failure::new(TW_ERROR_NODE, text))
}

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
    fn new(problems: &[LoadProblem]) -> Self {
        let id = |problem: &LoadProblem| problem.node.as_ref().map(ToString::to_string);
        let problems = problems.iter();
        Self(
            problems
                .map(|problem| (problem.clone(), id(problem).unwrap_or_default()))
                .collect(),
        )
    }
}

/// What a reader found: `tw_contents`.
#[derive(Default)]
pub struct Contents(Mutex<Option<std::result::Result<Vec<u8>, String>>>);

impl Object for Contents {
    const NAME: &'static str = "file that is being read";
}

/// `tw_read_fn`.
pub type Read = extern "C-unwind" fn(*mut c_void, Str, Handle<Contents>) -> Code;

/// Where the results of loading go.
struct Results {
    program: Out<Handle<CProgram>>,
    problems: Out<Handle<Problems>>,
}

impl Results {
    /// Hands out what was loaded.
    fn load(&self, mode: i32, load: impl FnOnce() -> Result<Loaded<World>>) -> Result {
        let program = self.program.required()?;
        let problems = self.problems.optional()?;
        if mode != TW_LOAD_STRICT && mode != TW_LOAD_ANYWAY {
            return Err(Failure::argument(format!("`mode` cannot be {mode}")));
        }
        // Results are written only from here on: nothing was loaded before.
        let loaded = load()?;
        program.set(Handle::NULL);
        problems.set(Handle::NULL);
        if problems.is_wanted() && !loaded.problems.is_empty() {
            problems.set(handles::add(Problems::new(&loaded.problems))?);
        }
        let loaded = match loaded.program {
            Some(program) if mode == TW_LOAD_ANYWAY => program,
            _ => loaded.strict().map_err(load_failure)?,
        };
        program.set(handles::add(CProgram::new(loaded))?);
        Ok(())
    }
}

fn load_failure(error: LoadError) -> Failure {
    Failure::new(TW_ERROR_LOAD, error)
}

/// Loads a tree that refers to no other files.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_load(
    tasks: Handle<Tasks>,
    bytes: Str,
    mode: i32,
    program: Out<Handle<CProgram>>,
    problems: Out<Handle<Problems>>,
) -> Code {
    border(|| {
        let bytes = bytes.bytes()?;
        let tasks = handles::get(tasks)?;
        let results = Results { program, problems };
        results.load(mode, || {
            tasks.with(|tasks| Ok(Loaded::from_bytes(bytes, tasks)))
        })
    })
}

/// Loads a tree with the files that it refers to, which `read` reads.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_load_files(
    tasks: Handle<Tasks>,
    path: Str,
    read: Option<Read>,
    user: *mut c_void,
    mode: i32,
    program: Out<Handle<CProgram>>,
    problems: Out<Handle<Problems>>,
) -> Code {
    border(|| {
        let path = path.text()?;
        let tasks = handles::get(tasks)?;
        let read = read.ok_or_else(|| Failure::argument("`read` is null"))?;
        let results = Results { program, problems };
        results.load(mode, || {
            tasks.with(|tasks| {
                Ok(Loaded::from_files(path, tasks, |path| {
                    read_file(read, user, path)
                }))
            })
        })
    })
}

fn read_file(read: Read, user: *mut c_void, path: &str) -> std::result::Result<Vec<u8>, String> {
    let handle = handles::add(Contents::default()).map_err(|why| why.text().to_owned())?;
    let code = read(user, Str::of(path), handle);
    let contents = handles::get(handle).ok();
    let found = contents.and_then(|contents| lock(&contents.0, Contents::NAME).ok()?.take());
    // The handle is ours: readers cannot free it.
    let _ = handles::remove(handle);
    match found {
        Some(Err(why)) => Err(why),
        Some(Ok(bytes)) if code == TW_OK => Ok(bytes),
        _ => Err("the file could not be read".to_owned()),
    }
}

/// Says what is in the file that a reader was asked for. The bytes are copied.
#[unsafe(no_mangle)]
pub extern "C" fn tw_contents_set(contents: Handle<Contents>, bytes: Str) -> Code {
    border(|| {
        let contents = handles::get(contents)?;
        let bytes = bytes.bytes()?.to_vec();
        *lock(&contents.0, Contents::NAME)? = Some(Ok(bytes));
        Ok(())
    })
}

/// Says why the file that a reader was asked for cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn tw_contents_fail(contents: Handle<Contents>, why: Str) -> Code {
    border(|| {
        let contents = handles::get(contents)?;
        let why = why.text()?.to_owned();
        *lock(&contents.0, Contents::NAME)? = Some(Err(why));
        Ok(())
    })
}

/// Frees the handle of a program. Trees that run it go on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_free(program: Handle<CProgram>) -> Code {
    border(|| handles::remove(program))
}

/// Returns the name of the tree, which is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_name(program: Handle<CProgram>, name: Out<Str>) -> Code {
    border(|| {
        let name = name.required()?;
        name.set(Str::of(handles::get(program)?.program.name()));
        Ok(())
    })
}

/// Returns the number that identifies a program in saved games.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_fingerprint(program: Handle<CProgram>, fingerprint: Out<u64>) -> Code {
    border(|| {
        let fingerprint = fingerprint.required()?;
        fingerprint.set(handles::get(program)?.program.fingerprint());
        Ok(())
    })
}

/// Returns the number of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_count(program: Handle<CProgram>, count: Out<u32>) -> Code {
    border(|| {
        let count = count.required()?;
        count.set(handles::get(program)?.program.len() as u32);
        Ok(())
    })
}

/// Returns the index of the node with this id.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node(program: Handle<CProgram>, id: Str, index: Out<u32>) -> Code {
    border(|| {
        let index = index.required()?;
        let id = id.text()?;
        let found = handles::get(program)?.program.index(&id.into());
        let none = || Failure::new(TW_ERROR_NODE, format!("there is no node `{id}`"));
        index.set(found.ok_or_else(none)?.0);
        Ok(())
    })
}

/// Returns the id of a node, which is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_id(program: Handle<CProgram>, index: u32, id: Out<Str>) -> Code {
    border(|| {
        let id = id.required()?;
        let program = handles::get(program)?;
        id.set(Str::of(&program.ids[program.node(index)?.get()]));
        Ok(())
    })
}

/// Returns what a node is called: its name, or its task. Valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_title(
    program: Handle<CProgram>,
    index: u32,
    title: Out<Str>,
) -> Code {
    border(|| {
        let title = title.required()?;
        let program = handles::get(program)?;
        title.set(Str::of(program.program.title(program.node(index)?)));
        Ok(())
    })
}

/// Returns the index of a node's parent; [`TW_NO_NODE`] for the root.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_parent(
    program: Handle<CProgram>,
    index: u32,
    parent: Out<u32>,
) -> Code {
    border(|| {
        let parent = parent.required()?;
        let program = handles::get(program)?;
        let above = program.program.parent(program.node(index)?);
        parent.set(above.map_or(TW_NO_NODE, |node| node.0));
        Ok(())
    })
}

/// A variable as C sees it: `tw_variable`.
#[repr(C)]
pub struct CVariable {
    name: Str,
    value_type: i32,
    element: i32,
    scope: i32,
}

/// Returns the number of variables.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_variable_count(program: Handle<CProgram>, count: Out<usize>) -> Code {
    border(|| {
        let count = count.required()?;
        let program = &handles::get(program)?.program;
        count.set(program.tree_variables().len() + program.global_variables().len());
        Ok(())
    })
}

/// Returns a variable. Its name is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_variable(
    program: Handle<CProgram>,
    index: usize,
    variable: Out<CVariable>,
) -> Code {
    border(|| {
        let out = variable.required()?;
        let program = handles::get(program)?;
        let none = || {
            let text = format!("there is no variable at index {index}");
            Failure::new(TW_ERROR_VARIABLE, text)
        };
        let (scope, variable) = program.variable(index).ok_or_else(none)?;
        let (value_type, element) = type_numbers(&variable.value_type);
        out.set(CVariable {
            name: Str::of(&variable.name),
            value_type,
            element,
            scope,
        });
        Ok(())
    })
}

/// Returns the number of problems.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_count(problems: Handle<Problems>, count: Out<usize>) -> Code {
    border(|| {
        let count = count.required()?;
        count.set(handles::get(problems)?.0.len());
        Ok(())
    })
}

/// Returns a problem. Its texts are valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_get(
    problems: Handle<Problems>,
    index: usize,
    problem: Out<CProblem>,
) -> Code {
    border(|| {
        let out = problem.required()?;
        let problems = handles::get(problems)?;
        let none = || Failure::argument(format!("there is no problem at index {index}"));
        let (problem, node) = problems.0.get(index).ok_or_else(none)?;
        let position = problem.position;
        out.set(CProblem {
            file: Str::of(&problem.file),
            line: position.map_or(0, |at| at.line as u32),
            column: position.map_or(0, |at| at.column as u32),
            node: Str::of(node),
            node_name: Str::of(&problem.node_name),
            code: Str::of(problem.message.code()),
            message: Str::of(problem.message.english()),
            remedy: Str::of(&problem.remedy),
        });
        Ok(())
    })
}

/// Frees a list of problems.
#[unsafe(no_mangle)]
pub extern "C" fn tw_problems_free(problems: Handle<Problems>) -> Code {
    border(|| handles::remove(problems))
}
