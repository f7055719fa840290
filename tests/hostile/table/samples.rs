//! A valid file of each format that the program reads.

/// The part of the program that reads a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Document,
    Scenario,
    Library,
    Recording,
    Breakpoints,
    Exports,
    Settings,
    Btcpp,
    Behaviac,
    Behavior3,
    Definitions,
    Original,
    Project,
    SaveJson,
    Rules,
}

impl Reader {
    pub const ALL: [Self; 15] = [
        Self::Document,
        Self::Scenario,
        Self::Library,
        Self::Recording,
        Self::Breakpoints,
        Self::Exports,
        Self::Settings,
        Self::Btcpp,
        Self::Behaviac,
        Self::Behavior3,
        Self::Definitions,
        Self::Original,
        Self::Project,
        Self::SaveJson,
        Self::Rules,
    ];

    /// Returns a file name for this reader.
    pub fn file(self) -> &'static str {
        match self {
            Self::Document => "tree.bt.json",
            Self::Scenario => "tree.scenario.json",
            Self::Library => "game.tasks.json",
            Self::Recording => "run.trace.jsonl",
            Self::Breakpoints => ".treewright/breakpoints.json",
            Self::Exports => ".treewright/exports.json",
            Self::Settings => "settings.json",
            Self::Btcpp => "robot.xml",
            Self::Behaviac => "npc.xml",
            Self::Behavior3 => "hero.json",
            Self::Definitions => "game.b3-setting",
            Self::Original => "patrol.json",
            Self::Project => "project.b3",
            Self::SaveJson => "save.json",
            Self::Rules => "rules.json",
        }
    }

    pub fn is_xml(self) -> bool {
        matches!(self, Self::Btcpp | Self::Behaviac)
    }

    /// Returns whether the program keeps such files for itself, so that nobody opens them.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Breakpoints | Self::Exports | Self::Settings)
    }

    /// Returns a valid file.
    pub fn sample(self) -> &'static str {
        match self {
            Self::Document => {
                r#"{"format": "treewright", "version": 1, "name": "守卫", "variables": [{"name": "v", "type": "int"}], "root": "a", "nodes": [{"id": "a", "task": "Sequence", "children": ["b"], "x": 3, "y": 4}, {"id": "b", "task": "Wait", "parameters": {"seconds": 2.5}}]}"#
            }
            Self::Scenario => {
                r#"{"format": "treewright-scenario", "version": 1, "tree": "tree.bt.json", "frames": 3, "steps": [{"frame": 2, "set": {"v": 1}, "expect": {"running": ["b"]}}]}"#
            }
            Self::Library => {
                r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "射击", "category": "Action", "parameters": [{"name": "range", "type": "float", "default": 1.5}]}]}"#
            }
            Self::Recording => concat!(
                r#"{"format":"treewright-trace","version":1,"tree":"a.bt.json","dt":0.1,"seed":7,"documents":[{"path":"a.bt.json","text":"{\"format\": \"treewright\", \"version\": 1, \"root\": \"a\", \"nodes\": [{\"id\": \"a\", \"task\": \"Idle\"}]}"}]}"#,
                "\n"
            ),
            Self::Breakpoints => {
                r#"{"format": "treewright-breakpoints", "version": 1, "documents": {"tree.bt.json": [{"node": "a", "on": "start"}]}}"#
            }
            Self::Exports => {
                r#"{"format": "treewright-exports", "version": 1, "documents": {"tree.bt.json": [{"to": "lua", "file": "out/tree.lua"}]}}"#
            }
            Self::Settings => r#"{"version": 2, "language": "zh-CN", "scale": 125, "recent": []}"#,
            Self::Btcpp => {
                r#"<root BTCPP_format="4" main_tree_to_execute="M"><BehaviorTree ID="M"><Sequence name="守卫"><Walk to="{goal}"/></Sequence></BehaviorTree></root>"#
            }
            Self::Behaviac => {
                r#"<behavior name="demo" agenttype="Npc" version="5"><node class="Sequence" id="0"><node class="Noop" id="1"/></node></behavior>"#
            }
            Self::Behavior3 => {
                r#"{"version":"2.2.0","name":"hero","prefix":"","group":[],"variables":{"imports":[],"locals":[]},"custom":{},"overrides":{},"root":{"uuid":"u","id":"1","name":"Sequence","children":[{"uuid":"w","id":"2","name":"FindEnemy","args":{"w":100}}]}}"#
            }
            Self::Definitions => {
                r#"[{"name":"FindEnemy","type":"Action","desc":"找敌人","args":[{"name":"w","type":"int","desc":"宽"}],"input":[],"output":["enemy"]}]"#
            }
            Self::Original => {
                r#"{"version":"0.3.0","scope":"tree","id":"t1","title":"Patrol","description":"","root":"n1","properties":{},"nodes":{"n1":{"id":"n1","name":"Inverter","title":"Inverter","description":"","properties":{},"display":{"x":0,"y":0},"child":"n2"},"n2":{"id":"n2","name":"Wait","title":"Wait","description":"","properties":{"milliseconds":500},"display":{"x":200,"y":0}}},"display":{"camera_x":0,"camera_y":0,"camera_z":1,"x":-200,"y":0},"custom_nodes":[]}"#
            }
            Self::Project => {
                r#"{"name":"p","description":"","data":{"version":"0.3.0","scope":"project","selectedTree":"t1","trees":[{"version":"0.3.0","scope":"tree","id":"t1","title":"A","description":"","root":"n1","properties":{},"nodes":{"n1":{"id":"n1","name":"Failer","title":"Failer","description":"","properties":{},"display":{"x":0,"y":0}}},"display":{"camera_x":0,"camera_y":0,"camera_z":1,"x":0,"y":0}}],"custom_nodes":[]}}"#
            }
            Self::SaveJson => {
                r#"[{"children":[{"children":[],"data":{"guid":"0f01","pos":"(400.00, 30.00)","size":"(200.00, 100.00)","node":"ANodeWait","time":5},"type":"M.ANodeWait"}],"data":{"guid":"0f00","pos":"(100.00, 30.00)","size":"(200.00, 100.00)","node":"CNodeSequence","interrupt":false},"type":"M.CNodeSequence"}]"#
            }
            Self::Rules => {
                r#"{"TestNodeConfigs":{"Slow":{"async_delay":200,"return_status":"SUCCESS"}},"SubstitutionRules":{"mover/*":"Slow"}}"#
            }
        }
    }
}
