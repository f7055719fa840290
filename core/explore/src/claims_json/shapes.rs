//! The file types of claims. The doc comments become descriptions in the published schema.

use std::sync::Arc;

use serde::de::{Deserialize, Deserializer};
use treewright_core::format::distinct::Distinct;
use treewright_core::format::json::{self, Raw, custom};
use treewright_core::format::literal::Written;
#[cfg(feature = "schema")]
use treewright_core::format::schema;
use treewright_core::format::shape::Items;
use treewright_core::runtime::Status;

use super::read::ClaimsFault;
use crate::claims::{Changes, InputRule, LeafRule, MAX_CLAIMS, MAX_VALUES};
#[cfg(feature = "schema")]
use crate::claims::{MAX_SECONDS, MAX_STATES};

/// A file NAME.claims.json: claims about every run of a tree, and what the game may do meanwhile. Nodes are named by id, or by a name
/// that only one node has. A field that is not listed here is an error: a claim with a misspelled field would always hold.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(title = "Treewright claims, version 1"))]
pub(super) struct File {
    /// The location of this schema, for text editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    #[serde(rename = "format")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = super::FORMAT)))]
    pub _format: String,
    #[serde(rename = "version")]
    #[cfg_attr(feature = "schema", schemars(with = "schema::Version", extend("const" = super::VERSION)))]
    pub _version: u64,
    /// The description of the file.
    #[serde(default)]
    pub description: String,
    /// The file of the tree, relative to this file and inside its project folder; default: the tree with the same file name.
    pub tree: Option<String>,
    /// The duration of a frame in seconds of game time.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Seconds>", extend("default" = 0.1)))]
    pub dt: Option<f64>,
    /// How far to search.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<FileLimits>"))]
    pub limits: FileLimits,
    /// What the game may write, by variable. A variable that is not listed is free if no node writes it; otherwise the game never
    /// writes it.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<FileInput>>")
    )]
    pub inputs: Distinct<Arc<str>, FileInput>,
    /// What leaves of the game may return, by node. A leaf that is not listed returns what its task library allows.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<schema::ByName<FileLeaf>>")
    )]
    pub leaves: Distinct<Arc<str>, FileLeaf>,
    /// Expressions that are true after every frame, as the game never does anything else. They may also read `last.NAME`, the value of a
    /// variable before the frame.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>", length(max = MAX_CLAIMS)))]
    pub assumptions: Items<String, MAX_CLAIMS>,
    /// The claims, each with its own name.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<FileClaim>>", length(max = MAX_CLAIMS)))]
    pub claims: Items<FileClaim, MAX_CLAIMS>,
}

/// How far a search goes. Without a limit of its own: 100,000 frames, 1,000,000 states, 5 seconds.
#[derive(Clone, Copy, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "limits")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileLimits {
    /// The most frames of a run.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = treewright_insight::scenario::MAX_FRAMES)))]
    pub frames: Option<u64>,
    /// The most states of the tree that are stored.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_STATES)))]
    pub states: Option<u64>,
    /// The longest search, in seconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = MAX_SECONDS)))]
    pub seconds: Option<f64>,
}

/// A claim: a name, and one of the other fields. The expressions read the frame after it has run: variables, and `running('node')`,
/// `succeeded('node')`, `failed('node')`, `interrupted('node')`, `fired('conditional')`, `status()`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "claim")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = one_form))]
pub(super) struct FileClaim {
    /// The name of the claim, in a few words; no other claim of the file has it.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub name: String,
    /// This expression is never true.
    pub never: Option<String>,
    /// This expression is true after every frame.
    pub always: Option<String>,
    /// An effect follows its cause soon.
    pub within: Option<FileWithin>,
    /// Something does not happen before something else.
    pub before: Option<FileBefore>,
    /// There is a run in which this expression is true once.
    pub can: Option<String>,
}

/// An effect that follows its cause soon.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "within")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileWithin {
    /// How many frames later at most; 0 for the same frame.
    #[cfg_attr(feature = "schema", schemars(range(max = treewright_insight::scenario::MAX_FRAMES)))]
    pub frames: u64,
    /// The cause.
    pub after: String,
    /// The effect.
    pub then: String,
}

/// Something that does not happen before something else. The same frame is allowed.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "before")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileBefore {
    /// What comes first.
    pub first: String,
    /// What does not happen before.
    pub then: String,
}

/// What the game may write to a variable: when, or an object that also says which values.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged, rename = "input"))]
pub(super) enum FileInput {
    /// When.
    When(FileChanges),
    /// When, and which values.
    Rule(FileInputRule),
}

/// When the game may write: before each frame (free), before the first one only (fixed), or never (initial).
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "lowercase", rename = "changes")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = treewright_insight::file_header::names_only))]
pub(super) enum FileChanges {
    /// Before each frame.
    Free,
    /// Before the first frame only.
    Fixed,
    /// Never.
    Initial,
}

