//! `treewright render`: draws trees like the editor's canvas, as SVG or PNG, also with the states of a frame of a recording.

mod drawing;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use treewright_editor::action::MAX_SIDE;
use treewright_editor::picture::{PictureDrawing, TooLarge};
use treewright_session::file_names::{stem_of, with_ending, without_ending};
use treewright_session::host::outputs::{OutputTarget, Outputs, Replacing};
use treewright_session::host::{files, outputs};
use treewright_session::i18n::Texts;

use super::argument_errors::InvalidValue;
use super::input::{Unusable, unusable};
use super::report::{Report, write_json};
use super::transfer::remedy;
use super::{Format, Outcome, Output, Streams};

/// The smallest and the largest scale.
const SCALES: (f32, f32) = (0.05, 16.0);

#[derive(Debug, Args)]
pub struct Render {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    #[arg(long = "as", value_enum, default_value_t, value_name = "FORMAT")]
    kind: PictureFormat,

    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    theme: Theme,

    #[arg(long, value_name = "ID")]
    node: Vec<String>,

    #[arg(long, value_enum, value_name = "DIRECTION")]
    direction: Option<LayoutDirection>,

    #[arg(long, value_name = "N", default_value = "1", value_parser = scale)]
    scale: f32,

    #[arg(long)]
    transparent: bool,

    #[arg(long, value_name = "N")]
    frame: Option<u64>,

    #[arg(long)]
    force: bool,

    #[arg(skip = Replacing::SameFormat)]
    replacing: Replacing,

    #[command(flatten)]
    pub(super) report: Output,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureFormat {
    #[default]
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Theme {
    #[default]
    Light,
    Dark,
}

/// Where children are drawn, as seen from their parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutDirection {
    Down,
    Right,
}

fn scale(text: &str) -> Result<f32, InvalidValue> {
    let (least, most) = SCALES;
    let number = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| InvalidValue::out_of_range("cli.argument.number", &least, &most))
}

#[derive(Default, Serialize)]
struct Summary {
    pictures: Vec<PictureReport>,
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct PictureReport {
    file: String,
    picture: String,
    /// In units of the canvas, times the scale.
    width: u32,
    height: u32,
}

/// The result of drawing a picture.
struct Drawn {
    size: (u32, u32),
    warning: Option<Report>,
}

impl Render {
    /// A picture of one tree with default options, which overwrites no file.
    pub(super) fn plain(file: &Path, output: &Path, report: Output) -> Self {
        Self {
            files: vec![file.to_owned()],
            output: output.to_owned(),
            kind: PictureFormat::default(),
            theme: Theme::default(),
            node: Vec::new(),
            direction: None,
            scale: 1.0,
            transparent: false,
            frame: None,
            force: false,
            replacing: Replacing::Nothing,
            report,
        }
    }

    /// The same with the option `--force`.
    pub(super) fn forced(self, force: bool) -> Self {
        Self { force, ..self }
    }

    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        let mut summary = Summary::default();
        let mut outcome = Outcome::Success;
        let mut taken = Vec::new();
        let mut outputs = Outputs::new(self.replacing.or_forced(self.force));
        for file in &self.files {
            let drawn = self.target(file, &mut taken, texts);
            let drawn = drawn.and_then(|(target, format)| {
                let drawn = self.draw(file, (&mut outputs, &target), format, texts)?;
                Ok((target.path(), drawn))
            });
            match drawn {
                Ok((target, drawn)) => {
                    let picture = PictureReport {
                        file: file.display().to_string(),
                        picture: target.display().to_string(),
                        width: drawn.size.0,
                        height: drawn.size.1,
                    };
                    if let Some(warning) = drawn.warning {
                        if self.report.format == Format::Human {
                            warning.write_line(streams.err, texts)?;
                        }
                        summary.problems.push(warning);
                    }
                    if self.report.format == Format::Human {
                        let (width, height) = (picture.width, picture.height);
                        writeln!(streams.out, "{}: {width} × {height}", picture.picture)?;
                    }
                    summary.pictures.push(picture);
                }
                Err(Unusable { report, text }) => {
                    outcome = Outcome::Unusable;
                    if self.report.format == Format::Human {
                        report.write_human(streams.err, texts, text.as_deref())?;
                    }
                    summary.problems.push(*report);
                }
            }
        }
        if self.report.format == Format::Json {
            write_json(streams.out, &summary)?;
        }
        Ok(outcome)
    }

