//! The panels and their initial arrangement. The arrangement itself is a tree of tiles that the user changes.

use std::collections::HashSet;

use egui::Context;
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A panel that can be docked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Panel {
    /// The node types.
    Palette,
    /// The tree as an indented list.
    Outline,
    /// The tree as a graph.
    Canvas,
    /// The properties of the selected nodes.
    Inspector,
    /// The variables.
    Blackboard,
    /// The problems of the document.
    Problems,
    /// The frames of the run.
    Timeline,
    /// Variables over time.
    Plots,
    /// Vectors of the run as points.
    Map,
    /// The nodes that are running now.
    RunStack,
    /// The agents of the run.
    Agents,
    /// The events of the run.
    Log,
    /// The observed conditions of the run, and why they may or may not abort something.
    Observers,
    /// The breakpoints and watches.
    Breakpoints,
    /// Search results.
    Find,
    /// The files of the project folder.
    Project,
    /// The scenarios of the project.
    Scenarios,
    /// What the scenarios of the document have not covered.
    Coverage,
    /// All that the tree can do.
    Explore,
    /// The differences between two versions, and the conflicts of a merge.
    Versions,
    /// The notes on imported files of other tools.
    Import,
}

impl Panel {
    /// All panels, in the order of the view menu.
    pub const ALL: [Self; 21] = [
        Self::Palette,
        Self::Outline,
        Self::Canvas,
        Self::Inspector,
        Self::Blackboard,
        Self::Problems,
        Self::Timeline,
        Self::Plots,
        Self::Map,
        Self::RunStack,
        Self::Agents,
        Self::Log,
        Self::Observers,
        Self::Breakpoints,
        Self::Find,
        Self::Project,
        Self::Scenarios,
        Self::Coverage,
        Self::Explore,
        Self::Versions,
        Self::Import,
    ];

    /// Its stable name; `panel.<key>` is its title.
    pub fn key(self) -> &'static str {
        match self {
            Self::Palette => "palette",
            Self::Outline => "outline",
            Self::Canvas => "canvas",
            Self::Inspector => "inspector",
            Self::Blackboard => "blackboard",
            Self::Problems => "problems",
            Self::Timeline => "timeline",
            Self::Plots => "plots",
            Self::Map => "map",
            Self::RunStack => "run_stack",
            Self::Agents => "agents",
            Self::Log => "log",
            Self::Observers => "observers",
            Self::Breakpoints => "breakpoints",
            Self::Find => "find",
            Self::Project => "project",
            Self::Scenarios => "scenarios",
            Self::Coverage => "coverage",
            Self::Explore => "explore",
            Self::Versions => "versions",
            Self::Import => "import",
        }
    }

    /// Whether it stays hidden until it is opened or has contents.
    pub fn starts_hidden(self) -> bool {
        matches!(
            self,
            Self::Agents
                | Self::Map
                | Self::Coverage
                | Self::Explore
                | Self::Versions
                | Self::Import
        )
    }

    /// The panel of this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.key() == key)
    }

    pub fn text_key(self) -> String {
        format!("panel.{}", self.key())
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Palette => "widgets",
            Self::Outline => "list",
            Self::Canvas => "account_tree",
            Self::Inspector => "tune",
            Self::Blackboard => "memory",
            Self::Problems => "error",
            Self::Timeline => "timeline",
            Self::Plots => "show_chart",
            Self::Map => "map",
            Self::RunStack => "stack",
            Self::Agents => "groups",
            Self::Log => "article",
            Self::Observers => "visibility",
            Self::Breakpoints => "adjust",
            Self::Find => "search",
            Self::Project => "folder_open",
            Self::Scenarios => "movie",
            Self::Coverage => "percent",
            Self::Explore => "explore",
            Self::Versions => "compare_arrows",
            Self::Import => "move_to_inbox",
        }
    }
}

/// The tiles of the panels.
pub type PanelTree = Tree<Panel>;

/// An arrangement of panels.
#[derive(Clone)]
pub struct Arrangement {
    pub tree: PanelTree,
    /// Whether only the tabs are seen of the panels below the canvas.
    pub is_folded: bool,
}

