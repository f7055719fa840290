-- A small mock of the seed engine, written for these tests: the functions, methods and fields that an exported module uses, and the behavior of nodes
-- while no condition changes. It does not report aborts. Fields of classes are looked up by name, so a game's class is one line.

BT = { EAbortType = { None = "None", Self = "Self", LowerPriority = "LowerPriority", Both = "Both" } }

local Success, Failure, Running = "Success", "Failure", "Running"

-- The log since it was last read.
Logged = {}

local function class(name, base, methods)
    local made = setmetatable(methods, { __index = base })
    made.__index = made
    made.class = name
    function made:New(title, ...)
        local node = setmetatable({ title = title, children = {}, fields = {} }, {
            __index = made,
            -- A value that a module sets on a node counts as a field of the game, unless it is a method of this node only.
            __newindex = function(of, key, value)
                if type(value) == "function" then
                    rawset(of, key, value)
                else
                    rawget(of, "fields")[key] = value
                end
            end,
        })
        local init = made.Init
        if init then
            init(node, ...)
        end
        return node
    end
    BT[name] = made
    return made
end

-- Runs a node; defines the methods of the engine's and the game's classes.
local Task = {}
function Task:Start()
    self:OnStart()
end
function Task:Update(dt)
    rawset(self, "dt", dt)
    return self:OnUpdate()
end
function Task:OnStart() end

-- Variables: data entries, each with its value.
local Shared = {}
Shared.__index = Shared
function Shared:GetData(name)
    self.data[name] = self.data[name] or { name = name }
    return self.data[name]
end
local function shared()
    return setmetatable({ data = {} }, Shared)
end
local allShare

