//! Loads the files that belong together: the requested ones, and those that they include, directly or indirectly.
//! Nothing outside of the opened folder is read.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::TransferNote;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::limits::FILE_BYTES;
use treewright_core::project::resolve;

use super::remarks;
use crate::common::ImportSource;
use crate::xml::{Element, Xml};

/// The most files that are read for one request.
pub(super) const MAX_FILES: usize = 256;

/// The version of the format that is written, and the latest that is read.
pub(super) const VERSION: u64 = 4;

/// Files with their texts; the requested ones are first.
pub(super) struct LoadedFiles {
    pub files: Vec<LoadedFile>,
}

/// A file that was read.
pub(super) struct LoadedFile {
    pub path: String,
    pub bytes: Vec<u8>,
    /// The files that it includes, as indices into the list.
    pub includes: Vec<usize>,
    pub remarks: Vec<TransferNote>,
}

/// Reads the includes of files, directly or indirectly, each file once. Also returns the indices of sources that cannot
/// be read, with the error.
pub(super) fn load(sources: &[ImportSource<'_>]) -> (LoadedFiles, Vec<(usize, FormatError)>) {
    let mut loaded = LoadedFiles { files: Vec::new() };
    let mut failed = Vec::new();
    let mut known: FxHashMap<String, Option<usize>> = FxHashMap::default();
    for (index, source) in sources.iter().enumerate() {
        if let Err(error) = check_bytes(source.bytes) {
            failed.push((index, error));
        } else if !known.contains_key(source.path) {
            known.insert(source.path.to_owned(), Some(loaded.files.len()));
            let file = LoadedFile::new(source.path, source.bytes.to_vec());
            loaded.files.push(file);
        }
    }
    let Some(source) = sources.first() else {
        return (loaded, failed);
    };
    let most = loaded.files.len() + MAX_FILES - 1;
    let longest = sources.iter().map(|source| source.bytes.len()).max();
    let mut bytes = longest.unwrap_or_default();
    let mut next = 0;
    while next < loaded.files.len() {
        // Each was checked when it was added.
        for include in resolve_includes(&loaded.files[next]).unwrap_or_default() {
            let remark = match include {
                ResolvedInclude::Refused(remark) => Some(remark),
                ResolvedInclude::Path(written, path) => {
                    let found = if let Some(found) = known.get(&path) {
                        found.ok_or_else(|| remarks::include_missing(&written))
                    } else {
                        let read = add(&mut loaded, (source, most), &path, &mut bytes);
                        known.insert(path, read.as_ref().ok().copied());
                        read.map_err(|why| why(&written))
                    };
                    match found {
                        Ok(index) => {
                            loaded.files[next].includes.push(index);
                            None
                        }
                        Err(remark) => Some(remark),
                    }
                }
            };
            loaded.files[next].remarks.extend(remark);
        }
        next += 1;
    }
    (loaded, failed)
}

fn check_bytes(bytes: &[u8]) -> Result<(), FormatError> {
    check(Xml::read(bytes)?.root())
}

type NoteOnInclude = Box<dyn Fn(&str) -> TransferNote>;

fn add(
    loaded: &mut LoadedFiles,
    (source, most): (&ImportSource<'_>, usize),
    path: &str,
    bytes: &mut usize,
) -> Result<usize, NoteOnInclude> {
    if loaded.files.len() >= most {
        return Err(Box::new(|_| remarks::includes_too_many(MAX_FILES)));
    }
    let read = source.around.read(path);
    let Some(read) = read.filter(|read| *bytes + read.len() <= FILE_BYTES) else {
        return Err(Box::new(|path| remarks::include_missing(path)));
    };
    if let Err(error) = check_bytes(&read) {
        let reason = error.to_string();
        return Err(Box::new(move |path| remarks::include_broken(path, &reason)));
    }
    *bytes += read.len();
    loaded.files.push(LoadedFile::new(path, read));
    Ok(loaded.files.len() - 1)
}

impl LoadedFile {
    fn new(path: &str, bytes: Vec<u8>) -> Self {
        Self {
            path: path.to_owned(),
            bytes,
            includes: Vec::new(),
            remarks: Vec::new(),
        }
    }
}

/// The result of resolving an include.
enum ResolvedInclude {
    /// A file: the path as written, and its path below the opened folder.
    Path(String, String),
    Refused(TransferNote),
}

fn resolve_includes(file: &LoadedFile) -> Result<Vec<ResolvedInclude>, FormatError> {
    let xml = Xml::read(&file.bytes)?;
    let mut seen = FxHashSet::default();
    let includes = xml.root().elements().filter(|e| e.name() == "include");
    let mut wanted = Vec::new();
    for include in includes {
        let path = include.attribute("path").unwrap_or_default();
        if !seen.insert(path.to_string()) {
            continue;
        }
        wanted.push(match include.attribute("ros_pkg") {
            Some(package) => ResolvedInclude::Refused(remarks::include_of_package(&path, package)),
            None => match resolve(&file.path, &path) {
                Ok(resolved) => ResolvedInclude::Path(path.into_owned(), resolved),
                Err(_) => ResolvedInclude::Refused(remarks::include_outside(&path)),
            },
        });
    }
    Ok(wanted)
}

/// Returns an error if the root element is not of this format.
pub(super) fn check(root: Element<'_>) -> Result<(), FormatError> {
    let at_root = |kind| {
        Err(FormatError {
            position: Some(root.position()),
            ..FormatError::new(kind)
        })
    };
    if root.name() != "root" {
        let found = root.name().chars().take(40).collect();
        return at_root(FormatErrorKind::OtherFormat {
            found,
            expected: "root",
        });
    }
    let version = root.attribute("BTCPP_format").unwrap_or_default();
    match version.trim().parse::<u64>() {
        Ok(found) if found > VERSION => at_root(FormatErrorKind::NewerVersion {
            found,
            supported: VERSION,
        }),
        _ => Ok(()),
    }
}
