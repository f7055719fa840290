//! The guide in the window: F1 opens its pages; what its first hour says is done here, key by key; and its pictures are drawn, in both languages.
//! `UPDATE_SNAPSHOTS=1` renews the pictures; look at each.

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui::{OutputCommand, Theme, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{SnapshotResults, try_image_snapshot_options};
use image::imageops::crop_imm;
use treewright_editor::docking::Panel;
use treewright_editor::panels::tour;
use treewright_session::i18n::{LANGUAGES, Texts};

use super::pictures_of_panels::{add_chinese_font, has_chinese_font};
use super::snapshots::same_pixels;
use super::studio::Studio;

/// Presses F1, and returns the address that a browser is to open.
fn opened(studio: &mut Studio) -> Option<String> {
    let event = egui::Event::Key {
        key: egui::Key::F1,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
        repeat: false,
        physical_key: None,
    };
    studio.harness.input_mut().events.push(event);
    (0..4).find_map(|_| {
        studio.steps(1);
        let commands = &studio.harness.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            OutputCommand::OpenUrl(open) => Some(open.url.clone()),
            _ => None,
        })
    })
}

/// The first problem of the active document, in words.
fn first_problem(studio: &Studio, texts: &Texts) -> String {
    studio.front(|front| texts.problem_in(front.document(), &front.diagnostics()[0]))
}

/// An editor with a built guide that has these pages.
fn with_guide(pages: &[&str]) -> Studio {
    let studio = Studio::started();
    for page in pages {
        studio.write(&format!("guide/{page}.html"), "");
    }
    studio
}

/// Presses F1, and returns the page and section that open.
fn page(studio: &mut Studio) -> String {
    let url = opened(studio).unwrap_or_else(|| panic!("nothing opens: {}", studio.notice()));
    let (_, page) = url.split_once("/guide/").unwrap();
    assert!(url.starts_with("file:///"), "{url}");
    page.to_owned()
}

#[test]
fn f1_opens_the_page_of_what_is_selected() {
    let mut studio = with_guide(&[
        "index",
        "guide/nodes/Sequence",
        "guide/panels",
        "guide/problems/loose_nodes",
        "zh-CN/guide/nodes/Sequence",
    ]);
    assert_eq!(page(&mut studio), "index.html");
    studio.must_say("Opened the guide in your browser: ");
    studio.click("Outline: Attack");
    assert_eq!(page(&mut studio), "guide/nodes/Sequence.html");
    studio.focus("Filter variables");
    assert_eq!(page(&mut studio), "guide/panels.html#blackboard");
    // A click on a tab leaves the keyboard to the canvas.
    studio.click("Outline: Attack");
    studio.show_panel("Log");
    assert_eq!(page(&mut studio), "guide/panels.html#log");
    studio.keys("Right Left");
    assert_eq!(page(&mut studio), "guide/nodes/Sequence.html");
    studio.menu("Node > Move > Detach from parent");
    studio.show_panel("Problems (1)");
    let problem = first_problem(&studio, &Texts::default());
    studio.click(&problem);
    assert_eq!(page(&mut studio), "guide/problems/loose_nodes.html");
    // Chase, which has no problem.
    studio.keys("Ctrl+G `n6` Enter");
    studio.speak_chinese();
    assert_eq!(page(&mut studio), "zh-CN/guide/nodes/Sequence.html");
}

#[test]
fn a_page_that_is_not_there_leads_to_the_beginning() {
    let mut studio = with_guide(&["index"]);
    studio.click("Outline: Attack");
    assert_eq!(page(&mut studio), "index.html");
}

#[test]
fn without_a_guide_a_message_says_where_to_get_it_and_the_node_is_explained_here() {
    let mut studio = Studio::started();
    studio.menu("Help > Guide");
    studio.must_say("This program has no guide beside it.");
    studio.click("Outline: Attack");
    assert_eq!(opened(&mut studio), None);
    assert!(studio.shows("Node reference"));
}

/// An editor whose pictures are in a language of the guide.
struct Painter {
    studio: Studio,
    texts: Texts,
    results: SnapshotResults,
}

impl Painter {
    /// Starts an editor on these files.
    fn new(language: &str, files: &[PathBuf], results: SnapshotResults) -> Self {
        let mut studio = Studio::on(files, Theme::Light);
        studio.is_patient = true;
        studio.harness.set_size(vec2(1280.0, 800.0));
        if language == "zh-CN" {
            add_chinese_font(&studio.harness.ctx);
            studio.speak_chinese();
        }
        studio.steps(4);
        Self {
            studio,
            texts: Texts::new(language),
            results,
        }
    }

