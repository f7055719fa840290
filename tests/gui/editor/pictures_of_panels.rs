//! Snapshots of each panel, menu and window in both themes and both languages, cut out of the whole window and compared. `UPDATE_SNAPSHOTS=1` renews
//! them; look at each. One editor draws all snapshots of a theme and a language, which keeps this fast.

use std::path::{Path, PathBuf};

use egui::epaint::text::{FontData, FontInsert, FontPriority, InsertFontFamily};
use egui::{FontFamily, Key, Modifiers, Order, Rect, Theme};
use egui_kittest::{SnapshotResults, try_image_snapshot_options};
use image::RgbaImage;
use image::imageops::crop_imm;
use treewright_editor::command_table::Menu;
use treewright_editor::docking::Panel;
use treewright_editor::panels::tour;
use treewright_insight::occurrence::Sought;
use treewright_session::i18n::Texts;

use super::snapshots::same_pixels;
use super::studio::Studio;

/// An editor that is drawn in one theme and one language.
struct Album {
    studio: Studio,
    texts: Texts,
    ending: String,
    results: SnapshotResults,
    picture: Option<RgbaImage>,
}

impl Album {
    fn new(theme: Theme, language: &str) -> Self {
        let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../assets/examples");
        let files = ["forager.bt.json", "guard.bt.json"].map(|name| examples.join(name));
        let mut studio = Studio::on(&files, theme);
        studio.is_patient = true;
        if language == "zh-CN" {
            add_chinese_font(&studio.harness.ctx);
            studio.speak_chinese();
        }
        let tone = if theme == Theme::Dark {
            "dark"
        } else {
            "light"
        };
        Self {
            studio,
            texts: Texts::new(language),
            ending: format!("{tone}_{language}"),
            results: SnapshotResults::new(),
            picture: None,
        }
    }

    fn tr(&self, key: &str) -> String {
        self.texts.tr(key).into_owned()
    }

    /// Runs a command through the command palette.
    fn command(&mut self, name: &str) {
        let text = self.tr(&format!("command.{name}"));
        let keys = Modifiers::COMMAND | Modifiers::SHIFT;
        self.studio.press(keys, Key::P);
        self.studio.type_text(&text);
        self.studio.keys("Enter");
    }

    fn select(&mut self, title: &str) {
        let id = self.studio.id(title);
        self.studio.keys("Ctrl+G");
        self.studio.type_text(id.as_str());
        self.studio.keys("Enter");
    }

    /// Draws the window in its current state; later snapshots are cut out of this image.
    fn draw(&mut self) {
        self.studio.harness.remove_cursor();
        // Whether a blinking text cursor shows depends on how long background work took.
        let ctx = &self.studio.harness.ctx;
        ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
        self.studio.steps(6);
        self.picture = Some(self.studio.harness.render().unwrap());
    }

    fn cut(&mut self, name: &str, rect: Rect) {
        let picture = self.picture.as_ref().unwrap();
        let rect = rect.intersect(self.studio.harness.ctx.content_rect());
        let (x, y) = (rect.left().round() as u32, rect.top().round() as u32);
        let (width, height) = (rect.width().round() as u32, rect.height().round() as u32);
        let part = crop_imm(picture, x, y, width, height).to_image();
        let options = same_pixels().output_path("snapshots/panels");
        let name = format!("{name}_{}", self.ending);
        let result = try_image_snapshot_options(&part, name, &options);
        self.results.add(result);
    }

    fn panel(&mut self, name: &str, panel: Panel) {
        let rect = tour::recorded_rect(&self.studio.harness.ctx, panel.key());
        self.cut(name, rect.unwrap().expand(8.0));
    }

