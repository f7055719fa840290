//! The built guide: where it is installed, and the addresses of its pages for a browser. Does not know which page explains what.

use std::path::{Path, PathBuf};

use url::Url;

use super::files::real_path;

/// The folder of the guide beside a program that is built or unpacked somewhere, and in the other places where packages put it,
/// as paths from the folder of the program: below `share` on Linux, in the resources of a bundle on macOS, in the build folder of a checkout.
const PLACES: [&str; 4] = [
    "guide",
    "../share/doc/treewright/guide",
    "../Resources/guide",
    "../guide",
];

/// Returns the folder of the guide that belongs to the running program, or `None` if none is installed.
pub fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    folder_beside(program.parent()?)
}

fn folder_beside(programs: &Path) -> Option<PathBuf> {
    let mut places = PLACES.iter().map(|place| programs.join(place));
    places.find(|folder| folder.join("index.html").is_file())
}

/// Returns the file of a page and its address. The first of these pages that is there is meant: a task of a game, for example, has no page.
/// Languages other than English have a folder of their own.
pub fn find_page(folder: &Path, language: &str, pages: &[&str]) -> Option<(PathBuf, Url)> {
    let own = match language {
        "en" => folder.to_owned(),
        language => folder.join(language),
    };
    let mut files = pages.iter().map(|page| own.join(format!("{page}.html")));
    let file = real_path(&files.find(|file| file.is_file())?).ok()?;
    let address = Url::from_file_path(&file).ok()?;
    Some((file, address))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_guide_is_found_where_packages_put_it() {
        for place in PLACES {
            let installed = tempfile::tempdir().unwrap();
            let programs = installed.path().join("usr/bin");
            fs::create_dir_all(&programs).unwrap();
            assert_eq!(folder_beside(&programs), None);
            let guide = programs.join(place);
            fs::create_dir_all(&guide).unwrap();
            assert_eq!(folder_beside(&programs), None, "an empty folder");
            fs::write(guide.join("index.html"), "").unwrap();
            assert_eq!(folder_beside(&programs), Some(guide));
        }
    }

    #[test]
    fn a_page_of_a_folder_with_any_name_has_an_address() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("my guide 指南#1");
        for page in ["index", "zh-CN/index", "zh-CN/guide/running"] {
            let file = folder.join(format!("{page}.html"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let found = |language, pages: &[&str]| find_page(&folder, language, pages);
        let (file, address) = found("zh-CN", &["guide/running", "index"]).unwrap();
        assert!(file.ends_with("zh-CN/guide/running.html"));
        assert!(
            address
                .as_str()
                .ends_with("my%20guide%20%E6%8C%87%E5%8D%97%231/zh-CN/guide/running.html"),
            "{address}"
        );
        let (file, _) = found("en", &["guide/running", "index"]).unwrap();
        assert_eq!(file.parent(), Some(&*real_path(&folder).unwrap()));
        assert_eq!(found("en", &["guide/running"]), None);
    }
}
