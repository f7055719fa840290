//! Documents as assets: reading a tree with the files that it refers to, and compiling it when it is loaded or changes.
//! Knows no brains.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetEvent, AssetId, AssetLoader, Assets, LoadContext};
use bevy_ecs::message::MessageReader;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use bevy_reflect::TypePath;
use treewright_core::Program;
#[cfg(feature = "link")]
use treewright_core::compile::Origins;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::format::{native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project, resolve};
#[cfg(feature = "link")]
use treewright_link::Source;

#[cfg(feature = "link")]
use crate::link::TreeLink;

/// A behavior tree from a file `NAME.bt.json` or `NAME.game.json`, with the trees of other files that it uses.
///
/// Paths in it are those of Bevy's assets; the asset folder is the project folder.
#[derive(Asset, TypePath, Debug)]
pub struct BehaviorTree {
    path: String,
    document: Document,
    others: DocumentSet,
    library: NodeLibrary,
    /// The texts of all files by their paths, main document first, for editors.
    files: Vec<(String, String)>,
}

impl BehaviorTree {
    /// Returns the document as it was read.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Compiles the tree. Reports nodes that cannot run to the log; they fail, and the rest of the tree runs.
    fn compile(&self, tasks: &GameTasks<World>) -> Compiled<World> {
        let project = Project::new(&self.document, &self.path, &self.others);
        let compiled = compile_project(&project, &self.library, tasks);
        for (node, why) in &compiled.broken {
            log::error!("{}: node {node} always fails: {why}", self.path);
        }
        if compiled.program.is_none() {
            log::error!("{}: the tree has no root, or it is disabled", self.path);
        }
        compiled
    }

    /// Returns where the tree is from, for editors.
    #[cfg(feature = "link")]
    fn source(&self, origins: Origins) -> Source {
        let source = Source::of(&*self.path).with_origins(origins);
        let files = self.files.iter();
        files.fold(source, |source, (path, text)| {
            source.with_file(&**path, &**text)
        })
    }
}

/// Why a behavior tree, or a file that it refers to, could not be loaded.
#[derive(Debug)]
pub struct TreeLoadError {
    path: String,
    reason: String,
}

impl fmt::Display for TreeLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl Error for TreeLoadError {}

fn error(path: &str, reason: impl ToString) -> TreeLoadError {
    TreeLoadError {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// The texts of files.
#[derive(Default)]
struct Files(Vec<(String, String)>);

impl Files {
    fn add(&mut self, path: &str, bytes: &[u8]) {
        if cfg!(feature = "link") {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.push((path.to_owned(), text));
        }
    }
}

#[derive(TypePath)]
pub(crate) struct TreeLoader;

impl AssetLoader for TreeLoader {
    type Asset = BehaviorTree;
    type Settings = ();
    type Error = TreeLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<BehaviorTree, TreeLoadError> {
        let path = context.path().path().to_string_lossy().replace('\\', "/");
        let mut bytes = Vec::new();
        let read = reader.read_to_end(&mut bytes).await;
        read.map_err(|why| error(&path, why))?;
        let document = document(&path, &bytes)?;
        let mut files = Files::default();
        files.add(&path, &bytes);
        let mut others = DocumentSet::new();
        loop {
            let missing = others.missing(&document, &path);
            if missing.is_empty() {
                break;
            }
            for other in missing {
                let bytes = context.read_asset_bytes(other.clone()).await;
                let read = bytes.map_err(|why| error(&other, why));
                let read = read.inspect(|bytes| files.add(&other, bytes));
                match read.and_then(|bytes| self::document(&other, &bytes)) {
                    Ok(document) => others.insert(other, Arc::new(document)),
                    // The nodes that need the file report it.
                    Err(why) => others.insert_unreadable(other, why.reason),
                }
            }
        }
        let mut library = NodeLibrary::builtin();
        for name in &document.libraries {
            let other = resolve(&path, name).map_err(|why| error(name, why))?;
            let bytes = context.read_asset_bytes(other.clone()).await;
            let bytes = bytes.map_err(|why| error(&other, why))?;
            files.add(&other, &bytes);
            let read = tasks_json::read(&bytes).map_err(|why| error(&other, lines(&why)))?;
            library.add_library(&other, &read.library);
        }
        Ok(BehaviorTree {
            path,
            document,
            others,
            library,
            files: files.0,
        })
    }

    fn extensions(&self) -> &[&str] {
        &["bt.json", "game.json"]
    }
}

fn document(path: &str, bytes: &[u8]) -> Result<Document, TreeLoadError> {
    let read = native::read(bytes).map_err(|why| error(path, why))?;
    Ok(read.document)
}

fn lines(all: &[impl ToString]) -> String {
    let texts: Vec<_> = all.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

/// The tasks of the game, with which all trees are compiled.
#[derive(Resource, Clone)]
pub(crate) struct SharedTasks(pub Arc<GameTasks<World>>);

impl SharedTasks {
    pub fn new(tasks: GameTasks<World>) -> Self {
        Self(Arc::new(tasks))
    }
}

/// The compiled trees, by asset.
#[derive(Resource, Default)]
pub(crate) struct Programs(pub HashMap<AssetId<BehaviorTree>, Arc<Program<World>>>);

/// Compiles the trees that were loaded, or that changed on disk.
pub(crate) fn compile_changed(
    mut events: MessageReader<AssetEvent<BehaviorTree>>,
    trees: Res<Assets<BehaviorTree>>,
    tasks: Res<SharedTasks>,
    mut programs: ResMut<Programs>,
    #[cfg(feature = "link")] mut link: Option<ResMut<TreeLink>>,
) {
    for event in events.read() {
        match event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } => {
                let Some(tree) = trees.get(*id) else {
                    continue;
                };
                let compiled = tree.compile(&tasks.0);
                if let Some(program) = compiled.program {
                    #[cfg(feature = "link")]
                    if let Some(link) = &mut link {
                        link.link.program(&program, tree.source(compiled.origins));
                    }
                    programs.0.insert(*id, program);
                }
            }
            AssetEvent::Removed { id } => drop(programs.0.remove(id)),
            AssetEvent::Unused { .. } | AssetEvent::LoadedWithDependencies { .. } => {}
        }
    }
}
