//! Makes each system call of a save fail in turn, in several ways, and lets another program write at each moment of a save.

use std::cell::Cell;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::host::files::disk::System;

const OLD: &[u8] = b"what was there";
const NEW: &[u8] = b"what is saved, and longer than what was there";
const THEIRS: &[u8] = b"what another program writes";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The call fails and does nothing.
    Fails(io::ErrorKind),
    /// The call succeeds but reports an error.
    DoneButFails,
    /// A write stores only a part of the data and reports success.
    Shortened,
    /// Overwriting in place stores only a part, and every later overwrite fails.
    Torn,
    /// Before the call, another program replaces the target with its own file.
    Replaced,
    /// Before the call, another program writes to the target.
    Overwritten,
    /// Before the call, another program deletes the target.
    Deleted,
}

/// A disk on which an event happens at one call.
struct EventfulDisk<'a> {
    target: &'a Path,
    event: Event,
    at: usize,
    calls: Cell<usize>,
    /// Whether two files can be swapped.
    exchanges: bool,
    /// Whether a new file can get the owner of the old one.
    keeps_owner: bool,
}

impl EventfulDisk<'_> {
    fn call<T>(&self, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let now = self.calls.replace(self.calls.get() + 1) == self.at;
        if !now {
            return act();
        }
        match self.event {
            Event::Fails(kind) => return Err(kind.into()),
            Event::DoneButFails => return act().and(Err(io::ErrorKind::Other.into())),
            Event::Shortened | Event::Torn => {}
            Event::Replaced => {
                let beside = self.target.with_extension("theirs");
                fs::write(&beside, THEIRS).unwrap();
                fs::rename(&beside, self.target).unwrap();
            }
            Event::Overwritten => fs::write(self.target, THEIRS).unwrap(),
            Event::Deleted => super::super::remove(self.target),
        }
        act()
    }
}

