//! `treewright schema`: prints the JSON Schema of one of our formats, a file of `assets/schema`, for text editors and other programs.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};

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
            Self::Link => schema!("link"),
            Self::Live => schema!("live"),
            Self::Claims => schema!("claims"),
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