    /// Takes a snapshot of what is in front of the panels.
    fn in_front(&mut self, name: &str) {
        self.draw();
        let front = self.studio.harness.ctx.memory(|memory| {
            let areas = memory.areas();
            let layers = memory.layer_ids().filter(|layer| {
                let raised = matches!(
                    layer.order,
                    Order::Middle | Order::Foreground | Order::Tooltip
                );
                raised && areas.is_visible(layer)
            });
            let rects = layers.filter_map(|layer| memory.area_rect(layer.id));
            // The shade over the window behind is not part of it.
            let parts = rects.filter(|rect| rect.width() < 1400.0 && rect.is_positive());
            parts.reduce(Rect::union)
        });
        let rect = front.unwrap_or_else(|| panic!("nothing is in front of the panels for {name}"));
        self.cut(name, rect.expand(12.0));
    }

    fn of_authoring(&mut self) {
        self.select("Attack");
        self.draw();
        self.panel("palette", Panel::Palette);
        self.panel("outline", Panel::Outline);
        self.panel("inspector_composite", Panel::Inspector);
        self.panel("blackboard", Panel::Blackboard);
        self.panel("canvas", Panel::Canvas);
        let screen = self.studio.harness.ctx.content_rect();
        let mut bars = screen;
        bars.max.y = 70.0;
        self.cut("bars", bars);
        self.studio.keys("Ctrl+A");
        self.draw();
        self.panel("inspector_several", Panel::Inspector);
        self.select("Attack");
        let project = self.tr("panel.project");
        self.studio.show_panel(&project);
        self.draw();
        self.panel("project", Panel::Project);
        let outline = self.tr("panel.outline");
        self.studio.show_panel(&outline);
    }

    fn of_running(&mut self) {
        self.studio.keys("F10");
        self.studio.keys("F10");
        self.draw();
        self.panel("canvas_running", Panel::Canvas);
        self.panel("outline_running", Panel::Outline);
        self.panel("blackboard_running", Panel::Blackboard);
        for (name, panel) in [("run_stack", Panel::RunStack), ("log", Panel::Log)] {
            let title = self.tr(&panel.text_key());
            self.studio.show_panel(&title);
            self.draw();
            self.panel(name, panel);
        }
        self.of_finding_in_time();
        self.studio.keys("Shift+F5");
    }

    /// Opens a panel that stays open.
    fn of_agents(&mut self) {
        self.studio.keys("F10 F10");
        self.command("add_agent");
        self.command("add_agent");
        self.studio.keys("F10");
        self.studio.keys("Shift+F7");
        self.draw();
        self.panel("agents", Panel::Agents);
        self.panel("canvas_agents", Panel::Canvas);
        self.command("compare_agents");
        self.draw();
        self.panel("timeline_compared", Panel::Timeline);
        let end = self.tr("timeline.end_comparison");
        self.studio.click(&end);
        self.studio.keys("Shift+F5");
    }

    fn of_exploring(&mut self) {
        self.command("explore");
        let begin = self.tr("command.explore");
        self.studio.wait_for(&begin);
        let stop = self.tr("command.stop_exploring");
        self.studio.wait_until(|studio| !studio.shows(&stop));
        self.draw();
        self.panel("explore", Panel::Explore);
        self.panel("canvas_explored", Panel::Canvas);
        let inputs = self.tr("explore.inputs");
        self.studio.click(&inputs);
        self.draw();
        self.panel("explore_inputs", Panel::Explore);
        let claims = self.tr("explore.claims");
        self.studio.click(&claims);
        let add = self.tr("command.add_claim");
        self.studio.click(&add);
        self.studio.wait_until(|studio| !studio.shows(&stop));
        self.draw();
        self.panel("explore_claims", Panel::Explore);
    }

    fn of_finding_in_time(&mut self) {
        self.command("find_in_time");
        let id = self.studio.id("Attack");
        let [_, ended, ..] = Sought::of_node(&id);
        let ended = self
            .studio
            .front(|front| self.texts.sought(front.document(), &ended));
        let choice = self.tr("find_in_time.what");
        self.studio.click(&format!("{choice} > {ended}"));
        let previous = self.tr("command.previous_found");
        self.studio.click(&previous);
        self.draw();
        self.panel("timeline_found", Panel::Timeline);
        let close = self.tr("find_in_time.close");
        self.studio.click(&close);
    }

