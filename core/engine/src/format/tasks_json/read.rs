//! Reads a task library, or returns all errors in it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use serde::Deserialize;

use super::parameter;
use super::shapes::{FileLibrary, FileParameter, FileTask};
use super::{FORMAT, MAX_FRAMES, MAX_NAME, VERSION};
use crate::category::Category;
use crate::diagnostic::TextPosition;
use crate::format::checked::{
    Checked, Wrong, anchor, extra, of_part, required_text, text_or_empty,
};
use crate::format::field_error::FieldError;
use crate::format::json::{self, Raw};
use crate::format::json_text::{decode_json, place_of, read_headed};
use crate::format::shape::Text;
use crate::format::{FormatError, FormatErrorKind, stand_in_json};
use crate::library::{LeafResults, TaskDeclaration, TaskLibrary};
use crate::model::{ActsLike, Extra, NodeDeclaration, ParameterDeclaration};
use crate::runtime::Status;

/// A library with the positions of its tasks in the text.
#[derive(Debug)]
pub struct Read {
    /// The library.
    pub library: TaskLibrary,
    /// The position of each task, in the same order.
    pub positions: Vec<TextPosition>,
}

/// The most errors that are reported at once.
const MOST_ERRORS: usize = 100;

/// Reads a task library.
///
/// # Errors
/// Returns all errors in the order of the text: the first error of each task and of each parameter.
pub fn read(bytes: &[u8]) -> Result<Read, Vec<FormatError>> {
    let one = |error| vec![error];
    let text = decode_json(bytes).map_err(one)?;
    let file: FileLibrary<'_> = read_headed(text, FORMAT, VERSION).map_err(one)?;
    let mut reader = LibraryReader {
        text,
        errors: Vec::new(),
    };
    let library = TaskLibrary {
        name: text_or_empty(file.name.as_ref()),
        description: text_or_empty(file.description.as_ref()),
        extra: reader
            .checked(extra(&file.unknown, String::new))
            .unwrap_or_default(),
        tasks: Vec::new(),
    };
    let mut place = LineCursor::default();
    let mut read = Read {
        library,
        positions: Vec::new(),
    };
    for (index, raw) in file.tasks.iter().flatten().copied().enumerate() {
        if let Some((task, offset)) = reader.task(raw.get(), &format!("tasks[{index}]")) {
            read.library.tasks.push(task);
            read.positions.push(place.moved_to(text, offset));
        }
        if reader.errors.len() >= MOST_ERRORS {
            break;
        }
    }
    if reader.errors.is_empty() {
        return Ok(read);
    }
    FormatError::sort(&mut reader.errors);
    Err(reader.errors)
}

/// A position in a text that only moves forward, so that finding all tasks takes one pass.
#[derive(Default)]
struct LineCursor {
    offset: usize,
    line: usize,
    /// The offset of the beginning of its line.
    start: usize,
}

impl LineCursor {
    fn moved_to(&mut self, text: &str, offset: usize) -> TextPosition {
        let passed = &text.as_bytes()[self.offset..offset.max(self.offset)];
        for (at, byte) in passed.iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.start = self.offset + at + 1;
            }
        }
        self.offset = offset.max(self.offset);
        let before = text.get(self.start..offset).unwrap_or_default();
        TextPosition {
            line: 1 + self.line,
            column: 1 + before.chars().count(),
        }
    }
}

struct LibraryReader<'a> {
    text: &'a str,
    errors: Vec<FormatError>,
}

impl<'a> LibraryReader<'a> {
    /// Returns the value, or records its error.
    fn checked<T>(&mut self, checked: Checked<'a, T>) -> Option<T> {
        checked
            .map_err(|wrong| self.errors.push(wrong.in_text(self.text)))
            .ok()
    }