/// The shares of the rows in the columns beside the canvas.
const COLUMN_SHARES: [f32; 2] = [0.58, 0.42];
/// In a window lower than this, in points, panels above each other would have no room for their contents.
const LOW_WINDOW: f32 = 600.0;

/// Whether the window has no room for panels above each other.
pub fn is_low_window(ctx: &Context) -> bool {
    is_low(ctx.content_rect().height())
}

fn is_low(height: f32) -> bool {
    height < LOW_WINDOW
}

/// The initial arrangement in a window of this height: palette and outline on the left, canvas in the middle, inspector and blackboard on the
/// right, the rest at the bottom. In a low window, palette and outline share their place, as do inspector and blackboard, and the panels at the
/// bottom are folded; unfolded they have half of the height.
pub fn initial(height: f32) -> Arrangement {
    Arrangement {
        tree: initial_tree(height),
        is_folded: is_low(height),
    }
}

fn initial_tree(height: f32) -> PanelTree {
    let is_low = is_low(height);
    let mut tiles = Tiles::default();
    let mut tabs = |panels: &[Panel]| {
        let panes = panels.iter().map(|p| tiles.insert_pane(*p)).collect();
        tiles.insert_tab_tile(panes)
    };
    let (left, right): (&[&[Panel]], &[&[Panel]]) = if is_low {
        (
            &[&[Panel::Palette, Panel::Outline, Panel::Project]],
            &[&[Panel::Inspector, Panel::Blackboard, Panel::Map]],
        )
    } else {
        (
            &[&[Panel::Palette], &[Panel::Outline, Panel::Project]],
            &[&[Panel::Inspector], &[Panel::Blackboard, Panel::Map]],
        )
    };
    let [left, right] = [left, right].map(|rows| {
        let rows = rows.iter().map(|row| tabs(row));
        rows.zip(COLUMN_SHARES).collect::<Vec<_>>()
    });
    let canvas = tabs(&[Panel::Canvas]);
    let below = tabs(&[
        Panel::Problems,
        Panel::Import,
        Panel::Timeline,
        Panel::Plots,
        Panel::RunStack,
        Panel::Agents,
        Panel::Log,
        Panel::Observers,
        Panel::Breakpoints,
        Panel::Find,
        Panel::Scenarios,
        Panel::Coverage,
        Panel::Explore,
        Panel::Versions,
    ]);
    let left = split(&mut tiles, LinearDir::Vertical, &left);
    let (bottom_share, columns) = if is_low {
        (0.5, [0.18, 0.59, 0.23])
    } else {
        (0.26, [0.15, 0.64, 0.21])
    };
    let center = split(
        &mut tiles,
        LinearDir::Vertical,
        &[(canvas, 1.0 - bottom_share), (below, bottom_share)],
    );
    let right = split(&mut tiles, LinearDir::Vertical, &right);
    let all = split(
        &mut tiles,
        LinearDir::Horizontal,
        &[
            (left, columns[0]),
            (center, columns[1]),
            (right, columns[2]),
        ],
    );
    let mut tree = Tree::new(egui::Id::unique("panels"), all, tiles);
    for panel in Panel::ALL.into_iter().filter(|panel| panel.starts_hidden()) {
        hide(&mut tree, panel);
    }
    tree
}

fn split(tiles: &mut Tiles<Panel>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(id, _)| *id).collect());
    for (id, share) in children {
        linear.shares.set_share(*id, *share);
    }
    tiles.insert_container(Container::Linear(linear))
}

pub fn find(tree: &PanelTree, panel: Panel) -> Option<TileId> {
    tree.tiles.find_pane(&panel)
}

fn hide(tree: &mut PanelTree, panel: Panel) {
    if let Some(id) = find(tree, panel) {
        tree.tiles.set_visible(id, false);
    }
}

/// Closes all panels but one, which opens.
pub fn close_all_but(panels: &mut Arrangement, kept: Panel) {
    for panel in Panel::ALL.into_iter().filter(|panel| *panel != kept) {
        hide(&mut panels.tree, panel);
    }
    show(panels, kept);
}

