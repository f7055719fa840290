//! The programs that agents run, by number. Keeps none of them in memory that the game has dropped.
//! Knows no agents.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, World};

use crate::exchange::{News, Source};
use crate::protocol;

struct Numbered<W: World + ?Sized> {
    /// As long as this is kept, no other program has its address.
    program: Weak<Program<W>>,
    source: Source,
}

/// The numbers of programs.
pub(super) struct Programs<W: World + ?Sized> {
    list: Vec<Numbered<W>>,
    by_address: BTreeMap<usize, u32>,
    /// What editors have put in the places of programs, whose numbers these are.
    replaced: BTreeMap<u32, Arc<Program<W>>>,
}

impl<W: World + ?Sized> Default for Programs<W> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            by_address: BTreeMap::new(),
            replaced: BTreeMap::new(),
        }
    }
}

fn address<W: World + ?Sized>(program: &Arc<Program<W>>) -> usize {
    Arc::as_ptr(program).addr()
}

impl<W: World + ?Sized> Programs<W> {
    /// Returns how many programs there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of a program, and tells of one that is new.
    pub fn number(&mut self, program: &Arc<Program<W>>, news: &mut Vec<News>) -> u32 {
        match self.by_address.get(&address(program)) {
            Some(number) => *number,
            None => self.describe(program, Source::default(), news),
        }
    }

    /// Tells where a program is from. Returns its number.
    pub fn describe(
        &mut self,
        program: &Arc<Program<W>>,
        mut source: Source,
        news: &mut Vec<News>,
    ) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.by_address.entry(address(program)).or_insert(next);
        news.push(News::Program(
            message(number, program, &source),
            source.clone(),
        ));
        // They are for editors only.
        source.files = Vec::new();
        let numbered = Numbered {
            program: Arc::downgrade(program),
            source,
        };
        match self.list.get_mut(number as usize) {
            Some(known) => *known = numbered,
            None => self.list.push(numbered),
        }
        number
    }

    /// Returns the program with this number, if the game still has it.
    pub fn get(&self, number: u32) -> Option<Arc<Program<W>>> {
        self.list.get(number as usize)?.program.upgrade()
    }

    /// Notes that an editor has put a program in the place of another one, and of all in whose place that was.
    pub fn replace(&mut self, old: u32, new: Arc<Program<W>>) {
        if let Some(old) = self.get(old) {
            let replaced = self.replaced.values_mut();
            replaced
                .filter(|program| Arc::ptr_eq(program, &old))
                .for_each(|program| program.clone_from(&new));
        }
        self.replaced.insert(old, new);
    }

    /// Returns what an editor has put in the place of a program.
    pub fn replacement(&self, program: &Arc<Program<W>>) -> Option<Arc<Program<W>>> {
        let number = self.by_address.get(&address(program))?;
        self.replaced.get(number).cloned()
    }

    /// Returns whether a program has nodes of the document at this path.
    pub fn is_of(&self, number: u32, document: &str) -> bool {
        let (Some(program), Some(numbered)) = (self.get(number), self.list.get(number as usize))
        else {
            return false;
        };
        let origins = &numbered.source.origins;
        let mut inside = origins.inside().map(|id| origins.origin(id).path);
        numbered.document(&program) == document || inside.any(|path| path == Some(document))
    }

    /// Returns where a program has this node of the document at this path.
    pub fn places(&self, number: u32, document: &str, node: &NodeId) -> Vec<NodeIndex> {
        let (Some(program), Some(numbered)) = (self.get(number), self.list.get(number as usize))
        else {
            return Vec::new();
        };
        let main = numbered.document(&program);
        let is_meant = |index: &NodeIndex| {
            let origin = numbered.source.origins.origin(program.id(*index));
            origin.node == node && origin.path.unwrap_or(main) == document
        };
        program.indices().filter(is_meant).collect()
    }
}

impl<W: World + ?Sized> Numbered<W> {
    /// Returns the path of the program's main document, or the name of the tree if it is not known.
    fn document<'a>(&'a self, program: &'a Program<W>) -> &'a str {
        self.source.document.as_deref().unwrap_or(program.name())
    }
}

/// Describes a program for editors.
fn message<W: World + ?Sized>(
    number: u32,
    program: &Program<W>,
    source: &Source,
) -> protocol::Program {
    let node = |index: NodeIndex| {
        let parent = program.parent(index);
        let parent = parent.map_or(-1, |parent| i64::from(parent.0));
        (
            program.id(index).clone(),
            parent,
            program.task(index).into(),
        )
    };
    let own = program.tree_variables().iter().map(|one| (one, "tree"));
    let global = program.global_variables().iter().map(|one| (one, "global"));
    protocol::Program {
        id: number,
        document: match &source.document {
            Some(document) => document.clone(),
            None => program.name().into(),
        },
        nodes: program.indices().map(node).collect(),
        variables: own
            .chain(global)
            .map(|(variable, scope)| {
                let value_type = variable.value_type.to_string();
                (variable.name.clone(), value_type.into(), scope.into())
            })
            .collect(),
    }
}
