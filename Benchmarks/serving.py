"""From the start of the server's process until its first answer, and the memory that it has then."""

import statistics
import time

import load

ROUNDS = 9


def first_answer(server):
    """Milliseconds until the server has answered, and the MiB that its process has then."""
    begin = time.perf_counter()
    server.launch()
    while True:
        try:
            status = server.request("GET", "/healthz")[0]
            break
        except OSError:
            if server.process.poll() is not None:
                raise RuntimeError(f"the server ended at once:\n{server.written_log()}") from None
            time.sleep(0.001)
    took = (time.perf_counter() - begin) * 1000
    if status != 200:
        raise RuntimeError(f"the server answered {status}")
    return took, load.memory(server)[0]


def measure(table, new_server):
    table.section(f"The server's start (median of {ROUNDS})")
    server = new_server()
    try:
        # It makes its folder and its database.
        fresh, _ = first_answer(server)
        results = []
        for _ in range(ROUNDS):
            server.stop()
            results.append(first_answer(server))
    finally:
        server.remove()
    table.add("from the start until the first answer", statistics.median(took for took, _ in results), "ms")
    table.note(f"{'':4}the first time, with a new folder: {fresh:,.0f} ms")
    table.add("memory at the first answer", statistics.median(memory for _, memory in results), "MiB")
