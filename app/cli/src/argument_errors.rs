//! Errors in the arguments of the program, in the language of its texts: what is wrong, the values that are possible, the usage. Clap finds them,
//! but describes them in English only.

use std::error::Error as _;
use std::fmt;

use anstyle::Style;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use treewright_core::diagnostic::visible_line;
use treewright_core::{Argument, Message};
use treewright_session::i18n::{Texts, said};

use super::colors::{BAD, styled};

/// The style of headings in clap's help.
const USAGE: Style = Style::new().bold().underline();

/// Why the value of an option is invalid.
#[derive(Clone, Debug)]
pub struct InvalidValue(Message);

impl InvalidValue {
    /// A value that is not a number between these, which the text of `key` names `least` and `most`.
    pub fn out_of_range(
        key: &'static str,
        least: &dyn fmt::Display,
        most: &dyn fmt::Display,
    ) -> Self {
        let argument = |number: String| Argument::Text(number.into());
        let arguments = vec![
            ("least", argument(least.to_string())),
            ("most", argument(most.to_string())),
        ];
        Self(said(key, arguments))
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Texts::default().message(&self.0))
    }
}

impl std::error::Error for InvalidValue {}

/// The whole text: several lines, in which nothing from the arguments is hidden.
pub fn text(error: &clap::Error, texts: &Texts) -> String {
    let what = sentence(error, texts);
    let heading = styled(BAD.bold(), texts.tr("cli.error"));
    let mut lines = vec![format!("{heading} {}", visible_line(&what))];
    if let Some(values) = list(error, ContextKind::ValidValue).filter(|values| !values.is_empty()) {
        let values = texts.tr_with("cli.help.values", &[("values", &values.join(", "))]);
        lines.push(format!("  {}", visible_line(&values)));
    }
    for tip in tips(error, texts) {
        lines.extend([String::new(), format!("  {}", visible_line(&tip))]);
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        let heading = styled(USAGE, texts.tr("cli.help.usage"));
        lines.extend([String::new(), format!("{heading} {}", usage.trim_end())]);
    }
    let see_help = texts.tr("cli.argument.see_help").into_owned();
    lines.extend([String::new(), see_help, String::new()]);
    lines.join("\n")
}

fn sentence(error: &clap::Error, texts: &Texts) -> String {
    let part = |kind| list(error, kind).unwrap_or_default();
    let joined = |kind| {
        let quoted = part(kind).into_iter().map(|it| format!("'{it}'"));
        quoted.collect::<Vec<_>>().join(", ")
    };
    let (argument, value) = (
        joined(ContextKind::InvalidArg),
        part(ContextKind::InvalidValue).join(" "),
    );
    let about = [("argument", &*argument), ("value", &*value)];
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            texts.tr_with("cli.argument.no_value", &about)
        }
        ErrorKind::InvalidValue => texts.tr_with("cli.argument.invalid_value", &about),
        ErrorKind::ValueValidation => {
            let reason = error.source().map(|source| match source.downcast_ref() {
                Some(InvalidValue(message)) => texts.message(message),
                None => source.to_string(),
            });
            let reason = reason.unwrap_or_default();
            let about = [about[0], about[1], ("reason", &*reason)];
            texts.tr_with("cli.argument.invalid_value_because", &about)
        }
        ErrorKind::UnknownArgument => texts.tr_with("cli.argument.unknown", &about),
        ErrorKind::InvalidSubcommand => {
            let command = joined(ContextKind::InvalidSubcommand);
            texts.tr_with("cli.argument.unknown_command", &[("command", &command)])
        }
        ErrorKind::TooManyValues => texts.tr_with("cli.argument.too_many_values", &about),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            texts.tr_with("cli.argument.wrong_number_of_values", &about)
        }
        ErrorKind::NoEquals => texts.tr_with("cli.argument.no_equals", &about),
        ErrorKind::ArgumentConflict => {
            let other = joined(ContextKind::PriorArg);
            if other.is_empty() || other == argument {
                return texts.tr_with("cli.argument.repeated", &about);
            }
            texts.tr_with("cli.argument.conflict", &[about[0], ("other", &*other)])
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = part(ContextKind::InvalidArg).join(" ");
            texts.tr_with("cli.argument.missing", &[("arguments", &*missing)])
        }
        ErrorKind::MissingSubcommand => texts.tr("cli.argument.no_command").into_owned(),
        ErrorKind::InvalidUtf8 => texts.tr("cli.argument.not_utf8").into_owned(),
        _ => texts.tr("cli.argument.invalid").into_owned(),
    }
}

/// What the user may have meant.
fn tips(error: &clap::Error, texts: &Texts) -> Vec<String> {
    let similar = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
    ];
    let similar = similar
        .into_iter()
        .filter_map(|kind| list(error, kind))
        .filter(|similar| !similar.is_empty())
        .map(|similar| {
            let quoted = similar.iter().map(|it| format!("'{it}'"));
            let quoted = quoted.collect::<Vec<_>>().join(", ");
            texts.tr_with("cli.argument.similar", &[("similar", &quoted)])
        });
    similar.collect()
}

/// What an error holds of this kind, if anything.
fn list(error: &clap::Error, kind: ContextKind) -> Option<Vec<String>> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(vec![text.clone()]),
        ContextValue::Strings(texts) => Some(texts.clone()),
        ContextValue::StyledStr(text) => Some(vec![text.to_string()]),
        _ => None,
    }
}
