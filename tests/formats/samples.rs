//! Every sample file of other tools is recognized, becomes documents that are forests without broken connections, and is written back byte for byte
//! after a round trip through native files. The messages for each file are listed here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use treewright_core::TreeInstance;
use treewright_core::compile::{GameTasks, compile_project};
use treewright_core::diagnostic::{Diagnostic, Severity};
use treewright_core::model::broken_invariants;
use treewright_core::runtime::Globals;
use treewright_exchange as exchange;
use treewright_exchange::{
    ExchangeFormat, ReadOptions, WriteOptions, behavior3, substitution_json,
};
use treewright_insight::recording_json::ParsedSources;
use treewright_session::host::exchange::{Import, import};

/// Messages of the readers and of the checks, by code and count, for each sample with messages. Errors are those of the samples themselves: parents
/// without required children, and a file that declares node types and has no tree.
const SAID: &str = "\
behavior3-codetypess/vars/declare-core.json: warning behavior3_kept_fields × 1
behavior3-codetypess/vars/declare-vars.json: error wrong_child_count × 1,
    warning behavior3_kept_fields × 1
behavior3-codetypess/vars/subtree.json: warning behavior3_kept_fields × 1
behavior3-codetypess/vars/test-subtree.json: warning behavior3_kept_fields × 1,
    warning unknown_parameter × 1
behavior3-codetypess/vars/test-vars.json: error wrong_child_count × 3,
    warning acting_passes_through × 2, warning behavior3_kept_fields × 1,
    warning unknown_parameter × 3
behavior3-codetypess/vars/test.json: error wrong_child_count × 1
behavior3-codetypess/workdir/hero.json: warning behavior3_kept_fields × 1
behavior3-codetypess/workdir/monster.json: error wrong_child_count × 1,
    warning behavior3_kept_fields × 1, warning unknown_parameter × 1
btcpp/Check.xml: warning btcpp_continues_at_once × 1
btcpp/Talk.xml: warning btcpp_continues_at_once × 1
btcpp/log_test.xml: warning btcpp_main_chosen × 1, warning btcpp_starts_counting × 1
btcpp/subtree_test.xml: warning btcpp_include_missing × 1, warning btcpp_main_chosen × 1,
    warning btcpp_subtree_compact × 1
btcpp-handwritten/full_feature.xml: warning btcpp_condition_kept × 7,
    warning btcpp_explicit_below_reactive × 1, warning btcpp_leaf_kept × 1,
    warning btcpp_port_not_seen × 1, warning btcpp_set_anew × 1, warning btcpp_starts_counting × 1
graphview-handwritten/forest.json: warning acting_acts_like_sequence × 1, warning loose_nodes × 1,
    warning save_json_loose_roots × 1
groot2/fulltree-lamplighter.xml: warning btcpp_condition_kept × 2, warning btcpp_leaf_kept × 1,
    warning btcpp_main_chosen × 1, warning btcpp_model_port_refused × 1, warning btcpp_set_anew × 1
groot2/fulltree-tiny.xml: warning btcpp_model_port_refused × 1
groot2/fulltree-twice.xml: warning btcpp_leaf_kept × 1, warning btcpp_main_chosen × 1,
    warning btcpp_model_port_refused × 1, warning btcpp_set_anew × 1, warning btcpp_tree_twice × 2
groot2/lamplighter.models.xml: error no_root × 1
nav2/application_example.xml: warning btcpp_version_3 × 1
nav2/nav2_tree_nodes.xml: error no_root × 1
nav2/navigate_w_replanning_only_if_goal_is_updated.xml: warning acting_passes_through × 1,
    warning btcpp_parent_kept × 1
nav2/navigate_w_replanning_speed.xml: warning acting_passes_through × 1,
    warning btcpp_parent_kept × 1
";

