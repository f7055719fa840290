//! `treewright schema`: prints the JSON Schema of one of our formats, a file of `assets/schema`, for text editors and other programs.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};
use treewright_session::schemas;

use super::{Outcome, Streams};

#[derive(Debug, Args)]
pub struct Schema {
    #[arg(value_enum, value_name = "NAME")]
    name: Option<Name>,
}

/// The formats that have a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    Bt,
    Scenario,
    Tasks,
    Breakpoints,
    Trace,
    Link,
    Live,
    Claims,
}

impl Name {
    fn text(self) -> &'static str {
        match self {
            Self::Bt => schemas::TREE,
            Self::Scenario => schemas::SCENARIO,
            Self::Tasks => schemas::TASKS,
            Self::Breakpoints => schemas::BREAKPOINTS,
            Self::Trace => schemas::TRACE,
            Self::Link => schemas::LINK,
            Self::Live => schemas::LIVE,
            Self::Claims => schemas::CLAIMS,
        }
    }
}

impl Schema {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        if let Some(name) = self.name {
            streams.out.data().write_all(name.text().as_bytes())?;
            return Ok(Outcome::Success);
        }
        for value in Name::value_variants()
            .iter()
            .filter_map(Name::to_possible_value)
        {
            let name = value.get_name();
            let help = streams
                .texts
                .tr(&format!("cli.value.name.{name}"))
                .into_owned();
            writeln!(streams.out, "{name:<12} {help}")?;
        }
        Ok(Outcome::Success)
    }
}
