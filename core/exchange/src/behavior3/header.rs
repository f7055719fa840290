//! The data of a file besides its nodes: name, description, variables, and fields that only behavior3 knows.

use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::model::{Document, Extra, Variable};
use treewright_core::value::ValueType;

use super::{KEY, VERSION, usual_layout};
use crate::foreign::{Fields, Json, JsonText, Layout, kept, listed, merged, quoted};

/// The fields of a file that is not based on an existing one.
const EMPTY: &str = r#"{"custom":{},"desc":"","group":[],"name":"","overrides":{},"prefix":"","root":null,"variables":{"imports":[],"locals":[]},"version":"2.2.0"}"#;

/// The fields that have a meaning in this program, or none at all.
const KNOWN: [&str; 6] = ["desc", "name", "overrides", "root", "variables", "version"];

/// What a document keeps of its file.
pub(super) struct KeptFile {
    /// The fields of the file, with `root` but without its tree.
    pub fields: Fields,
    /// The path of the file in the workspace.
    pub at: String,
    /// How the file's text is formatted.
    pub layout: Layout,
}

impl KeptFile {
    /// Returns what is kept of a file that is read.
    pub(super) fn of_file(top: Json<'_>, at: &str, layout: Layout) -> Self {
        Self {
            fields: Fields::with_gap(top, "root", "null"),
            at: at.to_owned(),
            layout,
        }
    }

    /// Returns what a document keeps; for a document that did not come from such a file, the data of an empty file at
    /// this path.
    pub(super) fn of_document(document: &Document, path: &str) -> Self {
        let usual = usual_layout();
        let tape = kept(&document.extra, KEY);
        if let Some(top) = tape.as_ref().map(JsonText::top)
            && let Some(file) = top.get("file")
        {
            return Self {
                fields: Fields::all(file),
                at: top.text_of("at").into_owned(),
                layout: Layout::from_json(top.get("layout"), &usual),
            };
        }
        let mut fields = Fields::parsed(EMPTY).unwrap_or_default();
        fields.set("name", quoted(default_name(path)));
        Self {
            fields,
            at: path.to_owned(),
            layout: usual,
        }
    }

    /// Returns this data as JSON for the document.
    pub(super) fn to_json(&self) -> String {
        let mut fields = Fields::default();
        fields.text("at", &self.at);
        fields.set("file", self.fields.to_json());
        if let Some(layout) = self.layout.to_json(&usual_layout()) {
            fields.set("layout", layout);
        }
        fields.to_json()
    }
}

/// Refuses files of a later major version; files without a version are accepted.
pub(super) fn check_version(top: Json<'_>) -> Result<(), FormatError> {
    let Some(version) = top.get("version") else {
        return Ok(());
    };
    let major = |text: &str| {
        text.split('.')
            .next()
            .and_then(|major| major.parse::<u64>().ok())
    };
    let text = version.text_or_empty();
    let supported = major(VERSION).unwrap_or_default();
    match major(&text) {
        Some(found) if found > supported => {
            Err(version.error(FormatErrorKind::NewerVersion { found, supported }))
        }
        _ => Ok(()),
    }
}

/// Returns the name of a file at this path that has none: its file name.
fn default_name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".json").unwrap_or(name)
}

/// Sets the fields of the document itself from the file at `path`.
pub(super) fn apply(top: Json<'_>, path: &str, document: &mut Document) {
    let name = top.text_of("name");
    document.name = if name.is_empty() {
        default_name(path).to_owned()
    } else {
        name.into_owned()
    };
    document.description = top.text_of("desc").into_owned();
    let locals = top
        .get("variables")
        .and_then(|variables| variables.get("locals"));
    for local in locals.into_iter().flat_map(Json::items) {
        let name = local.text_of("name");
        if name.is_empty() || document.variable(&name).is_some() {
            continue;
        }
        let mut variable = Variable::new(&*name, ValueType::String);
        variable.comment = local.text_of("desc").into_owned();
        variable
            .extra
            .insert(KEY.to_owned(), Fields::all(local).to_json());
        document.variables.push(variable);
    }
}

/// Returns the names of non-empty fields of a file that have no meaning in this program.
pub(super) fn unknown_fields(top: Json<'_>) -> Vec<String> {
    let says_something = |value: Json<'_>| {
        !value.is_empty()
            || !matches!(value.raw(), "\"\"" | "null" | "false") && value.raw().len() > 2
    };
    let is_empty = |value: Json<'_>| {
        matches!(
            treewright_core::format::json_text::compact_any(value.raw()).as_str(),
            "{}" | "[]" | "\"\"" | "null"
        )
    };
    let others = top.fields().filter(|(key, value)| {
        !KNOWN.contains(&&**key) && says_something(*value) && !is_empty(*value)
    });
    others.map(|(key, _)| format!("`{key}`")).collect()
}

/// Returns whether the document has a variable only because other files of the workspace declare it, not its own.
pub(super) fn is_declared_elsewhere(extra: &Extra) -> bool {
    kept(extra, KEY).is_some_and(|tape| tape.top().get("name").is_none())
}

/// Returns a variable that the document uses and its file does not declare; `import` is the file that does, empty if
/// none.
pub(super) fn declared_elsewhere(name: &str, import: &str) -> Variable {
    let mut variable = Variable::new(name, ValueType::String);
    let mut fields = Fields::default();
    fields.text("import", import);
    variable.extra.insert(KEY.to_owned(), fields.to_json());
    variable
}

/// Returns the fields of a document's file at `path`, except overrides and the tree. A document without a name gets the
/// name of the file.
pub(super) fn file_fields(document: &Document, path: &str) -> Fields {
    let mut fields = Fields::default();
    fields.text("desc", &document.description);
    let name = match &*document.name {
        "" => default_name(path),
        name => name,
    };
    fields.text("name", name);
    let own = document
        .variables
        .iter()
        .filter(|variable| !is_declared_elsewhere(&variable.extra));
    let mut variables = Fields::default();
    variables.set(
        "locals",
        listed(own.map(|variable| local(variable).to_json())),
    );
    fields.set("variables", variables.to_json());
    fields
}

fn local(variable: &Variable) -> Fields {
    let mut ours = Fields::default();
    ours.text("desc", &variable.comment);
    ours.text("name", &variable.name);
    let kept = kept(&variable.extra, KEY);
    let Some(kept) = kept.map(|tape| Fields::all(tape.top())) else {
        return ours;
    };
    let mut base = Fields::default();
    for key in ["desc", "name"] {
        base.set(key, kept.get(key).map_or_else(|| quoted(""), str::to_owned));
    }
    merged(&kept, &base, &ours)
}
