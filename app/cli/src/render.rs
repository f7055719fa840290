//! `treewright render`: draws trees as the editor's canvas does, as SVG or PNG, with what nodes did in a frame of a recording.

mod drawing;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use treewright_editor::picture::{Sketch, TooLarge};
use treewright_session::file_names::{stem_of, with_ending, without_ending};
use treewright_session::host::outputs::{Outputs, Place, Replacing};
use treewright_session::host::{files, outputs};

use super::input::Unusable;
use super::report::{Report, write_json};
use super::transfer::remedy;
use super::{Format, Outcome, Output, Streams};

/// The least and the largest scale.
const SCALES: (f32, f32) = (0.05, 16.0);

#[derive(Debug, Args)]
pub struct Render {
    /// Trees, or recordings of runs (.jsonl)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The picture, whose name ends in .svg or .png; a folder for several
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// What pictures in a folder are
    #[arg(long = "as", value_enum, default_value_t, value_name = "KIND")]
    kind: Kind,

    /// The colors
    #[arg(long, value_enum, default_value_t)]
    theme: Colors,

    /// The language of kinds of nodes: en or zh-CN [default: the system's]
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "zh-CN"])]
    lang: Option<String>,

    /// Show only this node and what hangs below it; may be repeated
    #[arg(long, value_name = "ID")]
    node: Vec<String>,

    /// Lay trees out anew, so that they grow this way [default: as they lie]
    #[arg(long, value_enum, value_name = "WAY")]
    direction: Option<Way>,

    /// How many pixels a unit of the canvas takes
    #[arg(long, value_name = "N", default_value = "1", value_parser = scale)]
    scale: f32,

    /// Put nothing behind the tree
    #[arg(long)]
    transparent: bool,

    /// The frame of a recording that is shown [default: the last one]
    #[arg(long, value_name = "N")]
    frame: Option<u64>,

    /// Replace what is there. Without it only a picture of this program is replaced
    #[arg(long)]
    force: bool,

    #[arg(skip = Replacing::SameFormat)]
    replacing: Replacing,

    #[command(flatten)]
    report: Output,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Lines and text
    #[default]
    Svg,
    /// Pixels
    Png,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Colors {
    /// Dark on light
    #[default]
    Light,
    /// Light on dark
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// Children below their parent
    Down,
    /// Children to the right of their parent
    Right,
}

fn scale(text: &str) -> Result<f32, String> {
    let (least, most) = SCALES;
    let number = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("it must be a number from {least} to {most}"))
}

#[derive(Default, Serialize)]
struct Summary {
    pictures: Vec<Entry>,
    problems: Vec<Report>,
}

#[derive(Serialize)]
struct Entry {
    file: String,
    picture: String,
    /// In units of the canvas, times the scale.
    width: u32,
    height: u32,
}

/// A picture that was made.
struct Made {
    size: (u32, u32),
    /// What is not as it might be expected.
    warning: Option<Report>,
}