    /// The English or the Chinese text.
    fn either<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        match self.texts.language() {
            "en" => english,
            _ => chinese,
        }
    }

    /// Draws the window, or a panel of it.
    fn draw(&mut self, name: &str, panel: Option<Panel>) {
        self.studio.harness.remove_cursor();
        // Whether a blinking text cursor shows depends on how long background work took.
        let ctx = &self.studio.harness.ctx;
        ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
        self.studio.steps(8);
        let mut picture = self.studio.harness.render().unwrap();
        if let Some(panel) = panel {
            let rect = tour::recorded_rect(&self.studio.harness.ctx, panel.key()).unwrap();
            let at = rect.min.round();
            let size = rect.size().round();
            let part = crop_imm(
                &picture,
                at.x as u32,
                at.y as u32,
                size.x as u32,
                size.y as u32,
            );
            picture = part.to_image();
        }
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let folder = match self.texts.language() {
            "en" => docs.join("pictures"),
            language => docs.join(language).join("pictures"),
        };
        let options = same_pixels().output_path(folder);
        let result = try_image_snapshot_options(&picture, name, &options);
        self.results.add(result);
    }

    /// Types into the search for nodes, and takes the first entry.
    fn add(&mut self, name: &str) {
        self.studio.keys("Space");
        self.studio.type_text(name);
        self.studio.keys("Enter");
        self.studio.steps(4);
    }

    /// Names the selected node.
    fn name(&mut self, name: &str) {
        self.studio.keys("F2 Ctrl+A");
        self.studio.type_text(name);
        self.studio.keys("Enter");
        self.studio.steps(4);
    }

    /// Adds a variable of the type to which these keys go in the list.
    fn declare(&mut self, keys: &str, name: &str) {
        for key in ["V"].into_iter().chain(keys.split_whitespace()) {
            self.studio.keys(key);
            self.studio.steps(5);
        }
        self.studio.type_text(name);
        self.studio.keys("Enter");
        self.studio.steps(4);
        self.studio.focus_canvas();
    }

    fn run_frame(&mut self) {
        self.studio.keys("F10");
        self.studio.steps(4);
    }

    fn set(&mut self, variable: &str) {
        let label = self
            .texts
            .tr_with("blackboard.live_value_of", &[("name", variable)]);
        self.studio.click(&label);
    }

    /// The name of the first control whose name contains this.
    fn control_with(&self, part: &str) -> Option<String> {
        let found = self.studio.harness.query_all_by_label_contains(part);
        let mut controls = found.filter(|node| node.accesskit_node().role() != Role::Label);
        controls.find_map(|node| node.accesskit_node().label())
    }

    /// Clicks that control.
    fn click_part(&mut self, part: &str) {
        let name = self.control_with(part);
        let name = name.unwrap_or_else(|| panic!("nothing is called {part}"));
        self.studio.click(&name);
    }

    fn select(&mut self, title: &str) {
        let id = self.studio.id(title);
        self.studio.keys("Ctrl+G");
        self.studio.type_text(id.as_str());
        self.studio.keys("Enter");
        self.studio.steps(4);
    }
}

/// Does `act` in each language of the guide for which there is a font, and compares the pictures.
fn in_each_language(files: impl Fn(&str) -> Vec<PathBuf>, act: impl Fn(&mut Painter)) {
    let mut results = SnapshotResults::new();
    for (language, _) in LANGUAGES {
        if language == "zh-CN" && !has_chinese_font() {
            continue;
        }
        let mut painter = Painter::new(language, &files(language), results);
        act(&mut painter);
        results = painter.results;
    }
}

/// The file of an example in this language.
fn example(language: &str, name: &str) -> PathBuf {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples");
    let folder = match language {
        "en" => examples,
        language => examples.join(language),
    };
    folder.join(format!("{name}.bt.json"))
}

/// What `docs/guide/first-hour/designer.md` says to do.
#[test]
fn the_first_hour_of_a_designer() {
    in_each_language(
        |_| Vec::new(),
        |p| {
            p.studio.keys("Ctrl+N");
            p.declare("Enter", "sees_enemy");
            p.add(p.either("selector", "选择器"));
            p.name(p.either("Guard", "守卫"));
            p.add(p.either("sequence", "序列"));
            p.name(p.either("Attack", "攻击"));
            p.add("sees_enemy");
            p.name(p.either("Sees enemy?", "看见敌人？"));
            p.studio.keys("ArrowUp");
            p.add(p.either("Strike", "挥剑"));
            p.studio.keys("ArrowUp ArrowUp");
            p.add(p.either("sequence", "序列"));
            p.name(p.either("Patrol", "巡逻"));
            p.add(p.either("Walk to the gate", "走到大门"));
            p.studio.keys("ArrowUp");
            p.add(p.either("wait", "等待"));
            p.name(p.either("Look about", "四处张望"));
            let built = p.either(
            "Guard\n  Attack\n    Sees enemy?\n    Strike\n  Patrol\n    Walk to the gate\n    Look about",
            "守卫\n  攻击\n    看见敌人？\n    挥剑\n  巡逻\n    走到大门\n    四处张望",
        );
            assert_eq!(p.studio.outline(), built);
            p.studio.keys("F");
            p.draw("designer_tree", None);
            p.run_frame();
            p.run_frame();
            p.set("sees_enemy");
            p.run_frame();
            let strike = p.either("Strike", "挥剑");
            assert!(
                !format!("{:?}", p.studio.state(strike)).contains("Running"),
                "nothing aborts yet"
            );
            p.studio.keys("Shift+F5");
            p.select(p.either("Attack", "攻击"));
            p.studio.keys("L");
            p.run_frame();
            p.run_frame();
            p.set("sees_enemy");
            p.run_frame();
            p.draw("designer_abort", None);
            p.select(p.either("Patrol", "巡逻"));
            p.studio.keys("Y");
            p.studio.steps(6);
            let aborted = p.either("“Patrol” was aborted: “Sees enemy?” became true", "“巡逻”");
            p.studio.must_show_part(&[aborted]);
            p.draw("designer_why", None);
        },
    );
}

