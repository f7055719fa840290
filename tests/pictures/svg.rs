//! SVG images: each parses, contains every text as text at its card, and another program draws it as the window does.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::FontDefinitions;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document as Xml, Node as Element, ParsingOptions};
use resvg::usvg::{Options as SvgOptions, Tree, fontdb};
use treewright_core::diagnostic::visible_line;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_editor::picture::{Options, Picture};
use treewright_session::host::job::CancelToken;
use treewright_session::i18n::Texts;

use super::{guard, picture, wide};

fn parsed(svg: &str) -> Xml<'_> {
    Xml::parse(svg).unwrap_or_else(|error| panic!("the SVG is not valid XML: {error}"))
}

/// Returns the texts of each node's group, by the node's id.
fn texts_by_node(xml: &Xml<'_>) -> BTreeMap<String, Vec<String>> {
    let groups = xml.descendants().filter_map(|group| {
        let id = group.attribute("id")?.strip_prefix("node-")?;
        let texts = group.descendants().filter(|e| e.has_tag_name("text"));
        let texts = texts.filter_map(|text| text.text().map(str::to_owned));
        Some((id.to_owned(), texts.collect()))
    });
    groups.collect()
}

fn number(element: Element<'_, '_>, name: &str) -> f32 {
    element.attribute(name).unwrap().parse().unwrap()
}

#[test]
fn each_name_is_text_and_each_card_has_its_position() {
    let document = guard();
    let svg = picture(&document, &Options::default()).to_svg();
    let xml = parsed(&svg);
    let texts = texts_by_node(&xml);
    assert_eq!(texts.len(), document.node_count());
    for node in document.nodes() {
        let own = &texts[node.id().as_str()];
        let title = Texts::default().node_title(node);
        assert!(own.contains(&title), "{title} is not among {own:?}");
        let id = format!("node-{}", node.id());
        let group = xml.descendants().find(|e| e.attribute("id") == Some(&id));
        let group = group.unwrap();
        let said = group.children().find(|e| e.has_tag_name("title")).unwrap();
        assert!(said.text().unwrap().contains(&title));
        let card = group.children().find(|e| e.has_tag_name("rect")).unwrap();
        // The stroke of one point is centered on the card's edge.
        let corner = (number(card, "x") + 0.5, number(card, "y") + 0.5);
        let place = (node.position.x as f32, node.position.y as f32);
        assert_eq!(corner, place, "{title}");
    }
    let attack = &texts["n2"];
    assert!(attack.contains(&"Sequence".to_owned()), "{attack:?}");
    assert!(
        attack.contains(&"Aborts: both".to_owned()),
        "its abort type: {attack:?}"
    );
    let fonts = xml.root_element().attribute("font-family").unwrap();
    assert!(fonts.ends_with("sans-serif"));
    let symbols = svg.chars().filter(|c| ('\u{e000}'..'\u{f900}').contains(c));
    assert_eq!(symbols.count(), 0, "this text would need an icon font");
}

/// Draws the SVG with another program, using the fonts of the canvas.
fn drawn(svg: &str) -> Pixmap {
    let mut fonts = fontdb::Database::new();
    for data in FontDefinitions::default().font_data.values() {
        let bytes: &[u8] = data.font.as_ref().as_ref();
        fonts.load_font_data(bytes.to_vec());
    }
    let options = SvgOptions {
        fontdb: Arc::new(fonts),
        ..SvgOptions::default()
    };
    let tree = Tree::from_str(svg, &options).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels
}

#[test]
fn another_program_draws_it_as_the_canvas_does() {
    let document = guard();
    for dark in [false, true] {
        let options = Options {
            dark,
            ..Options::default()
        };
        let picture = picture(&document, &options);
        let (ours, theirs) = (picture.to_image().unwrap(), drawn(&picture.to_svg()));
        assert_eq!(
            ours.size,
            [theirs.width() as usize, theirs.height() as usize]
        );
        let differences = ours.pixels.iter().zip(theirs.pixels()).map(|(a, b)| {
            let pairs = [(a.r(), b.red()), (a.g(), b.green()), (a.b(), b.blue())];
            pairs
                .map(|(a, b)| u64::from(a.abs_diff(b)))
                .iter()
                .sum::<u64>()
        });
        let mean = differences.sum::<u64>() as f64 / (3 * ours.pixels.len()) as f64;
        // Some programs draw text slightly thinner and edges slightly softer.
        assert!(mean < 1.5, "the images differ by {mean}");
        let cards = picture.cards().count();
        assert_eq!(cards, document.node_count());
    }
}

