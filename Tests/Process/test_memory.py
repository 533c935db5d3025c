"""The process keeps freed memory as decision 47 says."""

from pathlib import Path

from server import Server


def test_threads_keep_more_freed_memory_unless_the_operator_chooses(monkeypatch):
    """The variable is glibc's, read before a program's first line; the server has started itself again with it."""
    for chosen, expected in ((None, "glibc.malloc.tcache_count=100"), ("glibc.malloc.tcache_count=9",) * 2):
        if chosen:
            monkeypatch.setenv("GLIBC_TUNABLES", chosen)
        else:
            monkeypatch.delenv("GLIBC_TUNABLES", raising=False)
        server = Server()
        try:
            server.start()
            process = Path(f"/proc/{server.process.pid}")
            assert f"GLIBC_TUNABLES={expected}\0".encode() in (process / "environ").read_bytes()
            assert (process / "comm").read_text() == "daybook\n"
        finally:
            server.remove()
