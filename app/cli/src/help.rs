//! The help of all commands in one language: fills the texts of `cli.ftl` into clap's commands.
//!
//! The text of a command is `cli.help.COMMAND`, that of an argument `cli.help.COMMAND.ARGUMENT`, or `cli.help.any.ARGUMENT` if several commands
//! share it. A value that needs an explanation has `cli.value.ARGUMENT.VALUE`, a value name `cli.value_name.NAME`.

use std::borrow::Cow;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, CommandFactory as _};
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::{Arguments, language};

/// The name of the program itself among the keys of commands.
const MAIN: &str = "treewright";

/// The program's arguments with help in this language.
pub fn command(texts: &Texts) -> Command {
    let command = Arguments::command().arg(language::option()).arg(
        Arg::new("version")
            .short('V')
            .long("version")
            .action(ArgAction::Version),
    );
    let command = command
        .disable_version_flag(true)
        .after_help(texts.tr("cli.help.exit_codes").into_owned());
    let mut command = with_texts(command, MAIN, texts);
    // Clap adds the command `help` and the names in usage lines while building.
    command.build();
    translate_built(&mut command, texts);
    command
}

fn with_texts(command: Command, name: &str, texts: &Texts) -> Command {
    let mut command = command;
    if !command.is_disable_help_flag_set() {
        let help = Arg::new("help")
            .short('h')
            .long("help")
            .action(ArgAction::Help);
        command = command.disable_help_flag(true).arg(help);
    }
    let style = *command.get_styles().get_usage();
    let usage = texts.tr("cli.help.usage");
    command = command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{style}{usage}{style:#} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(texts.tr("cli.help.commands").into_owned())
        .subcommand_value_name(texts.tr("cli.help.command_name").into_owned());
    if let Some(about) = texts.find(&format!("cli.help.{name}")) {
        command = command.about(about.into_owned());
    }
    if let Some(codes) = texts.find(&format!("cli.help.{name}.exit_codes")) {
        command = command.after_help(codes.into_owned());
    }
    let mut positionals = 0;
    command
        .mut_args(|arg| {
            positionals += usize::from(arg.is_positional());
            with_help(arg, name, positionals, texts)
        })
        .mut_subcommands(|subcommand| {
            let key = key_below(name, &subcommand);
            with_texts(subcommand, &key, texts)
        })
}

/// The name in the keys of a command below another one: `live_list` for `live list`.
fn key_below(above: &str, command: &Command) -> String {
    let name = command.get_name().replace('-', "_");
    if above == MAIN {
        name
    } else {
        format!("{above}_{name}")
    }
}

/// The text of an argument of a command.
fn help_of(arg: &Arg, command: &str, texts: &Texts) -> Option<Cow<'static, str>> {
    let id = arg.get_id();
    texts
        .find(&format!("cli.help.{command}.{id}"))
        .or_else(|| texts.find(&format!("cli.help.any.{id}")))
}

/// The names of an argument's values, as its usage shows them.
fn value_names(arg: &Arg) -> Vec<String> {
    if !arg.get_action().takes_values() {
        return Vec::new();
    }
    let names = arg.get_value_names().unwrap_or_default();
    if names.is_empty() {
        return vec![arg.get_id().as_str().to_uppercase()];
    }
    names.iter().map(ToString::to_string).collect()
}

fn with_help(arg: Arg, command: &str, order: usize, texts: &Texts) -> Arg {
    let mut arg = arg;
    if let Some(help) = help_of(&arg, command, texts) {
        let values = values(&arg, texts);
        arg = arg.help(format!("{help}{values}"));
    }
    let names = value_names(&arg);
    if !names.is_empty() {
        let names = names.into_iter().map(|name| {
            let key = format!("cli.value_name.{name}");
            texts.find(&key).map_or(name, Cow::into_owned)
        });
        arg = arg.value_names(names.collect::<Vec<_>>());
    }
    let heading = if arg.is_positional() {
        arg = arg.display_order(order);
        texts.tr("cli.help.arguments")
    } else {
        texts.tr("cli.help.options")
    };
    let arg = arg.long_help(None).help_heading(heading.into_owned());
    if arg.get_action().takes_values() {
        return arg.hide_possible_values(true).hide_default_value(true);
    }
    arg
}

/// The possible values of an argument and its default, behind its text.
fn values(arg: &Arg, texts: &Texts) -> String {
    let mut text = String::new();
    if !arg.get_action().takes_values() {
        return text;
    }
    let possible = arg.get_possible_values();
    let names: Vec<&str> = possible.iter().map(PossibleValue::get_name).collect();
    let id = arg.get_id();
    let explained = names.iter().filter_map(|name| {
        let help = texts.find(&format!("cli.value.{id}.{name}"))?;
        Some(texts.tr_with("cli.help.value", &[("value", name), ("help", &help)]))
    });
    let explained: Vec<String> = explained.collect();
    let default = arg.get_default_values().first();
    let default = default.filter(|_| !arg.is_hide_default_value_set());
    if let Some(default) = default {
        let default = default.to_string_lossy();
        text.push(' ');
        text.push_str(&texts.tr_with("cli.help.default", &[("value", &default)]));
    }
    if !explained.is_empty() {
        for line in explained {
            text.push('\n');
            text.push_str(&line);
        }
    } else if !names.is_empty() {
        text.push(' ');
        text.push_str(&texts.tr_with("cli.help.values", &[("values", &names.join(", "))]));
    }
    text
}