impl Render {
    /// A picture of one tree as it lies, in the colors that pictures have, which replaces none.
    pub(super) fn plain(file: &Path, output: &Path, report: Output) -> Self {
        Self {
            files: vec![file.to_owned()],
            output: output.to_owned(),
            kind: Kind::default(),
            theme: Colors::default(),
            lang: None,
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

    /// The same, which may replace what is there.
    pub(super) fn forced(self, force: bool) -> Self {
        Self { force, ..self }
    }

    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let mut outcome = Outcome::Fine;
        let mut taken = Vec::new();
        let mut outputs = Outputs::new(self.replacing.or_forced(self.force));
        for file in &self.files {
            let done = self.target(file, &mut taken);
            let done = done.and_then(|(target, kind)| {
                let made = self.draw(file, (&mut outputs, &target), kind)?;
                Ok((target.path(), made))
            });
            match done {
                Ok((target, made)) => {
                    let entry = Entry {
                        file: file.display().to_string(),
                        picture: target.display().to_string(),
                        width: made.size.0,
                        height: made.size.1,
                    };
                    if let Some(warning) = made.warning {
                        if self.report.format == Format::Human {
                            warning.write_line(streams.err)?;
                        }
                        summary.problems.push(warning);
                    }
                    if self.report.format == Format::Human {
                        let Entry {
                            picture,
                            width,
                            height,
                            ..
                        } = &entry;
                        writeln!(streams.out, "{picture}: {width} × {height}")?;
                    }
                    summary.pictures.push(entry);
                }
                Err(Unusable { report, text }) => {
                    outcome = Outcome::Unusable;
                    if self.report.format == Format::Human {
                        report.write_human(streams.err, text.as_deref())?;
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

    /// The path and the kind of the picture that is made of a file.
    fn target(&self, file: &Path, taken: &mut Vec<PathBuf>) -> Result<(Place, Kind), Unusable> {
        let into_folder = self.files.len() > 1 || self.output.is_dir();
        if !into_folder {
            let kind = kind_of(&self.output).ok_or_else(|| no_kind(&self.output))?;
            return Ok((Place::Named(self.output.clone()), kind));
        }
        if kind_of(&self.output).is_some() && !self.output.is_dir() {
            let why = "several pictures cannot go into one file";
            let report = Report::error(&self.output, "not_a_folder", why);
            return Err(unusable(report.with_remedy("Name a folder with `-o`.")));
        }
        let ending = match self.kind {
            Kind::Svg => "svg",
            Kind::Png => "png",
        };
        let name = file.file_name().unwrap_or_default();
        let stem = without_ending(name, ".trace.jsonl").unwrap_or_else(|| stem_of(file));
        let name = with_ending(stem, &format!(".{ending}"));
        let target = self.output.join(&name);
        if taken.contains(&target) {
            let why = format!(
                "its picture would be {}, as that of a file before it",
                target.display()
            );
            let report = Report::error(file, "same_name", why);
            return Err(unusable(report.with_remedy("Draw it into another folder.")));
        }
        if let Err(error) = files::make_folder(&self.output) {
            let remedy = "Name a file in a folder that exists and may be written to.";
            let why = error.to_string();
            return Err(not_written(&self.output, "no_folder", &why, remedy));
        }
        taken.push(target);
        Ok((Place::below(&self.output, name), self.kind))
    }
}

/// The ending of a picture's name is of no known kind.
pub(super) fn no_kind(picture: &Path) -> Unusable {
    let why = "it is not said by its name what picture this is to be";
    let report = Report::error(picture, "no_kind", why);
    unusable(report.with_remedy("Name a file that ends in .svg or .png, or a folder that exists."))
}

pub(super) fn kind_of(picture: &Path) -> Option<Kind> {
    let ending = picture.extension()?;
    let is = |kind: &str| ending.eq_ignore_ascii_case(kind);
    match () {
        () if is("svg") => Some(Kind::Svg),
        () if is("png") => Some(Kind::Png),
        () => None,
    }
}

fn write(outputs: &mut Outputs, target: &Place, kind: Kind, bytes: &[u8]) -> Result<(), Unusable> {
    let kind = match kind {
        Kind::Svg => outputs::Kind::Svg,
        Kind::Png => outputs::Kind::Png,
    };
    let place = target.clone();
    match outputs.write(kind, &[outputs::Output { place, bytes }]) {
        Ok(_) => Ok(()),
        Err((path, error)) => {
            let why = error.to_string();
            Err(not_written(
                &path,
                error.code(),
                &why,
                &remedy(&error, &path),
            ))
        }
    }
}

/// Writes a drawing as a picture of this kind. Why it has too many pixels for that, `too_large` says.
pub(super) fn write_picture(
    outputs: &mut Outputs,
    target: &Place,
    kind: Kind,
    sketch: Sketch<'_>,
    too_large: impl FnOnce(&TooLarge) -> Unusable,
) -> Result<(), Unusable> {
    let bytes = match kind {
        Kind::Svg => sketch.to_svg(),
        Kind::Png => sketch.into_png().map_err(|error| too_large(&error))?,
    };
    write(outputs, target, kind, &bytes)
}

fn not_written(target: &Path, code: &str, why: &str, remedy: &str) -> Unusable {
    let report = Report::error(
        target,
        code,
        format!("the picture cannot be written: {why}"),
    );
    unusable(report.with_remedy(remedy))
}

pub(super) fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
