//! Recordings survive reading and writing, damaged ones are reported, and none does harm.

use proptest::prelude::*;
use treewright_core::format::FormatError;
use treewright_core::format::native;
use treewright_core::limits::FILE_BYTES;
use treewright_core::model::testing::{draw, draw_each};
use treewright_core::model::{Document, StandIn};
use treewright_core::nodes::testing::random::{
    Dice, ScriptEvent as Told, ScriptFrame, partly_disabled, script,
};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Status};
use treewright_core::testing::cases;

use super::{AddedTree, RecordedFile, Replay, Setup, Sources, head, read, write};
use crate::recording::testing::{documents, scripted};
use crate::recording::{Recording, RunInput};

/// A run of random documents with several agents and many inputs.
struct Run {
    recording: Recording,
    setup: Setup,
    sources: Vec<Sources>,
    /// Which of the documents each program is a version of.
    trees: Vec<usize>,
}

fn sources_of(document: &Document) -> Sources {
    Sources::of(&Project::alone(document), []).unwrap()
}

impl Run {
    fn new(seed: u64, document: &Document) -> Option<Self> {
        let sources = sources_of(document);
        let setup = Setup {
            tree: "random.bt.json".to_owned(),
            dt: 0.5,
            seed,
            leaves: Vec::new(),
            sources: sources.clone(),
            added_trees: Vec::new(),
        };
        let program = sources.unpack().unwrap().compile(&[]).program?;
        Some(Self {
            recording: Recording::new(program, seed),
            setup,
            sources: vec![sources],
            trees: vec![0],
        })
    }

    fn random(seed: u64, size: usize, frames: usize) -> Option<Self> {
        let documents = documents(seed, size);
        let mut run = Self::new(seed, &documents[0])?;
        let mut dice = Dice::new(seed);
        for frame in script(seed, frames, 60, &documents[0]) {
            run.frame(&frame, &documents, &mut dice);
        }
        Some(run)
    }

    /// The program of one of the agents.
    fn any_running(&self, dice: &mut Dice) -> usize {
        let agents: Vec<_> = self.recording.agent_programs().iter().collect();
        dice.of(&agents).1
    }

    fn frame(&mut self, frame: &ScriptFrame, documents: &[Document], dice: &mut Dice) {
        for told in &frame.happenings {
            let agents: Vec<AgentId> = self.recording.agents().collect();
            let agent = dice.of(&agents);
            let program = self.recording.program_of(agent).unwrap();
            let happening = match (scripted(told, agent, program), told) {
                (Some(RunInput::Send { event, .. }), _) => RunInput::Send {
                    agent: dice.percent(50).then_some(agent),
                    event,
                },
                (Some(happening), _) => happening,
                (None, Told::Restart) if dice.percent(50) => {
                    let tree = dice.below(documents.len());
                    self.add(tree, &documents[tree], dice.below(9) as u64);
                    continue;
                }
                (None, Told::Restart) => RunInput::Add {
                    seed: dice.below(9) as u64,
                    program: self.any_running(dice),
                },
                (None, Told::Disable) if agents.len() > 1 => RunInput::Remove { agent },
                _ => continue,
            };
            let _ = self.recording.apply(happening);
        }
        if dice.percent(10) {
            let from = self.any_running(dice);
            let document = &documents[self.trees[from]];
            let changed = partly_disabled(document, dice.below(9) as u64);
            self.swap(from, &changed);
        }
        self.recording.step(frame.dt);
    }

    fn swap(&mut self, from: usize, document: &Document) {
        let sources = sources_of(document);
        if let Some(program) = sources.unpack().unwrap().compile(&[]).program {
            self.recording.swap(from, program).unwrap();
            self.sources.push(sources);
            self.trees.push(self.trees[from]);
        }
    }

    /// Adds an agent of a tree that is new to the run.
    fn add(&mut self, tree: usize, document: &Document, seed: u64) -> AgentId {
        let sources = sources_of(document);
        let program = sources.unpack().unwrap().compile(&[]).program.unwrap();
        self.setup.added_trees.push(AddedTree {
            program: self.sources.len(),
            tree: format!("tree{tree}.bt.json"),
            leaves: Vec::new(),
        });
        self.sources.push(sources);
        self.trees.push(tree);
        self.recording.add(program, seed).unwrap()
    }

