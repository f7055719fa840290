//! The example trees in each language of the interface, with their scenarios and task libraries, embedded so that an installed program has
//! them anywhere. Knows nothing about how they are opened.

use crate::i18n::{LANGUAGES, Texts};

/// An example in each language.
pub struct Example {
    /// The stable name, which is also that of its files in `assets/examples`.
    pub name: &'static str,
    /// The key of the title in the menu.
    pub text_key: &'static str,
    /// The same tree in each language, in the order of [`LANGUAGES`].
    pub documents: [ExampleDocument; LANGUAGES.len()],
}

/// An example in one language.
pub struct ExampleDocument {
    /// Names the document while it has no file. Unique over all examples and languages.
    pub title: &'static str,
    /// The path of the tree in the folder of the examples, for its scenarios.
    pub file: &'static str,
    /// The content of that file.
    pub json: &'static str,
    /// The paths of the scenarios in the folder of the examples, with their content.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// The content of the file with its claims.
    pub claims: Option<&'static str>,
}

impl Example {
    /// Returns the document in the language of these texts.
    pub fn document(&self, texts: &Texts) -> &ExampleDocument {
        let code = texts.language();
        let language = LANGUAGES.iter().position(|(own, _)| *own == code);
        &self.documents[language.unwrap_or(0)]
    }
}

macro_rules! claims {
    ($folder:literal, $name:literal,) => {
        None
    };
    ($folder:literal, $name:literal, claims) => {
        Some(include_str!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/examples/",
            $folder,
            $name,
            ".claims.json"
        )))
    };
}

macro_rules! document {
    ($folder:literal, $title:expr, $name:literal, [$($scenario:literal),+], ($($claims:ident)?)) => {
        ExampleDocument {
            title: $title,
            file: concat!($folder, $name, ".bt.json"),
            json: include_str!(concat!(env!("TREEWRIGHT_ASSETS"), "/examples/", $folder, $name, ".bt.json")),
            scenarios: &[$((
                concat!($folder, $scenario, ".scenario.json"),
                include_str!(concat!(
                    env!("TREEWRIGHT_ASSETS"),
                    "/examples/",
                    $folder,
                    $scenario,
                    ".scenario.json"
                )),
            )),+],
            claims: claims!($folder, $name, $($claims)?),
        }
    };
}

macro_rules! example {
    ($name:literal, $text_key:literal, $chinese_title:literal, $scenarios:tt $(, $claims:ident)?) => {
        Example {
            name: $name,
            text_key: $text_key,
            documents: [
                document!("", $name, $name, $scenarios, ($($claims)?)),
                document!("zh-CN/", $chinese_title, $name, $scenarios, ($($claims)?)),
            ],
        }
    };
}

/// All examples. The first start shows the first one.
pub const EXAMPLES: &[Example] = &[
    example!(
        "guard",
        "example.guard",
        "守卫",
        ["guard", "guard-off-duty"]
    ),
    example!(
        "door-robot",
        "example.door_robot",
        "开门机器人",
        ["door-robot", "door-robot-help", "door-robot-slip"]
    ),
    example!(
        "boss-fight",
        "example.boss_fight",
        "首领战",
        ["boss-fight", "boss-fight-flight", "boss-fight-minions"],
        claims
    ),
    example!("forager", "example.forager", "采集者", ["forager"]),
    example!("miner", "example.miner", "矿工", ["miner"]),
    example!(
        "squad",
        "example.squad",
        "小队",
        ["squad", "squad-late", "squad-called-off"]
    ),
    example!("sentry", "example.sentry", "哨戒炮", ["sentry"]),
    example!(
        "courier",
        "example.courier",
        "快递无人机",
        ["courier", "courier-empty"]
    ),
    example!(
        "post-robot",
        "example.post_robot",
        "邮递机器人",
        ["post-robot"]
    ),
    example!("arena", "example.arena", "竞技场", ["arena"]),
    example!(
        "warehouse",
        "example.warehouse",
        "仓库机器人",
        ["warehouse"],
        claims
    ),
    example!("lighthouse", "example.lighthouse", "灯塔", ["lighthouse"]),
    example!(
        "delivery-cart",
        "example.delivery_cart",
        "送货车",
        ["delivery-cart"]
    ),
    example!(
        "fishing-boat",
        "example.fishing_boat",
        "渔船",
        ["fishing-boat"]
    ),
];

/// The task libraries of the examples by the paths in their documents, with their content in the order of [`LANGUAGES`].
const LIBRARIES: &[(&str, [&str; LANGUAGES.len()])] = &[(
    "arena.tasks.json",
    [
        include_str!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/examples/arena.tasks.json"
        )),
        include_str!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/examples/zh-CN/arena.tasks.json"
        )),
    ],
)];

/// Returns the example with this stable name.
pub fn find(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}

/// Returns the example document with this title.
pub fn titled(title: &str) -> Option<&'static ExampleDocument> {
    documents().find(|document| document.title == title)
}

fn documents() -> impl Iterator<Item = &'static ExampleDocument> {
    EXAMPLES.iter().flat_map(|example| &example.documents)
}

/// Returns the content of the task library to which an example refers by this path. `title` is that of the document that refers to it: the
/// library is in the language of that example, or in English if the document is no example.
pub fn library(title: &str, reference: &str) -> Option<&'static str> {
    let language = |example: &Example| {
        let mut documents = example.documents.iter();
        documents.position(|document| document.title == title)
    };
    let language = EXAMPLES.iter().find_map(language).unwrap_or(0);
    let mut libraries = LIBRARIES.iter();
    let found = libraries.find(|(path, _)| *path == reference);
    found.map(|(_, contents)| contents[language])
}

#[cfg(test)]
mod tests;
