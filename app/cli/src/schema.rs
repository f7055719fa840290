//! `treewright schema`: prints the JSON Schema of one of our formats, for text editors and other programs. What is printed is what
//! `assets/schema` holds.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};

use super::{Outcome, Streams};

#[derive(Debug, Args)]
pub struct Schema {
    /// Of which files; without it, the names are listed
    #[arg(value_enum, value_name = "NAME")]
    name: Option<Name>,
}

/// The formats that have a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// Documents, `NAME.bt.json`
    Bt,
    /// Scenarios, `NAME.scenario.json`
    Scenario,
    /// Task libraries, `NAME.tasks.json`
    Tasks,
    /// Breakpoints, `.treewright/breakpoints.json`
    Breakpoints,
    /// A line of a recording, `NAME.trace.jsonl`
    Trace,
}

impl Name {
    fn text(self) -> &'static str {
        macro_rules! schema {
            ($name:literal) => {
                include_str!(concat!(
                    "../../../assets/schema/treewright-",
                    $name,
                    "-1.json"
                ))
            };
        }
        match self {
            Self::Bt => schema!("bt"),
            Self::Scenario => schema!("scenario"),
            Self::Tasks => schema!("tasks"),
            Self::Breakpoints => schema!("breakpoints"),
            Self::Trace => schema!("trace"),
        }
    }
}

impl Schema {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if let Some(name) = self.name {
            streams.out.data().write_all(name.text().as_bytes())?;
            return Ok(Outcome::Fine);
        }
        for value in Name::value_variants()
            .iter()
            .filter_map(Name::to_possible_value)
        {
            let help = value
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            writeln!(streams.out, "{:<12} {help}", value.get_name())?;
        }
        Ok(Outcome::Fine)
    }
}