    fn text(&mut self) -> String {
        write(&mut self.recording, &self.setup, &self.sources).unwrap()
    }
}

/// The lines of a recording that is read a few bytes at a time with minimal memory.
fn line_by_line(text: &str) -> String {
    let pieces = std::io::BufReader::with_capacity(7, text.as_bytes());
    let mut replay = Replay::of(pieces).unwrap();
    replay.recording.set_limit(0);
    let mut lines = head(&replay.setup) + "\n";
    while replay.step().unwrap().is_some() {
        lines.push_str(replay.last_line());
        lines.push('\n');
    }
    lines
}

fn again(mut replay: Replay<'_>) -> String {
    write(&mut replay.recording, &replay.setup, &replay.sources).unwrap()
}

fn error(text: impl AsRef<[u8]>) -> FormatError {
    read(text.as_ref()).err().expect("reading must fail")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(120)))]

    #[test]
    fn reading_and_writing_a_run_gives_the_same_bytes(seed: u64, size in 1_usize..25) {
        let Some(mut run) = Run::random(seed, size, 20) else { return Ok(()) };
        run.recording.go_to(7);
        let text = run.text();
        prop_assert_eq!(run.recording.frame(), 7, "what was shown is shown");
        let replay = read(text.as_bytes()).unwrap();
        prop_assert_eq!(replay.cut_off, None);
        let events = |recording: &Recording| recording.records().map(|r| r.agents.clone()).collect::<Vec<_>>();
        prop_assert_eq!(events(&run.recording), events(&replay.recording));
        prop_assert_eq!(&again(replay), &text);
        prop_assert_eq!(line_by_line(&text), text);
    }

    #[test]
    #[cfg(feature = "schema")]
    fn every_line_matches_the_schema(seed: u64, size in 1_usize..25) {
        let Some(mut run) = Run::random(seed, size, 20) else { return Ok(()) };
        let schema = jsonschema::validator_for(&super::schema()).unwrap();
        for line in run.text().lines() {
            let said = schema.validate(&serde_json::from_str(line).unwrap()).map_err(|e| e.to_string());
            prop_assert_eq!(said, Ok(()), "{}", line);
        }
    }

    #[test]
    fn a_branched_run_is_written_correctly(seed: u64, turn in 0_u64..10) {
        let Some(mut run) = Run::random(seed, 12, 10) else { return Ok(()) };
        run.recording.go_to(turn);
        let _ = run.recording.add(run.recording.program().clone(), 4);
        run.recording.step(0.25);
        let text = run.text();
        prop_assert_eq!(text.lines().count() as u64, 1 + turn + 1);
        prop_assert_eq!(again(read(text.as_bytes()).unwrap()), text);
    }

    #[test]
    fn a_truncated_file_gives_its_complete_frames(seed: u64, part in 0.0..1.0_f64) {
        let Some(mut run) = Run::random(seed, 8, 8) else { return Ok(()) };
        let text = run.text();
        let first = text.find('\n').unwrap() + 1;
        let end = first + ((text.len() - first) as f64 * part) as usize;
        let replay = read(&text.as_bytes()[..end]).unwrap();
        let breaks = text.as_bytes()[..end].split(|byte| *byte == b'\n');
        let whole = breaks.count() - 2;
        let frames = replay.recording.last_frame() as usize;
        prop_assert!(frames == whole || frames == whole + 1 && replay.cut_off.is_none());
    }

    #[test]
    fn damaged_bytes_never_do_harm(seed: u64, at: prop::sample::Index, byte: u8) {
        let Some(mut run) = Run::random(seed % 50, 8, 6) else { return Ok(()) };
        let mut bytes = run.text().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Err(error) = read(&bytes) {
            prop_assert!(error.position.is_some() || !error.to_string().is_empty());
        }
    }
}

