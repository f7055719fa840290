//! File names derived from other file names. A file name need not be valid Unicode; a name derived from an invalid one keeps its bytes. Reads no
//! file.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use treewright_exchange::stem;

/// Returns the name without `ending`, which starts with a dot. `None` if the name does not end so or consists of the ending only.
pub fn without_ending<'n>(name: &'n OsStr, ending: &str) -> Option<&'n OsStr> {
    if !name.as_encoded_bytes().ends_with(ending.as_bytes()) {
        return None;
    }
    let dots = ending.bytes().filter(|byte| *byte == b'.').count();
    let rest = (0..dots).try_fold(name, |rest, _| Path::new(rest).file_stem())?;
    (rest.len() + ending.len() == name.len()).then_some(rest)
}

/// Returns the file's name without its extension, like [`stem`] does for text.
pub fn stem_of(file: &Path) -> &OsStr {
    let name = file.file_name().unwrap_or_default();
    let mut own = [".bt.json", ".tasks.json"].into_iter();
    let own = own.find_map(|ending| without_ending(name, ending));
    own.or(file.file_stem()).unwrap_or_default()
}

pub fn with_ending(name: &OsStr, ending: &str) -> OsString {
    let mut name = name.to_owned();
    name.push(ending);
    name
}

/// Returns the path with a name that ends in `ending`, of one or more parts: `x.live.jsonl` for `x` and for `x.jsonl`.
pub fn path_ending_in(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    if name.as_encoded_bytes().ends_with(ending.as_bytes()) {
        return path.to_owned();
    }
    let last_part = ending.rfind('.').map_or(ending, |dot| &ending[dot..]);
    let stem = without_ending(name, last_part).unwrap_or(name);
    path.with_file_name(with_ending(stem, ending))
}

/// Returns whether Windows can have a file or folder of this name: no character that has a meaning in paths, no dot or space at the end, which Windows
/// drops, and not the name of a device.
pub fn is_possible_on_windows(name: &str) -> bool {
    let is_reserved = |letter: char| letter.is_control() || "<>:\"/\\|?*".contains(letter);
    !name.contains(is_reserved) && !name.ends_with(['.', ' ']) && !is_windows_device(name)
}

/// Returns whether Windows opens a device by this name: devices have their names in every folder and with every extension.
pub fn is_windows_device(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_uppercase();
    // Superscript digits count as digits.
    let is_port = ["COM", "LPT"].iter().any(|port| {
        let number: Option<Vec<char>> = stem.strip_prefix(port).map(|rest| rest.chars().collect());
        matches!(number.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']))
    });
    is_port || DEVICES.contains(&&*stem)
}

/// Returns the path as text with `/` as separator, as files store it.
pub fn slashed(path: &Path) -> String {
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Returns the path of an output that is named after `file`. `path` is the same path, built from the file's name as text; the result has the exact
/// bytes of the name.
pub fn output_path(file: &Path, path: &str) -> PathBuf {
    let real = file.canonicalize();
    let file = real.as_deref().unwrap_or(file);
    let name = file.file_name().unwrap_or_default();
    if name.to_str().is_some() {
        return path.into();
    }
    let shown = stem(&name.to_string_lossy()).to_owned();
    let (folder, made) = path.rsplit_once('/').unwrap_or(("", path));
    match made.strip_prefix(&shown) {
        Some(rest) => Path::new(folder).join(with_ending(stem_of(file), rest)),
        None => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_the_ending_of_its_kind_once() {
        let named = |name| path_ending_in(Path::new(name), ".live.jsonl");
        for name in ["d/x", "d/x.jsonl", "d/x.live.jsonl"] {
            assert_eq!(named(name), Path::new("d/x.live.jsonl"), "{name}");
        }
        assert_eq!(named("x.json"), Path::new("x.json.live.jsonl"));
        assert_eq!(path_ending_in(Path::new("x.log"), ""), Path::new("x.log"));
    }

    #[test]
    fn stem_of_agrees_with_the_core() {
        for name in [
            "a.bt.json",
            "a.v2.bt.json",
            ".bt.json",
            "a.tasks.json",
            "a.xml",
            ".xml",
            "a",
            "a.b.xml",
        ] {
            assert_eq!(stem_of(Path::new(name)), stem(name), "{name}");
        }
        let of = |name: &str| without_ending(OsStr::new(name), ".bt.json").map(OsStr::to_owned);
        assert_eq!(of("a.bt.json"), Some("a".into()));
        assert_eq!(
            (of(".bt.json"), of("a.json"), of("abt.json")),
            (None, None, None)
        );
    }

    #[test]
    fn names_that_windows_cannot_have_are_recognized() {
        for name in [
            "CON",
            "nul.bt.json",
            "Com1.x",
            "lpt9",
            "COM¹",
            "aux .bt.json",
            "conin$",
            "a:b",
            "a?.bt.json",
            "a.",
            "a ",
            "a\tb",
            "a\\b",
        ] {
            assert!(!is_possible_on_windows(name), "{name}");
        }
        for name in [
            "console.bt.json",
            "null.bt.json",
            "com.x",
            "COM10",
            "a.nul",
            "巡逻.bt.json",
            ".bt.json",
        ] {
            assert!(is_possible_on_windows(name), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_derived_name_keeps_the_bytes_of_the_file_name() {
        use std::os::unix::ffi::OsStrExt as _;
        let name = |bytes: &'static [u8]| PathBuf::from(OsStr::from_bytes(bytes));
        let file = name(b"x/bad\xff.bt.json");
        assert_eq!(stem_of(&file), name(b"bad\xff"));
        assert_eq!(output_path(&file, "bad\u{fffd}.dot"), name(b"bad\xff.dot"));
        assert_eq!(
            output_path(&file, "a/bad\u{fffd}-T.json"),
            name(b"a/bad\xff-T.json")
        );
        assert_eq!(output_path(&file, "lib.json"), name(b"lib.json"));
        assert_eq!(
            output_path(Path::new("x/good.bt.json"), "good.dot"),
            name(b"good.dot")
        );
    }
}