    /// Deserializes a part of the text as a `T`, or records its error.
    fn shaped<T: Deserialize<'a>>(&mut self, json: &'a str, path: &str) -> Option<T> {
        json::from_str(json)
            .map_err(|error| self.errors.push(of_part(self.text, json, path, error)))
            .ok()
    }

    /// Reads a task, and returns its offset, too.
    fn task(&mut self, json: &'a str, path: &str) -> Option<(TaskDeclaration, usize)> {
        let file: FileTask<'a> = self.shaped(json, path)?;
        let task = task(&file, json, path);
        let task = self.checked(task);
        let (own, extra) = self.parameters(file.parameters.as_ref(), path, "parameters");
        let of_children = file.child_parameters.as_ref();
        let (of_children, extra_of_children) =
            self.parameters(of_children, path, "child_parameters");
        let mut task = task?;
        task.declaration.parameters = own;
        task.declaration.child_parameters = of_children;
        task.parameter_extra = extra;
        task.child_parameter_extra = extra_of_children;
        let place = file.name.as_ref().and_then(Text::borrowed);
        Some((task, place_of(self.text, place.unwrap_or(json))))
    }

    /// Reads a list of parameters, with the unknown fields of each.
    fn parameters(
        &mut self,
        list: Option<&Vec<Raw<'a>>>,
        path: &str,
        field: &str,
    ) -> (Vec<ParameterDeclaration>, BTreeMap<String, Extra>) {
        let list = list.map_or(&[][..], Vec::as_slice);
        let mut places: Vec<(&'a str, String)> = Vec::with_capacity(list.len());
        let mut declared: Vec<ParameterDeclaration> = Vec::with_capacity(list.len());
        let mut extras = BTreeMap::new();
        let mut names = FxHashSet::default();
        for (index, raw) in list.iter().enumerate() {
            let path = format!("{path}.{field}[{index}]");
            let Some(file) = self.shaped::<FileParameter<'a>>(raw.get(), &path) else {
                continue;
            };
            let read = parameter::read(&file, raw.get(), &path);
            let Some((parameter, unknown)) = self.checked(read) else {
                continue;
            };
            if !names.insert(parameter.name.to_string()) {
                let name = parameter.name.to_string();
                let part = file.name.as_ref().and_then(Text::borrowed);
                let wrong = FieldError::ParameterTwice { name };
                let wrong = Wrong::field(part.or(Some(raw.get())), path, wrong);
                self.errors.push(wrong.in_text(self.text));
                continue;
            }
            if !unknown.is_empty() {
                extras.insert(parameter.name.to_string(), unknown);
            }
            places.push((raw.get(), path));
            declared.push(parameter);
        }
        let variables = parameter::names_of_variables(&declared);
        for (parameter, (part, path)) in declared.iter().zip(places) {
            let checked = parameter::check_named(parameter, &variables, part, &path);
            self.checked(checked);
        }
        (declared, extras)
    }
}

/// Reads a task without its parameters.
fn task<'a>(file: &FileTask<'a>, json: &'a str, path: &str) -> Checked<'a, TaskDeclaration> {
    let near = anchor(&[&file.name, &file.category, &file.summary]).or(Some(json));
    let name = required_text(file.name.as_ref(), "name", path, near)?;
    check_name(name, file.name.as_ref(), path)?;
    let category = required_text(file.category.as_ref(), "category", path, near)?;
    let part = |text: &Option<Text<'a>>| text.as_ref().and_then(Text::borrowed);
    let category = Category::from_name(category).ok_or_else(|| {
        let name = category.to_owned();
        let path = format!("{path}.category");
        Wrong::field(part(&file.category), path, FieldError::NoCategory { name })
    })?;
    let mut declaration = NodeDeclaration::new(name.to_owned(), category);
    declaration.summary = Cow::Owned(text_or_empty(file.summary.as_ref()));
    declaration.details = Cow::Owned(text_or_empty(file.details.as_ref()));
    declaration.icon = Cow::Owned(text_or_empty(file.icon.as_ref()));
    if let Some(color) = &file.color {
        if !is_color(color) {
            let (path, name) = (format!("{path}.color"), color.to_string());
            return Err(Wrong::field(
                part(&file.color),
                path,
                FieldError::NoColor { name },
            ));
        }
        declaration.color = Some(color.to_string().into());
    }
    let mut task = TaskDeclaration::from(declaration);
    if let Some(name) = &file.stand_in {
        let wrong = |error| Wrong::field(part(&file.stand_in), format!("{path}.stand_in"), error);
        if category.is_leaf() {
            task.stand_in = Some(stand_in(name, category).map_err(wrong)?);
        } else {
            task.acts_like = Some(acts_like(name, category).map_err(wrong)?);
        }
    }
    task.results = results(file, category, json, path)?;
    task.extra = extra(&file.unknown, || path.to_owned())?;
    Ok(task)
}

