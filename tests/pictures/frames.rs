//! Images of a frame of a run, and of highlighted nodes: shown as on the canvas.

use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_editor::panels::canvas::marks::{NodeMark, NodeMarks};
use treewright_editor::picture::Options;
use treewright_editor::theme::{Theme, Tone};
use treewright_insight::history::NodeState;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::workspace::document_program::DocumentProgram;
use treewright_session::workspace::run_session::RunSession;

use super::{examples, guard, picture};

/// Returns a run before its first frame, or `None` if there is nothing to run.
fn run(project: &Project<'_>) -> Option<RunSession> {
    let library = NodeLibrary::builtin();
    let compiled = DocumentProgram::of(project, &library, &[]);
    RunSession::start(&compiled, project, &library, (1, 0))
}

#[test]
fn a_frame_shows_what_nodes_did_in_it() {
    let document = guard();
    let project = Project::alone(&document);
    let mut run = run(&project).unwrap();
    for _ in 0..3 {
        run.step(0.1, &project);
    }
    let at_rest = picture(&document, &Options::default()).to_svg();
    let svg = |frame: u64, run: &mut RunSession| {
        run.show(frame);
        let options = Options {
            run: Some(&*run),
            ..Options::default()
        };
        picture(&document, &options).to_svg()
    };
    let hex = |color: egui::Color32| {
        let [r, g, b, _] = color.to_array();
        format!("#{r:02x}{g:02x}{b:02x}")
    };
    let theme = Theme::light();
    let running = format!("stroke=\"{}\"", hex(theme.status_sign(NodeState::Running)));
    let failed = format!("stroke=\"{}\"", hex(theme.failure));
    let last = svg(3, &mut run);
    assert!(!at_rest.contains(&running) && !at_rest.contains(&failed));
    assert!(last.contains(&running), "the running path is highlighted");
    let first = svg(1, &mut run);
    assert!(first.contains(&running) && first.contains(&failed));
    assert_ne!(first, last);
    let before = svg(0, &mut run);
    // Nothing ran before the first frame.
    assert!(!before.contains(&running));
}

#[test]
fn a_marked_node_has_a_border_and_a_label() {
    let document = guard();
    let mark = NodeMark {
        icon: "add_circle",
        tone: Tone::Added,
        word: "new".to_owned(),
    };
    let marks: NodeMarks = [("n2".into(), mark)].into_iter().collect();
    let options = Options {
        marks: Some(&marks),
        ..Options::default()
    };
    let svg = picture(&document, &options).to_svg();
    let groups: Vec<&str> = svg.split("<g id=\"node-").collect();
    let marked: Vec<_> = groups
        .iter()
        .filter(|g| g.contains(">new</text>"))
        .collect();
    assert_eq!(marked.len(), 1);
    assert!(marked[0].starts_with("n2\""));
    let [r, g, b, _] = Theme::light().success.to_array();
    assert!(marked[0].contains(&format!("stroke=\"#{r:02x}{g:02x}{b:02x}\"")));
}

#[test]
fn every_example_can_be_drawn_with_a_run() {
    let canvas = CanvasOptions {
        heat: true,
        counts: true,
        unreached: true,
        ..CanvasOptions::PLAIN
    };
    let library = NodeLibrary::builtin();
    let mut drawn = 0;
    for mut document in examples() {
        let project = Project::alone(&document);
        let Some(mut run) = run(&project) else {
            continue;
        };
        for _ in 0..4 {
            run.step(0.1, &project);
        }
        let svg = |document: &_| {
            let options = Options {
                run: Some(&run),
                canvas,
                ..Options::default()
            };
            picture(document, &options).to_svg()
        };
        let whole = svg(&document);
        let root = document.root().unwrap().clone();
        let below = document.subtree(&root).count() - 1;
        let collapse = Command::SetCollapsed(vec![root], true);
        let mut selection = Selection::default();
        History::new()
            .apply(&mut document, &library, &mut selection, &collapse)
            .unwrap();
        let collapsed = svg(&document);
        assert!(collapsed.contains(&format!(">+{below}</text>")));
        assert!(collapsed.len() < whole.len());
        drawn += 1;
    }
    assert!(drawn >= 4);
}