/// The row of tabs below the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BottomRow {
    pub row: TileId,
    /// What contains the row and, at any depth, the canvas.
    pub column: TileId,
}

impl BottomRow {
    pub fn of(tree: &PanelTree) -> Option<Self> {
        let mut inner = find(tree, Panel::Canvas)?;
        loop {
            let column = tree.tiles.parent_of(inner)?;
            if let Some(row) = next_below(tree, column, inner) {
                return Some(Self { row, column });
            }
            inner = column;
        }
    }

    /// Gives the row another share of the height of its column; returns the one that it had.
    pub fn set_share(self, tree: &mut PanelTree, share: f32) -> Option<f32> {
        let Some(Tile::Container(Container::Linear(column))) = tree.tiles.get_mut(self.column)
        else {
            return None;
        };
        let had = column.shares[self.row];
        column.shares.set_share(self.row, share);
        Some(had)
    }

    /// The share by which the row has this height while its column has `whole`, in points.
    pub fn share_for(self, tree: &PanelTree, height: f32, whole: f32) -> Option<f32> {
        let Some(Tile::Container(Container::Linear(column))) = tree.tiles.get(self.column) else {
            return None;
        };
        let others = column.children.iter().filter(|child| **child != self.row);
        let others = others.filter(|child| tree.tiles.is_visible_in_layout(**child));
        let others: f32 = others.map(|child| column.shares[*child]).sum();
        Some(others * height / (whole - height).max(1.0))
    }
}

/// The visible row of tabs that follows a tile in a vertical arrangement.
fn next_below(tree: &PanelTree, column: TileId, tile: TileId) -> Option<TileId> {
    let Some(Tile::Container(Container::Linear(column))) = tree.tiles.get(column) else {
        return None;
    };
    if column.dir != LinearDir::Vertical {
        return None;
    }
    let place = column.children.iter().position(|child| *child == tile)?;
    let mut below = column.children[place + 1..].iter().copied();
    let row = below.find(|child| tree.tiles.is_visible_in_layout(*child))?;
    let is_row = matches!(
        tree.tiles.get(row),
        Some(Tile::Container(Container::Tabs(_)))
    );
    is_row.then_some(row)
}

/// Whether a panel is visible, or hidden only behind another tab.
pub fn is_open(tree: &PanelTree, panel: Panel) -> bool {
    find(tree, panel).is_some_and(|id| tree.tiles.is_visible(id))
}

/// Whether a panel, or the tab in front of it, is one of these.
pub fn has_in_front(tree: &PanelTree, panel: Panel, fronts: &[Panel]) -> bool {
    let tabs = find(tree, panel).and_then(|id| tree.tiles.parent_of(id));
    let tabs = tabs.and_then(|tabs| tree.tiles.get(tabs));
    let Some(Tile::Container(Container::Tabs(tabs))) = tabs else {
        return true;
    };
    let front = tabs.active.and_then(|front| tree.tiles.get_pane(&front));
    front.is_none_or(|front| fronts.contains(front))
}

/// Opens or closes a panel, with the tabs around it if they become empty.
pub fn toggle(panels: &mut Arrangement, panel: Panel) {
    let open = is_open(&panels.tree, panel);
    if open {
        hide(&mut panels.tree, panel);
    } else {
        show(panels, panel);
    }
}

/// Opens a panel, in front of its neighbors.
pub fn show(panels: &mut Arrangement, panel: Panel) {
    bring_to_front(&mut panels.tree, panel);
    let row = find(&panels.tree, panel).and_then(|tile| panels.tree.tiles.parent_of(tile));
    if BottomRow::of(&panels.tree).is_some_and(|bottom| Some(bottom.row) == row) {
        panels.is_folded = false;
    }
}

/// Opens a panel in front of its neighbors, without unfolding its row.
pub fn bring_to_front(tree: &mut PanelTree, panel: Panel) {
    if let Some(id) = find(tree, panel) {
        tree.tiles.set_visible(id, true);
    } else {
        insert(tree, panel);
    }
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(p) if *p == panel));
}

/// Whether a stored value is a valid arrangement.
pub fn is_arrangement(stored: &Value) -> bool {
    PanelTree::deserialize(stored).is_ok()
}

