//! The live link, by which an editor attaches to the game: `tw_link`. The engine is ticked as without it; callbacks never run in
//! the link's own thread, which only compiles.

use std::ffi::c_void;
use std::sync::Mutex;

use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, Globals, Status, Tracer};
use treewright_core::{TreeInstance, TreeManager};
use treewright_link::{Link, Settings, Source};

use crate::access::{Manager, Tree, with_manager, with_tree};
use crate::border::{Code, Failure, Result, border};
use crate::callbacks::World;
use crate::contents::{Read, read_file};
use crate::handles::{self, Handle, Object, lock};
use crate::memory::{In, Out, Str, give};
use crate::programs::CProgram;
use crate::tasks::Tasks;
use crate::tracing::RunTraced;
use crate::values::{CStatus, status_number};

/// A link: `tw_link`.
pub struct CLink(Mutex<Link<World>>);

impl Object for CLink {
    const NAME: &'static str = "link";
}

impl CLink {
    fn new(link: Link<World>) -> Self {
        Self(Mutex::new(link))
    }
}

fn with_link<R>(link: Handle<CLink>, run: impl FnOnce(&mut Link<World>) -> Result<R>) -> Result<R> {
    run(&mut *lock(&handles::get(link)?.0, CLink::NAME)?)
}

/// Creates a link to which editors may attach from now on.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_new(name: Str, remembered: usize, link: Out<Handle<CLink>>) -> Code {
    give(link, || {
        // The game decides: of which kind the build of this library is says nothing about its own.
        let settings = Settings::named(name.text()?).in_release(true);
        let link = Link::new(settings.remembering(remembered));
        handles::add(CLink::new(link))
    })
}

/// Creates a link that does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_off(link: Out<Handle<CLink>>) -> Code {
    give(link, || handles::add(CLink::new(Link::off())))
}

/// Ends a link. Attached editors get the message that the game has ended.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_free(link: Handle<CLink>) -> Code {
    border(|| handles::remove_if(link, |link| lock(&link.0, CLink::NAME).map(drop)))
}

/// Tells where a program is from, with the texts of its files if `read` is given.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_program(
    link: Handle<CLink>,
    program: Handle<CProgram>,
    path: Str,
    read: Option<Read>,
    user: *mut c_void,
) -> Code {
    border(|| {
        let path = path.text()?;
        let program = handles::get(program)?;
        with_link(link, |_| Ok(()))?;
        let mut source = Source::of(path);
        if let Some(read) = read {
            // Only collects the texts of all files that the tree refers to. The compiled tree, which lacks the game's tasks, is not used.
            let _ = Loaded::<World>::from_files(path, &GameTasks::new(), |path| {
                let bytes = read_file(read, user, path)?;
                if let Ok(text) = str::from_utf8(&bytes) {
                    source = std::mem::take(&mut source).with_file(path, text);
                }
                Ok::<_, String>(bytes)
            });
        }
        let source = source.with_origins(program.origins.clone());
        with_link(link, |link| {
            link.program(&program.program, source);
            Ok(())
        })
    })
}

/// Lets editors replace trees, which are compiled with these tasks.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_compile_with(link: Handle<CLink>, tasks: Handle<Tasks>) -> Code {
    border(|| {
        // A copy, so that the link's thread never keeps the game from its own.
        let tasks = handles::get(tasks)?.with(|tasks| Ok(tasks.clone()))?;
        with_link(link, |link| {
            link.compile_with(move |files| {
                Loaded::from_files(files.path(), &tasks, |path| files.read(path))
            });
            Ok(())
        })
    })
}

/// Returns the program that an editor has put in the place of another one, or that one itself.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_current(
    link: Handle<CLink>,
    program: Handle<CProgram>,
    current: Out<Handle<CProgram>>,
) -> Code {
    give(current, || {
        let program = handles::get(program)?;
        let current = with_link(link, |link| Ok(link.current(&program.program)))?;
        // Where editors' programs are from, the link knows itself.
        handles::add(CProgram::new(current, program.origins.clone()))
    })
}