impl Disk for EventfulDisk<'_> {
    fn link_target(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        self.call(|| System.link_target(path))
    }

    fn about(&self, path: &Path) -> io::Result<Metadata> {
        self.call(|| System.about(path))
    }

    fn may_write(&self, path: &Path) -> io::Result<()> {
        self.call(|| System.may_write(path))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.call(|| System.read(path))
    }

    fn new_file(&self, folder: &Path, name: &str, secret: bool) -> io::Result<NamedTempFile> {
        self.call(|| System.new_file(folder, name, secret))
    }

    fn write(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
        let shortened = self.event == Event::Shortened && self.calls.get() == self.at;
        let length = if shortened {
            bytes.len() / 2
        } else {
            bytes.len()
        };
        self.call(|| file.write_all(&bytes[..length]))
    }

    fn read_back(&self, file: &mut NamedTempFile) -> io::Result<Fingerprint> {
        self.call(|| System.read_back(file))
    }

    fn copy_metadata(
        &self,
        file: &NamedTempFile,
        old: &Path,
        about: &Metadata,
    ) -> io::Result<bool> {
        let taken = self.call(|| System.copy_metadata(file, old, about))?;
        Ok(taken && self.keeps_owner)
    }

    // No test cuts the power, and flushing is what takes long.
    fn flush(&self, _file: &NamedTempFile) -> io::Result<()> {
        self.call(|| Ok(()))
    }

    fn move_no_replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(|| System.move_no_replace(from, to))
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(|| System.replace(from, to))
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        self.call(|| {
            if self.exchanges {
                System.exchange(one, other)
            } else {
                Err(io::ErrorKind::InvalidInput.into())
            }
        })
    }

    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.event == Event::Torn {
            // The first overwrite left an incomplete file; this one does not repair it.
            if fs::read(path)? == OLD {
                fs::write(path, &NEW[..5])?;
            }
            return Err(io::ErrorKind::Other.into());
        }
        self.call(|| System.overwrite(path, bytes))
    }

    fn flush_name(&self, _file: &Path) -> io::Result<()> {
        self.call(|| Ok(()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InitialState {
    Nothing,
    File,
    Link,
    /// A file of another user to which this user may write.
    OwnedByAnother,
    HardLinked(HardLinks),
}

/// A folder with the file that is to be saved.
struct TestFolder {
    folder: TempDir,
    path: PathBuf,
    target: PathBuf,
    linked: HardLinks,
    keeps_owner: bool,
}

impl TestFolder {
    fn new(before: InitialState) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("guard.bt.json");
        let mut test = Self {
            target: path.clone(),
            path,
            folder,
            linked: HardLinks::Refuse,
            keeps_owner: before != InitialState::OwnedByAnother,
        };
        match before {
            InitialState::Nothing => {}
            InitialState::File | InitialState::OwnedByAnother => {
                fs::write(&test.target, OLD).unwrap();
            }
            InitialState::Link => {
                test.target = test.folder.path().join("real.bt.json");
                fs::write(&test.target, OLD).unwrap();
                #[cfg(unix)]
                std::os::unix::fs::symlink("real.bt.json", &test.path).unwrap();
            }
            InitialState::HardLinked(linked) => {
                test.linked = linked;
                fs::write(&test.target, OLD).unwrap();
                fs::hard_link(&test.target, test.other_name()).unwrap();
            }
        }
        test
    }

    fn other_name(&self) -> PathBuf {
        self.folder.path().join("other.bt.json")
    }

    fn save(
        &self,
        expected: Expected,
        event: Event,
        at: usize,
        exchanges: bool,
    ) -> (Result<Saved, SaveError>, bool) {
        let disk = EventfulDisk {
            target: &self.target,
            event,
            at,
            calls: Cell::new(0),
            exchanges,
            keeps_owner: self.keeps_owner,
        };
        let done = save(&disk, &self.path, NEW, expected, self.linked);
        (done, disk.calls.get() > at)
    }

    fn content(&self) -> Option<Vec<u8>> {
        fs::read(&self.target).ok()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Returns each possible state before a save, with each expectation that a save may have.
fn initial_states() -> Vec<(InitialState, Expected)> {
    let version = Expected::Version(Fingerprint::of(OLD));
    let mut all = vec![
        (InitialState::Nothing, Expected::Nothing),
        (InitialState::Nothing, Expected::Anything),
        (InitialState::Nothing, version),
        (InitialState::File, version),
        (InitialState::File, Expected::Anything),
        (InitialState::OwnedByAnother, version),
        (InitialState::OwnedByAnother, Expected::Anything),
        (InitialState::HardLinked(HardLinks::Leave), version),
        (InitialState::HardLinked(HardLinks::Through), version),
        (
            InitialState::HardLinked(HardLinks::Through),
            Expected::Anything,
        ),
    ];
    if cfg!(unix) {
        all.push((InitialState::Link, version));
        all.push((InitialState::Link, Expected::Anything));
    }
    all
}

#[test]
fn after_any_failed_call_one_version_is_complete_and_the_result_is_right() {
    let faults = [
        Event::Fails(io::ErrorKind::StorageFull),
        Event::Fails(io::ErrorKind::PermissionDenied),
        Event::Fails(io::ErrorKind::ReadOnlyFilesystem),
        Event::Fails(io::ErrorKind::InvalidInput),
        Event::Fails(io::ErrorKind::NotFound),
        Event::Fails(io::ErrorKind::AlreadyExists),
        Event::Fails(io::ErrorKind::Interrupted),
        Event::Fails(io::ErrorKind::Other),
        Event::DoneButFails,
        Event::Shortened,
    ];
    let mut tried = 0;
    for (before, expected) in initial_states() {
        for event in faults {
            for exchanges in [true, false] {
                for at in 0.. {
                    let test = TestFolder::new(before);
                    let (names, old) = (test.names(), test.content());
                    let (done, happened) = test.save(expected, event, at, exchanges);
                    if !happened {
                        break;
                    }
                    tried += 1;
                    let case = format!("{before:?} {expected:?} {event:?} at {at}: {done:?}");
                    let there = test.content();
                    if done.is_ok() {
                        assert_eq!(there.as_deref(), Some(NEW), "{case}");
                    } else {
                        assert_eq!(there, old, "{case}");
                    }
                    let mut left = test.names();
                    left.retain(|name| name != "guard.bt.json");
                    let mut before = names;
                    before.retain(|name| name != "guard.bt.json");
                    assert_eq!(left, before, "{case}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn concurrent_writes_of_other_programs_are_never_lost() {
    let version = Expected::Version(Fingerprint::of(OLD));
    let initial_states = [
        (InitialState::File, version),
        (InitialState::Link, version),
        (InitialState::HardLinked(HardLinks::Leave), version),
        (InitialState::Nothing, Expected::Nothing),
        (InitialState::Nothing, version),
    ];
    for (before, expected) in initial_states {
        for event in [Event::Replaced, Event::Overwritten] {
            for at in 0.. {
                let test = TestFolder::new(before);
                let (done, happened) = test.save(expected, event, at, true);
                if !happened {
                    break;
                }
                let case = format!("{before:?} {expected:?} {event:?} at {at}: {done:?}");
                assert_eq!(test.content().as_deref(), Some(THEIRS), "{case}");
                let temporary = |name: &String| name.contains(".treewright-");
                assert!(!test.names().iter().any(temporary), "{case}");
            }
        }
    }
}

#[test]
fn a_concurrently_deleted_file_is_created_again_or_stays_deleted() {
    let version = Expected::Version(Fingerprint::of(OLD));
    for at in 0.. {
        let test = TestFolder::new(InitialState::File);
        let (done, happened) = test.save(version, Event::Deleted, at, true);
        if !happened {
            break;
        }
        let there = test.content();
        assert!(done.is_err() || there.is_none() || there.as_deref() == Some(NEW));
    }
}

#[test]
fn a_file_with_hard_links_is_saved_only_after_a_decision() {
    let test = TestFolder::new(InitialState::HardLinked(HardLinks::Refuse));
    let (refused, _) = test.save(Expected::Anything, Event::Shortened, usize::MAX, true);
    assert!(matches!(refused, Err(SaveError::SeveralNames(2))));
    assert_eq!(test.content().as_deref(), Some(OLD));

    let test = TestFolder::new(InitialState::HardLinked(HardLinks::Leave));
    let (done, _) = test.save(Expected::Anything, Event::Shortened, usize::MAX, true);
    done.unwrap();
    assert_eq!(test.content().as_deref(), Some(NEW));
    assert_eq!(fs::read(test.other_name()).unwrap(), OLD);

    let test = TestFolder::new(InitialState::HardLinked(HardLinks::Through));
    let (done, _) = test.save(Expected::Anything, Event::Shortened, usize::MAX, true);
    done.unwrap();
    assert_eq!(fs::read(test.other_name()).unwrap(), NEW);
    assert_eq!(test.names(), ["guard.bt.json", "other.bt.json"]);
}

#[cfg(unix)]
#[test]
fn a_file_of_another_user_is_overwritten_in_place() {
    use std::os::unix::fs::MetadataExt as _;
    let version = Expected::Version(Fingerprint::of(OLD));
    for expected in [version, Expected::Anything] {
        let test = TestFolder::new(InitialState::OwnedByAnother);
        let file = fs::metadata(&test.target).unwrap().ino();
        let (done, _) = test.save(expected, Event::Shortened, usize::MAX, true);
        done.unwrap();
        assert_eq!(test.content().as_deref(), Some(NEW));
        assert_eq!(fs::metadata(&test.target).unwrap().ino(), file);
        assert_eq!(test.names(), ["guard.bt.json"]);
    }
    let test = TestFolder::new(InitialState::OwnedByAnother);
    let (torn, _) = test.save(version, Event::Torn, usize::MAX, true);
    assert!(matches!(torn, Err(SaveError::Torn(kept)) if fs::read(&kept).unwrap() == OLD));
}

#[test]
fn a_file_that_another_program_holds_is_named_as_such() {
    let version = Expected::Version(Fingerprint::of(OLD));
    let held = Event::Fails(io::ErrorKind::ResourceBusy);
    let mut tried = 0;
    for at in 0.. {
        let test = TestFolder::new(InitialState::File);
        let (refused, happened) = test.save(version, held, at, true);
        if !happened {
            break;
        }
        if test.content().as_deref() == Some(OLD) {
            assert!(
                matches!(refused, Err(SaveError::InUse | SaveError::InFolder(..))),
                "{at}: {refused:?}"
            );
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn a_file_without_write_permission_is_not_replaced() {
    let denied = Event::Fails(io::ErrorKind::PermissionDenied);
    // After the link and its target were examined.
    let test = TestFolder::new(InitialState::File);
    let (refused, _) = test.save(Expected::Anything, denied, 2, true);
    assert!(matches!(refused, Err(SaveError::LockedFile)), "{refused:?}");
    assert_eq!(test.content().as_deref(), Some(OLD));
}

#[test]
fn an_interrupted_overwrite_is_reported_before_the_next() {
    let test = TestFolder::new(InitialState::HardLinked(HardLinks::Through));
    fs::write(in_place_backup(&test.target), OLD).unwrap();
    fs::write(&test.target, &NEW[..5]).unwrap();
    let (refused, _) = test.save(Expected::Anything, Event::Shortened, usize::MAX, true);
    assert!(matches!(refused, Err(SaveError::CutShort(kept)) if fs::read(&kept).unwrap() == OLD));
}

#[test]
fn a_partly_overwritten_file_is_reported_and_its_old_content_kept() {
    let test = TestFolder::new(InitialState::HardLinked(HardLinks::Through));
    let (refused, _) = test.save(Expected::Anything, Event::Torn, usize::MAX, true);
    let error = refused.unwrap_err();
    assert!(error.leaves_doubt(), "{error}");
    assert!(error.to_string().contains("damaged"), "{error}");
    assert!(matches!(error, SaveError::Torn(kept) if fs::read(&kept).unwrap() == OLD));
}

#[cfg(unix)]
#[test]
fn permissions_and_extended_attributes_are_copied() {
    use std::os::unix::fs::PermissionsExt as _;
    let test = TestFolder::new(InitialState::File);
    let rights = fs::Permissions::from_mode(0o640);
    fs::set_permissions(&test.target, rights).unwrap();
    let keeps = xattr::set(&test.target, "user.color", b"green").is_ok();
    let version = Expected::Version(Fingerprint::of(OLD));
    let (done, _) = test.save(version, Event::Shortened, usize::MAX, true);
    done.unwrap();
    let mode = fs::metadata(&test.target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    if keeps {
        let color = xattr::get(&test.target, "user.color").unwrap();
        assert_eq!(color.as_deref(), Some(&b"green"[..]));
    }
}
