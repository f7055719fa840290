"""The guard of examples/guard.c in Python.

    TREEWRIGHT_LIB=../../../target/release/libtreewright_c.so python3 guard.py ../examples
"""

import pathlib
import sys

import treewright as tw


class World:
    def __init__(self):
        self.enemy_distance, self.blows = 50.0, 0


def make_tasks():
    tasks = tw.Tasks()

    @tasks.conditional("SeesEnemy", "Succeeds if an enemy is near.", range=10.0)
    def sees_enemy(node):
        return node.world.enemy_distance <= node["range"]

    class Strike:
        def start(self, node):
            self.blows = 0

        def update(self, node):
            node.world.blows += 1
            self.blows += 1
            return tw.RUNNING if self.blows < node["blows"] else tw.SUCCESS

        def save(self):
            return self.blows

        def restore(self, saved):
            self.blows = saved

    tasks.add("Strike", Strike, summary="Strikes at the enemy, once a frame.", blows=1)

    @tasks.action("Patrol", "Walks up and down, and counts its steps.", steps=tw.Written(int),
                  abort=lambda node: print("  patrol interrupted"))
    def patrol(node):
        node["steps"] += 1
        return tw.RUNNING

    return tasks


def frames(tree, world, count):
    for _ in range(count):
        status = tree.tick(world, 0.1)
        print(f"frame {tree.frame}: {tw.STATUS[status].lower()}, {tree['steps']} steps, {world.blows} blows")


def show(what, report):
    outcome, reasons = report
    print(f"{what}: {'partly kept' if outcome == 'partly' else outcome}")
    for reason in reasons:
        print(f"  {reason}")


def play(folder):
    world = World()
    with make_tasks() as tasks, \
            tasks.load((folder / "guard.bt.json").read_bytes()) as program, \
            tasks.load((folder / "guard-edited.bt.json").read_bytes()) as edited:
        guard = program.tree(seed=7)
        frames(guard, world, 2)
        world.enemy_distance = 3.0
        frames(guard, world, 2)

        saved = guard.save()
        guard.close()
        guard, report = program.restore(saved)
        show("load", report)
        frames(guard, world, 1)

        show("swap", guard.swap(edited, world))
        frames(guard, world, 2)
        world.enemy_distance = 50.0
        frames(guard, world, 1)
        show("swap", guard.swap(program, world))
        frames(guard, world, 1)
        guard.disable(world)
        guard.close()


if __name__ == "__main__":
    play(pathlib.Path(sys.argv[1]))
    print(f"handles left: {tw.live_handles()}")
