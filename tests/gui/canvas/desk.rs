//! A minimal window with only the canvas: applies the canvas's commands as the shell would.

use std::sync::Arc;

use egui::Rect;
use egui_kittest::Harness;
use treewright_authoring::edit::{Command, History, Selection, move_below};
use treewright_authoring::layout;
use treewright_core::diagnostic::Problems;
use treewright_core::geometry::Size;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node};
use treewright_core::project::Project;
use treewright_editor::action::{Action, ActionSink, EditAction, SelectAction, ViewAction};
use treewright_editor::panels::canvas;
use treewright_editor::panels::canvas::{CanvasInput, CanvasState};
use treewright_editor::theme;
use treewright_editor::theme::Theme;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::i18n::Texts;
use treewright_session::workspace::breakpoints::Breakpoints;
use treewright_session::workspace::document_program::ProgramCache;
use treewright_session::workspace::run_view::RunView;

use crate::gui::renderer::PixelRenderer;

/// State that the canvas works on.
pub struct Desk {
    pub document: Document,
    pub history: History,
    pub selection: Selection,
    pub canvas: CanvasState,
    pub area: Rect,
    pub asked: Vec<Action>,
    pub run: Option<Box<dyn RunView>>,
    pub texts: Texts,
    pub options: CanvasOptions,
    pub diagnostics: Problems,
    library: Arc<NodeLibrary>,
    program: ProgramCache,
}

impl Desk {
    pub fn new(document: Document) -> Self {
        Self {
            document,
            history: History::new(),
            selection: Selection::default(),
            canvas: CanvasState::default(),
            area: Rect::NOTHING,
            asked: Vec::new(),
            run: None,
            texts: Texts::default(),
            options: CanvasOptions::PLAIN,
            diagnostics: Problems::default(),
            library: Arc::new(NodeLibrary::builtin()),
            program: ProgramCache::default(),
        }
    }

    /// Returns the node with this title.
    pub fn id(&self, title: &str) -> NodeId {
        let found = self.document.nodes().find(|node| node.title() == title);
        found.unwrap_or_else(|| panic!("no {title}")).id().clone()
    }

    pub fn undo(&mut self) {
        self.history.undo(&mut self.document, &mut self.selection);
    }

    /// Applies a command, which must succeed.
    pub fn edit(&mut self, command: &Command) {
        let (document, selection) = (&mut self.document, &mut self.selection);
        self.history
            .apply(document, &self.library, selection, command)
            .expect("the canvas requests only possible commands");
    }

    pub fn show(&mut self, ui: &mut egui::Ui) {
        self.area = ui.available_rect_before_wrap();
        let mut actions = ActionSink::default();
        let theme = Theme::of(ui);
        let project = Project::alone(&self.document);
        let program = || {
            self.program
                .get(self.history.run_revision(), &project, &self.library)
        };
        let templates = treewright_session::templates::Templates::default();
        let breakpoints = Breakpoints::default();
        let input = CanvasInput {
            is_read_only: false,
            breakpoints: &breakpoints,
            trees: &[],
            templates: &templates,
            recent: &[],
            document: &self.document,
            revision: self.history.revision(),
            library: &self.library,
            selection: &self.selection,
            diagnostics: &self.diagnostics,
            program: &program,
            run: self.run.as_deref(),
            coverage: None,
            explored: None,
            marks: None,
            theme: &theme,
            texts: &self.texts,
            left_to_right: false,
            options: self.options,
        };
        canvas::show(ui, &input, &mut self.canvas, &mut actions);
        for action in actions.take() {
            self.apply(&action);
            self.asked.push(action);
        }
    }

    fn apply(&mut self, action: &Action) {
        match action {
            Action::Edit(EditAction::Do(command)) => self.edit(command),
            Action::Edit(EditAction::MoveBelow {
                nodes,
                parent,
                index,
                ..
            }) => {
                let command = move_below(&self.document, parent, nodes, *index);
                self.edit(&command.expect("the canvas requests only moves that change something"));
            }
            Action::Select(select) => self.select(select),
            Action::View(ViewAction::QuickAdd) => self.canvas.open_quick_add(),
            _ => {}
        }
    }

    fn select(&mut self, select: &SelectAction) {
        match select {
            SelectAction::Set(ids) => self.selection = Selection::of(ids.iter().cloned()),
            SelectAction::Add(ids) => {
                for id in ids {
                    self.selection.add(id.clone());
                }
            }
            SelectAction::Toggle(ids) => {
                for id in ids {
                    self.selection.toggle(id.clone());
                }
            }
            SelectAction::SetAnnotations(list) => {
                self.selection = Selection::default().with_annotations(list.iter().copied());
            }
            SelectAction::AddAnnotations(list) => {
                let selection = self.selection.clone();
                self.selection = selection.with_annotations(list.iter().copied());
            }
            SelectAction::ToggleAnnotations(list) => {
                for annotation in list {
                    self.selection.toggle_annotation(*annotation);
                }
            }
            // In the editor, menus and shortcuts of the shell send these.
            SelectAction::All
            | SelectAction::Subtree
            | SelectAction::SameKind
            | SelectAction::Invert
            | SelectAction::NextAnnotation
            | SelectAction::Walk(_) => {}
        }
    }
}

/// Returns a window with a canvas over the tree of this outline.
pub fn desk(outline: &str) -> Harness<'static, Desk> {
    window(Desk::new(outlined(outline)), egui::Theme::Dark)
}

pub fn window(desk: Desk, theme: egui::Theme) -> Harness<'static, Desk> {
    let mut harness = Harness::builder()
        .with_size(egui::vec2(1200.0, 800.0))
        .with_theme(theme)
        .renderer(PixelRenderer::default())
        .with_context_setup(|ctx| {
            treewright_editor::icons::install(ctx);
            theme::install(ctx);
        })
        .build_ui_state(|ui, desk: &mut Desk| desk.show(ui), desk);
    harness.run_steps(3);
    harness
}

/// Reads `name: task` or `task` in each line; children are indented deeper than their parent. A second root is unconnected.
pub fn outlined(outline: &str) -> Document {
    let lines: Vec<(usize, &str)> = outline
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| (line.len() - line.trim_start().len(), line.trim()))
        .collect();
    let mut builder = DocumentBuilder::new("Test");
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    for (i, &(indent, text)) in lines.iter().enumerate() {
        open.retain(|(outer, _)| *outer < indent);
        let (name, task) = text.split_once(": ").unwrap_or(("", text));
        let mut node = Node::new(format!("n{}", i + 1), task);
        name.clone_into(&mut node.name);
        let id = match open.last() {
            Some((_, parent)) => builder.child(parent, node),
            None if i == 0 => builder.root(node),
            None => builder.loose(node),
        };
        open.push((indent, id.unwrap()));
    }
    placed(builder.finish())
}

/// Applies the auto layout.
fn placed(mut document: Document) -> Document {
    let size = |_: &Node| Size::new(150.0, 48.0);
    let places = layout::tidy(&document, &size, &layout::Options::default());
    let arrange = Command::Arrange(places);
    let library = NodeLibrary::builtin();
    History::new()
        .apply(&mut document, &library, &mut Selection::default(), &arrange)
        .ok();
    document
}
