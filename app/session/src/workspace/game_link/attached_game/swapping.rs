//! Replaces trees in an attached game: the one of a document, and those of which the document is a part.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_insight::recording_json::{RecordedFile, Sources};
use treewright_link::protocol::{Replacing, Swapped, Verb as Act};

use super::{Asked, AttachedGame};
use crate::workspace::open_document::DocumentId;

/// What became of a swap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwapReport {
    /// How many agents go on, if only in part.
    pub kept: u64,
    /// How many trees restart.
    pub restarted: u64,
    /// The paths in the game of other trees that were replaced, as the document is a part of them.
    pub users: Vec<Arc<str>>,
}

impl AttachedGame {
    /// Replaces the tree of an agent by these files, the main document first. Trees of which that document is a part get it as well.
    /// Returns false if the game has no path for the document.
    pub fn swap(&mut self, document: DocumentId, agent: u64, sources: &Sources) -> bool {
        let Some(path) = self.path_of(document) else {
            return false;
        };
        self.swapping = SwapReport::default();
        let files = files_at(&path, sources);
        let users = self.users_of(&path);
        let agent = self.one_that_runs_as(agent, &path);
        let swap = |files| Act::Swap(Replacing { files });
        self.act(Some(agent), swap(files.clone()), Asked::Swap(document));
        for (agent, of_user) in users {
            let of_user = with_newer(of_user, &files);
            let path = of_user[0].path.clone();
            let asked = Asked::SwapOfUser(document, path);
            self.act(Some(agent), swap(of_user), asked);
        }
        true
    }

    /// Returns the files of each other tree of which a document is a part, the main document first, with an agent that runs it.
    fn users_of(&self, path: &str) -> Vec<(u64, Vec<RecordedFile>)> {
        let there = self.seen.agents().iter();
        let there = there.filter(|(_, agent)| agent.left.is_none());
        let by_program: BTreeMap<u32, u64> = there
            .map(|(number, agent)| (agent.program, *number))
            .collect();
        let users = by_program.into_iter().filter_map(|(program, agent)| {
            let sources = &self.seen.tree(program)?.sources;
            let (main, parts) = sources.documents.split_first()?;
            let is_user = *main.path != *path && parts.iter().any(|part| *part.path == *path);
            let files = sources.documents.iter().chain(&sources.libraries);
            is_user.then(|| (agent, files.cloned().collect()))
        });
        users.collect()
    }

    /// Notes what became of a swap. Returns the report once everything is answered that was asked for.
    pub fn note_swapped(&mut self, asked: &Asked, swapped: Option<&Swapped>) -> Option<SwapReport> {
        let (Asked::Swap(of) | Asked::SwapOfUser(of, _)) = asked else {
            return None;
        };
        if let Some(swapped) = swapped {
            self.swapping.kept += swapped.kept;
            self.swapping.restarted += swapped.restarted;
            if let Asked::SwapOfUser(_, path) = asked {
                self.swapping.users.push(path.clone());
            }
        }
        let waits = self.asked.values().any(|asked| match asked {
            Asked::Swap(document) | Asked::SwapOfUser(document, _) => document == of,
            Asked::Order(..) | Asked::Find => false,
        });
        let report = (!waits).then(|| std::mem::take(&mut self.swapping));
        report.filter(|report| *report != SwapReport::default())
    }
}

/// Returns the files of a tree, with the newer ones in the places of those at the same paths, and with those that it lacked.
fn with_newer(mut files: Vec<RecordedFile>, newer: &[RecordedFile]) -> Vec<RecordedFile> {
    for file in newer {
        match files.iter_mut().find(|known| known.path == file.path) {
            Some(known) => known.clone_from(file),
            None => files.push(file.clone()),
        }
    }
    files
}

/// Returns the files of a tree at the paths at which the game has them, where its main document is at `path`.
pub(in crate::workspace::game_link) fn files_at(
    path: &str,
    sources: &Sources,
) -> Vec<RecordedFile> {
    let own = sources.documents.first().map_or("", |main| &*main.path);
    let folder = |path: &str| {
        path.rsplit_once('/')
            .map_or(String::new(), |(f, _)| format!("{f}/"))
    };
    let (from, to) = (folder(own), folder(path));
    let moved = |old: &str| match old.strip_prefix(&*from) {
        Some(rest) => format!("{to}{rest}"),
        None => old.to_owned(),
    };
    let mut files: Vec<RecordedFile> = sources.documents.clone();
    for (place, file) in files.iter_mut().enumerate() {
        file.path = if place == 0 {
            path.into()
        } else {
            moved(&file.path).into()
        };
    }
    files.extend(sources.libraries.iter().cloned().map(|mut library| {
        library.path = format!("{to}{}", library.path).into();
        library
    }));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_where_the_game_has_them() {
        let file = RecordedFile::new;
        let sources = Sources {
            documents: vec![file("guard.bt.json", "g"), file("parts/walk.bt.json", "w")],
            libraries: vec![file("game.tasks.json", "t")],
        };
        let paths = |path: &str| {
            let files = files_at(path, &sources);
            let paths = files.iter().map(|file| file.path.to_string());
            paths.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            paths("guard.bt.json"),
            "guard.bt.json parts/walk.bt.json game.tasks.json"
        );
        assert_eq!(
            paths("ai/guard.bt.json"),
            "ai/guard.bt.json ai/parts/walk.bt.json ai/game.tasks.json"
        );
    }

    #[test]
    fn newer_files_replace_those_at_the_same_paths() {
        let file = RecordedFile::new;
        let old = vec![file("captain.bt.json", "c"), file("guard.bt.json", "g")];
        let newer = [file("guard.bt.json", "h"), file("walk.bt.json", "w")];
        let files = with_newer(old, &newer);
        let texts = files.iter().filter_map(|file| file.text.as_deref());
        assert_eq!(texts.collect::<String>(), "chw");
    }
}
