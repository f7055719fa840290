"""Two trees that tick in two threads at once each see their own world, and a tree that is ticking keeps its handle if it is closed.
Prints "each tick has its own world".
"""

import threading

import treewright as tw

BUSY = 4
TREE = '{"format": "treewright", "version": 1, "name": "T", "root": "n1", "nodes": [{"id": "n1", "task": "Overlap"}]}'


class World:
    def __init__(self, name):
        self.name, self.seen, self.tree = name, [], None


# The first tick begins before the second, and ends while that goes on.
first_is_inside, second_is_inside, first_has_ended = threading.Event(), threading.Event(), threading.Event()


class Overlap:
    def start(self, node):
        world = node.world
        world.seen.append(world.name)
        try:
            world.tree.close()
        except tw.Error as error:
            assert error.code == BUSY, error
        else:
            raise AssertionError("a tree that is ticking was closed")
        if world.name == "first":
            first_is_inside.set()
            assert second_is_inside.wait(60)
        else:
            second_is_inside.set()
            assert first_has_ended.wait(60)

    def update(self, node):
        node.world.seen.append(node.world.name)
        return tw.RUNNING


def main():
    tasks = tw.Tasks()
    tasks.add("Overlap", Overlap)
    program = tasks.load(TREE)
    statuses = {}

    def run(world):
        statuses[world.name] = world.tree.tick(world, 0.1)

    first, second = World("first"), World("second")
    threads = []
    for world in (first, second):
        world.tree = program.tree()
        threads.append(threading.Thread(target=run, args=[world]))
    threads[0].start()
    assert first_is_inside.wait(60)
    threads[1].start()
    threads[0].join()
    first_has_ended.set()
    threads[1].join()
    for world in (first, second):
        assert world.seen == [world.name] * 2, world.seen
        assert statuses[world.name] == tw.RUNNING, statuses
        world.tree.close()
    program.close()
    tasks.close()
    assert tw.live_handles() == 0
    print("each tick has its own world")


if __name__ == "__main__":
    main()
