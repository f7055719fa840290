//! Opens the guide in a browser, at the page of what is selected or has the keyboard. Does not know what the pages contain.

use egui::OpenUrl;
use treewright_core::diagnostic::Problem;
use treewright_session::host::guide;
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;

use super::view::node_type_of_selection;
use crate::clicked_panel;
use crate::docking::Panel;
use crate::editor::Editor;
use crate::focus_regions;
use crate::panels::node_reference::ReferenceWindow;
use crate::shell::Shell;

/// What a page of the guide explains.
enum Subject {
    NodeType(String),
    Problem(Problem),
    Panel(Panel),
    Everything,
}

pub fn open(editor: &mut Editor) {
    let Editor {
        workspace,
        shell,
        services,
        ..
    } = editor;
    let subject = subject(workspace, shell);
    let (page, section) = subject.place(&shell.texts);
    let folder = services.conditions.guide.as_deref();
    let language = shell.texts.language();
    let pages = [&*page, subject.chapter(), "index"];
    let found = folder.and_then(|folder| guide::find_page(folder, language, &pages));
    if let Some((file, mut address)) = found {
        address.set_fragment(section.as_deref());
        shell.ctx.open_url(OpenUrl::new_tab(address));
        let page = file.display().to_string();
        return shell.notify_key(NoticeKind::Done, "notice.guide_opened", &[("page", &page)]);
    }
    if let Subject::NodeType(task) = subject {
        shell.views.reference = Some(ReferenceWindow::at(Some(task)));
    }
    shell.notify_key(NoticeKind::Refused, "notice.no_guide", &[]);
}

/// What the user looks at: the page of the node reference that is open, the problem that is explained, the selected node unless another panel
/// has the keyboard or its tab was just clicked, or that panel.
fn subject(workspace: &Workspace, shell: &Shell) -> Subject {
    if let Some(task) = shell
        .views
        .reference
        .as_ref()
        .and_then(|it| it.task.clone())
    {
        return Subject::NodeType(task);
    }
    let region = focus_regions::focused(&shell.ctx);
    let clicked = clicked_panel::get(&shell.ctx);
    let panel = clicked.or_else(|| region.and_then(Panel::from_key));
    if let Some(problem) = explained_problem(workspace, shell, panel) {
        return Subject::Problem(problem);
    }
    let is_about_nodes = matches!(
        panel,
        None | Some(Panel::Canvas | Panel::Outline | Panel::Inspector)
    );
    match (node_type_of_selection(workspace), panel) {
        (Some(task), _) if is_about_nodes => Subject::NodeType(task),
        // The canvas has the keyboard whenever nothing else has it.
        (_, None | Some(Panel::Canvas)) => Subject::Everything,
        (_, Some(panel)) => Subject::Panel(panel),
    }
}

/// The problem that is explained, while its panel has the keyboard, or shows it and the node with the problem is still selected.
fn explained_problem(
    workspace: &Workspace,
    shell: &Shell,
    panel: Option<Panel>,
) -> Option<Problem> {
    let front = workspace.front();
    let of_libraries = front.libraries().problems().len();
    let place = shell.views.problems.explained_of_document(of_libraries)?;
    let diagnostic = front.diagnostics().get(place)?;
    let is_seen = match panel {
        Some(Panel::Problems) => true,
        // A click on a problem selects its node and leaves the keyboard to the canvas.
        None | Some(Panel::Canvas) => {
            let selected = front.selection().primary();
            let is_shown = focus_regions::is_shown(&shell.ctx, Panel::Problems.key());
            is_shown && selected.is_some() && diagnostic.location.node() == selected
        }
        Some(_) => false,
    };
    is_seen.then(|| diagnostic.problem.clone())
}

impl Subject {
    /// The page, without the ending of files, and the section on it.
    fn place(&self, texts: &Texts) -> (String, Option<String>) {
        match self {
            Self::NodeType(task) => (format!("guide/nodes/{task}"), None),
            Self::Problem(problem) => (format!("guide/problems/{}", problem.code()), None),
            Self::Panel(panel) => {
                let title = texts.tr(&panel.text_key()).to_lowercase();
                ("guide/panels".to_owned(), Some(title.replace(' ', "-")))
            }
            Self::Everything => ("index".to_owned(), None),
        }
    }

    /// The page about what has no page of its own: tasks of a game, and notes about files of other tools.
    fn chapter(&self) -> &'static str {
        match self {
            Self::NodeType(_) => "guide/task-libraries",
            Self::Problem(Problem::Transfer(_)) => "guide/other-tools",
            Self::Problem(_) => "guide/problems/index",
            Self::Panel(_) => "guide/panels",
            Self::Everything => "index",
        }
    }
}
