//! Where to find what a game needs: an index of this reference. Contains no code. `docs/embedding.md` in the repository
//! introduces all of it, step by step, with a program for each.
//!
//! | you want to | see |
//! | --- | --- |
//! | write a task as a function | [`GameTasks::action_fn`](crate::compile::GameTasks::action_fn) and, with the feature `derive`, `#[action]` and `#[conditional]` |
//! | write a task with state | [`Task`](crate::runtime::Task), and `#[derive(Task)]` |
//! | write a composite or decorator | [`ParentTask`](crate::runtime::ParentTask), and [`GameTasks::parallel`](crate::compile::GameTasks::parallel) |
//! | show tasks to designers | [`TaskDeclaration`](crate::library::TaskDeclaration), [`GameTasks::library`](crate::compile::GameTasks::library), [`tasks_json`](crate::format::tasks_json) |
//! | lend references to tasks | [`LentWorld`](crate::runtime::LentWorld) |
//! | load a tree | [`Program::load`](crate::Program::load), [`Program::load_files`](crate::Program::load_files), [`Loaded`](crate::load::Loaded) |
//! | write a tree in code | [`tree`](crate::tree) |
//! | compile a document step by step | [`compile`](mod@crate::compile), [`project`](crate::project) |
//! | run one agent | [`TreeInstance`](crate::TreeInstance) |
//! | run many | [`TreeManager`](crate::TreeManager), [`TreeManager::frame`](crate::TreeManager::frame) |
//! | run them on several threads | `TreeManager::tick_parallel_sharing` (feature `rayon`), [`Program::sharing`](crate::Program::sharing) |
//! | read and write variables | [`TreeInstance::get`](crate::TreeInstance::get), [`Key`](crate::runtime::Key), [`Globals`](crate::runtime::Globals), [`GameTasks::bind_variable`](crate::compile::GameTasks::bind_variable) |
//! | send events | [`TreeInstance::send`](crate::TreeInstance::send), [`TreeManager::send_to_all`](crate::TreeManager::send_to_all) |
//! | handle errors | [`LoadError`](crate::load::LoadError), [`ErrorTracer`](crate::runtime::ErrorTracer), [`ErrorLog`](crate::runtime::ErrorLog), [`ErrorPolicy`](crate::runtime::ErrorPolicy) |
//! | save and load | [`TreeManager::snapshot`](crate::TreeManager::snapshot), [`TreeManager::restore`](crate::TreeManager::restore), [`snapshot_json`](crate::format::snapshot_json) |
//! | change a tree while it runs | [`TreeManager::swap_all`](crate::TreeManager::swap_all), [`TreeInstance::swap_program`](crate::TreeInstance::swap_program) |
//! | watch or record a run | [`Tracer`](crate::runtime::Tracer), [`FlightRecorder`](crate::trace::FlightRecorder), [`Keyframe`](crate::trace::Keyframe), [`TreeManager::tick_watching`](crate::TreeManager::tick_watching) |
//! | wait for work that ends elsewhere | [`Completion`](crate::runtime::Completion) |
//! | let idle trees sleep | [`TreeManager::set_sleeps`](crate::TreeManager::set_sleeps), [`Wake`](crate::runtime::Wake) |
//! | count time | [`Nanoseconds`](crate::time::Nanoseconds) |
