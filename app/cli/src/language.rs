//! The language of the command line: that of `--lang`, else the system's. Knows no text.

use std::ffi::OsString;

use clap::Arg;
use treewright_session::i18n::{LANGUAGES, Texts};

const OPTION: &str = "--lang";

/// The locales of programs that expect the output to be the same everywhere.
const PORTABLE_LOCALES: [&str; 2] = ["C", "POSIX"];

/// The language of the texts, and where it is from.
#[derive(Clone, Debug)]
pub struct Language {
    texts: Texts,
    is_explicit: bool,
}

impl Language {
    /// Removes `--lang` from the arguments, wherever it is, since errors in all other arguments are reported in its language.
    /// A language that does not exist remains there as an error.
    pub(crate) fn take_from(arguments: &mut Vec<OsString>) -> Self {
        let mut explicit = None;
        let mut index = 1;
        while index < arguments.len() && arguments[index] != "--" {
            let (code, words) = match arguments[index].to_str() {
                Some(OPTION) => (arguments.get(index + 1).and_then(|next| next.to_str()), 2),
                Some(word) => (word.strip_prefix("--lang="), 1),
                None => (None, 1),
            };
            match code.filter(|code| is_known(code)) {
                Some(code) => {
                    explicit = Some(Texts::new(code));
                    arguments.drain(index..index + words);
                }
                None => index += 1,
            }
        }
        Self {
            is_explicit: explicit.is_some(),
            texts: explicit.unwrap_or_else(of_system),
        }
    }

    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The language that `--lang` selects, if it does.
    pub fn explicit(&self) -> Option<&'static str> {
        self.is_explicit.then(|| self.texts.language())
    }
}

fn is_known(code: &str) -> bool {
    LANGUAGES.iter().any(|(known, _)| *known == code)
}

/// The system's language; English in the locales `C` and `POSIX`, on every system and whatever `LANGUAGE` is.
fn of_system() -> Texts {
    let mut variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let locale = variables.find(|locale| !locale.is_empty());
    let name = locale
        .as_deref()
        .and_then(|locale| locale.split('.').next());
    if name.is_some_and(|name| PORTABLE_LOCALES.contains(&name)) {
        return Texts::default();
    }
    Texts::of_system()
}

/// The option for the help of every command. Its value is read by [`Language::take_from`].
pub fn option() -> Arg {
    Arg::new("lang")
        .long("lang")
        .global(true)
        .value_name("LANG")
        .value_parser(LANGUAGES.map(|(code, _)| code))
}
