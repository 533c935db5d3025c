"""A notebook in the terminal beside Taskwarrior, todo.txt and SQLite's own shell, which do the same with as many to-dos.

Whole processes are measured, from their start to their end: time, and peak memory. The programs take turns, and the median
of the rounds counts."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build/release/daybook"
WORDS = ("buy", "call", "write", "mend", "water", "read", "paint", "sell", "pay", "sort", "wash", "plan")
THINGS = ("milk", "rent", "fern", "bike", "door", "book", "shelf", "letter", "garden", "lamp", "ticket", "roof")
# One to-do of a thousand has this word.
RARE = "zebra"
PAGE = 25
STEPS = ("add", "first page", "list all", "search", "done")


def titles(count):
    return [
        f"{WORDS[n % 12].capitalize()} {THINGS[n // 12 % 12]} {RARE if n % 1000 == 500 else n % 97} {n}"[:32]
        for n in range(count)
    ]


# A process takes over the peak of the one that starts it, so a small one does.
STARTER = """
import json, os, subprocess, sys, time
begin = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
took = (time.perf_counter() - begin) * 1000
print(json.dumps([took, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)]))
"""


def run(words, environment=None, given=b""):
    """Milliseconds and mebibytes of a process with its children, whose output goes nowhere. A peak below that of the small
    process that starts it, some 10 MiB, is not seen."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", STARTER, *map(str, words)],
        env={**os.environ, **(environment or {})},
        input=given,
        capture_output=True,
        check=True,
    )
    took, memory, code = json.loads(done.stdout)
    if code:
        raise RuntimeError(f"{words}: {code} {done.stderr.decode(errors='replace')}")
    return took, memory


class Daybook:
    name = "Daybook"

    def __init__(self, folder, count):
        self.environment = {"DAYBOOK_NOTEBOOK": str(folder / "daybook")}
        given = "".join(f"{title}\n" for title in titles(count)).encode()
        run([PROGRAM, "add", "--plain", "-"], self.environment, given)
        listed = subprocess.run(
            [PROGRAM, "list", "--json"], env={**os.environ, **self.environment}, check=True, capture_output=True
        )
        self.names = [todo["id"] for todo in json.loads(listed.stdout)["todos"][:100]]

    def step(self, step, round):
        words = {
            "add": ["add", f"Something new {round} #home"],
            "first page": ["list"],
            "list all": ["list", "--limit", "0"],
            "search": ["list", "--search", RARE],
            "done": ["done", self.names[round]],
        }[step]
        return run([PROGRAM, *words], self.environment)


class Taskwarrior:
    name = "Taskwarrior"

    def __init__(self, folder, count):
        data = folder / "task"
        data.mkdir()
        settings = folder / "taskrc"
        settings.write_text(f"data.location={data}\nconfirmation=off\nrecurrence=off\nverbose=nothing\ngc=on\nhooks=off\n")
        self.environment = {"TASKRC": str(settings), "TASKDATA": str(data)}
        start = datetime(2026, 1, 1)
        tasks = [
            {"description": title, "status": "pending", "entry": f"{start + timedelta(seconds=n):%Y%m%dT%H%M%SZ}"}
            for n, title in enumerate(titles(count))
        ]
        (folder / "tasks.json").write_text(json.dumps(tasks))
        run(["task", "import", folder / "tasks.json"], self.environment)
        run(["task", "list"], self.environment)

    def step(self, step, round):
        words = {
            "add": ["add", f"Something new {round}", "+home"],
            "first page": [f"limit:{PAGE}", "list"],
            "list all": ["list"],
            "search": [f"/{RARE}/", "list"],
            "done": [str(round + 1), "done"],
        }[step]
        return run(["task", *words], self.environment)


class TodoTxt:
    name = "todo.txt"

    def __init__(self, folder, count):
        data = folder / "todotxt"
        data.mkdir()
        (data / "todo.txt").write_text("".join(f"{title}\n" for title in titles(count)))
        settings = data / "config"
        names = ("todo", "done", "report")
        lines = [f'export TODO_DIR="{data}"', *(f'export {name.upper()}_FILE="$TODO_DIR/{name}.txt"' for name in names)]
        settings.write_text("\n".join(lines) + "\n")
        self.start = ["todo-txt", "-d", str(settings), "-f"]

    def step(self, step, round):
        if step == "first page":
            # It has no pages.
            return run(["sh", "-c", f'"$@" ls | head -n {PAGE}', "sh", *self.start])
        words = {
            "add": ["add", f"Something new {round} @home"],
            "list all": ["ls"],
            "search": ["ls", RARE],
            "done": ["-a", "do", str(round + 1)],
        }[step]
        # An option of its own stands in front of the command.
        start = [*self.start, *[word for word in words if word.startswith("-")]]
        return run([*start, *[word for word in words if not word.startswith("-")]])


