// The guard of guard.c in C++17: handles that free themselves, errors as exceptions, and tasks whose state is a C++ object.
//
//   c++ -std=c++17 guard.cpp -I../include ../../../target/release/libtreewright_c.a -lpthread -ldl -lm -o guard
//   ./guard .
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "treewright.h"

// ---- What a C++ game wraps once ----

inline std::string_view view(tw_str text) { return {text.data, text.length}; }
inline tw_str str(std::string_view text) { return tw_bytes(text.data(), text.size()); }

inline void check(tw_code code) {
    if (code != TW_OK) throw std::runtime_error(std::string(view(tw_error_text())));
}

template <auto Free>
struct Freer {
    template <typename T>
    void operator()(T *handle) const { Free(handle); }
};

using Tasks = std::unique_ptr<tw_tasks, Freer<tw_tasks_free>>;
using Program = std::unique_ptr<tw_program, Freer<tw_program_free>>;
using Tree = std::unique_ptr<tw_tree, Freer<tw_tree_free>>;
using Report = std::unique_ptr<tw_report, Freer<tw_report_free>>;
using Buffer = std::unique_ptr<tw_buffer, Freer<tw_buffer_free>>;

// Returns what a function puts into its last argument.
template <typename T, typename Function, typename... Arguments>
T get(Function function, Arguments... arguments) {
    T result{};
    check(function(arguments..., &result));
    return result;
}

// Runs the body of a callback: no exception may leave it.
template <typename Body>
tw_status guarded(tw_node *node, Body body) {
    try {
        return body();
    } catch (const std::exception &error) {
        return tw_node_fail(node, str(error.what()));
    }
}

// Describes a task whose state is an object with `start`, `update`, `save` and `restore`.
template <typename Object, typename World>
tw_task object_task(std::string_view name) {
    static_assert(alignof(Object) <= 16, "states are aligned to 16 bytes");
    tw_task task{};
    task.size = sizeof task;
    task.name = str(name);
    task.category = TW_ACTION;
    task.state_size = sizeof(Object);
    task.init = [](void *, void *state) { new (state) Object(); };
    task.drop = [](void *, void *state) { static_cast<Object *>(state)->~Object(); };
    task.start = [](void *user, std::uint64_t, tw_node *node) {
        guarded(node, [&] {
            static_cast<Object *>(get<void *>(tw_node_state, node))->start(*static_cast<World *>(user));
            return TW_SUCCESS;
        });
    };
    task.update = [](void *user, std::uint64_t, tw_node *node, double) {
        return guarded(node, [&] {
            auto *object = static_cast<Object *>(get<void *>(tw_node_state, node));
            return object->update(*static_cast<World *>(user), node);
        });
    };
    task.save = [](void *, const void *state, tw_value *saved) {
        *saved = static_cast<const Object *>(state)->save();
        return std::int32_t{1};
    };
    task.restore = [](void *, void *state, const tw_value *saved) { static_cast<Object *>(state)->restore(*saved); };
    return task;
}

// ---- The game ----

struct World {
    double enemy_distance = 50.0;
    int blows = 0;
};

struct Strike {
    std::vector<int> struck;  // something that must be destroyed

    void start(World &) { struck.clear(); }

    tw_status update(World &world, tw_node *node) {
        if (world.enemy_distance > 100.0) throw std::runtime_error("there is nobody to strike at");
        struck.push_back(++world.blows);
        const auto wanted = get<tw_value>(tw_node_get, node, std::uint32_t{0});
        return static_cast<std::int64_t>(struck.size()) < wanted.of.integer ? TW_RUNNING : TW_SUCCESS;
    }

    tw_value save() const { return tw_int(static_cast<std::int64_t>(struck.size())); }
    void restore(const tw_value &saved) { struck.resize(static_cast<std::size_t>(saved.of.integer)); }
};

tw_status sees_enemy(void *user, std::uint64_t, tw_node *node, double) {
    return guarded(node, [&] {
        const auto range = get<tw_value>(tw_node_get, node, std::uint32_t{0});
        return static_cast<World *>(user)->enemy_distance <= range.of.number ? TW_SUCCESS : TW_FAILURE;
    });
}

tw_status patrol(void *, std::uint64_t, tw_node *node, double) {
    return guarded(node, [&] {
        auto steps = get<tw_value>(tw_node_get, node, std::uint32_t{0});
        steps.of.integer++;
        check(tw_node_set(node, 0, &steps));
        return TW_RUNNING;
    });
}