/// Returns whether a file has a format of other tools. The folder also contains native files, recordings and notes.
fn is_of_a_format(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let endings = [".json", ".xml", ".b3", ".b3-setting", ".b3-workspace"];
    let own = [".bt.json", ".tasks.json"];
    let ends = |ending: &&str| name.ends_with(*ending);
    endings.iter().any(ends) && !own.iter().any(ends)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if is_of_a_format(&path) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Saves an import as native files and reads these again.
fn through_own_files(read: &Import) -> ParsedSources {
    let unpacked = read.imported.sources().unwrap().unpack().unwrap();
    assert_eq!(broken_invariants(&unpacked.document), Vec::<String>::new());
    unpacked
}

/// Returns lines such as `error wrong_child_count × 2`, in the order of the codes.
fn counted(said: &[Diagnostic]) -> Vec<String> {
    let mut counts = BTreeMap::new();
    for one in said {
        let severity = match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        *counts.entry((severity, one.problem.code())).or_insert(0) += 1;
    }
    let line = |((severity, code), count)| format!("{severity} {code} × {count}");
    counts.into_iter().map(line).collect()
}

/// Reads a sample and writes it again. Returns its format and the messages.
fn check(file: &Path) -> (ExchangeFormat, Vec<String>) {
    let name = file.display();
    let bytes = std::fs::read(file).unwrap();
    let read = import(file, None, &ReadOptions::default());
    let read = read.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let unpacked = through_own_files(&read);
    let same = |text: &str| {
        assert!(
            text.as_bytes() == bytes,
            "{name} was written back as\n{text}"
        );
    };
    // Files with only node types become task libraries.
    let Some(made) = read.imported.documents.first() else {
        assert_eq!(read.format, ExchangeFormat::Behavior3);
        let written = behavior3::write_setting(&read.imported.libraries[0].library);
        // A workspace only names the settings files: the library belongs to them.
        let setting = file.with_file_name("node-config.b3-setting");
        assert_eq!(written, std::fs::read_to_string(setting).unwrap(), "{name}");
        return (read.format, Vec::new());
    };
    let (project, kinds) = (unpacked.project(), &unpacked.kinds);
    let written = exchange::write(read.format, &project, kinds, &WriteOptions::default());
    let exported = written.unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
    same(exported.files[0].text());
    let mut said = made.remarks.clone();
    said.extend(exchange::problems(&project, kinds));
    (read.format, counted(&said))
}

#[test]
fn every_sample_is_imported_and_exported_byte_for_byte() {
    let Some(samples) = treewright_tests::samples() else {
        return;
    };
    let (mut seen, mut said) = (BTreeMap::new(), Vec::new());
    for file in files_below(&samples) {
        let bytes = std::fs::read(&file).unwrap();
        if substitution_json::detect(&bytes) {
            assert_eq!(substitution_json::read(&bytes).unwrap().len(), 3);
            *seen.entry("rules").or_insert(0) += 1;
            continue;
        }
        let (format, lines) = check(&file);
        *seen.entry(format.name()).or_insert(0) += 1;
        if !lines.is_empty() {
            let path = file.strip_prefix(&samples).unwrap();
            let path = path.to_string_lossy().replace('\\', "/");
            said.push(format!("{path}: {}\n", lines.join(", ")));
        }
    }
    let wanted = [
        ("behavior3", 14),
        ("behavior3-original", 3),
        ("btcpp", 19),
        ("rules", 1),
        ("save-json", 1),
    ];
    assert_eq!(Vec::from_iter(seen), wanted);
    assert_eq!(said.concat(), SAID.replace(",\n    ", ", "));
}

#[test]
fn every_tree_of_nav2_runs() {
    let Some(samples) = treewright_tests::samples() else {
        return;
    };
    let mut ran = 0;
    for file in files_below(&samples.join("nav2")) {
        let name = file.display();
        let read = import(&file, None, &ReadOptions::default()).unwrap();
        let unpacked = through_own_files(&read);
        let mut tasks = GameTasks::<()>::new();
        tasks.use_stand_ins(&unpacked.kinds);
        let compiled = compile_project(&unpacked.project(), &unpacked.kinds, &tasks);
        assert_eq!(compiled.broken, [], "{name}");
        let Some(program) = compiled.program else {
            continue;
        };
        let mut instance = TreeInstance::new(program, 1);
        let mut globals = Globals::default();
        for _ in 0..20 {
            instance.tick(&mut (), &mut globals, 0.1);
        }
        ran += 1;
    }
    assert_eq!(ran, 8);
}
