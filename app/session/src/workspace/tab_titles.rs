//! Titles of document tabs: the name of each document and, where several have the same, also the folder or the program that runs it.

use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;

use super::open_document::OpenDocument;
use crate::i18n::Texts;

/// Returns the tab titles of these documents, in their order. A tree without a file that another program told also has the name of that program.
pub fn tab_titles(documents: &[OpenDocument], texts: &Texts) -> Vec<String> {
    let named = documents.iter().map(|document| {
        let file = document.file_or_origin().map(Path::to_owned);
        (document.title(texts), file)
    });
    let named: Vec<_> = named.collect();
    let is_twin = |title: &String| named.iter().filter(|(other, _)| other == title).count() > 1;
    let mut titles = disambiguated(&named);
    for ((title, document), (name, file)) in titles.iter_mut().zip(documents).zip(&named) {
        if let Some(program) = document
            .told_by()
            .filter(|_| file.is_none() && is_twin(name))
        {
            *title = format!("{title} – {program}");
        }
    }
    titles
}

/// Appends to equal titles as much of the folder as is needed to distinguish them. Documents without a file keep their title.
pub fn disambiguated(named: &[(String, Option<PathBuf>)]) -> Vec<String> {
    let mut same: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, (title, _)) in named.iter().enumerate() {
        same.entry(title).or_default().push(index);
    }
    let mut titles: Vec<String> = named.iter().map(|(title, _)| title.clone()).collect();
    for group in same.values().filter(|group| group.len() > 1) {
        let folders: Vec<(usize, Vec<String>)> = group
            .iter()
            .filter_map(|&index| Some((index, folders_of(named[index].1.as_deref()?))))
            .collect();
        let deepest = folders.iter().map(|(_, names)| names.len()).max();
        let differ = |depth: &usize| {
            let mut ends: Vec<String> = folders.iter().map(|(_, f)| innermost(f, *depth)).collect();
            ends.sort_unstable();
            ends.windows(2).all(|two| two[0] != two[1])
        };
        let depth = (1..=deepest.unwrap_or(1)).find(differ).unwrap_or(1);
        for (index, names) in &folders {
            titles[*index] = format!("{} – {}", named[*index].0, innermost(names, depth));
        }
    }
    titles
}

/// Returns the names of the folders that contain a file, outermost first.
fn folders_of(path: &Path) -> Vec<String> {
    let parts = path.parent().unwrap_or(path).components();
    let names = parts.filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    names.collect()
}

/// Joins the innermost `depth` folders.
fn innermost(folders: &[String], depth: usize) -> String {
    folders[folders.len().saturating_sub(depth)..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_titles_show_their_folders() {
        let titles = |paths: &[Option<&str>]| {
            let named = paths.iter().map(|path| {
                let path = path.map(PathBuf::from);
                let stem = path
                    .as_deref()
                    .and_then(Path::file_stem)
                    .unwrap_or("new".as_ref());
                (stem.to_string_lossy().into_owned(), path)
            });
            disambiguated(&named.collect::<Vec<_>>())
        };
        let apart = titles(&[
            Some("/g/wolf/hunt.json"),
            Some("/g/bear/hunt.json"),
            Some("/g/nap.json"),
        ]);
        assert_eq!(apart, ["hunt – wolf", "hunt – bear", "nap"]);
        let deeper = titles(&[Some("/a/ai/hunt.json"), Some("/b/ai/hunt.json")]);
        assert_eq!(deeper, ["hunt – a/ai", "hunt – b/ai"]);
        let unsaved = titles(&[None, Some("/a/new.json"), None]);
        assert_eq!(unsaved, ["new", "new – a", "new"]);
    }
}
