//! Files from outside: dropped on the window, or sent by another start of the program.

use std::path::PathBuf;
use std::sync::mpsc;

use treewright_session::host::second_start;

use super::studio::{Studio, saved};

/// Returns a file with a tree, written by an editor that has ended, and the folder that contains it.
fn tree() -> (Studio, PathBuf) {
    let studio = saved();
    let path = studio.path("tree.bt.json");
    (studio, path)
}

#[test]
fn files_of_a_second_start_open_in_the_existing_window() {
    let (_keep, path) = tree();
    let folder = tempfile::tempdir().unwrap();
    let (wake, woken) = mpsc::channel();
    let arrivals = second_start::listen(folder.path(), move || {
        let _ = wake.send(());
    })
    .unwrap();
    let mut studio = Studio::started();
    studio.take_files_of(arrivals);
    assert!(second_start::pass_to_running_editor(folder.path(), &[path]));
    woken
        .recv_timeout(std::time::Duration::from_secs(20))
        .unwrap();
    studio.steps(3);
    assert_eq!(studio.count(), 2);
    assert_eq!(studio.outline(), "Sequence\n  Wait");
}
