//! The example trees, embedded so that every installed program has them.

pub struct Example {
    /// Never changes, because other parts refer to the example by it.
    pub name: &'static str,
    /// The file name by which its scenarios refer to it.
    pub file: &'static str,
    /// Text key of the title.
    pub text_key: &'static str,
    pub json: &'static str,
}

macro_rules! example {
    ($name:literal, $text_key:literal) => {
        Example {
            name: $name,
            file: concat!($name, ".bt.json"),
            text_key: $text_key,
            json: include_str!(concat!("../../../assets/examples/", $name, ".bt.json")),
        }
    };
}

/// All examples; the first start opens the first one.
pub const EXAMPLES: &[Example] = &[
    example!("guard", "example.guard"),
    example!("door-robot", "example.door_robot"),
    example!("boss-fight", "example.boss_fight"),
    example!("forager", "example.forager"),
    example!("miner", "example.miner"),
    example!("squad", "example.squad"),
    example!("sentry", "example.sentry"),
    example!("courier", "example.courier"),
    example!("post-robot", "example.post_robot"),
    example!("arena", "example.arena"),
    example!("warehouse", "example.warehouse"),
    example!("lighthouse", "example.lighthouse"),
    example!("delivery-cart", "example.delivery_cart"),
];

/// Task libraries that the examples use, by the path that the examples write.
const LIBRARIES: &[(&str, &str)] = &[(
    "arena.tasks.json",
    include_str!("../../../assets/examples/arena.tasks.json"),
)];

macro_rules! scenario {
    ($example:literal, $name:literal) => {
        (
            $example,
            concat!($name, ".scenario.json"),
            include_str!(concat!(
                "../../../assets/examples/",
                $name,
                ".scenario.json"
            )),
        )
    };
}

/// Scenarios of the examples: example name, file name, JSON text.
const SCENARIOS: &[(&str, &str, &str)] = &[
    scenario!("guard", "guard"),
    scenario!("guard", "guard-off-duty"),
    scenario!("door-robot", "door-robot"),
    scenario!("door-robot", "door-robot-help"),
    scenario!("door-robot", "door-robot-slip"),
    scenario!("boss-fight", "boss-fight"),
    scenario!("boss-fight", "boss-fight-flight"),
    scenario!("boss-fight", "boss-fight-minions"),
    scenario!("forager", "forager"),
    scenario!("miner", "miner"),
    scenario!("squad", "squad"),
    scenario!("squad", "squad-late"),
    scenario!("sentry", "sentry"),
    scenario!("courier", "courier"),
    scenario!("courier", "courier-empty"),
    scenario!("post-robot", "post-robot"),
    scenario!("arena", "arena"),
    scenario!("warehouse", "warehouse"),
    scenario!("lighthouse", "lighthouse"),
    scenario!("delivery-cart", "delivery-cart"),
];

/// Returns the file name and JSON text of each scenario of an example.
pub fn scenarios(name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_it = SCENARIOS
        .iter()
        .filter(move |(example, ..)| *example == name);
    of_it.map(|(_, file, text)| (*file, *text))
}

/// Returns the text of the task library to which an example refers by this path.
pub fn library(reference: &str) -> Option<&'static str> {
    let mut libraries = LIBRARIES.iter();
    let found = libraries.find(|(name, _)| *name == reference);
    found.map(|(_, text)| *text)
}

pub fn find(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}

#[cfg(test)]
mod tests {
    use treewright_authoring::validate::validate;
    use treewright_core::format::native;

    use super::*;
    use crate::host::libraries::Libraries;
    use crate::i18n::{LANGUAGES, Texts};

    #[test]
    fn every_example_is_a_document_without_problems() {
        for example in EXAMPLES {
            let read = native::read(example.json.as_bytes()).unwrap();
            assert_eq!(read.diagnostics, [], "{}", example.name);
            let mut libraries = Libraries::without_file(&read.document.libraries, |name| {
                library(name).map(std::sync::Arc::from)
            });
            let problems = validate(&read.document, &libraries.combined());
            assert!(libraries.problems.is_empty(), "{}", example.name);
            assert_eq!(problems, [], "{}", example.name);
        }
    }

    #[test]
    fn every_builtin_node_type_occurs_in_an_example() {
        let mut shown = std::collections::BTreeSet::new();
        for example in EXAMPLES {
            let read = native::read(example.json.as_bytes()).unwrap();
            shown.extend(read.document.nodes().map(|node| node.task.to_string()));
        }
        let kinds = treewright_core::nodes::declarations();
        let missing: Vec<_> = kinds
            .iter()
            .filter(|kind| !shown.contains(&*kind.task))
            .map(|kind| &*kind.task)
            .collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn every_example_has_a_title_in_every_language() {
        for (language, _) in LANGUAGES {
            for example in EXAMPLES {
                assert!(Texts::new(language).find(example.text_key).is_some());
            }
        }
    }
}