/// The key of `Arrangement::is_folded` beside the fields of the tiles.
const FOLDED: &str = "is_folded";

/// Serializes an arrangement; `None` if that fails.
pub fn kept(panels: &Arrangement) -> Option<Value> {
    let mut kept = serde_json::to_value(&panels.tree).ok()?;
    kept.as_object_mut()?
        .insert(FOLDED.into(), panels.is_folded.into());
    Some(kept)
}

/// Whether the user has arranged nothing: which tab is in front does not count, nor folded panels and panels that appear by themselves.
pub fn is_initial(panels: &Arrangement) -> bool {
    let mut initial = [0.0, LOW_WINDOW].into_iter().map(initial);
    initial.any(|initial| described(panels) == described(&initial))
}

/// Arranges panels that the user has not arranged for a window of this height. Those in front stay there. `kept` is the arrangement of the last
/// session, which comes back if it is for such a window.
pub fn adapt(panels: &mut Arrangement, kept: Option<&Value>, height: f32) {
    let mut fitting = initial(height);
    let wanted = described(&fitting);
    if described(panels) == wanted || !is_initial(panels) {
        return;
    }
    let kept = kept.map(restored).filter(|kept| described(kept) == wanted);
    if let Some(kept) = kept {
        *panels = kept;
        return;
    }
    // Where several share a place, the first one is in front.
    for panel in Panel::ALL.into_iter().rev() {
        if is_in_front(&panels.tree, panel) {
            bring_to_front(&mut fitting.tree, panel);
        }
    }
    *panels = fitting;
}

/// Whether a panel is the visible one of its tabs.
fn is_in_front(tree: &PanelTree, panel: Panel) -> bool {
    let Some(tile) = find(tree, panel) else {
        return false;
    };
    let above = tree
        .tiles
        .parent_of(tile)
        .and_then(|above| tree.tiles.get(above));
    match above {
        Some(Tile::Container(Container::Tabs(tabs))) => tabs.active == Some(tile),
        _ => tree.tiles.is_visible(tile),
    }
}

fn described(panels: &Arrangement) -> Option<String> {
    let root = panels.tree.root()?;
    Some(description(&panels.tree, root))
}

/// Describes a tile and all below it: the same for tiles that look the same.
fn description(tree: &PanelTree, tile: TileId) -> String {
    let child = |id: &TileId| description(tree, *id);
    match tree.tiles.get(tile) {
        Some(Tile::Pane(panel)) => {
            let is_hidden = !panel.starts_hidden() && !tree.tiles.is_visible(tile);
            format!("{}{}", if is_hidden { "-" } else { "" }, panel.key())
        }
        Some(Tile::Container(Container::Linear(row))) if row.children.len() > 1 => {
            let all: f32 = row.children.iter().map(|id| row.shares[*id]).sum();
            let parts = row.children.iter().map(|id| {
                let percent = (row.shares[*id] / all * 100.0).round();
                format!("{percent}% {}", child(id))
            });
            format!("{:?}({})", row.dir, parts.collect::<Vec<_>>().join(", "))
        }
        Some(Tile::Container(container)) => {
            let parts: Vec<String> = container.children().map(child).collect();
            if parts.len() == 1 {
                return parts.concat();
            }
            format!("[{}]", parts.join(", "))
        }
        None => String::new(),
    }
}

/// Restores a stored arrangement, and adds panels that are new in this version of the program. Returns the initial arrangement if it is damaged.
pub fn restored(stored: &Value) -> Arrangement {
    let Ok(mut tree) = PanelTree::deserialize(stored) else {
        return initial(LOW_WINDOW);
    };
    let found = panels_of(&tree);
    let twice = found.windows(2).any(|pair| pair[0] == pair[1]);
    if found.is_empty() || twice || !is_whole(&tree) || !can_be_laid_out(&tree) {
        return initial(LOW_WINDOW);
    }
    for panel in Panel::ALL {
        if !found.contains(&panel) {
            insert(&mut tree, panel);
            if panel.starts_hidden() {
                hide(&mut tree, panel);
            }
        }
    }
    let is_folded = stored.get(FOLDED).and_then(Value::as_bool);
    Arrangement {
        tree,
        is_folded: is_folded.unwrap_or_default(),
    }
}