    fn of_finding(&mut self) {
        self.studio.keys("Ctrl+F");
        self.studio.type_text("Sequence");
        self.draw();
        self.panel("find", Panel::Find);
        self.studio.keys("Escape");
        self.studio.keys("Escape");
    }

    fn of_windows(&mut self) {
        for command in ["settings", "key_settings", "key_sheet", "about", "tour"] {
            self.command(command);
            self.in_front(command);
            self.studio.keys("Escape");
        }
        self.studio
            .press(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        self.in_front("command_palette");
        self.studio.keys("Escape");
        self.studio.keys("Space");
        self.studio.type_text("se");
        self.in_front("quick_add");
        self.studio.keys("Escape");
        for menu in Menu::ALL {
            let title = self.tr(menu.text_key());
            self.studio.menu(&title);
            self.in_front(&menu.text_key().replace('.', "_"));
            self.studio.keys("Escape");
        }
    }

    /// Runs last, because it changes the tree.
    fn of_problems(&mut self) {
        self.select("Patrol");
        self.command("detach");
        let problems = self.tr("panel.problems");
        let count = self.studio.front(|front| front.diagnostics().len());
        let title = self.texts.with_note(&problems, &count.to_string());
        self.studio.show_panel(&title);
        let problem = self.studio.front(|front| {
            let problem = &front.diagnostics()[0];
            self.texts.problem_in(front.document(), problem)
        });
        self.studio.click(&problem);
        self.draw();
        self.panel("problems", Panel::Problems);
        self.panel("canvas_loose", Panel::Canvas);
        self.studio.keys("Ctrl+W");
        self.in_front("question");
        self.studio.keys("Escape");
        self.studio.keys("N");
        self.studio.type_text("See the wiki: 巡逻");
        self.studio.keys("Ctrl+Enter");
        self.draw();
        self.panel("inspector_note", Panel::Inspector);
    }

    fn of_expressions(&mut self) {
        self.studio.keys("Ctrl+Tab");
        self.select("The wolf is near");
        self.draw();
        self.panel("inspector_expression", Panel::Inspector);
        self.panel("blackboard_many", Panel::Blackboard);
    }
}

/// The font of the Chinese snapshots, at the path of Debian's `fonts-wqy-microhei`.
const CHINESE_FONT: &str = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc";

/// Returns whether [`add_chinese_font`] can find its font.
///
/// # Panics
/// If it cannot, although `TREEWRIGHT_REQUIRE_SNAPSHOTS` is set.
pub(super) fn has_chinese_font() -> bool {
    let is_there = Path::new(CHINESE_FONT).exists();
    if !is_there {
        let required = std::env::var_os("TREEWRIGHT_REQUIRE_SNAPSHOTS").is_some();
        assert!(!required, "{CHINESE_FONT} is not installed");
        println!("not compared, because {CHINESE_FONT} is not installed");
    }
    is_there
}

pub(super) fn add_chinese_font(ctx: &egui::Context) {
    let font = FontData::from_owned(std::fs::read(CHINESE_FONT).unwrap());
    let families =
        [FontFamily::Proportional, FontFamily::Monospace].map(|family| InsertFontFamily {
            family,
            priority: FontPriority::Lowest,
        });
    ctx.add_font(FontInsert::new("chinese", font, families.into()));
}

fn pictures(theme: Theme, language: &str) {
    if language == "zh-CN" && !has_chinese_font() {
        return;
    }
    let mut album = Album::new(theme, language);
    album.of_authoring();
    album.of_running();
    album.of_finding();
    album.of_windows();
    album.of_agents();
    album.of_exploring();
    album.of_expressions();
    album.studio.keys("Ctrl+Tab");
    album.of_problems();
    album.results.unwrap();
}

#[test]
fn dark_in_english() {
    pictures(Theme::Dark, "en");
}

#[test]
fn light_in_english() {
    pictures(Theme::Light, "en");
}

#[test]
fn dark_in_chinese() {
    pictures(Theme::Dark, "zh-CN");
}

#[test]
fn light_in_chinese() {
    pictures(Theme::Light, "zh-CN");
}
