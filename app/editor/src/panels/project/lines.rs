//! The lines of the project panel: files below their folders, or the files that fit a query.

use std::collections::BTreeSet;

use treewright_session::workspace::project_listing::{
    FileKind, ForeignFile, ProjectFile, ProjectListing, sort_key,
};

/// The files that lines refer to.
#[derive(Clone, Copy)]
pub struct Listed<'a> {
    pub own: &'a [ProjectFile],
    /// Other tools' files.
    pub foreign: &'a [ForeignFile],
}

impl<'a> Listed<'a> {
    pub fn of(project: &ProjectListing<'a>) -> Self {
        Self {
            own: project.files,
            foreign: project.foreign,
        }
    }

    /// All files: their paths in the project, and their lines at a depth.
    fn lines(self) -> impl Iterator<Item = (&'a str, LineOfFile)> {
        let own = self.own.iter().enumerate();
        let own = own.map(|(index, file)| (&*file.relative, LineOfFile::Own(index)));
        let foreign = self.foreign.iter().enumerate();
        let foreign = foreign.map(|(index, file)| (&*file.relative, LineOfFile::Foreign(index)));
        own.chain(foreign)
    }
}

/// A file by its index in the listing.
#[derive(Clone, Copy)]
enum LineOfFile {
    Own(usize),
    Foreign(usize),
}

impl LineOfFile {
    fn at(self, depth: usize) -> ProjectLine {
        match self {
            Self::Own(index) => ProjectLine::File { index, depth },
            Self::Foreign(index) => ProjectLine::Foreign { index, depth },
        }
    }
}

/// A line of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectLine {
    Folder {
        /// The path relative to the project folder.
        path: String,
        depth: usize,
    },
    /// By its index in the listing.
    File { index: usize, depth: usize },
    /// Another tool's file, by its index in the listing.
    Foreign { index: usize, depth: usize },
}

impl ProjectLine {
    pub fn depth(&self) -> usize {
        match self {
            Self::Folder { depth, .. } | Self::File { depth, .. } | Self::Foreign { depth, .. } => {
                *depth
            }
        }
    }

    /// The path relative to the project folder.
    pub fn path<'a>(&'a self, files: Listed<'a>) -> &'a str {
        match self {
            Self::Folder { path, .. } => path,
            Self::File { index, .. } => files.own.get(*index).map_or("", |file| &file.relative),
            Self::Foreign { .. } => self.foreign(files).map_or("", |file| &file.relative),
        }
    }

    pub fn is_folder(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }

    /// The type of the file; `None` for a folder and for another tool's file.
    pub fn kind(&self, files: Listed<'_>) -> Option<FileKind> {
        match self {
            Self::Folder { .. } | Self::Foreign { .. } => None,
            Self::File { index, .. } => files.own.get(*index).map(|file| file.kind),
        }
    }

    /// Another tool's file.
    pub fn foreign<'a>(&self, files: Listed<'a>) -> Option<&'a ForeignFile> {
        match self {
            Self::Foreign { index, .. } => files.foreign.get(*index),
            Self::Folder { .. } | Self::File { .. } => None,
        }
    }

    /// The folder in which something new goes beside it: itself, or that of a file.
    pub fn folder<'a>(&'a self, files: Listed<'a>) -> &'a str {
        match self {
            Self::Folder { path, .. } => path,
            Self::File { .. } | Self::Foreign { .. } => folder_of(self.path(files)),
        }
    }
}