/// Whether every tile is reachable from the root exactly once. An unreachable tile would never be visible.
fn is_whole(tree: &PanelTree) -> bool {
    let mut reached = HashSet::new();
    let mut open: Vec<TileId> = tree.root().into_iter().collect();
    while let Some(id) = open.pop() {
        let Some(tile) = tree.tiles.get(id) else {
            return false;
        };
        if !reached.insert(id) {
            return false;
        }
        if let Tile::Container(container) = tile {
            open.extend(container.children());
        }
    }
    reached.len() == tree.tiles.len()
}

/// Whether all sizes are drawable. Grids, which the user cannot create, may have no columns.
fn can_be_laid_out(tree: &PanelTree) -> bool {
    tree.tiles.tiles().all(|tile| match tile {
        Tile::Container(Container::Linear(row)) => row
            .children
            .iter()
            .all(|child| (0.001..=1000.0).contains(&row.shares[*child])),
        Tile::Container(Container::Grid(_)) => false,
        Tile::Container(Container::Tabs(_)) | Tile::Pane(_) => true,
    })
}

/// The panels of an arrangement, sorted.
fn panels_of(tree: &PanelTree) -> Vec<Panel> {
    let tiles = tree.tiles.tiles();
    let mut found: Vec<Panel> = tiles
        .filter_map(|tile| match tile {
            Tile::Pane(panel) => Some(*panel),
            Tile::Container(_) => None,
        })
        .collect();
    found.sort();
    found
}

