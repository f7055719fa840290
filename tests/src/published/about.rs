//! Additional content of the pages about native files: an example, and inputs that readers accept although a schema refuses them.

/// Content of a format's page in addition to its schema.
#[derive(Debug)]
pub struct About {
    /// The schema's name.
    pub name: &'static str,
    /// The name of the page.
    pub page: &'static str,
    /// An example file, or lines of one.
    pub example: &'static str,
    /// Remarks that do not belong to a field.
    pub remarks: &'static [&'static str],
    /// Inputs that readers accept although the schema refuses them, and why.
    pub lenient: &'static [&'static str],
}

/// The entries, in the order of the schemas.
pub const ABOUT: [About; 5] = [
    About {
        name: "bt",
        page: "document",
        example: r#"{
  "format": "treewright",
  "version": 1,
  "name": "Guard",
  "libraries": ["arena.tasks.json"],
  "variables": [
    {"name": "health", "type": "int", "initial": 100}
  ],
  "root": "n1",
  "nodes": [
    {"id": "n1", "task": "Selector", "abort": "LowerPriority", "children": ["n2", "n3"], "x": 140, "y": 0},
    {"id": "n2", "task": "CompareInt", "parameters": {"left": {"var": "health"}, "operator": "<", "right": 30}, "x": 0, "y": 140},
    {"id": "n3", "task": "Wait", "name": "Rest", "parameters": {"seconds": 1.5}, "x": 280, "y": 140}
  ]
}"#,
        remarks: &[
            "It is made for version control: UTF-8, keys in a fixed order, nodes in the order of the tree, each with its position on a line of its own. `treewright fmt` writes that form, and writing what was read from it gives the same bytes.",
            "Numbers stay as they were written (`1.50`, `1e3`) as long as their value is not changed. A whole number is an int, one with a fraction or an exponent a float.",
            "Fields that are not listed are kept at the document, its nodes, variables, trees, notes and groups. Importers keep there what another tool's file said, under the name of its format.",
            "The built-in kinds with their parameters are listed by `treewright nodes --format md`.",
        ],
        lenient: &[
            "Faults of structure (ids that occur twice, second parents, cycles, links to nothing) are opened, shown as problems and written back. A schema cannot compare two places of a file.",
            "A stand-in of a form that this version does not know is kept and does nothing: a later version may have written it.",
            "A parameter may be of another type than its task declares: that is a problem which `treewright check` tells, not a reason to keep the file closed.",
        ],
    },
    About {
        name: "scenario",
        page: "scenario",
        example: r#"{
  "format": "treewright-scenario",
  "version": 1,
  "name": "An intruder is chased",
  "tree": "guard.bt.json",
  "dt": 0.5,
  "frames": 8,
  "leaves": {
    "Chase": {"frames": {"1": "Running", "6": "Success"}}
  },
  "steps": [
    {
      "frame": 3,
      "set": {"sees_intruder": true},
      "expect": {"running": ["Chase"], "aborts": [{"conditional": "Sees intruder?"}]}
    }
  ],
  "no_aborts": [{"from": 4, "to": 8}]
}"#,
        remarks: &[
            "`treewright test FILE|DIR` runs scenarios; `--update` puts what was seen in the place of what was expected and leaves every other byte as it is.",
        ],
        lenient: &["`null` counts as a field that is not there, where a field may be left out."],
    },
    About {
        name: "tasks",
        page: "task-library",
        example: r##"{
  "format": "treewright-tasks",
  "version": 1,
  "name": "Arena",
  "tasks": [
    {
      "name": "Shoot",
      "category": "Action",
      "summary": "Fires at the target until it is down.",
      "icon": "target",
      "color": "#c04040",
      "stand_in": "Running",
      "parameters": [
        {"name": "target", "type": "vec3", "required": true, "help": "Where it stands."},
        {"name": "range", "type": "float", "default": 12.0, "range": [0, 50], "unit": "m"},
        {"name": "weapon", "type": "choice", "choices": ["Rifle", "Pistol"], "default": "Rifle"}
      ]
    }
  ]
}"##,
        remarks: &[
            "A game need not write it by hand: tasks that it registers with `GameTasks::declare` become such a file.",
            "What a schema cannot say, the reader does: names of parameters occur once in a task, a default is of the type and within the range, `as` names a parameter of the type variable, and `choice_help` is as long as `choices`.",
        ],
        lenient: &[],
    },
    About {
        name: "breakpoints",
        page: "breakpoints",
        example: r#"{
  "format": "treewright-breakpoints",
  "version": 1,
  "documents": {
    "guard.bt.json": [
      {"node": "n7", "on": "end", "status": "Failure", "from_hit": 3},
      {"variable": "health", "on": "becomes", "value": 3},
      {"expression": "health < 10", "log": "health is {health}"}
    ]
  }
}"#,
        remarks: &[
            "It lies in `.treewright/breakpoints.json` of a project folder and belongs to whoever looks into a tree, not to the tree: keep it out of version control.",
        ],
        lenient: &[
            "A field that belongs to another sort of breakpoint, such as `status` without `on`, is read and means nothing.",
        ],
    },
    About {
        name: "trace",
        page: "recording",
        example: r#"{"format":"treewright-trace","version":1,"tree":"guard.bt.json","dt":0.1,"seed":7,"documents":[{"path":"guard.bt.json","text":"{…}"}]}
{"frame":1,"status":"Running","events":[["start","n1"]],"stacks":[["n1"]]}
{"frame":2,"did":[{"set":{"health":3},"agent":0}],"status":"Running","events":[["check","n3","Failure"]],"stacks":[["n1"]]}"#,
        remarks: &[
            "It is a file of lines, each of them JSON; the schema is of a line. It opens anywhere, since it holds the texts of the documents and task libraries that ran.",
            "What happened is not taken from the file: the run is done again, and each line must come out as it stands there. A line that was cut off while it was written is told and left out.",
            "A file is read and written line by line, so that a long run takes no memory for it. It has at most 4,096 MB, 64 MB in a line and 1,000,000 frames; a recording that would have more ends with the last frame that has room, and whoever writes it says so.",
            "What is documented of [documents](document.md), [task libraries](task-library.md) and values holds here, too.",
        ],
        lenient: &[
            "A library that is none any more is passed over: its tasks are unknown then, as they would be anywhere.",
        ],
    },
];
