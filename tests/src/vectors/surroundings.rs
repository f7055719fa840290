//! Surroundings: trees around a node type under test, in which it starts again, runs beside others, is interrupted in all ways and comes back. Knows
//! no node type under test.

use super::plan::Sketch;

/// A tree around another, whose place is `{}`.
pub struct Surrounding {
    /// Its name in names of cases.
    pub name: &'static str,
    tree: &'static str,
    variables: &'static str,
    script: &'static str,
    frames: usize,
    restarts: bool,
    dts: &'static [f64],
}

const PLAIN: Surrounding = Surrounding {
    name: "",
    tree: "{}",
    variables: "",
    script: "",
    frames: 8,
    restarts: false,
    dts: &[],
};

/// The tree of a case alone, which restarts when it has finished.
pub const AGAIN: Surrounding = Surrounding {
    name: "again",
    restarts: true,
    frames: 7,
    ..PLAIN
};

/// For all forms of node types.
pub const COMMON: [Surrounding; 3] = [
    Surrounding {
        name: "leashed",
        tree: "Repeater(forever=true)[Sequence@Self[?go {} =RS]]",
        variables: "go:bool=true",
        script: "@3 go=false @4 go=true @7 go=false @8 go=true",
        frames: 8,
        ..PLAIN
    },
    Surrounding {
        name: "overruled",
        tree: "Repeater(forever=true)[Selector[Sequence@LowerPriority[?alarm =RS] {} =RRS]]",
        variables: "alarm:bool",
        script: "@3 alarm=true @4 alarm=false @7 alarm=true",
        frames: 8,
        ..PLAIN
    },
    Surrounding {
        name: "piped",
        tree: "PipelineSequence[{} =RRS =RS]",
        restarts: true,
        frames: 8,
        ..PLAIN
    },
];

/// For the first form of each node type, in addition.
pub const FIRST: [Surrounding; 2] = [
    Surrounding {
        name: "loop",
        tree: "Repeater(forever=true)[{}]",
        dts: &[0.1, 0.05, 0.2],
        ..PLAIN
    },
    Surrounding {
        name: "life",
        tree: "{}",
        script: "@2 call:pause @3 call:resume @4 call:disable @5 call:enable @7 call:restart",
        frames: 8,
        ..PLAIN
    },
];

/// For the first form of each node type that can run for several frames.
pub const LASTING: [Surrounding; 5] = [
    Surrounding {
        name: "beside",
        tree: "Parallel(failure_threshold=2)[{} =RRS]",
        restarts: true,
        frames: 8,
        ..PLAIN
    },
    Surrounding {
        name: "raced",
        tree: "ParallelComplete[=RRRS {} =RRRRF]",
        restarts: true,
        frames: 8,
        dts: &[0.25, 0.1],
        ..PLAIN
    },
    Surrounding {
        name: "timed",
        tree: "Repeater(forever=true)[TimeLimit(seconds=0.25)[{}]]",
        ..PLAIN
    },
    Surrounding {
        name: "overtaken",
        tree: "Repeater(forever=true)[ReactiveSelector[Sequence[?alarm =RS] {}]]",
        variables: "alarm:bool",
        script: "@3 alarm=true @5 alarm=false @7 alarm=true",
        ..PLAIN
    },
    Surrounding {
        name: "nested",
        tree: "Repeater(forever=true)[Selector@Both[Sequence@Both[?go {}] Sequence@Both[?alarm =RRRS] =RRS]]",
        variables: "go:bool=true alarm:bool",
        script: "@3 go=false @4 alarm=true @6 go=true @7 alarm=false go=false",
        frames: 8,
        ..PLAIN
    },
];

/// For conditionals and guards: what they watch over.
pub const WATCHING: [Surrounding; 5] = [
    Surrounding {
        name: "watches_itself",
        tree: "Repeater(forever=true)[Sequence@Self[{} =RRRS]]",
        ..PLAIN
    },
    Surrounding {
        name: "watches_lower",
        tree: "Repeater(forever=true)[Selector[Sequence@LowerPriority[{} =RRS] =RRRRS]]",
        ..PLAIN
    },
    Surrounding {
        name: "watches_both",
        tree: "Repeater(forever=true)[Selector@Both[Sequence@Both[{} =RRRS] =RRRRS]]",
        dts: &[0.1, 0.05],
        ..PLAIN
    },
    Surrounding {
        name: "watches_inverted",
        tree: "Repeater(forever=true)[Sequence@Both[Inverter[{}] =RRRS]]",
        ..PLAIN
    },
    Surrounding {
        name: "watches_beside",
        tree: "Parallel@Both(failure_threshold=0)[Sequence@Both[{} =RRRS] Repeater(forever=true)[=RRS]]",
        ..PLAIN
    },
];

impl Surrounding {
    /// Returns a case in this surrounding.
    pub fn around(&self, inner: &Sketch) -> Sketch {
        let (first, trees) = inner.tree.split_once('|').unwrap_or((&inner.tree, ""));
        let mut tree = self.tree.replace("{}", first.trim());
        if !trees.is_empty() {
            tree = format!("{tree} |{trees}");
        }
        let mut around = Sketch {
            name: format!("{}/{}", inner.name, self.name),
            tree,
            frames: self.frames,
            restarts: self.restarts,
            ..inner.clone()
        };
        if !self.dts.is_empty() {
            around.dts = self.dts.to_vec();
        }
        around.with(self.variables, self.script)
    }
}