/// Adds a missing panel next to others: preferably those of its initial tab container, in a tab container if possible, otherwise at the end.
fn insert(tree: &mut PanelTree, panel: Panel) {
    let new = tree.tiles.insert_pane(panel);
    let first = initial_tree(LOW_WINDOW);
    let initial_parent = |panel| first.tiles.parent_of(find(&first, panel)?);
    let shares_tabs = |other: &Panel| initial_parent(*other) == initial_parent(panel);
    let last_first = Panel::ALL.into_iter().rev();
    let others = last_first.filter(|other| *other != panel && *other != Panel::Canvas);
    let (same_tabs, rest): (Vec<Panel>, Vec<Panel>) = others.partition(shares_tabs);
    let beside = same_tabs
        .into_iter()
        .chain(rest)
        .find_map(|other| tree.tiles.parent_of(find(tree, other)?));
    let place = beside.or(tree.root());
    if let Some(Tile::Container(container)) = place.and_then(|id| tree.tiles.get_mut(id)) {
        container.add_child(new);
        return;
    }
    // A single panel becomes one of two.
    let both = tree.root().into_iter().chain([new]).collect();
    tree.root = Some(tree.tiles.insert_horizontal_tile(both));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initially_every_panel_with_contents_is_open() {
        let tree = initial_tree(LOW_WINDOW);
        assert_eq!(panels_of(&tree), Panel::ALL);
        let open = |panel| is_open(&tree, panel) != panel.starts_hidden();
        assert!(Panel::ALL.into_iter().all(open));
    }

    #[test]
    fn only_panels_that_nobody_arranged_adapt_to_the_window() {
        let neighbors = |panels: &Arrangement| {
            let tree = &panels.tree;
            let parent = |panel| tree.tiles.parent_of(find(tree, panel).expect("a panel"));
            parent(Panel::Inspector) == parent(Panel::Blackboard)
        };
        let mut panels = initial(LOW_WINDOW);
        assert!(!neighbors(&panels));
        adapt(&mut panels, None, 480.0);
        assert!(neighbors(&panels) && is_initial(&panels));
        adapt(&mut panels, None, 900.0);
        assert!(!neighbors(&panels));
        toggle(&mut panels, Panel::Outline);
        adapt(&mut panels, None, 480.0);
        assert!(!neighbors(&panels));
    }

    #[test]
    fn what_was_in_front_and_unfolded_in_a_low_window_is_so_again() {
        let mut panels = initial(480.0);
        bring_to_front(&mut panels.tree, Panel::Blackboard);
        bring_to_front(&mut panels.tree, Panel::Timeline);
        panels.is_folded = false;
        let last = kept(&panels).unwrap();
        // The system tells the size of the window late.
        let mut again = restored(&last);
        adapt(&mut again, Some(&last), 900.0);
        assert!(is_in_front(&again.tree, Panel::Timeline));
        adapt(&mut again, Some(&last), 480.0);
        for panel in [Panel::Blackboard, Panel::Timeline] {
            assert!(is_in_front(&again.tree, panel), "{panel:?}");
        }
        assert!(!again.is_folded);
    }

    #[test]
    fn an_arrangement_counts_as_initial_until_a_panel_is_closed_or_resized() {
        let mut panels = initial(LOW_WINDOW);
        assert!(is_initial(&restored(&kept(&panels).unwrap())));
        show(&mut panels, Panel::Log);
        show(&mut panels, Panel::Versions);
        assert!(is_initial(&panels), "tabs in front do not count");
        toggle(&mut panels, Panel::Outline);
        assert!(!is_initial(&panels));
        toggle(&mut panels, Panel::Outline);
        assert!(is_initial(&panels));
        let root = panels.tree.root().unwrap();
        if let Some(Tile::Container(Container::Linear(row))) = panels.tree.tiles.get_mut(root) {
            let first = row.children[0];
            row.shares.set_share(first, 0.3);
        }
        assert!(!is_initial(&panels), "a wider column");
    }

    #[test]
    fn a_panel_closes_and_opens_again() {
        let mut panels = initial(LOW_WINDOW);
        toggle(&mut panels, Panel::Log);
        assert!(!is_open(&panels.tree, Panel::Log));
        toggle(&mut panels, Panel::Log);
        assert!(is_open(&panels.tree, Panel::Log));
    }

    #[test]
    fn a_panel_missing_in_a_saved_arrangement_is_added_and_the_rest_stays() {
        for missing in Panel::ALL {
            let mut saved = initial(LOW_WINDOW);
            let tile = find(&saved.tree, missing).unwrap();
            saved.tree.remove_recursively(tile);
            toggle(&mut saved, Panel::Palette);
            let others = |panels: &Arrangement| {
                let tree = &panels.tree;
                let panels = Panel::ALL.into_iter().filter(|p| *p != missing);
                let open = panels.map(|p| (find(tree, p), is_open(tree, p)));
                open.collect::<Vec<_>>()
            };
            let before = others(&saved);
            let tree = restored(&kept(&saved).unwrap());
            assert_eq!(panels_of(&tree.tree), Panel::ALL);
            assert_ne!(
                is_open(&tree.tree, missing),
                missing.starts_hidden(),
                "{missing:?}"
            );
            assert_eq!(others(&tree), before);
        }
    }

    #[test]
    fn an_arrangement_with_a_duplicate_panel_is_rejected() {
        let mut saved = initial(LOW_WINDOW);
        insert(&mut saved.tree, Panel::Log);
        let restored = restored(&kept(&saved).unwrap());
        assert_eq!(panels_of(&restored.tree), Panel::ALL);
    }

    #[test]
    fn panels_below_the_canvas_stay_folded_until_one_is_shown() {
        let mut panels = restored(&kept(&initial(0.0)).unwrap());
        assert!(panels.is_folded, "as it was stored");
        bring_to_front(&mut panels.tree, Panel::Log);
        show(&mut panels, Panel::Inspector);
        assert!(panels.is_folded);
        show(&mut panels, Panel::Find);
        assert!(!panels.is_folded);
    }

    #[test]
    fn a_folded_row_gets_the_height_of_its_tabs() {
        let mut tree = initial_tree(LOW_WINDOW);
        let bottom = BottomRow::of(&tree).expect("a row below the canvas");
        let share = bottom.share_for(&tree, 28.0, 528.0).expect("a share");
        let canvas = 1.0 - bottom.set_share(&mut tree, share).expect("a column");
        assert!((share / (share + canvas) * 528.0 - 28.0).abs() < 0.01);
    }
}
