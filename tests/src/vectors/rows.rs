//! Tables of cases as text (`tests/data/cases`). A section begins with `# name` and may set how its cases run, as `dt=0.1,0.2`, `agents=2` and `restarts`. A case
//! is a line `name: tree`, and below it, indented, its variables and its script, which begins with `@`.

use super::FRAMES;
use super::plan::Sketch;

/// The cases of a section.
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// Its cases, named after themselves only.
    pub cases: Vec<Sketch>,
}

/// Reads a table.
///
/// # Errors
/// What is wrong with it.
pub fn read(table: &'static str) -> Result<Vec<Section>, String> {
    let mut sections: Vec<Section> = Vec::new();
    let mut model = Sketch::default();
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let wrong = || format!("not understood: {line}");
        if let Some(head) = line.strip_prefix("# ") {
            let (name, settings) = head.split_once(' ').unwrap_or((head, ""));
            model = configured(settings).ok_or_else(wrong)?;
            sections.push(Section {
                name,
                cases: Vec::new(),
            });
            continue;
        }
        let section = sections.last_mut().ok_or_else(wrong)?;
        if !line.starts_with(' ') {
            let (name, tree) = line.split_once(": ").ok_or_else(wrong)?;
            section.cases.push(Sketch {
                name: name.to_owned(),
                tree: tree.to_owned(),
                ..model.clone()
            });
            continue;
        }
        let case = section.cases.last_mut().ok_or_else(wrong)?;
        if line.trim_start().starts_with('@') {
            case.script.push_str(line.trim());
        } else {
            case.variables.push_str(line.trim());
        }
    }
    Ok(sections)
}

/// Returns how the cases of a section run.
fn configured(settings: &str) -> Option<Sketch> {
    let mut model = Sketch::default();
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        match name {
            "dt" => {
                let dts: Result<_, _> = value.split(',').map(str::parse).collect();
                model.dts = dts.ok()?;
                model.frames = FRAMES;
            }
            "restarts" => model.restarts = true,
            "agents" => model.agents = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(model)
}
