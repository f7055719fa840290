//! Files are the same under every locale: no comma becomes a decimal point or the other way, and dates stay as they were written.

use super::harness::Folder;

const TREE: &str = r#"{
  "format": "treewright",
  "version": 1,
  "name": "Zahlen",
  "root": "n1",
  "variables": [
    {"name": "when", "type": "string", "initial": "2026-03-01T12:30:00+01:00"},
    {"name": "where", "type": "vec2", "initial": {"vec2": [0.1, -1234567.25]}}
  ],
  "nodes": [
    {"id": "n1", "task": "Wait", "name": "1,5 s; 01.03.2026", "parameters": {"seconds": 1234.5}}
  ],
  "studio": {"saved": "01.03.2026 12:30", "size": [1.50, 1e-7]}
}
"#;

const LOCALES: [&str; 4] = ["C", "de_DE.UTF-8", "fr_FR.UTF-8", "zh_CN.UTF-8"];

#[test]
fn a_file_is_written_alike_under_every_locale() {
    let mut written = Vec::new();
    for locale in LOCALES {
        let folder = Folder::new().with("t.bt.json", TREE);
        let mut command = folder.command("fmt t.bt.json");
        let variables = ["LANG", "LC_ALL", "LC_NUMERIC", "LC_TIME", "LANGUAGE"];
        command.envs(variables.map(|variable| (variable, locale)));
        let ended = command.output().unwrap();
        assert!(ended.status.success(), "{locale}: {ended:?}");
        written.push(folder.read("t.bt.json"));
    }
    for text in &written {
        assert_eq!(*text, written[0]);
        for kept in [
            "\"2026-03-01T12:30:00+01:00\"",
            "-1234567.25",
            "1234.5",
            "1,5 s; 01.03.2026",
            "[1.50, 1e-7]",
        ] {
            assert!(text.contains(kept), "{kept} is not in {text}");
        }
    }
}

#[test]
fn a_run_writes_numbers_alike_under_every_locale() {
    let mut told = Vec::new();
    for locale in LOCALES {
        let folder = Folder::new().with("t.bt.json", TREE);
        let mut command = folder.command("run t.bt.json --frames 3 --format json");
        command.envs(["LANG", "LC_ALL"].map(|variable| (variable, locale)));
        told.push(command.output().unwrap().stdout);
    }
    assert!(told[0].len() > 10);
    assert!(told.iter().all(|out| *out == told[0]));
}
