//! `treewright install-desktop`: the files that are written to the user's data folder and removed again.

use super::harness::Folder;

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_desktop_entry_is_installed_and_removed() {
    use super::harness::{MustHold as _, assert_holds};

    let folder = Folder::new();
    let data = folder.path("data");
    let run = |arguments: &str| folder.run(arguments);
    let installed = run("install-desktop --user");
    assert_eq!(installed.code, 0, "{}", installed.err);
    let entry = data.join("applications/treewright.desktop");
    let text = std::fs::read_to_string(&entry).unwrap();
    text.must_hold("Exec=\"/ + \" -- %F + MimeType= + Icon=treewright");
    let kind = std::fs::read_to_string(data.join("mime/packages/treewright.xml")).unwrap();
    assert_holds(&kind, &["*.bt.json"]);
    for size in ["16x16", "48x48", "256x256"] {
        let icon = format!("icons/hicolor/{size}/apps/treewright.png");
        assert!(data.join(&icon).exists(), "{icon}");
        assert_holds(&installed.out, &[&icon]);
    }
    // Removing again does nothing.
    assert_eq!(run("install-desktop --user").code, 0);

    let removed = run("install-desktop --user --uninstall");
    assert_eq!(removed.code, 0, "{}", removed.err);
    assert!(!entry.exists());
    assert_holds(&removed.out, &["removed", "treewright.desktop"]);
    let nothing = run("install-desktop --user --uninstall");
    assert_holds(&nothing.out, &["nothing to remove"]);
}

#[test]
fn the_option_user_is_required() {
    let folder = Folder::new();
    folder.refuses("install-desktop => --user");
}