class Shell:
    """The floor: the statements alone, in a file with the same promises (WAL, synchronous=FULL) and the same search."""

    name = "sqlite3 shell"

    def __init__(self, folder, count):
        self.file = folder / "shell.sqlite"
        rows = ",\n".join(f"({n + 1}, '{title}', {1_767_225_600 + n}, 0)" for n, title in enumerate(titles(count)))
        script = f"""
            PRAGMA journal_mode = WAL;
            CREATE TABLE todos (id INTEGER PRIMARY KEY, title TEXT NOT NULL, created INTEGER NOT NULL, done INTEGER NOT NULL);
            CREATE INDEX todos_by_creation ON todos (done, created DESC);
            CREATE VIRTUAL TABLE search USING fts5 (title, content = 'todos', content_rowid = 'id', detail = 'none', tokenize = 'trigram');
            INSERT INTO todos VALUES {rows};
            INSERT INTO search (search) VALUES ('rebuild');
        """
        run(["sqlite3", self.file], given=script.encode())

    def step(self, step, round):
        columns = "SELECT id, title, created FROM todos"
        statement = {
            "add": f"""
                BEGIN IMMEDIATE; INSERT INTO todos (title, created, done) VALUES ('Something new {round}', 1800000000, 0);
                INSERT INTO search (rowid, title) VALUES (last_insert_rowid(), 'Something new {round}'); COMMIT;
            """,
            "first page": f"{columns} WHERE done = 0 ORDER BY created DESC LIMIT {PAGE};",
            "list all": f"{columns} WHERE done = 0 ORDER BY created DESC;",
            "search": f"""
                {columns} WHERE id IN (SELECT rowid FROM search WHERE search MATCH 'zeb AND ebr AND bra')
                AND title LIKE '%{RARE}%' AND done = 0 ORDER BY created DESC LIMIT {PAGE};
            """,
            "done": f"UPDATE todos SET done = 1 WHERE id = {round + 1};",
        }[step]
        return run(["sqlite3", self.file, f"PRAGMA synchronous = FULL; {statement}"])


def measure(table, counts=(10_000, 100_000), rounds=5):
    for count in counts:
        table.section(f"In the terminal, {count:,} to-dos (whole processes, medians of {rounds})")
        folder = Path(tempfile.mkdtemp(prefix="daybook-bench-"))
        try:
            measure_count(table, folder, count, rounds)
        finally:
            shutil.rmtree(folder)


def measure_count(table, folder, count, rounds):
    programs = [make(folder, count) for make in (Daybook, Taskwarrior, TodoTxt, Shell)]
    taken = {(program.name, step): [] for program in programs for step in STEPS}
    for round in range(rounds + 1):
        for step in STEPS:
            for program in programs:
                result = program.step(step, round)
                if round:  # the first one warms the disk's cache
                    taken[program.name, step].append(result)
    times = {key: statistics.median(time for time, _ in results) for key, results in taken.items()}
    memory = {key: max(memory for _, memory in results) for key, results in taken.items()}
    # Smaller notebooks are only told of.
    has_goals = count >= 100_000
    for step in STEPS:
        own = times["Daybook", step]
        table.add(f"{step}: Daybook", own, "ms")
        others = ", ".join(f"{program.name} {times[program.name, step]:,.1f}" for program in programs[1:])
        table.note(f"{'':4}{others} ms")
        goal = 10 if step == "list all" else 30
        table.add(f"{step}: Taskwarrior to Daybook", times["Taskwarrior", step] / own, "×", goal if has_goals else None, False)
        floor = None if step == "list all" or not has_goals else 4
        table.add(f"{step}: Daybook to the sqlite3 shell", own / times["sqlite3 shell", step], "×", floor)
    for program in programs:
        most = max(memory[program.name, step] for step in STEPS)
        table.add(f"peak memory of {program.name}", most, "MiB", 60 if program.name == "Daybook" and has_goals else None)
