//! `treewright export --to html RECORDING`: writes a page that plays the recording. Reads the file as it is; the page runs it again.

use std::io;
use std::path::Path;

use treewright_exchange as exchange;
use treewright_exchange::ExchangeFormat;
use treewright_insight::recording_json::{ENDING, ParsedSources};
use treewright_session::host::files;
use treewright_session::host::outputs::Outputs;
use treewright_session::i18n::Texts;
use treewright_session::page::{Page, RECORDING_BYTES};

use super::{Delivery, Target};
use crate::input::{self, Unusable, unreadable_file};
use crate::transfer::Summary;
use crate::{Output, Streams};

/// Writes the page of a recording, and adds the result to the summary.
pub(super) fn write(
    file: &Path,
    streams: &mut Streams<'_>,
    output: Output,
    results: (&mut Summary, &mut Outputs),
    target: &Target,
) -> io::Result<()> {
    let (summary, outputs) = results;
    let (files, recording) = match read(file, streams.texts) {
        Ok(read) => read,
        Err(unusable) => return summary.fail(streams, output, unusable),
    };
    let page = Page::of_recording(&files, recording);
    let format = ExchangeFormat::WebPage;
    let mut exported = exchange::in_language(format, &files.project(), page.write(streams.texts));
    if let Some(page) = exported.files.first_mut() {
        page.path = page_name(file);
    }
    let delivery = Delivery {
        file,
        formats: (ExchangeFormat::Native, format),
        document: &files.document,
        written: Ok(exported),
    };
    delivery
        .run(streams, output, (summary, outputs), target)
        .map(drop)
}

/// Reads a recording whole, and checks that its frames result as they are in the file. Returns the files of its first program, and its text.
fn read(file: &Path, texts: &Texts) -> Result<(ParsedSources, String), Unusable> {
    let (replay, _) = input::replay_to(file, None, texts)?;
    let files = replay.setup.sources.unpack();
    let files = files.map_err(|error| input::of_recording(file, &error, texts))?;
    let bytes = files::read_up_to(file, RECORDING_BYTES as u64);
    let bytes = bytes.map_err(|error| unreadable_file(file, &error, texts))?;
    Ok((files, String::from_utf8_lossy(&bytes).into_owned()))
}

/// The name of a recording's page.
fn page_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name
        .strip_suffix(ENDING)
        .or_else(|| name.strip_suffix(".jsonl"));
    format!(
        "{}.{}",
        stem.unwrap_or(&name),
        ExchangeFormat::WebPage.extension()
    )
}
