//! Dragging rows of the outline to reorder and reparent nodes: the middle of a row means "child of", the gaps between rows mean a place among
//! siblings. At the end of a branch, the pointer's distance from the left edge chooses the level.

use egui::{Area, Id, Key, Modifiers, Order, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use treewright_authoring::edit::{Command, Refusal, can_move_below, move_below};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, NodePlace};
use treewright_session::workspace::open_document::DocumentId;

use super::lines::OutlineLine;
use super::{INDENT, indent, indented_levels};
use crate::action::{Action, ActionSink, EditAction};
use crate::panels::{PanelContext, drop_label};
use crate::widgets::ROW_HEIGHT;

/// The part of a row, above and below, that means the gap beside it.
const EDGE: f32 = 0.25;
/// The distance from the edge of the list within which dragging scrolls it, in points.
const SCROLL_EDGE: f32 = 28.0;
/// The scroll speed at the edge, in points per second.
const SCROLL_SPEED: f32 = 480.0;

/// Rows that are being dragged.
pub(super) struct RowDrag {
    pub document: DocumentId,
    pub nodes: Vec<NodeId>,
}

/// What dropping the rows means.
#[derive(Clone, Debug, PartialEq)]
enum RowTarget {
    /// They become children at this index; `gap` is the line above which the bar is, `None` for the row itself.
    Child {
        parent: NodeId,
        index: usize,
        bar: Option<RowGap>,
    },
    /// They are detached.
    Unconnected(RowGap),
    /// The node of this line cannot take them.
    Refused(usize, Refusal),
}

/// The place between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowGap {
    /// The line below it.
    line: usize,
    /// The depth of the nodes that go there.
    depth: usize,
}

/// The list on the screen.
pub(super) struct RowList<'a> {
    pub lines: &'a [OutlineLine],
    /// Whether it lists the tree, and not the matches of a search.
    pub is_whole: bool,
    /// The visible part.
    pub rect: Rect,
    /// How far it is scrolled.
    pub top: f32,
}

impl RowList<'_> {
    fn y_of(&self, line: usize) -> f32 {
        self.rect.top() + line as f32 * ROW_HEIGHT - self.top
    }

    fn row(&self, line: usize) -> Rect {
        let corner = pos2(self.rect.left(), self.y_of(line));
        Rect::from_min_size(corner, vec2(self.rect.width(), ROW_HEIGHT))
    }

    /// What dropping these nodes at a point means; `None` if nothing changes.
    fn target(&self, cx: &PanelContext<'_>, nodes: &[NodeId], at: Pos2) -> Option<RowTarget> {
        let document = cx.front.document();
        if !self.rect.contains(at) || self.lines.is_empty() {
            return None;
        }
        let down = (at.y - self.rect.top() + self.top) / ROW_HEIGHT;
        let line = (down.max(0.0) as usize).min(self.lines.len() - 1);
        let part = down - line as f32;
        let (parent, index, bar) = if self.is_whole && !(EDGE..=1.0 - EDGE).contains(&part) {
            let gap = if part < EDGE {
                let depth = self.lines[line].depth;
                RowGap { line, depth }
            } else {
                self.gap_below(line, at.x)
            };
            match self.family_at(document, gap) {
                Some((parent, index)) => (parent, index, Some(gap)),
                None => return unconnected(document, nodes, gap),
            }
        } else {
            (self.lines[line].id.clone(), usize::MAX, None)
        };
        if bar.is_none() && nodes.contains(&parent) {
            return None;
        }
        if let Err(refusal) = can_move_below(document, cx.library, &parent, nodes) {
            return Some(RowTarget::Refused(line, refusal));
        }
        // Where they are already, nothing changes.
        move_below(document, &parent, nodes, index)?;
        Some(RowTarget::Child { parent, index, bar })
    }

    /// The gap below a row, at the level that the pointer chooses.
    fn gap_below(&self, above: usize, x: f32) -> RowGap {
        let depth = self.lines[above].depth;
        let below = self.lines.get(above + 1).map_or(0, |line| line.depth);
        let level = ((x - self.rect.left()) / INDENT).max(0.0) as usize;
        let chosen = if level >= depth.min(indented_levels(self.rect.width())) {
            depth
        } else {
            level
        };
        RowGap {
            line: above + 1,
            depth: if below > depth {
                below
            } else {
                chosen.clamp(below, depth)
            },
        }
    }

    /// The parent and the index that belong to a gap; `None` at the top level.
    fn family_at(&self, document: &Document, gap: RowGap) -> Option<(NodeId, usize)> {
        let place = |node: &NodeId| match document.place(node)? {
            NodePlace::Child(parent, index) => Some((parent, index)),
            NodePlace::Root | NodePlace::Loose(_) => None,
        };
        if let Some(below) = self
            .lines
            .get(gap.line)
            .filter(|line| line.depth == gap.depth)
        {
            return place(&below.id);
        }
        let above = self.lines.get(gap.line.checked_sub(1)?)?;
        let up = above.depth.checked_sub(gap.depth)?;
        let mut sibling = &above.id;
        for _ in 0..up {
            sibling = document.node(sibling)?.parent()?;
        }
        place(sibling).map(|(parent, index)| (parent, index + 1))
    }
}