    /// The path and the format of the picture of a file.
    fn target(
        &self,
        file: &Path,
        taken: &mut Vec<PathBuf>,
        texts: &Texts,
    ) -> Result<(OutputTarget, PictureFormat), Unusable> {
        let into_folder = self.files.len() > 1 || self.output.is_dir();
        if !into_folder {
            let format =
                kind_of(&self.output).ok_or_else(|| unknown_picture_format(&self.output, texts))?;
            return Ok((OutputTarget::Named(self.output.clone()), format));
        }
        if kind_of(&self.output).is_some() && !self.output.is_dir() {
            let message = texts.tr("cli.render.several_pictures");
            let report = Report::error(&self.output, "not_a_folder", message);
            return Err(unusable(
                report.with_remedy(texts.tr("cli.remedy.name_a_folder")),
            ));
        }
        let ending = match self.kind {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
        };
        let name = file.file_name().unwrap_or_default();
        let stem = without_ending(name, ".trace.jsonl").unwrap_or_else(|| stem_of(file));
        let name = with_ending(stem, &format!(".{ending}"));
        let target = self.output.join(&name);
        if taken.contains(&target) {
            let path = super::shown(&target);
            let message = texts.tr_with("cli.render.same_name", &[("path", &path)]);
            let report = Report::error(file, "same_name", message);
            return Err(unusable(
                report.with_remedy(texts.tr("cli.remedy.other_folder")),
            ));
        }
        if let Err(error) = files::make_folder(&self.output) {
            let (reason, remedy) = (texts.io_error(&error), texts.tr("cli.remedy.writable_file"));
            return Err(not_written(
                &self.output,
                "no_folder",
                &reason,
                &remedy,
                texts,
            ));
        }
        taken.push(target);
        Ok((OutputTarget::below(&self.output, name), self.kind))
    }
}

/// The extension of a picture is neither `.svg` nor `.png`.
pub(super) fn unknown_picture_format(picture: &Path, texts: &Texts) -> Unusable {
    let report = Report::error(picture, "no_kind", texts.tr("cli.render.unknown_format"));
    unusable(report.with_remedy(texts.tr("cli.remedy.svg_or_png")))
}

/// The format of a picture, by its extension.
pub(super) fn kind_of(picture: &Path) -> Option<PictureFormat> {
    let ending = picture.extension()?;
    let is = |format: &str| ending.eq_ignore_ascii_case(format);
    match () {
        () if is("svg") => Some(PictureFormat::Svg),
        () if is("png") => Some(PictureFormat::Png),
        () => None,
    }
}

/// Writes a drawing in this format. `too_large` makes the report on a PNG with too many pixels.
pub(super) fn write_picture(
    outputs: &mut Outputs,
    target: &OutputTarget,
    format: PictureFormat,
    sketch: PictureDrawing<'_>,
    texts: &Texts,
    too_large: impl FnOnce(&TooLarge) -> Unusable,
) -> Result<(), Unusable> {
    let (kind, bytes) = match format {
        PictureFormat::Svg => (outputs::OutputKind::Svg, sketch.to_svg()),
        PictureFormat::Png => {
            let png = sketch.into_png().map_err(|error| too_large(&error))?;
            (outputs::OutputKind::Png, png)
        }
    };
    let output = outputs::Output {
        place: target.clone(),
        bytes: &bytes,
    };
    let written = outputs.write(kind, &[output]);
    written.map(drop).map_err(|(path, error)| {
        let (reason, remedy) = (texts.save_error(&error), remedy(&error, &path, texts));
        not_written(&path, error.code(), &reason, &remedy, texts)
    })
}

fn not_written(target: &Path, code: &str, reason: &str, remedy: &str, texts: &Texts) -> Unusable {
    let message = texts.tr_with("cli.render.not_written", &[("reason", reason)]);
    unusable(Report::error(target, code, message).with_remedy(remedy))
}

/// The message on a picture with too many pixels.
pub(super) fn too_large(error: &TooLarge, texts: &Texts) -> String {
    let (width, height) = (error.width.to_string(), error.height.to_string());
    let most = MAX_SIDE.to_string();
    let arguments = [("width", &*width), ("height", &*height), ("most", &*most)];
    texts.tr_with("cli.render.too_large", &arguments)
}
