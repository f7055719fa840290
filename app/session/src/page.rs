//! A page to share: one HTML file with a tree, or with a recording of it, that any browser shows without a network. It contains the drawing
//! (`page/content.rs`), what a reader can put into the run (`page/inputs.rs`), the texts in one language (`page/words.rs`), and the engine as WebAssembly, which runs the tree (`engines/web`).
//! What it looks like and does is in `assets/page/`.
//!
//! A page is made of names that anybody may have written. They are in it as compressed JSON, which its code sets as texts, and as escaped
//! HTML. Its policy forbids all requests, and all scripts but its own two, whose hashes it names.

mod content;
mod inputs;
mod words;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_exchange::MARK;
use treewright_insight::recording_json::{ParsedSources, Setup, Sources, head};
use treewright_insight::scenario::Scenario;

use self::content::Content;
use self::inputs::Inputs;
use self::words::Words;
use crate::i18n::Texts;

/// The most bytes of a recording in a page. A browser runs all of its frames when it opens the page.
pub const RECORDING_BYTES: usize = 32 << 20;

/// The path of a file that pages consist of.
macro_rules! file {
    ($name:literal) => {
        concat!(env!("TREEWRIGHT_ASSETS"), "/", $name)
    };
}

/// Where the content of a page goes.
const TEMPLATE: &str = include_str!(file!("page/page.html"));

const STYLE: &str = include_str!(file!("page/page.css"));

/// The code that unpacks the other code of a page.
const START: [&str; 2] = [
    include_str!(file!("page/packed.js")),
    include_str!(file!("page/start.js")),
];

/// The code of a page, in the order in which it runs.
const SCRIPTS: [&str; 6] = [
    include_str!(file!("page/packed.js")),
    include_str!(file!("page/elements.js")),
    include_str!(file!("page/engine.js")),
    include_str!(file!("page/canvas.js")),
    include_str!(file!("page/run.js")),
    include_str!(file!("page/page.js")),
];

/// The program that runs trees in a page, compressed. `engines/web/renew` makes it.
const ENGINE: &[u8] = include_bytes!(file!("page/engine.wasm.lzma"));

/// How well the data of a page are compressed, from 0 to 10: a recording of an hour takes a second.
const COMPRESSION: u8 = 8;

/// What a page shows.
pub struct Page<'a> {
    /// The tree, with the documents that it refers to.
    project: Project<'a>,
    /// The node types of its program.
    library: &'a NodeLibrary,
    /// The run, as a file contains it; only its first line if no frame has run.
    recording: String,
}

/// The part of a page that its code reads.
#[derive(Serialize)]
struct Data<'a> {
    language: &'static str,
    #[serde(flatten)]
    content: Content,
    #[serde(flatten)]
    inputs: Inputs,
    #[serde(flatten)]
    words: Words,
    /// Whether the recording has frames.
    recorded: bool,
    /// The duration of frames that are played, in seconds.
    dt: f64,
    recording: &'a str,
}

impl<'a> Page<'a> {
    /// A page of a tree that has not run. `sources` are the files of its program.
    pub fn of_tree(project: Project<'a>, library: &'a NodeLibrary, sources: Sources) -> Self {
        let setup = Setup {
            tree: file_name(project.path).to_owned(),
            dt: Scenario::default().dt,
            seed: project.document.seed,
            leaves: Vec::new(),
            sources,
            added_trees: Vec::new(),
        };
        Self {
            project,
            library,
            recording: head(&setup),
        }
    }

    /// A page of a recording, given the text of its file and the files of its first program.
    pub fn of_recording(files: &'a ParsedSources, recording: String) -> Self {
        Self {
            project: files.project(),
            library: &files.kinds,
            recording,
        }
    }

    /// Writes the page in a language.
    pub fn write(&self, texts: &Texts) -> String {
        let data = Data {
            language: texts.language(),
            content: Content::of(&self.project, self.library, texts),
            inputs: Inputs::of(&self.project, self.library),
            words: Words::of(&self.project, self.library, texts),
            recorded: self.recording.trim_end().contains('\n'),
            dt: duration(&self.recording),
            recording: &self.recording,
        };
        // Cannot fail: the data consists of texts and finite numbers.
        let data = serde_json::to_string(&data).unwrap_or_default();
        let (start, code) = (script(&START), script(&SCRIPTS));
        let style = without_comments(STYLE.lines());
        let name = content::title(self.project.path, self.project.document, texts);
        filled(TEMPLATE, &|key| match key {
            "language" => texts.language().to_owned(),
            "name" => escaped(&name),
            "mark" => MARK.to_owned(),
            "style" => style.clone(),
            "style_hash" => hash(&style),
            "start_hash" => hash(&start),
            "start" => start.clone(),
            "code_hash" => hash(&code),
            "code" => compressed(&code),
            "data" => compressed(&data),
            "engine" => packed(ENGINE),
            key => escaped(&texts.tr(&format!("page.{key}"))),
        })
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The duration of frames that the first line of a recording names.
fn duration(recording: &str) -> f64 {
    #[derive(serde::Deserialize)]
    struct Head {
        dt: f64,
    }
    let first = recording.lines().next().unwrap_or_default();
    let head = serde_json::from_str::<Head>(first);
    head.map_or(Scenario::default().dt, |head| head.dt)
}

/// Code without comments, with names of its own.
fn script(parts: &[&'static str]) -> String {
    let code = parts.iter().flat_map(|part| part.lines());
    let lines = std::iter::once("(async () => {\n\"use strict\";").chain(code);
    without_comments(lines.chain(std::iter::once("})();")))
}

/// Leaves out comments and indentation, which is half of the code; no text in it goes over several lines.
fn without_comments<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    let begins = ["//", "/*", "* ", "*/"];
    let is_kept =
        |line: &&str| !line.is_empty() && !begins.iter().any(|begin| line.starts_with(begin));
    let mut text = String::new();
    for line in lines.map(str::trim).filter(is_kept) {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// A hash as a policy names what may run.
fn hash(text: &str) -> String {
    format!(
        "sha256-{}",
        BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}

/// Replaces each `{key}` of a template.
fn filled(template: &str, value: &dyn Fn(&str) -> String) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, after) = part.split_once('}').unwrap_or((part, ""));
        text.push_str(&value(key));
        text.push_str(after);
    }
    text
}

/// A text as HTML shows it, also in attributes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text that the page unpacks.
fn compressed(text: &str) -> String {
    packed(&compress_to_vec_zlib(text.as_bytes(), COMPRESSION))
}

/// Bytes as a text: 13 bits as two of 91 characters, from `#` to `~` without `<`; the last 6 bits or fewer as one, so that the number of bytes is
/// known. Base 64 would need an eighth more.
fn packed(bytes: &[u8]) -> String {
    let character = |digit: u32| {
        let code = digit + u32::from(b'#');
        let code = if code < u32::from(b'<') {
            code
        } else {
            code + 1
        };
        char::from_u32(code).unwrap_or('#')
    };
    let mut text = String::with_capacity(bytes.len() * 5 / 4 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    let pair = |group: u32| [character(group / 91), character(group % 91)];
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        if count >= 13 {
            count -= 13;
            text.extend(pair(bits >> count));
            bits &= (1 << count) - 1;
        }
    }
    match count {
        0 => {}
        1..=6 => text.push(character(bits << (6 - count))),
        _ => text.extend(pair(bits << (13 - count))),
    }
    text
}

#[cfg(test)]
mod tests;
