//! What the pages about our files say beyond their schemas: an example, remarks, and what readers accept that a schema refuses.

/// The part of a page that is not in the schema.
#[derive(Debug)]
pub struct About {
    /// The name of the schema.
    pub name: &'static str,
    /// The name of the page.
    pub page: &'static str,
    /// An example: a whole file, or lines of one.
    pub example: &'static str,
    /// Paragraphs about the format as a whole.
    pub remarks: &'static [&'static str],
    /// Where readers accept more than the schema, and why.
    pub lenient: &'static [&'static str],
}

/// All pages, in the order of the schemas.
pub const ABOUT: [About; 8] = [
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
            "The format is made for version control: UTF-8, keys in a fixed order, nodes in the order of the tree, the position of each node on a line of its own. `treewright fmt` writes this canonical form. Reading a canonical file and writing it again gives the same bytes.",
            "Numbers stay as they were written (`1.50`, `1e3`) until their value changes. A whole number is an int; a number with a fraction or an exponent is a float.",
            "Unknown fields of the document, its nodes, variables, trees, notes and groups are kept. Importers use this to keep the data of another tool's file, under the name of its format.",
            "`treewright nodes --format md` lists the built-in node types with their parameters.",
        ],
        lenient: &[
            "Errors of structure (duplicate ids, second parents, cycles, connections to nodes that do not exist) are opened, shown as problems and written back. A schema cannot compare two parts of a file.",
            "A stand-in of an unknown form is kept and has no effect: a later version may have written it.",
            "A parameter may have another type than its task declares: `treewright check` reports a problem, but the file opens.",
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
            "`treewright test FILE|DIR` runs scenarios. With `--update` it puts the observed results in the place of the expected ones and leaves every other byte unchanged.",
        ],
        lenient: &["For an optional field, `null` means that the field is absent."],
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
            "You do not have to write it by hand: a game can write the tasks that it registers. See [embedding](../embedding.md#a-task-with-state).",
            "The reader checks what a schema cannot express: parameter names are unique in a task, a default has the type and lies within the range, `as` names a parameter of the type variable, and `choice_help` has as many items as `choices`.",
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
            "The file is `.treewright/breakpoints.json` in a project folder. It belongs to the person who debugs a tree, not to the tree: keep it out of version control.",
        ],
        lenient: &[
            "A field of another sort of breakpoint, such as `status` without `on`, is accepted and has no effect.",
        ],
    },
    About {
        name: "trace",
        page: "recording",
        example: r#"{"format":"treewright-trace","version":1,"tree":"guard.bt.json","dt":0.1,"seed":7,"documents":[{"path":"guard.bt.json","text":"{…}"}]}
{"frame":1,"status":"Running","events":[["start","n1"]],"stacks":[["n1"]]}
{"frame":2,"did":[{"set":{"health":3},"agent":0}],"status":"Running","events":[["check","n3","Failure"]],"stacks":[["n1"]]}"#,
        remarks: &[
            "Each line of the file is JSON; the schema describes one line. A recording opens on any machine, because it contains the documents and task libraries that ran.",
            "To open a recording, the run is repeated, and each frame must give the same line as in the file. A line that was cut off while it was written is reported and skipped.",
            "A file is read and written line by line, so a long run needs no memory for it. Limits: 4,096 MB per file, 64 MB per line, 1,000,000 frames. A recording that would exceed a limit ends with the last frame that fits, and the program says so.",
            "[Documents](document.md) and [task libraries](task-library.md) describe the documents, libraries and values in it.",
        ],
        lenient: &[
            "A library that can no longer be read as one is skipped. Its tasks are then unknown, as they would be anywhere else.",
        ],
    },
    About {
        name: "link",
        page: "link",
        example: r#"{"hello":{"version":[1,0],"nonce":"000102030405060708090a0b0c0d0e0f","app":"Arena","engine":"own","process":4711,"may":["pause","step","set"]}}
{"program":{"id":0,"document":"guard.bt.json","nodes":[["n1",-1,"Selector"],["n2",0,"Idle"]],"variables":[["health","float","tree"]]}}
{"agents":{"frame":900,"came":[[7,0,"goblin 17",["team:red"]]]}}
{"watch":{"agents":[7],"past":20.0}}
{"keyframe":{"agent":7,"program":0,"frame":900,"ran":900,"state":"Enabled","running":[0,1],"variables":{"health":3.5}}}
{"frames":{"agent":7,"program":0,"first":901,"dt":[16666667],"e":[[2,1,2]],"w":[[0,1,-1,"health",3.0]]}}
{"do":{"number":12,"agent":7,"do":{"set":{"health":3}}}}
{"done":12}"#,
        remarks: &[
            "[The live link](../live-link.md) says when which side sends what, and how messages become bytes. This page has the members of each message, for those who write the game's side in another language; `treewright live check -- GAME` tries it.",
            "Nodes are named by their places in `program`, frames by numbers from 1.",
        ],
        lenient: &[
            "Unknown messages are ignored and counted, as are unknown members: a later version may have sent them.",
            "Of one side, only its own messages are understood; those of the other side are ignored.",
        ],
    },
    About {
        name: "live",
        page: "live",
        example: r#"{"format":"treewright-live","version":1,"app":"Arena","engine":"treewright 0.1.0"}
{"program":{"id":0,"document":"guard.bt.json","nodes":[["n1",-1,"Idle"]],"variables":[]}}
{"texts":{"program":0,"files":[{"path":"guard.bt.json","text":"{\"format\":\"treewright\",\"version\":1,\"root\":\"n1\",\"nodes\":[{\"id\":\"n1\",\"task\":\"Idle\"}]}"}]}}
{"agents":{"frame":900,"came":[[7,0,"goblin 17",["team:red"]]]}}
{"keyframe":{"agent":7,"program":0,"frame":900,"ran":900,"state":"Enabled","running":[0],"variables":{}}}
{"frames":{"agent":7,"program":0,"first":901,"dt":[16666667],"e":[[2,0,2]]}}"#,
        remarks: &[
            "It says what agents of a game did: messages of the [live link](../live-link.md), as they came. The editor writes such a file (**Run → Agents → Save what agents did…**), and so does `treewright live record`. It opens like any other file: in the editor, and with `treewright run`, `treewright why` and `treewright live scenario`.",
            "What happened cannot be run again, because the leaves are the game's. A [recording](recording.md), in contrast, is run again when it opens. The file is self-contained: it has the documents and task libraries of its trees.",
            "`frames` count only if they continue a keyframe or other frames of the same agent and program. Nothing is guessed: what is missing is not known.",
            "A tree counts only if its files, compiled, have the nodes that the game told, place by place. Otherwise the reader says which node differs.",
            "A file that ends in the middle of a line is read up to there, and the reader says so. Lines that cannot be read are skipped and counted. Limits: 4,096 MB per file, 8 MB per line. Of a long file, the last part of each agent's past is kept, 256 MB for all.",
        ],
        lenient: &[
            "Other messages and unknown members are ignored: a later version may have written them.",
        ],
    },
    About {
        name: "claims",
        page: "claims",
        example: r#"{
  "format": "treewright-claims",
  "version": 1,
  "tree": "guard.bt.json",
  "dt": 0.1,
  "limits": {"frames": 200, "states": 100000, "seconds": 5.0},
  "inputs": {
    "health": "fixed",
    "ammo": {"changes_only_when": "running('Shoot') || running('Reload')", "values": [0, 1, 30]}
  },
  "leaves": {
    "Shoot": {"results": ["Success", "Running"], "max_frames": 30},
    "Patrol": "stand_in"
  },
  "assumptions": [
    "ammo <= last.ammo || succeeded('Reload')"
  ],
  "claims": [
    {"name": "Never shoots while it reloads", "never": "running('Shoot') && running('Reload')"},
    {"name": "Reacts at once", "within": {"frames": 3, "after": "sees_enemy", "then": "running('Attack')"}},
    {"name": "Aims before it shoots", "before": {"first": "succeeded('Aim')", "then": "running('Shoot')"}},
    {"name": "Can win", "can": "status() == 'Success'"}
  ]
}"#,
        remarks: &[
            "`treewright explore FILE` goes through everything that the tree can do, and says of each claim whether it holds, with the shortest run that breaks it. `treewright test` checks claims, too. Whether nodes and variables exist, and expressions are valid, is checked together with the tree.",
            "Expressions are those of trees (see [expressions](../guide/expressions.md)), about a frame after it has run. Besides variables, they can read `running('node')`, `succeeded('node')`, `failed('node')`, `interrupted('node')`, `fired('conditional')` and `status()`, which is Running, Success, Failure, or Stopped if a node has stopped the tree. Nodes are named by id, or by a name that only one node has; those inside a subtree by the path of ids, such as `n7/n2`. Single quotes save backslashes. An expression without a value, such as after a division by zero, counts as false.",
            "`last.ammo` is the value of `ammo` before the frame: its value after the frame before, or the one with which the document starts. It has a meaning in assumptions and in `changes_only_when`.",
            "A variable that is not listed under `inputs` is free if no node writes it: the game may give it another value in each frame. One value is tried for each class that the tree and its claims can tell apart: `health < 30` makes two classes. Where that is not possible, such as for `sin(x)`, values are samples, which the results say; `values` can give better ones.",
        ],
        lenient: &["For an optional field, `null` means that the field is absent."],
    },
];