#[test]
fn unusual_names_are_kept_and_escaped() {
    let names = [
        "a < b && \"c\" > 'd'",
        "]]> <!-- -->",
        "巡逻 · 見張り 👮",
        "bell \u{7} and null \u{0}",
        "&amp; stays",
        "\u{fffe}\u{202e}turned",
    ];
    let document = wide(names.len(), |leaf| names[leaf].to_owned());
    let svg = picture(&document, &Options::default()).to_svg();
    let xml = parsed(&svg);
    let texts = texts_by_node(&xml);
    for (leaf, name) in names.iter().enumerate() {
        let shown = &texts[&format!("n{leaf}")];
        // Hidden characters are written out, as on the canvas; one that XML has not is replaced.
        let safe = visible_line(name).replace('\u{fffe}', "\u{fffd}");
        let is_there = shown.iter().any(|text| text.trim() == safe.trim());
        assert!(is_there, "{safe:?} is not among {shown:?}");
    }
}

#[test]
fn node_types_are_named_in_the_requested_language() {
    let document = guard();
    let library = NodeLibrary::builtin();
    let chinese = Texts::new("zh-CN");
    let picture = Picture::of(&document, &library, &chinese, &Options::default()).unwrap();
    let svg = picture.to_svg();
    let xml = parsed(&svg);
    let sequence = chinese.task_title("Sequence");
    assert_ne!(sequence, "Sequence");
    assert!(texts_by_node(&xml)["n2"].contains(&sequence));
}

#[test]
fn a_branch_can_be_drawn_alone() {
    let document = guard();
    let only = [NodeId::from("n2")];
    let options = Options {
        only: &only,
        ..Options::default()
    };
    let part = picture(&document, &options);
    let svg = part.to_svg();
    let shown: Vec<String> = texts_by_node(&parsed(&svg)).into_keys().collect();
    let below: Document = document.clone();
    let mut expected: Vec<String> = below
        .subtree(&only[0])
        .map(|node| node.id().to_string())
        .collect();
    expected.sort();
    assert_eq!(shown, expected);
    assert!(part.area().width() < picture(&document, &Options::default()).area().width());
    let gone = [NodeId::from("nobody")];
    let options = Options {
        only: &gone,
        ..Options::default()
    };
    let library = NodeLibrary::builtin();
    assert!(Picture::of(&document, &library, &Texts::default(), &options).is_err());
}

#[test]
fn ten_thousand_nodes_fit_into_one_svg() {
    let document = wide(10_000, |leaf| format!("Leaf {leaf}"));
    let svg = picture(&document, &Options::default()).to_svg();
    let options = ParsingOptions {
        nodes_limit: u32::MAX,
        ..ParsingOptions::default()
    };
    let xml = Xml::parse_with_options(&svg, options).unwrap();
    assert_eq!(texts_by_node(&xml).len(), 10_001);
    // Definitions shared by many cards are written once.
    assert!(svg.len() < 2_000 * 10_000, "{} bytes", svg.len());
}

#[test]
fn light_and_dark_images_differ_only_in_color() {
    let document = guard();
    let svg = |dark| {
        let options = Options {
            dark,
            ..Options::default()
        };
        picture(&document, &options).to_svg()
    };
    let (light, dark) = (svg(false), svg(true));
    assert_ne!(light, dark);
    let (light, dark) = (parsed(&light), parsed(&dark));
    assert_eq!(texts_by_node(&light), texts_by_node(&dark));
}

#[test]
fn a_cancelled_image_is_not_created() {
    let document = wide(50, |leaf| format!("Leaf {leaf}"));
    let stop = CancelToken::default();
    let usual = picture(&document, &Options::default());
    let stopped = picture(&document, &Options::default()).stopped_by(&stop);
    assert_eq!(stopped.to_svg(), usual.to_svg());
    let whole = stopped.to_png().unwrap();
    assert_eq!(whole, usual.to_png().unwrap());
    stop.want();
    assert_eq!(stopped.to_svg(), "");
    assert!(stopped.to_png().unwrap().len() < whole.len() / 4);
}