Tasks make_tasks() {
    Tasks tasks(get<tw_tasks *>(tw_tasks_new));
    tw_parameter range{}, blows{}, steps{};
    range.name = str("range");
    range.type = TW_FLOAT;
    range.default_value = tw_float(10.0);
    blows.name = str("blows");
    blows.type = TW_INT;
    blows.default_value = tw_int(1);
    steps.name = str("steps");
    steps.kind = TW_PARAMETER_VARIABLE;
    steps.type = TW_INT;
    steps.is_required = 1;

    tw_task sees{};
    sees.size = sizeof sees;
    sees.name = str("SeesEnemy");
    sees.category = TW_CONDITIONAL;
    sees.parameters = &range;
    sees.parameter_count = 1;
    sees.update = sees_enemy;
    check(tw_tasks_add(tasks.get(), &sees));

    auto strike = object_task<Strike, World>("Strike");
    strike.parameters = &blows;
    strike.parameter_count = 1;
    check(tw_tasks_add(tasks.get(), &strike));

    tw_task walk{};
    walk.size = sizeof walk;
    walk.name = str("Patrol");
    walk.category = TW_ACTION;
    walk.parameters = &steps;
    walk.parameter_count = 1;
    walk.update = patrol;
    walk.abort = [](void *, std::uint64_t, tw_node *) { std::cout << "  patrol interrupted\n"; };
    check(tw_tasks_add(tasks.get(), &walk));
    return tasks;
}

Program load(const Tasks &tasks, const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    tw_program *program = nullptr;
    check(tw_program_load(tasks.get(), str(bytes), TW_LOAD_STRICT, &program, nullptr));
    return Program(program);
}

void print(std::string_view what, const Report &report) {
    static constexpr const char *outcomes[] = {"kept", "partly kept", "restarted", "lost"};
    const auto outcome = get<tw_outcome>(tw_report_tree, report.get(), std::size_t{0});
    std::cout << what << ": " << outcomes[outcome.outcome] << "\n";
    for (std::size_t i = 0; i < outcome.reason_count; i++) {
        std::cout << "  " << view(get<tw_reason>(tw_report_reason, report.get(), std::size_t{0}, i).text) << "\n";
    }
}

void frames(const Tree &tree, World &world, int count) {
    static constexpr const char *statuses[] = {"none", "success", "failure", "running"};
    for (; count > 0; count--) {
        const auto status = get<tw_status>(tw_tree_tick, tree.get(), static_cast<void *>(&world), 0.1);
        const auto frame = get<std::uint64_t>(tw_tree_frame, tree.get());
        tw_value steps;
        check(tw_tree_get(tree.get(), str("steps"), &steps, nullptr));
        std::cout << "frame " << frame << ": " << statuses[status] << ", " << steps.of.integer << " steps, " << world.blows
                  << " blows\n";
    }
}

void play(const std::string &folder) {
    World world;
    const Tasks tasks = make_tasks();
    const Program program = load(tasks, folder + "/guard.bt.json");
    const Program edited = load(tasks, folder + "/guard-edited.bt.json");

    Tree guard(get<tw_tree *>(tw_tree_new, program.get(), std::uint64_t{7}));
    frames(guard, world, 2);
    world.enemy_distance = 3.0;
    frames(guard, world, 2);

    tw_str saved;
    Buffer owner;
    {
        tw_buffer *buffer = nullptr;
        check(tw_tree_save(guard.get(), &saved, &buffer));
        owner.reset(buffer);
    }
    guard.reset();
    tw_tree *restored = nullptr;
    tw_report *report = nullptr;
    check(tw_tree_restore(program.get(), saved, &restored, &report));
    guard.reset(restored);
    print("load", Report(report));
    frames(guard, world, 1);

    const auto swap = [&](const Program &next) {
        print("swap", Report(get<tw_report *>(tw_tree_swap, guard.get(), next.get(), static_cast<void *>(&world))));
    };
    swap(edited);
    frames(guard, world, 2);
    world.enemy_distance = 50.0;
    frames(guard, world, 1);
    swap(program);
    frames(guard, world, 1);
    check(tw_tree_disable(guard.get(), &world));
}

int main(int count, char **arguments) {
    try {
        play(count > 1 ? arguments[1] : ".");
    } catch (const std::exception &error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    std::cout << "handles left: " << tw_live_handles() << "\n";
}
