//! Random trees that are made for aborts: composites of all abort types over conditionals that change and leaves that last.

use treewright_core::library::NodeLibrary;
use treewright_core::nodes::testing::random::Dice;

use super::plan::{Played, Sketch};
use crate::conformance::Level;

/// The most nodes below the root.
const NODES: usize = 8;

const FRAMES: usize = 10;

/// How many cases each level has.
const COUNTS: [(Level, usize); 3] = [
    (Level::Basic, 110),
    (Level::Expressions, 40),
    (Level::All, 50),
];

const ABORTS: [&str; 6] = [
    "@Self",
    "@LowerPriority",
    "@LowerPriority",
    "@Both",
    "@Both",
    "",
];

/// Some stand several times, so that they are drawn more often.
const COMPOSITES: [&str; 12] = [
    "Sequence",
    "Sequence",
    "Sequence",
    "Selector",
    "Selector",
    "Selector",
    "Parallel",
    "ParallelSelector",
    "ReactiveSelector",
    "WhileDoElse",
    "SequenceWithMemory",
    "RandomSelector",
];

const DECORATORS: [&str; 7] = [
    "Inverter",
    "Inverter",
    "ReturnSuccess",
    "Repeater(count=2)",
    "UntilFailure",
    "TimeLimit(seconds=0.35)",
    "Interruptible(key=alpha)",
];

const ACTIONS: [&str; 7] = [
    "=RRRRS",
    "=RRF",
    "=RS",
    "Idle",
    "Wait(seconds=0.3)",
    "=S",
    "SetVariable(variable={b},value={a})",
];

const CONDITIONALS: [&str; 5] = [
    "?a",
    "?b",
    "?c",
    "CompareInt(left={many},operator='<',right=2)",
    "CompareBool(left={a},operator='!=',right={c})",
];

/// Returns the conditionals and guards that a level adds.
fn added(level: Level) -> &'static [&'static str] {
    match level {
        Level::Basic => &[],
        Level::Expressions => &[
            "Expression(expression='a && many > 0')",
            "Expression(expression='b || c')",
        ],
        Level::All => &[
            "HasReceivedEvent(name=alpha)",
            "VariableChanged(variable={many})",
            "Timer(seconds=0.35)",
        ],
    }
}

/// Returns cases of all levels in which aborts happen, played.
///
/// # Errors
/// If a tree that was drawn does not run.
pub fn played(library: &NodeLibrary) -> Result<Vec<Played>, String> {
    let mut all = Vec::new();
    for (level, count) in COUNTS {
        let mut found = 0;
        let mut seed = 0;
        while found < count {
            seed += 1;
            let played = case(level, seed, found + 1).plan()?.play(library)?;
            let mut events = played.case.frames.iter().flatten().flat_map(|f| &f.events);
            let is_of_level = Level::of(&played.case.setting) == level;
            if is_of_level && events.any(|event| event[0] == "abort") {
                found += 1;
                all.push(played);
            }
        }
    }
    Ok(all)
}

fn case(level: Level, seed: u64, number: usize) -> Sketch {
    let mut dice = Dice::new(1_000_000 * level as u64 + seed);
    let mut left = 5 + dice.below(NODES - 5);
    let abort = dice.of(&ABORTS);
    let mut below = Vec::new();
    while left > 1 {
        below.push(composite(&mut dice, level, &mut left, 2));
    }
    below.push(
        dice.of(&["=RRRRS", "Idle", "Parallel[=RRS Idle]"])
            .to_owned(),
    );
    let tree = format!(
        "Repeater(forever=true)[Selector{abort}[{}]]",
        below.join(" ")
    );
    let script = (2..=FRAMES).map(|frame| {
        let inputs: Vec<String> = (0..dice.below(3))
            .map(|_| input(&mut dice, level))
            .collect();
        format!("@{frame} {}", inputs.join(" "))
    });
    let script: Vec<String> = script.collect();
    Sketch {
        group: "random",
        name: format!("random/{}/aborting/{number}", level.name()),
        tree,
        variables: "a:bool=true b:bool c:bool many:int=1".to_owned(),
        script: script.join(" "),
        frames: FRAMES,
        seed,
        ..Sketch::default()
    }
}

/// Draws a composite of at most `left` nodes, and counts them. Most begin with a condition.
fn composite(dice: &mut Dice, level: Level, left: &mut usize, depth: usize) -> String {
    *left -= 1;
    let kind = dice.of(&COMPOSITES);
    let abort = dice.of(&ABORTS);
    let mut below = Vec::new();
    for child in 0..2 + dice.below(2) {
        if *left == 0 {
            break;
        }
        if child == 0 && dice.percent(80) {
            *left -= 1;
            below.push(conditional(dice, level));
        } else {
            below.push(grown(dice, level, left, depth + 1));
        }
    }
    if below.is_empty() {
        below.push("=RRS".to_owned());
    }
    format!("{kind}{abort}[{}]", below.join(" "))
}

fn conditional(dice: &mut Dice, level: Level) -> String {
    let more = added(level);
    if !more.is_empty() && dice.percent(50) {
        return dice.of(more).to_owned();
    }
    dice.of(&CONDITIONALS).to_owned()
}

/// Draws a tree of at most `left` nodes, and counts them.
fn grown(dice: &mut Dice, level: Level, left: &mut usize, depth: usize) -> String {
    match dice.below(10) {
        0..=3 if *left > 1 && depth < 5 => composite(dice, level, left, depth),
        4 if *left > 1 => {
            *left -= 1;
            let guards = level == Level::Expressions && dice.percent(60);
            let kind = if guards {
                "Guard(expression='many > 0 || b')"
            } else {
                dice.of(&DECORATORS)
            };
            format!("{kind}[{}]", grown(dice, level, left, depth + 1))
        }
        place => {
            *left -= 1;
            if place == 5 {
                conditional(dice, level)
            } else {
                dice.of(&ACTIONS).to_owned()
            }
        }
    }
}

/// Draws something that is done from outside.
fn input(dice: &mut Dice, level: Level) -> String {
    let truth = dice.percent(50);
    match dice.below(12) {
        0..=8 => format!("{}={truth}", dice.of(&["a", "b", "c"])),
        9 => "interrupt:alpha=Success".to_owned(),
        10 if level == Level::All => "send:alpha".to_owned(),
        _ => format!("many={}", dice.below(3)),
    }
}
