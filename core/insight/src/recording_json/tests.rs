//! Recordings survive reading and writing, damaged ones are reported, and none does harm.

use proptest::prelude::*;
use treewright_core::format::FormatError;
use treewright_core::limits::FILE_BYTES;
use treewright_core::model::{Document, StandIn};
use treewright_core::nodes::testing::random::{
    Dice, ScriptEvent as Told, ScriptFrame, document_with_trees, leaf, partly_disabled, script,
};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, Event, Status};
use treewright_core::testing::cases;

use super::{ParsedSources, RecordedFile, Replay, Setup, Sources, head, read, write};
use crate::recording::{Recording, RunInput};

/// A run of random documents with several agents and many inputs.
struct Run {
    recording: Recording,
    setup: Setup,
    sources: Vec<Sources>,
    programs: Vec<ParsedSources>,
}

impl Run {
    fn new(seed: u64, document: &Document) -> Option<Self> {
        let sources = Sources::of(&Project::alone(document), []).unwrap();
        let setup = Setup {
            tree: "random.bt.json".to_owned(),
            dt: 0.5,
            seed,
            leaves: Vec::new(),
            sources: sources.clone(),
            added_trees: Vec::new(),
        };
        let unpacked = sources.unpack().unwrap();
        let program = unpacked.compile(&[]).program?;
        Some(Self {
            recording: Recording::new(program, seed),
            setup,
            sources: vec![sources],
            programs: vec![unpacked],
        })
    }

    fn random(seed: u64, size: usize, frames: usize) -> Option<Self> {
        let document = document_with_trees(seed, size, &[]);
        let mut run = Self::new(seed, &document)?;
        let others = [partly_disabled(&document, seed), document.clone()];
        let mut dice = Dice::new(seed);
        for frame in script(seed, frames, 60, &document) {
            run.frame(&frame, &others, &mut dice);
        }
        Some(run)
    }

    fn frame(&mut self, frame: &ScriptFrame, others: &[Document; 2], dice: &mut Dice) {
        for told in &frame.happenings {
            let agents: Vec<AgentId> = self.recording.agents().collect();
            let agent = dice.of(&agents);
            let happening = match told {
                Told::Write(name, value) => RunInput::Set {
                    agent,
                    name: name.clone(),
                    value: value.clone(),
                },
                Told::Event(name, payload) => RunInput::Send {
                    agent: dice.percent(50).then_some(agent),
                    event: Event {
                        name: (*name).into(),
                        payload: payload.clone(),
                    },
                },
                Told::Force(number, status) => RunInput::Force {
                    agent,
                    node: leaf(self.recording.program_of(agent).unwrap(), *number),
                    status: *status,
                },
                Told::Interrupt(key, outcome) => RunInput::Interrupt {
                    agent,
                    key: (*key).into(),
                    outcome: *outcome,
                },
                Told::Restart => RunInput::Add {
                    seed: dice.below(9) as u64,
                    program: self.recording.program_number(),
                },
                Told::Disable if agents.len() > 1 => RunInput::Remove { agent },
                _ => continue,
            };
            let _ = self.recording.apply(happening);
        }
        if dice.percent(10) {
            self.swap(&others[dice.below(2)]);
        }
        self.recording.step(frame.dt);
    }

    fn swap(&mut self, document: &Document) {
        let sources = Sources::of(&Project::alone(document), []).unwrap();
        let unpacked = sources.unpack().unwrap();
        if let Some(program) = unpacked.compile(&[]).program {
            let from = self.recording.program_number();
            self.recording.swap(from, program).unwrap();
            self.sources.push(sources);
            self.programs.push(unpacked);
        }
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
    let program = run.programs[0].compile(&leaves).program.unwrap();
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