/// What the game may write to a variable.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "input_rule")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("not" = {"required": ["changes", "changes_only_when"]})))]
pub(super) struct FileInputRule {
    /// When it may write; default: free.
    pub changes: Option<FileChanges>,
    /// Instead of `changes`: only before the first frame, and after a frame in which this expression is true.
    pub changes_only_when: Option<String>,
    /// The values; default: one of each class that the tree can tell apart.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<schema::Value>>", length(min = 1, max = MAX_VALUES)))]
    pub values: Option<Items<Written, MAX_VALUES>>,
}

/// What a leaf may return: `"stand_in"` for what its stand-in in the document returns, or its results.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged, rename = "leaf"))]
pub(super) enum FileLeaf {
    /// By its stand-in.
    StandIn(FileStandIn),
    /// Any of its results.
    Rule(FileLeafRule),
}

/// What its stand-in in the document returns.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "snake_case", rename = "leaf_stand_in")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = treewright_insight::file_header::names_only))]
pub(super) enum FileStandIn {
    /// By its stand-in.
    StandIn,
}

/// What a leaf may return.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "leaf_rule")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FileLeafRule {
    /// The results; default: all that its task library allows.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<Vec<treewright_insight::file_header::StatusName>>", length(min = 1), extend("uniqueItems" = true))
    )]
    pub results: Option<Vec<Status>>,
    /// The longest that it runs, in frames: in this frame, counted from its start, it has ended. Default: what its task library says.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = treewright_insight::scenario::MAX_FRAMES)))]
    pub max_frames: Option<u64>,
}

impl<'de> Deserialize<'de> for FileInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word_or_object(deserializer, Self::When, Self::Rule)
    }
}

impl<'de> Deserialize<'de> for FileLeaf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word_or_object(deserializer, Self::StandIn, Self::Rule)
    }
}

/// Reads a value that is a word or an object.
fn word_or_object<'de, D, W, O, T>(
    deserializer: D,
    word: impl FnOnce(W) -> T,
    object: impl FnOnce(O) -> T,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    W: Deserialize<'de>,
    O: Deserialize<'de>,
{
    let json = Raw::deserialize(deserializer)?.get();
    let read = if json.starts_with('"') {
        json::from_str(json).map(word)
    } else {
        json::from_str(json).map(object)
    };
    read.map_err(|error| custom(error.kind.message()))
}

impl TryFrom<FileInput> for InputRule {
    type Error = ClaimsFault;

    fn try_from(file: FileInput) -> Result<Self, ClaimsFault> {
        let rule = match file {
            FileInput::When(changes) => FileInputRule {
                changes: Some(changes),
                changes_only_when: None,
                values: None,
            },
            FileInput::Rule(rule) => rule,
        };
        if rule.values.as_ref().is_some_and(|values| values.is_empty()) {
            return Err(ClaimsFault::NoValues);
        }
        let changes = match (rule.changes, rule.changes_only_when) {
            (Some(_), Some(_)) => return Err(ClaimsFault::TwoChanges),
            (_, Some(text)) => Changes::OnlyWhen(text),
            (Some(FileChanges::Fixed), None) => Changes::Fixed,
            (Some(FileChanges::Initial), None) => Changes::Initial,
            (Some(FileChanges::Free) | None, None) => Changes::Free,
        };
        let values = rule.values.into_iter().flat_map(|values| values.0);
        Ok(Self {
            changes,
            values: values.map(|Written(value)| value).collect(),
        })
    }
}

impl TryFrom<FileLeaf> for LeafRule {
    type Error = ClaimsFault;

    fn try_from(file: FileLeaf) -> Result<Self, ClaimsFault> {
        let rule = match file {
            FileLeaf::StandIn(FileStandIn::StandIn) => return Ok(Self::StandIn),
            FileLeaf::Rule(rule) => rule,
        };
        if rule.results.as_ref().is_some_and(Vec::is_empty) {
            return Err(ClaimsFault::NoResults);
        }
        let results = rule.results.unwrap_or_default();
        let is_twice = |at: usize| results[..at].contains(&results[at]);
        if (0..results.len()).any(is_twice) {
            return Err(ClaimsFault::ResultTwice);
        }
        if rule.max_frames == Some(0) {
            return Err(ClaimsFault::NoFrames);
        }
        if rule.max_frames.is_some() && results == [Status::Running] {
            return Err(ClaimsFault::NeverEnds);
        }
        Ok(Self::Returns {
            results,
            max_frames: rule.max_frames,
        })
    }
}

/// A claim has exactly one form.
#[cfg(feature = "schema")]
fn one_form(claim: &mut schemars::Schema) {
    let forms = ["never", "always", "within", "before", "can"];
    let forms = forms.map(|form| serde_json::json!({"required": [form]}));
    claim.insert("oneOf".into(), forms.into_iter().collect());
}
