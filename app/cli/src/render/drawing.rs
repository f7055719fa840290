//! What is drawn: a tree as its file says, or as it was in a frame of a recording.

use std::borrow::Cow;
use std::path::Path;

use treewright_authoring::layout::Direction;
use treewright_core::diagnostic::Problems;
use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_editor::picture;
use treewright_editor::picture::{Options, Side, Sketch};
use treewright_insight::recording_json::Replay;
use treewright_session::host::outputs::{Outputs, Place};
use treewright_session::host::recordings::is_recording;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::RunView;

use super::{Colors, Kind, Made, Render, SCALES, Way, unusable, write_picture};
use crate::input;
use crate::input::Unusable;
use crate::report::Report;

/// What of a file is shown.
struct Shown<'a> {
    document: &'a Document,
    library: &'a NodeLibrary,
    diagnostics: Option<&'a Problems>,
    run: Option<&'a dyn RunView>,
    warning: Option<Report>,
}

impl Render {
    pub(super) fn draw(
        &self,
        file: &Path,
        into: (&mut Outputs, &Place),
        kind: Kind,
    ) -> Result<Made, Unusable> {
        if is_recording(file) {
            return self.draw_recording(file, into, kind);
        }
        if self.frame.is_some() {
            let report = Report::error(
                file,
                "no_frames",
                "a tree has no frames, only its recordings have",
            );
            return Err(unusable(report.with_remedy(
                "`treewright run TREE --trace RUN.trace.jsonl` records a run; draw that file.",
            )));
        }
        let tree = input::read_tree(file)?;
        let shown = Shown {
            document: &tree.document,
            library: &tree.library,
            diagnostics: Some(&tree.diagnostics),
            run: None,
            warning: None,
        };
        self.make(file, into, kind, shown)
    }

    fn draw_recording(
        &self,
        file: &Path,
        into: (&mut Outputs, &Place),
        kind: Kind,
    ) -> Result<Made, Unusable> {
        let mut replay = input::read_recording(file)?;
        let unusable = |error: &FormatError| input::of_recording(file, error);
        let wanted = self.frame.unwrap_or(u64::MAX);
        while replay.recording.last_frame() < wanted {
            if replay.step().map_err(|error| unusable(&error))?.is_none() {
                break;
            }
        }
        let frame = self.frame_of(file, &replay)?;
        let sources = replay.sources.clone();
        let warning = replay.cut_off.map(|line| {
            let mut report = Report::error(
                file,
                "cut_off",
                format!("line {line} is cut off; the frames before it are used"),
            );
            report.severity = "warning";
            report
        });
        let mut run = RunSession::recorded(replay, 0);
        run.show(frame);
        let unpacked = sources[run.recording().program_number()].unpack();
        let unpacked = unpacked.map_err(|error| unusable(&error))?;
        let diagnostics = unpacked.diagnostics.iter().cloned().collect();
        let shown = Shown {
            document: &unpacked.document,
            library: &unpacked.kinds,
            diagnostics: Some(&diagnostics),
            run: Some(&run),
            warning,
        };
        self.make(file, into, kind, shown)
    }

    /// The frame of a recording that is shown.
    fn frame_of(&self, file: &Path, replay: &Replay<'_>) -> Result<u64, Unusable> {
        let last = replay.recording.last_frame();
        match self.frame {
            None => Ok(last),
            Some(frame) if frame <= last => Ok(frame),
            Some(frame) => {
                let why = format!("there is no frame {frame}: the last one is {last}");
                let report = Report::error(file, "no_frame", why);
                let remedy = format!("Choose a frame from 0 to {last}; 0 is before the first one.");
                Err(unusable(report.with_remedy(remedy)))
            }
        }
    }

    fn texts(&self) -> Texts {
        self.lang
            .as_deref()
            .map_or_else(Texts::of_system, Texts::new)
    }

    fn make(
        &self,
        file: &Path,
        (outputs, target): (&mut Outputs, &Place),
        kind: Kind,
        shown: Shown<'_>,
    ) -> Result<Made, Unusable> {
        let texts = self.texts();
        let nodes = self.nodes(file, shown.document)?;
        let direction = self.direction.map(|way| match way {
            Way::Down => Direction::TopDown,
            Way::Right => Direction::LeftToRight,
        });
        let placed = picture::placed(shown.document, shown.library, &texts, direction);
        let left_to_right = match direction {
            Some(direction) => direction == Direction::LeftToRight,
            None => matches!(placed, Cow::Borrowed(_)) && picture::grows_right(&placed),
        };
        let options = Options {
            dark: self.theme == Colors::Dark,
            transparent: self.transparent,
            scale: self.scale,
            left_to_right,
            only: &nodes,
            diagnostics: shown.diagnostics,
            run: shown.run,
            ..Options::default()
        };
        let sides = [Side {
            document: &placed,
            library: shown.library,
            caption: "",
            options,
        }];
        let sketch = Sketch::of(&sides, &texts).map_err(|picture::Nothing| {
            let report = Report::error(file, "nothing_to_draw", "there is nothing to draw in it");
            unusable(report.with_remedy("Add a node first."))
        })?;
        let size = sketch.size();
        write_picture(outputs, target, kind, sketch, |error| {
            let report = Report::error(file, "too_large", error.to_string());
            let others = "`--node` for a part of it, or an SVG, which has no such limit";
            let remedy = if error.largest_scale < SCALES.0 {
                format!("Use {others}.")
            } else {
                format!("Use `--scale {}` or less, {others}.", error.largest_scale)
            };
            unusable(report.with_remedy(remedy))
        })?;
        Ok(Made {
            size: (size.x as u32, size.y as u32),
            warning: shown.warning,
        })
    }

    fn nodes(&self, file: &Path, document: &Document) -> Result<Vec<NodeId>, Unusable> {
        let nodes: Vec<NodeId> = self.node.iter().map(|id| NodeId::from(&**id)).collect();
        let unknown = nodes.iter().find(|id| document.node(id).is_none());
        if let Some(id) = unknown {
            let report = Report::error(file, "no_node", format!("there is no node `{id}` in it"));
            return Err(unusable(report.with_remedy(
                "Ids stand in the file, and in the editor's inspector below the name.",
            )));
        }
        let hidden = nodes.iter().find(|id| {
            let mut above = document.ancestors(id);
            above.any(|id| document.node(id).is_some_and(|node| node.collapsed))
        });
        if let Some(id) = hidden {
            let why = format!("the node `{id}` is hidden below a collapsed one");
            let report = Report::error(file, "hidden_node", why);
            return Err(unusable(report.with_remedy(
                "Expand the node above it in the editor, or draw that one.",
            )));
        }
        Ok(nodes)
    }
}