/// Translates what clap has added while building: the command `help`, and `[OPTIONS]` in usage lines.
fn translate_built(command: &mut Command, texts: &Texts) {
    let english = command.render_usage().to_string();
    let english = english.strip_prefix("Usage: ").unwrap_or(&english);
    let indent = " ".repeat(texts.tr("cli.help.usage").width() + 1);
    let usage = english
        .replace("[OPTIONS]", &texts.tr("cli.help.options_name"))
        .replace("\n       ", &format!("\n{indent}"));
    if usage != english {
        *command = std::mem::take(command).override_usage(usage);
    }
    for subcommand in command.get_subcommands_mut() {
        if subcommand.get_name() == "help" {
            let about = texts.tr("cli.help.help").into_owned();
            *subcommand = std::mem::take(subcommand).about(about);
        } else {
            translate_built(subcommand, texts);
        }
    }
}

#[cfg(test)]
mod tests {
    use treewright_session::i18n::{LANGUAGES, keys};

    use super::*;

    /// The command and all its subcommands, each with the name in its keys.
    fn all(command: &Command) -> Vec<(String, Command)> {
        below(MAIN, command)
    }

    fn below(name: &str, command: &Command) -> Vec<(String, Command)> {
        let subcommands = command.get_subcommands();
        let mut all: Vec<_> = subcommands
            .filter(|subcommand| !subcommand.is_disable_help_flag_set())
            .flat_map(|subcommand| below(&key_below(name, subcommand), subcommand))
            .collect();
        all.push((name.to_owned(), command.clone()));
        all
    }

    #[test]
    fn every_command_and_argument_has_help_in_every_language() {
        let commands = all(&Arguments::command().arg(language::option()));
        assert!(commands.len() > 10);
        for (language, _) in LANGUAGES {
            let known = keys(language);
            let mut missing = Vec::new();
            let mut needs = |one_of: &[String]| {
                if !one_of.iter().any(|key| known.contains(key)) {
                    missing.push(one_of[0].clone());
                }
            };
            for (name, command) in &commands {
                needs(&[format!("cli.help.{name}")]);
                for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                    let id = arg.get_id();
                    needs(&[
                        format!("cli.help.{name}.{id}"),
                        format!("cli.help.any.{id}"),
                    ]);
                    for name in value_names(arg) {
                        needs(&[format!("cli.value_name.{name}")]);
                    }
                }
            }
            assert!(missing.is_empty(), "{language} lacks {missing:#?}");
        }
    }

    #[test]
    fn either_all_values_of_an_argument_are_explained_or_none() {
        for (language, _) in LANGUAGES {
            let known = keys(language);
            for (name, command) in all(&Arguments::command()) {
                for arg in command
                    .get_arguments()
                    .filter(|arg| arg.get_action().takes_values())
                {
                    let id = arg.get_id();
                    let values = arg.get_possible_values();
                    let explained = values.iter().filter(|value| {
                        known.contains(&format!("cli.value.{id}.{}", value.get_name()))
                    });
                    let explained = explained.count();
                    assert!(
                        [0, values.len()].contains(&explained),
                        "{language} {name} {id}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_help_is_left_over() {
        let mut used = Vec::new();
        for (name, command) in all(&Arguments::command().arg(language::option())) {
            used.push(format!("cli.help.{name}"));
            used.push(format!("cli.help.{name}.exit_codes"));
            for arg in command.get_arguments() {
                let id = arg.get_id();
                used.push(format!("cli.help.{name}.{id}"));
                used.push(format!("cli.help.any.{id}"));
                used.extend(
                    value_names(arg)
                        .iter()
                        .map(|name| format!("cli.value_name.{name}")),
                );
                for value in arg.get_possible_values() {
                    used.push(format!("cli.value.{id}.{}", value.get_name()));
                }
            }
        }
        let names = ["cli.help.any.help", "cli.help.any.version"];
        // The words of the help itself have no command.
        let is_word = |key: &str| key.starts_with("cli.help.") && key.split('.').count() == 3;
        let left: Vec<String> = keys("en")
            .into_iter()
            .filter(|key| key.starts_with("cli.help.") || key.starts_with("cli.value"))
            .filter(|key| !used.contains(key) && !is_word(key) && !names.contains(&&**key))
            .collect();
        assert!(left.is_empty(), "no command has {left:#?}");
    }

    #[test]
    fn clap_accepts_the_commands_in_every_language() {
        for (language, _) in LANGUAGES {
            command(&Texts::new(language)).debug_assert();
        }
    }
}
