"""Devices and programs that use a server at the same time."""

from random import Random

from devices import Device, Program, check


class Crowd:
    """Devices of two accounts, and programs; at work within `with`.

    `way` is how they reach the server: directly, or through a proxy in front of it.
    """

    def __init__(self, server, sign_up, random, way=None):
        def another():
            return Random(random.getrandbits(64))

        self.server, way = server, way or server
        self.token, self.shared_token, self.probe_token = (sign_up(server) for _ in range(3))
        # Each device edits a different to-do, so that each change that arrives takes a number and can be counted.
        self.devices = [Device(way, self.token, another()) for _ in range(3)]
        self.programs = [Program(way, self.token, another(), doubled=way is not server) for _ in range(2)]
        # All of these edit the same to-dos, so that changes meet.
        first = Device(server, self.shared_token, another())
        todos = [first.new_todo() for _ in range(50)]
        first.sync(todos)
        self.shared = [todo["id"] for todo in todos]
        self.sharers = [Device(way, self.shared_token, another(), self.shared) for _ in range(2)]
        self.probe = Program(server, self.probe_token, another())

    @property
    def workers(self):
        return [*self.devices, *self.programs, *self.sharers]

    def __enter__(self):
        for worker in self.workers:
            worker.start()
        return self

    def __exit__(self, *_):
        for worker in self.workers:
            worker.stop()

    def write_once(self):
        """A write that is acknowledged, however often it must be repeated."""
        self.probe.create()

    def check(self):
        """Checks all replicas. Returns the numbers of changes on the server and of requests without an answer."""
        probing = Device(self.server, self.probe_token, Random(0))
        kept = check(self.server, self.token, self.devices, self.programs)
        kept += check(self.server, self.shared_token, self.sharers)
        kept += check(self.server, self.probe_token, [probing], [self.probe])
        return kept, sum(worker.broken_off for worker in self.workers)
