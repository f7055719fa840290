//! Access rights of the program's own files: only the user may list the folders and read the files. On systems other than Unix, the user's folders
//! are private already.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::listing::readable_entries;

/// Creates a folder that only the user can access, and its missing ancestors.
///
/// # Errors
/// If the operating system refuses.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file for appending. A new file is readable only by the user.
///
/// # Errors
/// If the operating system refuses.
pub fn open_private(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Removes the access of other users from a file or folder, as earlier programs allowed it. Ignores errors.
pub fn narrow(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(about) = fs::metadata(path) else {
            return;
        };
        let mode = about.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let own = fs::Permissions::from_mode(mode & 0o700);
            let _ = fs::set_permissions(path, own);
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Like [`narrow`], for a folder and everything in it. Links and their targets are unchanged.
pub fn make_private_recursively(folder: &Path) {
    narrow(folder);
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in readable_entries(&folder).filter(|entry| !entry.is_link()) {
            narrow(&entry.path);
            if entry.is_folder() {
                open.push(entry.path);
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn narrowing_removes_the_access_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let (state, outside) = (folder.path().join("state"), folder.path().join("mine.json"));
        fs::create_dir_all(state.join("log")).unwrap();
        let log = state.join("log/treewright.log");
        for (path, mode) in [(&log, 0o644), (&outside, 0o644)] {
            fs::write(path, "text").unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        for path in [&state, &state.join("log")] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        symlink(&outside, state.join("link")).unwrap();
        make_private_recursively(&state);
        assert_eq!((mode(&state), mode(&state.join("log"))), (0o700, 0o700));
        assert_eq!((mode(&log), mode(&outside)), (0o600, 0o644));
        make_private_recursively(&state.join("missing"));
    }

    #[test]
    fn new_private_files_are_readable_by_the_user_only() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        make_private_folder(&inner).unwrap();
        let log = inner.join("log");
        drop(open_private(&log).unwrap());
        let kept = inner.join("kept");
        super::super::keep_private(&kept, b"text", super::super::Expected::Nothing).unwrap();
        let modes = [&inner, &log, &kept].map(|path| mode(path));
        assert_eq!(modes, [0o700, 0o600, 0o600]);
    }
}