/// Dropping at the top level detaches nodes that have a parent.
fn unconnected(document: &Document, nodes: &[NodeId], gap: RowGap) -> Option<RowTarget> {
    let has_parent = |id: &NodeId| document.node(id).and_then(Node::parent).is_some();
    nodes
        .iter()
        .any(has_parent)
        .then_some(RowTarget::Unconnected(gap))
}

impl RowDrag {
    /// How far the list scrolls in this frame because the pointer is near one of its edges.
    pub fn scrolling(ui: &Ui, list: Rect) -> f32 {
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else {
            return 0.0;
        };
        let inside = list.shrink(SCROLL_EDGE.min(list.height() / 3.0));
        let beyond = pointer.y - inside.y_range().clamp(pointer.y);
        if beyond == 0.0 || !list.x_range().contains(pointer.x) {
            return 0.0;
        }
        ui.ctx().request_repaint();
        let seconds = ui.input(|input| input.stable_dt).min(0.1);
        (beyond / SCROLL_EDGE).clamp(-1.5, 1.5) * SCROLL_SPEED * seconds
    }

    /// Shows what dropping here means, and drops when the mouse button is released. Returns whether the drag goes on.
    pub fn update(
        &self,
        ui: &Ui,
        cx: &PanelContext<'_>,
        list: &RowList<'_>,
        sink: &mut ActionSink,
    ) -> bool {
        let cancelled = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let Some(pointer) = pointer.filter(|_| !cancelled && self.document == cx.front.id()) else {
            ui.ctx().stop_dragging();
            return false;
        };
        let target = list.target(cx, &self.nodes, pointer);
        if ui.input(|input| input.pointer.primary_down()) {
            ui.set_cursor_icon(egui::CursorIcon::Grabbing);
            paint(ui, cx, list, target.as_ref());
            self.show_ghost(ui, cx, pointer, target.as_ref());
            return true;
        }
        match target {
            Some(RowTarget::Child { parent, index, .. }) => {
                sink.push(Action::Edit(EditAction::MoveBelow {
                    nodes: self.nodes.clone(),
                    parent,
                    index,
                    by: None,
                }));
            }
            Some(RowTarget::Unconnected(_)) => sink.edit(Command::Detach(self.nodes.clone())),
            Some(RowTarget::Refused(..)) | None => {}
        }
        false
    }

    /// The dragged rows and what dropping them means, at the cursor.
    fn show_ghost(
        &self,
        ui: &Ui,
        cx: &PanelContext<'_>,
        pointer: Pos2,
        target: Option<&RowTarget>,
    ) {
        let document = cx.front.document();
        let title = match &self.nodes[..] {
            [node] => cx.texts.title_of(document, node),
            several => cx.texts.tr_count("status.nodes", several.len()),
        };
        Area::new(Id::unique("dragged rows"))
            .order(Order::Tooltip)
            .interactable(false)
            .fixed_pos(pointer + vec2(14.0, 12.0))
            .show(ui.ctx(), |ui| {
                let frame = egui::Frame::popup(ui.style());
                ui.scope(|ui| {
                    ui.multiply_opacity(0.7);
                    frame.show(ui, |ui| ui.label(title));
                });
                let (text, color) = match target {
                    Some(RowTarget::Child { parent, index, .. }) => {
                        let place = (parent, *index);
                        let text = drop_label::child_of(cx.texts, document, &self.nodes, place);
                        (text, cx.theme.text)
                    }
                    Some(RowTarget::Unconnected(_)) => {
                        (cx.texts.tr("drop.unconnected").into_owned(), cx.theme.text)
                    }
                    Some(RowTarget::Refused(_, refusal)) => {
                        (cx.texts.refusal(refusal), cx.theme.error)
                    }
                    None => return,
                };
                frame.show(ui, |ui| {
                    ui.set_max_width(320.0);
                    ui.colored_label(color, text);
                });
            });
    }
}

/// Draws the insertion bar, or the outline of the row that takes or refuses the nodes.
fn paint(ui: &Ui, cx: &PanelContext<'_>, list: &RowList<'_>, target: Option<&RowTarget>) {
    let painter = ui.painter().with_clip_rect(list.rect.expand(4.0));
    let outlined = |line: usize, color| {
        let row = list.row(line).shrink2(Vec2::new(1.0, 0.0));
        painter.rect_stroke(row, 4.0, Stroke::new(1.5, color), StrokeKind::Inside);
    };
    let accent = cx.theme.accent;
    match target {
        Some(RowTarget::Child { bar: Some(gap), .. } | RowTarget::Unconnected(gap)) => {
            let y = list.y_of(gap.line);
            let left = list.rect.left() + 6.0 + indent(gap.depth, list.rect.width());
            painter.hline(left..=list.rect.right(), y, Stroke::new(2.0, accent));
            painter.circle_filled(pos2(left, y), 3.5, accent);
        }
        Some(RowTarget::Child { parent, .. }) => {
            if let Some(line) = list.lines.iter().position(|line| line.id == *parent) {
                outlined(line, accent);
            }
        }
        Some(RowTarget::Refused(line, _)) => outlined(*line, cx.theme.error),
        None => {}
    }
}