/// Names a tree, with tags by which it can be found.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_name(
    link: Handle<CLink>,
    tree: Handle<Tree>,
    name: Str,
    tags: In<Str>,
    tag_count: usize,
) -> Code {
    border(|| {
        let agent = number_of(tree)?;
        let name = name.text()?;
        let tags = tags.array(tag_count)?.iter().map(Str::text);
        let tags = tags.collect::<Result<Vec<_>>>()?;
        with_link(link, |link| {
            link.name(agent, name, &tags);
            Ok(())
        })
    })
}

/// Returns the number by which a link knows a tree.
fn number_of(tree: Handle<Tree>) -> Result<AgentId> {
    match &*handles::get(tree)? {
        Tree::Managed(_, id) => Ok(*id),
        Tree::Alone(_) => with_tree(tree, |parts| Ok(AgentId(parts.instance.agent()))),
    }
}

/// Tells editors that the player pointed at a tree.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_show(link: Handle<CLink>, tree: Handle<Tree>) -> Code {
    border(|| {
        let agent = number_of(tree)?;
        with_link(link, |link| {
            link.show(agent);
            Ok(())
        })
    })
}

/// Returns whether an editor is attached.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_is_attached(link: Handle<CLink>, is_attached: Out<i32>) -> Code {
    give(is_attached, || {
        with_link(link, |link| Ok(i32::from(link.is_attached())))
    })
}

/// Returns whether trees may run now.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_may_run(link: Handle<CLink>, may_run: Out<i32>) -> Code {
    give(may_run, || {
        with_link(link, |link| Ok(i32::from(link.may_run())))
    })
}

/// Runs a frame of a manager with any tracer.
struct LinkedFrame<'f> {
    link: &'f mut Link<World>,
    manager: &'f mut TreeManager<World>,
    user: *mut c_void,
    dt: f64,
}

impl RunTraced<usize> for LinkedFrame<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) -> usize {
        let (link, manager, dt) = (self.link, self.manager, self.dt);
        World::with(self.user, |world| {
            link.tick_traced(manager, world, dt, tracer)
        })
    }
}

/// Runs one frame of all trees of a manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_tick(
    link: Handle<CLink>,
    manager: Handle<Manager>,
    user: *mut c_void,
    dt: f64,
    running: Out<usize>,
) -> Code {
    border(|| {
        let running = running.optional()?;
        with_link(link, |link| {
            with_manager(manager, |managed| {
                let tracing = managed.tracing;
                let frame = LinkedFrame {
                    link,
                    manager: &mut managed.manager,
                    user,
                    dt,
                };
                running.set(tracing.run(0, frame));
                Ok(())
            })
        })
    })
}

/// Begins a frame of trees on their own.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_begin(link: Handle<CLink>, dt: f64) -> Code {
    border(|| {
        with_link(link, |link| {
            link.begin(dt);
            Ok(())
        })
    })
}

/// Runs a frame of a tree on its own with any tracer.
struct LinkedTree<'f> {
    link: &'f mut Link<World>,
    instance: &'f mut TreeInstance<World>,
    globals: &'f mut Globals,
    user: *mut c_void,
}

impl RunTraced<Option<Status>> for LinkedTree<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) -> Option<Status> {
        let (link, instance, globals) = (self.link, self.instance, self.globals);
        let agent = AgentId(instance.agent());
        World::with(self.user, |world| {
            link.tick_one_traced(agent, instance, world, globals, tracer)
        })
    }
}

/// Runs a tree on its own in the frame that was begun.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_tick_tree(
    link: Handle<CLink>,
    tree: Handle<Tree>,
    user: *mut c_void,
    status: Out<CStatus>,
) -> Code {
    border(|| {
        let out = status.optional()?;
        if let Tree::Managed(..) = &*handles::get(tree)? {
            let text = "the tree is in a manager: use tw_link_tick";
            return Err(Failure::argument(text));
        }
        with_link(link, |link| {
            with_tree(tree, |parts| {
                let agent = parts.instance.agent();
                let frame = LinkedTree {
                    link,
                    instance: parts.instance,
                    globals: parts.globals,
                    user,
                };
                out.set(status_number(parts.tracing.run(agent, frame)));
                Ok(())
            })
        })
    })
}

/// Ends the frame that was begun.
#[unsafe(no_mangle)]
pub extern "C" fn tw_link_end(link: Handle<CLink>) -> Code {
    border(|| {
        with_link(link, |link| {
            link.end();
            Ok(())
        })
    })
}
