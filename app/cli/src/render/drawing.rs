//! Draws a tree from its file, or with the states of a frame of a recording.

use std::path::Path;

use treewright_authoring::layout::{self, Direction};
use treewright_core::diagnostic::Problems;
use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_editor::picture;
use treewright_editor::picture::{Options, PictureDrawing, Side};
use treewright_session::host::outputs::{OutputTarget, Outputs};
use treewright_session::host::recordings::is_recording;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::RunView;

use super::{
    Drawn, LayoutDirection, PictureFormat, Render, SCALES, Theme, too_large, write_picture,
};
use crate::input;
use crate::input::{Unusable, unusable};
use crate::report::Report;

/// What a picture shows.
struct Subject<'a> {
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
        into: (&mut Outputs, &OutputTarget),
        format: PictureFormat,
        texts: &Texts,
    ) -> Result<Drawn, Unusable> {
        if is_recording(file) {
            return self.draw_recording(file, into, format, texts);
        }
        if self.frame.is_some() {
            let report = Report::error(file, "no_frames", texts.tr("cli.render.no_frames"));
            return Err(unusable(report.with_remedy(texts.tr("cli.remedy.record"))));
        }
        let tree = input::read_tree(file, texts)?;
        let subject = Subject {
            document: &tree.document,
            library: &tree.library,
            diagnostics: Some(&tree.diagnostics),
            run: None,
            warning: None,
        };
        self.write(file, into, format, subject, texts)
    }

    fn draw_recording(
        &self,
        file: &Path,
        into: (&mut Outputs, &OutputTarget),
        format: PictureFormat,
        texts: &Texts,
    ) -> Result<Drawn, Unusable> {
        let (replay, frame) = input::replay_to(file, self.frame, texts)?;
        let unusable = |error: &FormatError| input::of_recording(file, error, texts);
        let sources = replay.sources.clone();
        let warning = replay.cut_off.map(|line| {
            let message = texts.tr_with("cli.render.cut_off", &[("line", &line.to_string())]);
            Report::warning(file, "cut_off", message)
        });
        let mut run = RunSession::recorded(replay, &[]);
        run.show(frame);
        let unpacked = sources[run.recording().program_number()].unpack();
        let unpacked = unpacked.map_err(|error| unusable(&error))?;
        let diagnostics = unpacked.diagnostics.iter().cloned().collect();
        let subject = Subject {
            document: &unpacked.document,
            library: &unpacked.kinds,
            diagnostics: Some(&diagnostics),
            run: Some(&run),
            warning,
        };
        self.write(file, into, format, subject, texts)
    }

    fn write(
        &self,
        file: &Path,
        (outputs, target): (&mut Outputs, &OutputTarget),
        format: PictureFormat,
        subject: Subject<'_>,
        texts: &Texts,
    ) -> Result<Drawn, Unusable> {
        let nodes = self.nodes(file, subject.document, texts)?;
        let direction = self.direction.map(|direction| match direction {
            LayoutDirection::Down => Direction::TopDown,
            LayoutDirection::Right => Direction::LeftToRight,
        });
        let placed = picture::placed(subject.document, subject.library, texts, direction);
        let left_to_right = match direction {
            Some(direction) => direction == Direction::LeftToRight,
            None => layout::grows_right(&placed),
        };
        let options = Options {
            dark: self.theme == Theme::Dark,
            transparent: self.transparent,
            scale: self.scale,
            left_to_right,
            only: &nodes,
            diagnostics: subject.diagnostics,
            run: subject.run,
            ..Options::default()
        };
        let sides = [Side {
            document: &placed,
            library: subject.library,
            caption: "",
            options,
        }];
        let sketch = PictureDrawing::of(&sides, texts).map_err(|picture::EmptyPicture| {
            let message = texts.tr("cli.render.nothing_to_draw");
            let report = Report::error(file, "nothing_to_draw", message);
            unusable(report.with_remedy(texts.tr("cli.remedy.add_a_node")))
        })?;
        let size = sketch.size();
        write_picture(outputs, target, format, sketch, texts, |error| {
            let report = Report::error(file, "too_large", too_large(error, texts));
            let remedy = if error.largest_scale < SCALES.0 {
                texts.tr("cli.remedy.part_or_svg").into_owned()
            } else {
                let scale = error.largest_scale.to_string();
                texts.tr_with("cli.remedy.smaller_scale", &[("scale", &scale)])
            };
            unusable(report.with_remedy(remedy))
        })?;
        Ok(Drawn {
            size: (size.x as u32, size.y as u32),
            warning: subject.warning,
        })
    }

    /// The ids of the nodes to draw.
    fn nodes(
        &self,
        file: &Path,
        document: &Document,
        texts: &Texts,
    ) -> Result<Vec<NodeId>, Unusable> {
        let nodes: Vec<NodeId> = self.node.iter().map(|id| NodeId::from(&**id)).collect();
        let unknown = nodes.iter().find(|id| document.node(id).is_none());
        if let Some(id) = unknown {
            let message = texts.tr_with("cli.render.no_node", &[("id", id.as_str())]);
            let report = Report::error(file, "no_node", message);
            return Err(unusable(report.with_remedy(texts.tr("cli.remedy.ids"))));
        }
        let hidden = nodes.iter().find(|id| {
            let mut above = document.ancestors(id);
            above.any(|id| document.node(id).is_some_and(|node| node.collapsed))
        });
        if let Some(id) = hidden {
            let message = texts.tr_with("cli.render.hidden_node", &[("id", id.as_str())]);
            let report = Report::error(file, "hidden_node", message);
            return Err(unusable(report.with_remedy(texts.tr("cli.remedy.expand"))));
        }
        Ok(nodes)
    }
}