-- Parents store their running child; leaves are started and updated.
local Parent = setmetatable({}, { __index = Task })
Parent.most = 100
function Parent:AddChild(child)
    assert(type(child) == "table" and child.children, "only a node can be added")
    assert(not rawget(child, "parent"), "a node has one parent")
    rawset(child, "parent", self)
    table.insert(self.children, child)
    assert(#self.children <= self.most, self.class .. " has too many children")
end
function Parent:AddChildList(list)
    for _, child in ipairs(list) do
        self:AddChild(child)
    end
end

local Composite = setmetatable({}, { __index = Parent })
Composite.most = math.huge
function Composite:SetAbortType(abort)
    assert(abort and BT.EAbortType[abort], "no abort type")
    rawset(self, "abort", abort)
end

local Decorator = setmetatable({}, { __index = Parent })
Decorator.most = 1

-- Composites that run their children in order until one ends with this status.
local function in_order(name, ends)
    local made = class(name, Composite, {})
    function made:OnStart()
        rawset(self, "at", 1)
        rawset(self, "inside", false)
    end
    function made:Update(dt)
        while true do
            local child = self.children[self.at]
            if not self.inside then
                child:Start()
            end
            local status = child:Update(dt)
            rawset(self, "inside", status == Running)
            if status == Running or status == ends or self.at == #self.children then
                return status
            end
            rawset(self, "at", self.at + 1)
        end
    end
    return made
end
in_order("Sequence", Failure)
in_order("Selector", Success).most = 2

local Parallel = class("Parallel", Composite, {})
function Parallel:OnStart()
    rawset(self, "ended", {})
    rawset(self, "begun", false)
end
function Parallel:Update(dt)
    local failed, left = false, 0
    local first = not self.begun
    rawset(self, "begun", true)
    for i, child in ipairs(self.children) do
        if first then
            child:Start()
        end
        if not self.ended[i] then
            local status = child:Update(dt)
            if status == Running then
                left = left + 1
            else
                self.ended[i] = status
                failed = failed or status == Failure
                if failed and first then
                    return Failure
                end
            end
        end
    end
    if failed then
        return Failure
    end
    return left == 0 and Success or Running
end

-- Decorators: the result after their child has ended; nil to run it again.
local function around(name, after)
    local made = class(name, Decorator, {})
    function made:OnStart()
        rawset(self, "inside", false)
        rawset(self, "rounds", 0)
    end
    function made:OnChildExcuted(status)
        return after(self, status)
    end
    function made:Update(dt)
        local child, again = self.children[1], false
        while true do
            if not self.inside then
                if again then
                    return Running
                end
                again = true
                child:Start()
            end
            local status = child:Update(dt)
            rawset(self, "inside", status == Running)
            if status == Running then
                return Running
            end
            local result = self:OnChildExcuted(status)
            if result then
                return result
            end
        end
    end
    return made
end
around("Inverter", function(_, status)
    return status == Success and Failure or Success
end)
around("ReturnSuccess", function()
    return Success
end)
around("ReturnFailure", function()
    return Failure
end)
around("UntilSuccess", function(_, status)
    return status == Success and Success or nil
end)
around("UntilFailure", function(_, status)
    return status == Failure and Failure or nil
end)
local Repeater = around("Repeater", function(self, status)
    if status == Failure and self.bEndOnFailure then
        return Failure
    end
    rawset(self, "rounds", self.rounds + 1)
    if self.bRepeatForever or self.rounds < self.iExecutionCount then
        return nil
    end
    return status
end)
function Repeater:Init()
    rawset(self, "iExecutionCount", 1)
    rawset(self, "bRepeatForever", false)
    rawset(self, "bEndOnFailure", false)
end
function Repeater:SetExecutionCount(count)
    rawset(self, "iExecutionCount", count)
end
function Repeater:SetRepeatForever(forever)
    rawset(self, "bRepeatForever", forever)
end
function Repeater:SetEndOnFailure(ends)
    rawset(self, "bEndOnFailure", ends)
end

local Log = class("Log", Task, { arguments = { "sContent" } })
function Log:Init(text)
    rawset(self, "sContent", text)
end
function Log:OnUpdate()
    table.insert(Logged, self.sContent)
    return Success
end

local Wait = class("Wait", Task, { arguments = { "fTime" } })
function Wait:Init(seconds)
    rawset(self, "fTime", seconds)
end
function Wait:OnStart()
    rawset(self, "passed", 0)
end
function Wait:OnUpdate()
    rawset(self, "passed", self.passed + self.dt)
    return self.passed >= self.fTime and Success or Running
end

local BoolComparison = class("BoolComparison", Task, { arguments = { "bVal1", "bVal2" } })
function BoolComparison:Init(a, b)
    rawset(self, "bVal1", a)
    rawset(self, "bVal2", b)
end
function BoolComparison:OnUpdate()
    return self.bVal1 == self.bVal2 and Success or Failure
end

-- Classes of a game.
class("Shoot", Task, {}).OnUpdate = function()
    return Success
end
class("看见敌人", Task, {}).OnUpdate = function()
    return Failure
end
class("SetVariable", Task, {}).OnUpdate = function(self)
    self.fields.variable.val = self.fields.value
    return Success
end

BT.BTree = {}
BT.BTree.__index = BT.BTree
function BT.BTree:New(gameObject, name)
    local tree = { gameObject = gameObject, name = name, sharedData = shared(), globalSharedData = allShare }
    return setmetatable(tree, self)
end
function BT.BTree:AddRoot(root)
    assert(not self.root, "a tree has one root")
    self.root = root
end
function BT.BTree:Update(dt)
    if not self.begun then
        self.begun = true
        self.root:Start()
    end
    return self.root:Update(dt)
end

local function shown(value)
    if type(value) == "string" then
        return (string.format("%q", value):gsub("\\\n", "\\n"):gsub("\r", "\\13"))
    elseif type(value) == "table" then
        local keys = {}
        for key in pairs(value) do
            table.insert(keys, key)
        end
        table.sort(keys, function(a, b)
            return tostring(a) < tostring(b)
        end)
        for i, key in ipairs(keys) do
            keys[i] = key .. "=" .. shown(value[key])
        end
        return "{" .. table.concat(keys, ",") .. "}"
    end
    return math.type(value) == "float" and string.format("%a", value) or tostring(value)
end

-- A line for each node: depth, class, title and abort type, arguments, and the fields that were set.
function Told(tree)
    local lines = { "tree " .. shown(tree.name) }
    local pending = { { tree.root, 0 } }
    while #pending > 0 do
        local node, depth = table.unpack(table.remove(pending))
        local line = { depth, node.class, shown(node.title), node.abort or "None" }
        for _, argument in ipairs(node.arguments or {}) do
            table.insert(line, shown(node[argument]))
        end
        if node.class == "Repeater" then
            table.insert(line, node.bRepeatForever and "forever" or node.iExecutionCount)
            table.insert(line, tostring(node.bEndOnFailure))
        end
        if next(node.fields) then
            table.insert(line, shown(node.fields))
        end
        table.insert(lines, table.concat(line, " "))
        for i = #node.children, 1, -1 do
            table.insert(pending, { node.children[i], depth + 1 })
        end
    end
    return lines
end

-- Command line: the number of frames to run, and the modules to load, print and run.
local frames = tonumber(arg[1])
if frames == 0 then
    -- Trees that are only built may use any class.
    setmetatable(BT, {
        __index = function(_, name)
            return class(name, Composite, {})
        end,
    })
end
for i = 2, #arg do
    allShare = shared()
    local tree = dofile(arg[i]).Create(nil)
    print("module " .. i - 1)
    for _, line in ipairs(Told(tree)) do
        print(line)
    end
    local status = Running
    for frame = 1, frames do
        if status == Running then
            status = tree:Update(0.5)
            print("frame", frame, status, shown(Logged))
            Logged = {}
        end
    end
end