fn guard() -> Run {
    let text = include_str!("../../../../tests/cli/guard.bt.json");
    let document = treewright_core::format::native::read(text.as_bytes())
        .unwrap()
        .document;
    let mut run = Run::new(3, &document).unwrap();
    for _ in 0..3 {
        run.recording.step(0.5);
    }
    run
}

#[test]
fn the_first_line_is_the_header_and_each_other_line_a_frame() {
    let mut run = guard();
    let text = run.text();
    let lines: Vec<&str> = text.lines().collect();
    let start = r#"{"format":"treewright-trace","version":1,"tree":"random.bt.json","dt":0.5,"seed":3,"documents":[{"path":"","text":""#;
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(
        lines[1].starts_with(r#"{"frame":1,"status":"Running","events":[["start","n1"],"#),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 4);
}

#[test]
fn stand_ins_of_leaves_are_repeated() {
    let mut run = guard();
    let leaves = vec![("n5".into(), StandIn::Always(Status::Success))];
    run.setup.leaves = leaves.clone();
    let program = run.sources[0]
        .unpack()
        .unwrap()
        .compile(&leaves)
        .program
        .unwrap();
    run.recording = Recording::new(program, 3);
    run.recording.step(0.5);
    let text = run.text();
    assert!(
        text.contains(r#""leaves":{"n5":{"always": "Success"}}"#),
        "{text}"
    );
    assert_eq!(again(read(text.as_bytes()).unwrap()), text);
}

#[test]
fn attached_data_are_in_the_lines_and_are_repeated() {
    let text = include_str!("../../../../tests/cli/guard.bt.json");
    let patrol = r#""task": "StandIn", "name": "Patrol","#;
    let data = r#" "data": "where = vec2(10.0, 1.5)\nword = \"go\"\nten = 4 + 6","#;
    let text = text.replacen(patrol, &format!("{patrol}{data}"), 1);
    let document = treewright_core::format::native::read(text.as_bytes())
        .unwrap()
        .document;
    let mut run = Run::new(3, &document).unwrap();
    run.recording.step(0.5);
    let record = run.recording.record(1).unwrap();
    let data = record.agents[0].data.list.iter().map(ToString::to_string);
    let data: Vec<String> = data.collect();
    assert_eq!(data[1..], ["word = \"go\"", "ten = 10"]);
    let text = run.text();
    let line = r#""data":[{"node":"n5","name":"where","value":{"vec2":[10.0,1.5]}},{"node":"n5","name":"word","value":"go"},"#;
    assert!(text.contains(line), "{text}");
    assert_eq!(again(read(text.as_bytes()).unwrap()), text);
    let other = text.replacen(r#""value":"go""#, r#""value":"gone""#, 1);
    assert_eq!(error(&other).code(), "other_run");
}

/// A run of the guard, with agents of another tree that has a stand-in.
fn guard_and_cooks() -> Run {
    let mut run = guard();
    let leaves = vec![("n2".into(), StandIn::Always(Status::Failure))];
    let mut cook = |drawn| {
        let sources = sources_of(&draw(drawn));
        let compiled = sources.unpack().unwrap().compile(&leaves);
        run.sources.push(sources);
        compiled.program.unwrap()
    };
    let [first, changed] = [
        "n1:Repeater(forever=true)[n2:Idle]",
        "n1:Repeater(forever=true)[n3:Inverter[n2:Idle]]",
    ]
    .map(&mut cook);
    run.recording.add(first.clone(), 5).unwrap();
    run.recording
        .add(run.recording.program().clone(), 6)
        .unwrap();
    run.recording.add(first, 7).unwrap();
    run.recording.step(0.5);
    run.recording.swap(1, changed).unwrap();
    run.recording.step(0.5);
    run.setup.added_trees.push(AddedTree {
        program: 1,
        tree: "cook.bt.json".to_owned(),
        leaves,
    });
    run
}

#[test]
fn agents_of_another_tree_have_its_files_once() {
    let mut run = guard_and_cooks();
    let text = run.text();
    let lines: Vec<&str> = text.lines().collect();
    let added = r#""did":[{"add":{"seed":5,"tree":"cook.bt.json","leaves":{"n2":{"always": "Failure"}},"documents":[{"path":"","text":"#;
    assert!(lines[4].contains(added), "{}", lines[4]);
    let like = r#"}]}},{"add":{"seed":6}},{"add":{"seed":7,"like":1}}],"status""#;
    assert!(lines[4].contains(like), "{}", lines[4]);
    let swap = r#""did":[{"swap":{"of":3,"documents":[{"path":"","text":"#;
    assert!(lines[5].contains(swap), "{}", lines[5]);
    let replay = read(text.as_bytes()).unwrap();
    assert_eq!(replay.setup.added_trees, run.setup.added_trees);
    let seen = replay.seen(AgentId(1));
    assert_eq!(seen.program().len(), 3);
    assert!(
        seen.document_node(seen.program().index(&"n3".into()).unwrap())
            .is_some()
    );
    let programs: Vec<_> = replay.recording.agent_programs().iter().collect();
    let agents = [(0, 0), (1, 2), (2, 0), (3, 2)].map(|(agent, of)| (AgentId(agent), of));
    assert_eq!(programs, agents);
    assert_eq!(again(replay), text);
    // Its stand-in stays.
    assert!(
        lines[5].contains(r#"["update","n2","Failure"]"#),
        "{}",
        lines[5]
    );
}

#[test]
fn the_first_tree_is_written_again_if_no_agent_runs_it_any_more() {
    let mut run = guard_and_cooks();
    for agent in [0, 2] {
        let agent = AgentId(agent);
        run.recording.apply(RunInput::Remove { agent }).unwrap();
    }
    let guard = RunInput::Add {
        seed: 8,
        program: 0,
    };
    run.recording.apply(guard).unwrap();
    run.recording.step(0.5);
    let text = run.text();
    let last = text.lines().last().unwrap();
    assert!(
        last.contains(r#"{"add":{"seed":8,"tree":"random.bt.json","documents""#),
        "{last}"
    );
    assert_eq!(again(read(text.as_bytes()).unwrap()), text);
    assert_eq!(line_by_line(&text), text);
}

#[test]
fn wrong_agents_of_other_trees_are_reported() {
    let text = guard_and_cooks().text();
    let told = |from: &str, to: &str| error(text.replacen(from, to, 1)).to_string();
    let none = told(r#""like":1"#, r#""like":9"#);
    assert!(
        none.contains("there is no agent 9") && none.contains("did[2]"),
        "{none}"
    );
    assert!(told(r#""of":3"#, r#""of":9"#).contains("there is no agent 9"));
    for (from, to) in [
        (r#""seed":5,"#, r#""seed":5,"like":0,"#),
        (r#""tree":"cook.bt.json","leaves""#, r#""leaves""#),
        (r#""seed":7,"#, r#""seed":7,"tree":"x","#),
        (r#"{"seed":6}"#, r#"{"seed":6,"libraries":[{"path":"x"}]}"#),
    ] {
        let told = told(from, to);
        assert!(
            told.contains("`tree` and `documents`, or `like`"),
            "{to}: {told}"
        );
    }
    let global = |value_type: &str| {
        let document = draw(&format!("x:{value_type}@global; n1:Idle"));
        let text = native::write(&document).unwrap();
        let text = serde_json::to_string(&text).unwrap();
        format!(r#"{{"add":{{"seed":1,"tree":"t","documents":[{{"path":"","text":{text}}}]}}}}"#)
    };
    let conflict = told(
        r#"{"add":{"seed":6}}"#,
        &format!("{},{}", global("int"), global("bool")),
    );
    assert!(conflict.contains("global variable `x`"), "{conflict}");
}

#[test]
fn the_nodes_of_all_trees_together_are_limited() {
    let mut run = guard();
    let large = draw(&format!(
        "n0:Parallel[{}]",
        draw_each(1..2_000, |n| format!("n{n}:Idle "))
    ));
    run.add(1, &large, 1);
    run.recording.step(0.5);
    let text = run.text();
    let add = r#","documents":[{"path":"","text":"#;
    assert!(text.contains(add));
    let more = r#",{"add":{"seed":1,"like":1}}"#.repeat(2_000);
    let (before, after) = text.rsplit_once(r#"],"status""#).unwrap();
    let error = error(format!(r#"{before}{more}],"status"{after}"#));
    assert!(error.to_string().contains("too many nodes"), "{error}");
}

#[test]
fn a_frame_that_differs_from_the_record_is_reported() {
    let text = guard().text();
    let other = text.replacen(
        r#"["check","n3","Failure"]"#,
        r#"["check","n3","Success"]"#,
        1,
    );
    let error = error(&other);
    assert_eq!(error.code(), "other_run");
    assert_eq!(error.position.unwrap().line, 3);
    assert!(error.to_string().contains("frame 2"), "{error}");
    let spaced = text.replace(r#""status":"#, r#""status" : "#);
    assert!(read(spaced.as_bytes()).is_ok(), "blanks say nothing");
}

#[test]
fn problems_are_reported_with_their_line() {
    let text = guard().text();
    let lines: Vec<&str> = text.lines().collect();
    let told = |bad: &str| {
        let error = error([lines[0], lines[1], bad, lines[3], ""].join("\n"));
        assert_eq!(error.position.unwrap().line, 3, "{error}");
        error.to_string()
    };
    assert!(told(lines[3]).contains("expected frame 2"));
    assert!(told("{").contains("ends too early"));
    let with =
        |did: &str| lines[2].replacen("\"status\"", &format!("\"did\":[{did}],\"status\""), 1);
    let agent = "\"agent\":0";
    for (did, why) in [
        (r#"{"set":{"nobody":1},"agent":0}"#.to_owned(), "nobody"),
        (r#"{"set":{"nobody":1}}"#.to_owned(), "the agent is missing"),
        (format!(r#"{{"force":{{"n99":"Success"}},{agent}}}"#), "n99"),
        (format!("{{{agent}}}"), "one of the fields"),
        (r#"{"remove":7}"#.to_owned(), "agent does not exist"),
        (r#"{"swap":{"documents":[]}}"#.to_owned(), "documents"),
        (
            r#"{"swap":{"documents":[{"path":"a","text":"{}"}]}}"#.to_owned(),
            "cannot be used",
        ),
    ] {
        let told = told(&with(&did));
        assert!(
            told.contains(why) && told.contains("did[0]"),
            "{did}: {told}"
        );
    }
    assert_eq!(error("").code(), "empty");
    assert_eq!(error("{\"format\": \"treewright\"}").code(), "other_format");
    assert_eq!(
        error(lines[0].replace("\"version\":1", "\"version\":9")).code(),
        "newer_version"
    );
    assert!(
        error(lines[0].replace("\"dt\":0.5", "\"dt\":-1"))
            .to_string()
            .contains("`dt`")
    );
}

#[test]
fn a_run_without_its_start_is_not_written() {
    let mut run = guard();
    run.recording.go_to(0);
    run.recording.discard_later_frames();
    let nothing = write(&mut run.recording, &run.setup, &run.sources).unwrap_err();
    assert_eq!(nothing.code(), "nothing_happened");
    run.recording.set_limit(1);
    for _ in 0..200 {
        run.recording.step(0.5);
    }
    let forgotten = write(&mut run.recording, &run.setup, &run.sources).unwrap_err();
    assert_eq!(forgotten.code(), "beginning_forgotten");
    assert!(read(format!("{}\n", head(&run.setup)).as_bytes()).is_ok());
}

#[test]
fn a_run_too_large_to_be_read_is_not_written() {
    let mut run = guard();
    assert!(write(&mut run.recording, &run.setup, &run.sources).is_ok());
    let library = RecordedFile::new("large.tasks.json", " ".repeat(FILE_BYTES));
    run.setup.sources.libraries.push(library);
    let too_large = write(&mut run.recording, &run.setup, &run.sources).unwrap_err();
    assert_eq!(too_large.code(), "too_large");
}