/// The trees of the recipes, which are examples.
#[test]
fn the_trees_of_recipes() {
    let names = ["guard", "boss-fight", "door-robot", "miner", "squad"];
    let files = |language: &str| names.map(|name| example(language, name)).to_vec();
    in_each_language(files, |p| {
        p.studio.keys("Shift+Space");
        for name in names {
            p.studio.keys("Ctrl+Tab");
            p.studio.steps(4);
            p.studio.keys("F");
            p.draw(
                &format!("recipe_{}", name.replace('-', "_")),
                Some(Panel::Canvas),
            );
        }
    });
}

/// The branch of the recipe about cooldowns.
#[test]
fn a_meal_with_a_cooldown() {
    in_each_language(
        |language| vec![example(language, "miner")],
        |p| {
            p.studio.keys("Shift+Space");
            p.select(p.either("Eat", "吃饭"));
            p.studio.keys("Ctrl+Shift+A Shift+F");
            p.draw("recipe_cooldown", Some(Panel::Canvas));
        },
    );
}

/// Pictures of `docs/guide/editing.md`: what a composite can interrupt, and a problem with its fix.
#[test]
fn a_composite_and_a_problem() {
    in_each_language(
        |language| vec![example(language, "guard")],
        |p| {
            p.select(p.either("Attack", "攻击"));
            p.draw("editing_selected", None);
            p.select(p.either("Patrol", "巡逻"));
            p.studio.keys("Ctrl+Shift+P");
            p.studio.type_text(&p.texts.tr("command.detach"));
            p.studio.keys("Enter");
            let count = p.studio.front(|front| front.diagnostics().len());
            let title = p
                .texts
                .with_note(&p.texts.tr("panel.problems"), &count.to_string());
            p.studio.show_panel(&title);
            let problem = first_problem(&p.studio, &p.texts);
            p.studio.click(&problem);
            p.draw("editing_problem", None);
        },
    );
}

/// The window for robots and games.
#[test]
fn the_window_to_attach() {
    in_each_language(
        |language| vec![example(language, "warehouse")],
        |p| {
            p.studio.keys("Ctrl+Shift+R");
            p.studio.steps(4);
            p.draw("attach", None);
        },
    );
}

/// Explores a tree up to this frame, with these claims beside it, and waits for the end.
fn explore(p: &mut Painter, (name, tree): (&str, &str), frames: u64, claims: &str) {
    let file = p.studio.write(&format!("game/{name}.bt.json"), tree);
    let claims = format!(
        r#"{{"format": "treewright-claims", "version": 1, "limits": {{"frames": {frames}, "seconds": 600.0}}, "claims": [{claims}]}}"#
    );
    p.studio.write(&format!("game/{name}.claims.json"), claims);
    p.studio.open(&file);
    p.studio.steps(4);
    p.studio.keys("Ctrl+Shift+X");
    let stop = p.texts.tr("command.stop_exploring").into_owned();
    let start = p.texts.tr("command.explore").into_owned();
    p.studio
        .wait_until(|studio| studio.shows(&start) && !studio.shows(&stop));
}

/// The text of an example in this language.
fn text_of(p: &Painter, name: &str) -> String {
    std::fs::read_to_string(example(p.texts.language(), name)).unwrap()
}

/// Pictures of `docs/guide/exploring.md`.
#[test]
fn what_exploring_finds() {
    in_each_language(
        |_| Vec::new(),
        |p| {
            // Rest is to the left of Patrol.
            let guard = text_of(p, "guard").replace(r#""n10", "n18"]"#, r#""n18", "n10"]"#);
            explore(p, ("guard", &guard), 1_000, "");
            p.studio.keys("A");
            p.click_part(p.either("“Patrol” can never run", "“巡逻”永远不会运行"));
            p.draw("exploring_never", None);
            let mended = "position == wolf ? vec2(1, 0) : position - wolf";
            let forager = text_of(p, "forager").replace(mended, "position - wolf");
            explore(p, ("forager", &forager), 4, "");
            p.click_part(p.either("nothing outside changes: Frame", "帧一次：第"));
            p.draw("exploring_thrash", None);
            let name = p.either("Always has power for the way back", "电量总是够返航");
            let claim = format!(r#"{{"name": "{name}", "always": "battery >= 60.0"}}"#);
            let courier = text_of(p, "courier");
            explore(p, ("courier", &courier), 50, &claim);
            p.click_part(p.either("Claims (", "断言（"));
            p.click_part(p.either("Show the run: ", "查看运行："));
            p.studio.show_panel(&p.texts.tr("panel.explore"));
            p.draw("exploring_claim", None);
        },
    );
}