/// Reads what a leaf may return.
fn results<'a>(
    file: &FileTask<'a>,
    category: Category,
    json: &'a str,
    path: &str,
) -> Checked<'a, LeafResults> {
    let mut read = LeafResults::default();
    let listed = file.results.as_ref();
    for (index, name) in listed.into_iter().flatten().enumerate() {
        let wrong =
            |error| Wrong::field(name.borrowed(), format!("{path}.results[{index}]"), error);
        let result = stand_in(name, category).map_err(wrong)?;
        if read.results.contains(&result) {
            let key = name.to_string();
            return Err(wrong(FieldError::Twice { key }));
        }
        read.results.push(result);
    }
    let wrong = |field: &str, error| Wrong::field(Some(json), format!("{path}.{field}"), error);
    let ends = |results: &[Status]| results.iter().any(|result| *result != Status::Running);
    if listed.is_some_and(Vec::is_empty) {
        return Err(wrong("results", FieldError::NoResults));
    }
    for (field, is_set) in [
        ("results", listed.is_some() && !category.is_leaf()),
        (
            "max_frames",
            file.max_frames.is_some() && category != Category::Action,
        ),
    ] {
        if is_set {
            return Err(wrong(field, FieldError::NotForCategory { category }));
        }
    }
    if let Some(frames) = file.max_frames {
        if !(1..=MAX_FRAMES).contains(&frames) {
            let most = MAX_FRAMES;
            return Err(wrong("max_frames", FieldError::Frames { most }));
        }
        if !read.results.is_empty() && !ends(&read.results) {
            return Err(wrong("max_frames", FieldError::NeverEnds));
        }
        read.max_frames = Some(frames);
    }
    Ok(read)
}

/// Parses the stand-in result of a leaf.
fn stand_in(name: &str, category: Category) -> Result<Status, FieldError> {
    let status = Status::from_name(name).ok_or_else(|| FieldError::NoAnswer {
        name: name.to_owned(),
    })?;
    if category == Category::Conditional && status == Status::Running {
        return Err(FieldError::ConditionalRuns);
    }
    Ok(status)
}

/// Parses how a composite or decorator runs its children as a stand-in.
fn acts_like(name: &str, category: Category) -> Result<ActsLike, FieldError> {
    let like = stand_in_json::acts_like(name)?;
    if category == Category::Decorator && like != ActsLike::PassThrough {
        return Err(FieldError::ActsLikeDecorator);
    }
    Ok(like)
}

/// Checks that a name can be shown and typed.
pub(super) fn check_name<'a>(name: &str, text: Option<&Text<'a>>, path: &str) -> Checked<'a, ()> {
    let wrong = if name.chars().count() > MAX_NAME {
        FieldError::NameTooLong { most: MAX_NAME }
    } else if name.chars().any(char::is_control) {
        FieldError::NameControl
    } else if name.trim() != name {
        FieldError::NameBlanks
    } else {
        return Ok(());
    };
    let part = text.and_then(Text::borrowed);
    Err(Wrong::field(part, format!("{path}.name"), wrong))
}

fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The error for a value that the parameter cannot have.
pub(super) fn wrong_value<'a>(
    part: &'a str,
    path: &str,
    field: &str,
    kind: FormatErrorKind,
) -> Wrong<'a> {
    Wrong::new(Some(part), format!("{path}.{field}"), kind)
}
