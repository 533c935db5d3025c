"""Connections, files and database handles stay below the limit of open files that the process was started with."""

import os
import resource
import socket

import pytest
from server import Server

from test_edge import answers_soon


def limited(soft, hard):
    """A server whose process is started with these limits of open files, as by a shell."""
    server = Server()
    script = server.folder / "limited"
    script.write_text(f'#!/bin/sh\nulimit -S -n {soft}\nulimit -H -n {hard}\nexec "{server.binary}" "$@"\n')
    script.chmod(0o755)
    server.binary = script
    return server


def begin_upload(server, token, number):
    """A connection, from one of many addresses, on which a photo has begun to arrive."""
    connection = socket.socket()
    connection.bind((f"127.0.0.{2 + number % 50}", 0))
    connection.connect(("127.0.0.1", server.port))
    head = f"PUT /api/v1/photos/{'a' * 64} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n"
    connection.sendall(f"{head}Content-Length: 100000\r\n\r\n.".encode())
    return connection


def test_connections_and_files_at_their_bounds_stay_below_the_process_limit(sign_up):
    # The server itself needs five more descriptors for each core.
    limit = 400 + 5 * os.cpu_count()
    server = limited(200, limit)
    try:
        server.start()
        pid = server.process.pid
        assert resource.prlimit(pid, resource.RLIMIT_NOFILE) == (limit, limit)
        log = server.written_log()
        assert f"allows this process {limit} open files" in log and "lower the budgets connections and openFiles" in log
        tokens = [sign_up(server) for _ in range(20)]
        crowd, most = [], 0
        for number in range(500):
            crowd.append(begin_upload(server, tokens[number % len(tokens)], number))
            if number % 20 == 0:
                assert answers_soon(server)
                most = max(most, len(os.listdir(f"/proc/{pid}/fd")))
        status, metrics = server.request("GET", "/metrics")
        assert status == 200
        assert 'daybook_budget_refusals_total{budget="openFiles"} 0' not in metrics.decode()
        assert 100 < most < limit
        assert "no connection can be taken" not in server.written_log()
        for connection in crowd:
            connection.close()
        assert answers_soon(server)
    finally:
        server.remove()


def test_with_too_few_open_files_it_does_not_start_and_reports_it():
    server = limited(64, 100)
    try:
        with pytest.raises(RuntimeError, match="allows this process 100 open files, and Daybook needs at least"):
            server.start()
        assert server.process.returncode == 1
    finally:
        server.remove()
