//! Loaded trees: `tw_program`.

use std::ffi::c_void;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::Origins;
use treewright_core::load::{LoadError, Loaded};
use treewright_core::runtime::{NodeIndex, ProgramVariable};

use crate::border::{Code, Failure, Result, border};
use crate::callbacks::World;
use crate::constants::{
    TW_ERROR_LOAD, TW_ERROR_NODE, TW_ERROR_VARIABLE, TW_LOAD_ANYWAY, TW_LOAD_STRICT, TW_NO_NODE,
    TW_SCOPE_GLOBAL, TW_SCOPE_TREE,
};
use crate::contents::{Read, read_file};
use crate::handles::{self, Handle, Object};
use crate::memory::{Out, Str, give};
use crate::problems::Problems;
use crate::tasks::Tasks;
use crate::values::type_numbers;

/// A program: `tw_program`.
pub struct CProgram {
    /// The program itself.
    pub program: Arc<Program<World>>,
    /// The ids of its nodes as texts, so that they can be handed out.
    ids: Box<[Box<str>]>,
    /// Which nodes of which files those inside of subtrees are.
    #[cfg_attr(not(feature = "link"), expect(dead_code, reason = "only editors ask"))]
    pub origins: Origins,
}

impl Object for CProgram {
    const NAME: &'static str = "program";
}

impl CProgram {
    /// Creates what a handle stands for.
    pub fn new(program: Arc<Program<World>>, origins: Origins) -> Self {
        let ids = program.indices().map(|node| program.id(node).to_string());
        let ids = ids.map(String::into_boxed_str).collect();
        Self {
            program,
            ids,
            origins,
        }
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
        let mut loaded = load()?;
        let origins = std::mem::take(&mut loaded.origins);
        program.set(Handle::NULL);
        problems.set(Handle::NULL);
        if problems.is_wanted() && !loaded.problems.is_empty() {
            problems.set(handles::add(Problems::new(&loaded.problems))?);
        }
        let loaded = match loaded.program {
            Some(program) if mode == TW_LOAD_ANYWAY => program,
            _ => loaded.strict().map_err(load_failure)?,
        };
        program.set(handles::add(CProgram::new(loaded, origins))?);
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

/// Frees the handle of a program. Trees that run it go on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_free(program: Handle<CProgram>) -> Code {
    border(|| handles::remove(program))
}

/// Returns the name of the tree, which is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_name(program: Handle<CProgram>, name: Out<Str>) -> Code {
    give(name, || Ok(Str::of(handles::get(program)?.program.name())))
}

/// Returns the number that identifies a program in saved games.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_fingerprint(program: Handle<CProgram>, fingerprint: Out<u64>) -> Code {
    give(fingerprint, || {
        Ok(handles::get(program)?.program.fingerprint())
    })
}

/// Returns the number of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_count(program: Handle<CProgram>, count: Out<u32>) -> Code {
    give(count, || Ok(handles::get(program)?.program.len() as u32))
}

/// Returns the index of the node with this id.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node(program: Handle<CProgram>, id: Str, index: Out<u32>) -> Code {
    give(index, || {
        let id = id.text()?;
        let found = handles::get(program)?.program.index(&id.into());
        let none = || Failure::new(TW_ERROR_NODE, format!("there is no node `{id}`"));
        Ok(found.ok_or_else(none)?.0)
    })
}

/// Returns the id of a node, which is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_id(program: Handle<CProgram>, index: u32, id: Out<Str>) -> Code {
    give(id, || {
        let program = handles::get(program)?;
        Ok(Str::of(&program.ids[program.node(index)?.get()]))
    })
}

/// Returns what a node is called: its name, or its task. Valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_title(
    program: Handle<CProgram>,
    index: u32,
    title: Out<Str>,
) -> Code {
    give(title, || {
        let program = handles::get(program)?;
        Ok(Str::of(program.program.title(program.node(index)?)))
    })
}

/// Returns the index of a node's parent; [`TW_NO_NODE`] for the root.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_node_parent(
    program: Handle<CProgram>,
    index: u32,
    parent: Out<u32>,
) -> Code {
    give(parent, || {
        let program = handles::get(program)?;
        let above = program.program.parent(program.node(index)?);
        Ok(above.map_or(TW_NO_NODE, |node| node.0))
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
    give(count, || {
        let program = &handles::get(program)?.program;
        Ok(program.tree_variables().len() + program.global_variables().len())
    })
}

/// Returns a variable. Its name is valid as long as the handle.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_variable(
    program: Handle<CProgram>,
    index: usize,
    variable: Out<CVariable>,
) -> Code {
    give(variable, || {
        let program = handles::get(program)?;
        let none = || {
            let text = format!("there is no variable at index {index}");
            Failure::new(TW_ERROR_VARIABLE, text)
        };
        let (scope, variable) = program.variable(index).ok_or_else(none)?;
        let (value_type, element) = type_numbers(&variable.value_type);
        Ok(CVariable {
            name: Str::of(&variable.name),
            value_type,
            element,
            scope,
        })
    })
}
