//! Registers the program with a desktop by the freedesktop.org standards: a menu entry, the file type, icons. Writes only to the user's own folders,
//! and can undo the registration.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::files::{self, Expected, SaveError};

/// The icon in all sizes: pixels, PNG.
const ICONS: [(u16, &[u8]); 8] = [
    (
        16,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-16.png"
        )),
    ),
    (
        24,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-24.png"
        )),
    ),
    (
        32,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-32.png"
        )),
    ),
    (
        48,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-48.png"
        )),
    ),
    (
        64,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-64.png"
        )),
    ),
    (
        128,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-128.png"
        )),
    ),
    (
        256,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-256.png"
        )),
    ),
    (
        512,
        include_bytes!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/icon/treewright-512.png"
        )),
    ),
];

/// The icon as a vector image.
const SVG: &[u8] = include_bytes!(concat!(env!("TREEWRIGHT_ASSETS"), "/icon/treewright.svg"));

/// The type of behavior tree files.
const FILE_TYPE: &[u8] = include_bytes!(concat!(
    env!("TREEWRIGHT_ASSETS"),
    "/desktop/treewright.xml"
));

/// Returns the PNG icon for the title bar and the list of windows.
pub fn window_icon() -> &'static [u8] {
    ICONS[6].1
}

/// Returns the files to install: path relative to the user's data folder, content.
fn entries(program: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut entries = vec![
        (
            "applications/treewright.desktop".into(),
            menu_entry(program).into_bytes(),
        ),
        ("mime/packages/treewright.xml".into(), FILE_TYPE.to_vec()),
        (
            "icons/hicolor/scalable/apps/treewright.svg".into(),
            SVG.to_vec(),
        ),
    ];
    for (size, png) in ICONS {
        let path = format!("icons/hicolor/{size}x{size}/apps/treewright.png");
        entries.push((path.into(), png.to_vec()));
    }
    entries
}

/// Returns the menu entry, which packages install as it is, for the program at this path.
fn menu_entry(program: &Path) -> String {
    const ENTRY: &str = include_str!(concat!(
        env!("TREEWRIGHT_ASSETS"),
        "/desktop/treewright.desktop"
    ));
    let program = quoted(&program.display().to_string());
    ENTRY.replace("Exec=treewright ", &format!("Exec={program} "))
}

/// Quotes an argument of a command line as the desktop entry specification requires.
fn quoted(word: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in word.chars() {
        match letter {
            // Escaped once for the quotes and once for the value of a key.
            '"' | '`' | '$' => quoted.push_str("\\\\"),
            '\\' => quoted.push_str("\\\\\\"),
            '%' => quoted.push('%'),
            _ => {}
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

/// Installs all files below the folder `data` and returns their paths.
///
/// # Errors
/// Returns the first file that cannot be written.
pub fn install(data: &Path, program: &Path) -> Result<Vec<PathBuf>, (PathBuf, SaveError)> {
    let mut written = Vec::new();
    for (path, bytes) in entries(program) {
        let path = data.join(path);
        let made = path.parent().map_or(Ok(()), files::make_folder);
        made.map_err(SaveError::from)
            .and_then(|()| files::save(&path, &bytes, Expected::Anything))
            .map_err(|error| (path.clone(), error))?;
        written.push(path);
    }
    notify_desktop(data);
    Ok(written)
}

/// Removes the files that [`install`] writes, and returns those that existed.
pub fn uninstall(data: &Path) -> Vec<PathBuf> {
    let entries = entries(Path::new("")).into_iter();
    let there = entries.map(|(path, _)| data.join(path));
    let there: Vec<_> = there.filter(|path| path.exists()).collect();
    for path in &there {
        files::remove(path);
    }
    notify_desktop(data);
    there
}

/// Runs the desktop's own programs to update its caches. Desktops without them detect the change themselves.
fn notify_desktop(data: &Path) {
    let run = |program: &str, folder: &str| -> io::Result<()> {
        Command::new(program)
            .arg(data.join(folder))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        Ok(())
    };
    for (program, folder) in [
        ("update-desktop-database", "applications"),
        ("update-mime-database", "mime"),
        ("gtk-update-icon-cache", "icons/hicolor"),
    ] {
        let _ = run(program, folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_special_characters_is_quoted() {
        assert_eq!(quoted("/opt/tree wright/bin"), "\"/opt/tree wright/bin\"");
        assert_eq!(quoted("/a$b"), r#""/a\\$b""#);
        assert_eq!(quoted("/50%"), "\"/50%%\"");
    }

    #[test]
    fn every_icon_is_a_png_of_its_size() {
        for (size, png) in ICONS {
            let wide = u32::from_be_bytes(png[16..20].try_into().unwrap());
            let high = u32::from_be_bytes(png[20..24].try_into().unwrap());
            assert_eq!((wide, high), (u32::from(size), u32::from(size)));
        }
    }
}
