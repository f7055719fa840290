//! The lines of the project panel: files below their folders, or the files that fit a query.

use treewright_session::workspace::project_listing::{FileKind, ProjectFile, sort_key};

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
}

impl ProjectLine {
    pub fn depth(&self) -> usize {
        match self {
            Self::Folder { depth, .. } | Self::File { depth, .. } => *depth,
        }
    }

    /// The path relative to the project folder.
    pub fn path<'a>(&'a self, files: &'a [ProjectFile]) -> &'a str {
        match self {
            Self::Folder { path, .. } => path,
            Self::File { index, .. } => files.get(*index).map_or("", |file| &file.relative),
        }
    }

    /// The type of the file; `None` for a folder.
    pub fn kind(&self, files: &[ProjectFile]) -> Option<FileKind> {
        match self {
            Self::Folder { .. } => None,
            Self::File { index, .. } => files.get(*index).map(|file| file.kind),
        }
    }

    /// The folder in which something new goes beside it: itself, or that of a file.
    pub fn folder<'a>(&'a self, files: &'a [ProjectFile]) -> &'a str {
        match self {
            Self::Folder { path, .. } => path,
            Self::File { .. } => folder_of(self.path(files)),
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

/// The files whose paths contain the query, in lower case.
pub fn fitting(files: &[ProjectFile], query: &str) -> Vec<ProjectLine> {
    let all = files.iter().enumerate();
    let fits = all.filter(|(_, file)| file.relative.to_lowercase().contains(query));
    fits.map(|(index, _)| ProjectLine::File { index, depth: 0 })
        .collect()
}

/// Files below their folders, and empty folders, without what is in collapsed ones.
pub fn as_tree(
    files: &[ProjectFile],
    empty_folders: &[String],
    is_folded: &dyn Fn(&str) -> bool,
) -> Vec<ProjectLine> {
    let listed = files.iter().enumerate();
    let listed = listed.map(|(index, file)| (file.relative.clone(), Some(index)));
    // As if a file without a name were in it.
    let empty = empty_folders
        .iter()
        .map(|folder| (format!("{folder}/"), None));
    let mut all: Vec<(String, Option<usize>)> = listed.chain(empty).collect();
    if !empty_folders.is_empty() {
        all.sort_by_cached_key(|(path, _)| sort_key(path));
    }
    let mut lines = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (path, index) in &all {
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
        if let Some(index) = index.filter(|_| !hidden(depth)) {
            lines.push(ProjectLine::File { index, depth });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
        let files = ["ai/a.bt.json", "b.bt.json"].map(file);
        let empty = ["ai/new".to_owned(), "zoo".to_owned()];
        let lines = as_tree(&files, &empty, &|_| false);
        let paths: Vec<&str> = lines.iter().map(|line| line.path(&files)).collect();
        assert_eq!(paths, ["ai", "ai/new", "ai/a.bt.json", "zoo", "b.bt.json"]);
        let lines = as_tree(&files, &empty, &|folder| folder == "ai");
        let paths: Vec<&str> = lines.iter().map(|line| line.path(&files)).collect();
        assert_eq!(paths, ["ai", "zoo", "b.bt.json"]);
    }
}
