//! A page for each problem: what it means, why it matters, and a small tree that has it, with the fixes that the editor offers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use treewright_authoring::merge::merge;
use treewright_authoring::validate::{fixes, validate};
use treewright_core::diagnostic::{Diagnostic, Problem, Severity};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::model::testing::draw;
use treewright_core::told::Example as _;
use treewright_session::i18n::Texts;

use super::{either, trees};

/// A document that has a problem.
enum With {
    /// As tests draw documents.
    Tree(&'static str),
    /// The fields of a file after its version.
    File(&'static str),
    /// What three versions become when they are merged: base, ours, theirs.
    Merge([&'static str; 3]),
    /// It takes several files, so the page has no example.
    Nothing,
}
use With::{File, Merge, Nothing, Tree};

/// A page.
struct Page {
    code: &'static str,
    english: &'static str,
    chinese: &'static str,
    with: With,
}

macro_rules! pages {
    ($($code:literal $english:literal $chinese:literal $with:expr;)*) => {
        const PAGES: &[Page] = &[$(Page {
            code: $code,
            english: $english,
            chinese: $chinese,
            with: $with,
        }),*];
    };
}

pages! {
    "no_root" "The tree has no root" "没有根节点" Tree("| n1:Sequence[n2:Wait]");
    "two_roots" "Several roots" "有多个根节点" File(r#""root": ["n1", "n2"], "nodes": [{"id": "n1", "task": "Sequence", "children": ["n3"]}, {"id": "n2", "task": "Wait"}, {"id": "n3", "task": "Wait"}]"#);
    "cycle" "A cycle" "连线成环" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Sequence", "children": ["n1"]}]"#);
    "second_parent" "A second parent" "有两个父节点" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Selector", "children": ["n2", "n3"]}, {"id": "n2", "task": "Sequence", "children": ["n4"]}, {"id": "n3", "task": "Inverter", "children": ["n4"]}, {"id": "n4", "task": "Wait"}]"#);
    "root_as_child" "The root is a child" "根节点成了子节点" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n3"]}, {"id": "n3", "task": "Wait"}, {"id": "n2", "task": "Sequence", "children": ["n1"]}], "loose": ["n2"]"#);
    "duplicate_id" "Two nodes with one id" "ID 重复" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait"}, {"id": "n2", "task": "Log"}]"#);
    "dangling_id" "A child that does not exist" "子节点不存在" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2", "n9"]}, {"id": "n2", "task": "Wait"}]"#);
    "wrong_child_count" "Too few or too many children" "子节点数量不对" Tree("n1:Sequence[n2:Inverter n3:Wait]");
    "unknown_task" "Unknown node type" "未知的节点类型" Tree("n1:Sequence[n2:Wiat]");
    "missing_parameter" "A parameter is not set" "参数未设置" Tree("n1:Sequence[n2:IsVariableSet]");
    "misspelled_field" "A misspelled field" "字段拼写有误" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait", "coment": "Look around"}]"#);
    "fixed_comparison" "A comparison that never changes" "比较结果永远不变" Tree("alarm:bool; n1:Sequence[n2:CompareBool(right=true) n3:Wait]");
    "wrong_parameter_type" "A value of the wrong type" "参数类型不对" Tree("n1:Sequence[n2:Wait(seconds=long)]");
    "parameter_out_of_range" "A number out of range" "数值超出范围" Tree("n1:Sequence[n2:Wait(seconds=-1.0)]");
    "not_a_choice" "Not one of the choices" "不在可选项中" Tree("ammo:int; n1:Sequence[n2:CompareInt(left={ammo},operator==<)]");
    "literal_only" "Must be a constant" "必须是常量" Tree("ammo:int how:string; n1:Sequence[n2:CompareInt(left={ammo},operator={how})]");
    "variable_only" "Must be a variable" "必须绑定变量" Tree("target:vec2; n1:Sequence[n2:IsVariableSet(variable=target)]");
    "not_finite" "Not a finite number" "不是有限的数" Tree("n1:Sequence[n2:Wait(seconds=inf)]");
    "unknown_parameter" "Unknown parameter" "没有这个参数" Tree("n1:Sequence[n2:Wait(second=2.0)]");
    "undeclared_variable" "Undeclared variable" "变量未声明" Tree("alarm:bool; n1:Sequence[n2:CompareBool(left={alarn}) n3:Wait]");
    "wrong_variable_type" "A variable of the wrong type" "变量类型不对" Tree("alarm:bool; n1:Sequence[n2:Wait(seconds={alarm})]");
    "wrong_payload" "An event with a value of the wrong type" "事件附带值的类型不对" Tree("at:vec2; n1:Parallel[n2:SendEvent(name=seen,payload=\"here\") n3:WaitForEvent(name=seen,payload={at})]");
    "broken_expression" "An error in an expression" "表达式有误" Tree("distance:float; n1:Sequence[n2:Expression(expression=distanse < 4) n3:Wait]");
    "duplicate_variable" "Two variables with one name" "变量重名" Tree("health:int=10 health:int; n1:Sequence[n2:CompareInt(left={health}) n3:Wait]");
    "wrong_initial_value" "An initial value of the wrong type" "初始值类型不对" Tree("health:int=true; n1:Sequence[n2:CompareInt(left={health}) n3:Wait]");
    "abort_without_conditional" "An abort type without a conditional" "中断类型下没有条件节点" Tree("n1:Sequence(.abort=Self)[n2:Wait]");
    "abort_without_reach" "An abort type that reaches nothing" "中断类型影响不到任何节点" Tree("alarm:bool; n1:Selector[n2:Selector[n3:Idle n4:Sequence(.abort=LowerPriority)[n5:CompareBool(left={alarm}) n6:Wait]]]");
    "abort_on_non_composite" "An abort type on a node that is no composite" "非组合节点上的中断类型" Tree("n1:Sequence[n2:Wait(.abort=Both)]");
    "unreachable" "A node that never runs" "永远不会运行的节点" Tree("n1:Selector[n2:Idle n3:Wait]");
    "duplicate_tree" "Two trees with one name" "树重名" Tree("n1:Sequence[n4:Subtree(tree=Attack)] | Attack=n2:Wait | Attack=n3:Log");
    "no_such_root" "A named tree without a root" "命名的树没有根节点" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait"}], "trees": [{"name": "Attack", "root": "n9"}]"#);
    "unknown_tree" "No tree of this name" "没有这个名称的树" Tree("n1:Sequence[n2:Subtree(tree=Atack)] | Attack=n3:Wait");
    "unknown_tree_in_file" "No tree of this name in the file" "文件中没有这个名称的树" Nothing;
    "no_main_tree" "A file without a main tree" "文件没有主树" Nothing;
    "tree_not_chosen" "No tree is chosen" "尚未选择树" Tree("n1:Sequence[n2:Subtree]");
    "file_outside" "A file outside of the project" "文件在项目之外" Nothing;
    "file_not_relative" "A path that is not relative" "路径不是相对路径" Tree("n1:Sequence[n2:Subtree(file=/games/attack.bt.json)]");
    "file_unreadable" "A file that cannot be read" "无法读取文件" Nothing;
    "file_not_loaded" "A file that was not loaded" "文件未加载" Tree("n1:Sequence[n2:Subtree(file=attack.bt.json)]");
    "subtree_cycle" "A tree that contains itself" "树包含自身" Tree("n1:Sequence[n2:Subtree(tree=Patrol)] | Patrol=n3:Sequence[n4:Subtree(tree=Patrol)]");
    "subtree_too_large" "Too large with its subtrees" "连同子树过大" Nothing;
    "unknown_subtree_variable" "The subtree has no such variable" "子树没有这个变量" Tree("n1:Sequence[n2:Subtree(tree=Attack,target=3)] | Attack=n3:Wait");
    "other_global" "A global variable with two types" "全局变量类型不一致" Nothing;
    "unknown_inside" "An override of a node that is gone" "覆盖值的节点不存在" Tree("n1:Sequence[n2:Subtree(tree=Attack,n9/seconds=2.0)] | Attack=n3:Wait");
    "fixed_inside" "What a subtree contains cannot be overridden" "子树的内容不能覆盖" Tree("n1:Sequence[n2:Subtree(tree=Attack,n4/tree=Swing)] | Attack=n3:Sequence[n4:Subtree(tree=Swing)] | Swing=n5:Wait");
    "stand_in_unknown" "A stand-in of a newer version" "新版本的替身" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait", "stand_in": {"dances": true}}]"#);
    "stand_in_on_parent" "A leaf's stand-in on a parent" "父节点上的叶节点替身" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"], "stand_in": {"always": "Success"}}, {"id": "n2", "task": "Wait"}]"#);
    "stand_in_on_leaf" "A parent's stand-in on a leaf" "叶节点上的父节点替身" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait", "stand_in": {"acts_like": "Sequence"}}]"#);
    "stand_in_several_children" "Several children need a rule" "多个子节点需要规则" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "ByMood", "children": ["n2", "n3"], "stand_in": {"acts_like": "PassThrough"}}, {"id": "n2", "task": "Wait"}, {"id": "n3", "task": "Wait"}]"#);
    "stand_in_no_code" "A node of the game without its code" "没有代码的游戏节点" Nothing;
    "stand_in_out_of_range" "A stand-in with a number out of range" "替身的数值超出范围" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait", "stand_in": {"probability": 1.5}}]"#);
    "stand_in_expression" "An error in the expression of a stand-in" "替身的表达式有误" File(r#""root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Wait", "stand_in": {"expression": "health < "}}]"#);
    "data_expression" "An error in frame data" "帧数据的表达式有误" Tree("n1:Sequence[n2:Wait(.data=left = 3 +)]");
    "unused_data" "Frame data without a stand-in" "帧数据没有替身" Tree("n1:Sequence(.data=left = 3)[n2:Wait]");
    "merge_both_changed" "Merge: both changed the same" "合并：双方更改了同一处" Merge(["n1:Sequence[n2:Wait(seconds=1.0)]", "n1:Sequence[n2:Wait(seconds=2.0)]", "n1:Sequence[n2:Wait(seconds=3.0)]"]);
    "merge_both_added" "Merge: both added the same name" "合并：双方添加了同名项" Merge(["n1:Sequence[n2:Wait]", "health:int=1; n1:Sequence[n2:Wait]", "health:int=2; n1:Sequence[n2:Wait]"]);
    "merge_removed_by_ours" "Merge: deleted by ours, changed by theirs" "合并：我方删除，对方更改" Merge(["n1:Sequence[n2:Wait(seconds=1.0) n3:Log]", "n1:Sequence[n3:Log]", "n1:Sequence[n2:Wait(seconds=3.0) n3:Log]"]);
    "merge_removed_by_theirs" "Merge: changed by ours, deleted by theirs" "合并：我方更改，对方删除" Merge(["n1:Sequence[n2:Wait(seconds=1.0) n3:Log]", "n1:Sequence[n2:Wait(seconds=3.0) n3:Log]", "n1:Sequence[n3:Log]"]);
    "merge_both_moved" "Merge: both moved the same node" "合并：双方移动了同一节点" Merge(["n1:Selector[n2:Sequence[n5:Wait] n3:Sequence n4:Sequence]", "n1:Selector[n2:Sequence n3:Sequence[n5:Wait] n4:Sequence]", "n1:Selector[n2:Sequence n3:Sequence n4:Sequence[n5:Wait]]"]);
    "merge_cycle" "Merge: both moves form a cycle" "合并：双方的移动形成环" Merge(["n1:Selector[n2:Sequence[n4:Log] n3:Sequence[n5:Wait]]", "n1:Selector[n3:Sequence[n5:Wait n2:Sequence[n4:Log]]]", "n1:Selector[n2:Sequence[n4:Log n3:Sequence[n5:Wait]]]"]);
    "merge_both_reordered" "Merge: both changed the order" "合并：双方更改了顺序" Merge(["n1:Selector[n2:Wait n3:Log n4:Idle]", "n1:Selector[n3:Log n2:Wait n4:Idle]", "n1:Selector[n2:Wait n4:Idle n3:Log]"]);
    "disabled_root" "The root is disabled" "根节点已禁用" Tree("n1:Sequence(.off)[n2:Wait]");
    "loose_nodes" "Unconnected nodes" "游离节点" Tree("n1:Sequence[n2:Wait] | n3:Log");
}

/// Returns the codes of all problems, in the order of their pages. Notes about files of other tools are on the page about these.
pub fn codes() -> Vec<&'static str> {
    PAGES.iter().map(|page| page.code).collect()
}

/// Returns all pages by their names.
pub fn pages(texts: &Texts) -> Vec<(String, String)> {
    let all = Problem::all();
    let all: Vec<&Problem> = all
        .iter()
        .filter(|problem| !matches!(problem, Problem::Transfer(_)))
        .collect();
    let known: BTreeSet<&str> = all.iter().map(|problem| problem.code()).collect();
    let own: BTreeSet<&str> = codes().into_iter().collect();
    assert_eq!(known, own, "each problem has a row in the table of pages");
    let index = ("index".to_owned(), index(&all, texts));
    let pages = PAGES.iter().map(|page| {
        let problem = all
            .iter()
            .find(|problem| problem.code() == page.code)
            .unwrap();
        (page.code.to_owned(), page.text(problem, texts))
    });
    std::iter::once(index).chain(pages).collect()
}

fn severity(problem: &Problem, texts: &Texts) -> &'static str {
    match problem.severity() {
        Severity::Error => either(texts, "error", "错误"),
        Severity::Warning => either(texts, "warning", "警告"),
    }
}

fn index(all: &[&Problem], texts: &Texts) -> String {
    let mut out = format!("# {}\n\n", either(texts, "Problems", "问题"));
    out += either(
        texts,
        "Problems appear in the panel **Problems** while you edit, on the cards, and in `treewright check`. **F1** on a problem opens its page. With an error, the tree cannot run as intended; with a warning, it runs, but probably not as you mean it.\n\n| problem | code | severity |\n| --- | --- | --- |\n",
        "编辑时，问题会显示在“问题”面板和节点上，`treewright check` 也会列出。在问题上按 **F1** 打开它的页面。有错误时，树无法按预期运行；有警告时，树能运行，但结果可能与您的本意不同。\n\n| 问题 | 代码 | 程度 |\n| --- | --- | --- |\n",
    );
    for page in PAGES {
        let problem = all
            .iter()
            .find(|problem| problem.code() == page.code)
            .unwrap();
        let title = either(texts, page.english, page.chinese);
        let _ = writeln!(
            out,
            "| [{title}]({0}.md) | `{0}` | {1} |",
            page.code,
            severity(problem, texts)
        );
    }
    out
}

impl Page {
    fn text(&self, problem: &Problem, texts: &Texts) -> String {
        let title = either(texts, self.english, self.chinese);
        let why = texts.problem_why(problem).unwrap();
        let mut out = format!(
            "# {title}\n\n*{}* · `{}`\n\n{why}\n",
            severity(problem, texts),
            self.code
        );
        let Some((document, diagnostic)) = self.example() else {
            return out;
        };
        let heading = either(texts, "Example", "示例");
        let said = texts.problem_in(&document, &diagnostic);
        let _ = write!(out, "\n## {heading}\n\n");
        for top in document.root().into_iter().chain(document.loose()) {
            out += &trees::list(&document, top, 4, texts);
        }
        let _ = write!(out, "\n> {said}\n");
        let library = NodeLibrary::builtin();
        let offered = fixes(&document, &library, &diagnostic);
        if !offered.is_empty() {
            let _ = write!(out, "\n## {}\n\n", either(texts, "Fixes", "修复"));
        }
        for fix in offered {
            let _ = writeln!(out, "- {}", texts.fix(&fix));
        }
        out
    }

    /// A document with the problem, and the problem in it.
    fn example(&self) -> Option<(Document, Diagnostic)> {
        let (document, mut all) = match self.with {
            Tree(drawn) => (draw(drawn), Vec::new()),
            File(fields) => {
                let text = format!(r#"{{"format": "treewright", "version": 1, {fields}}}"#);
                let read = native::read(text.as_bytes()).unwrap();
                (read.document, read.diagnostics)
            }
            Merge(versions) => {
                let [base, ours, theirs] = versions.map(draw);
                (merge(&base, &ours, &theirs).document, Vec::new())
            }
            Nothing => return None,
        };
        all.extend(validate(&document, &NodeLibrary::builtin()).iter().cloned());
        let found = all.iter().position(|it| it.problem.code() == self.code);
        if found.is_none() {
            let codes: Vec<&str> = all.iter().map(|it| it.problem.code()).collect();
            eprintln!("the example of {} has {codes:?}", self.code);
        }
        let found = found?;
        Some((document, all.swap_remove(found)))
    }
}