/// The folder of a path; that of the project is empty.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The path of a name in a folder.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// The folders whose names contain the query, in lower case, and the files whose paths do.
pub fn fitting(files: Listed<'_>, empty_folders: &[String], query: &str) -> Vec<ProjectLine> {
    let within = files.lines().map(|(path, _)| folder_of(path));
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for mut folder in within.chain(empty_folders.iter().map(|folder| &**folder)) {
        while !folder.is_empty() && folders.insert(folder) {
            folder = folder_of(folder);
        }
    }
    let is_fitting = |folder: &&str| name_of(folder).to_lowercase().contains(query);
    let mut folders: Vec<&str> = folders.into_iter().filter(is_fitting).collect();
    folders.sort_by_cached_key(|folder| sort_key(folder));
    let folders = folders.into_iter().map(|folder| ProjectLine::Folder {
        path: folder.to_owned(),
        depth: 0,
    });
    let all = files.lines();
    let mut fitting: Vec<(&str, LineOfFile)> = all
        .filter(|(path, _)| path.to_lowercase().contains(query))
        .collect();
    if !files.foreign.is_empty() {
        fitting.sort_by_cached_key(|(path, _)| sort_key(path));
    }
    let fitting = fitting.into_iter().map(|(_, file)| file.at(0));
    folders.chain(fitting).collect()
}

/// Files below their folders, and empty folders, without what is in collapsed ones.
pub fn as_tree(
    files: Listed<'_>,
    empty_folders: &[String],
    is_folded: &dyn Fn(&str) -> bool,
) -> Vec<ProjectLine> {
    let listed = files.lines();
    let listed = listed.map(|(path, file)| (path.to_owned(), Some(file)));
    // As if a file without a name were in it.
    let empty = empty_folders
        .iter()
        .map(|folder| (format!("{folder}/"), None));
    let mut all: Vec<(String, Option<LineOfFile>)> = listed.chain(empty).collect();
    if !empty_folders.is_empty() || !files.foreign.is_empty() {
        all.sort_by_cached_key(|(path, _)| sort_key(path));
    }
    let mut lines = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (path, file) in &all {
        let mut folders: Vec<&str> = path.split('/').collect();
        folders.pop();
        let shared = open
            .iter()
            .zip(&folders)
            .take_while(|(a, b)| a == b)
            .count();
        open.truncate(shared);
        let path = |depth: usize| folders[..=depth].join("/");
        let hidden = |depth: usize| (0..depth).any(|above| is_folded(&path(above)));
        for (depth, folder) in folders.iter().enumerate().skip(shared) {
            if !hidden(depth) {
                lines.push(ProjectLine::Folder {
                    path: path(depth),
                    depth,
                });
            }
            open.push(folder);
        }
        let depth = folders.len();
        if let Some(file) = file.filter(|_| !hidden(depth)) {
            lines.push(file.at(depth));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use treewright_session::workspace::project_listing::ForeignKind;

    use super::*;

    fn file(relative: &str) -> ProjectFile {
        ProjectFile {
            path: PathBuf::from("/game").join(relative),
            relative: relative.to_owned(),
            kind: FileKind::Tree,
        }
    }

    #[test]
    fn folders_come_before_files_and_empty_ones_are_shown() {
        let own = ["ai/a.bt.json", "b.bt.json"].map(file);
        let foreign = [ForeignFile {
            path: PathBuf::from("/game/aa.b3-workspace"),
            relative: "aa.b3-workspace".to_owned(),
            kind: ForeignKind::Workspace,
            tree: std::sync::Arc::default(),
        }];
        let files = Listed {
            own: &own,
            foreign: &foreign,
        };
        let empty = ["ai/new".to_owned(), "zoo".to_owned()];
        let paths = |lines: &[ProjectLine]| {
            let paths = lines.iter().map(|line| line.path(files).to_owned());
            paths.collect::<Vec<_>>()
        };
        let lines = as_tree(files, &empty, &|_| false);
        assert_eq!(
            paths(&lines),
            [
                "ai",
                "ai/new",
                "ai/a.bt.json",
                "zoo",
                "aa.b3-workspace",
                "b.bt.json"
            ]
        );
        let lines = as_tree(files, &empty, &|folder| folder == "ai");
        assert_eq!(paths(&lines), ["ai", "zoo", "aa.b3-workspace", "b.bt.json"]);
        let lines = fitting(files, &[], "a.b");
        assert_eq!(paths(&lines), ["ai/a.bt.json", "aa.b3-workspace"]);
    }
}
