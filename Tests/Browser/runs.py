"""A pytest plugin for the order of a run and for its flaky tests.

The longest tests begin first. A long test that began last would keep one process at work and the others idle.

No test is repeated to make a run pass. When tests have failed, `scripts/pytest.sh` runs them again with `--name-flaky`,
one after another. This plugin then names each test that passes: its result depends on what else runs. The run has
failed all the same.
"""


def pytest_addoption(parser):
    parser.addoption("--name-flaky", action="store_true", help="name each test that passes: it has failed before")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: this test takes ten seconds or more, and begins first")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter, config):
    if not config.getoption("--name-flaky"):
        return
    for report in terminalreporter.getreports("passed"):
        if report.when == "call":
            terminalreporter.write_line(f"FLAKY {report.nodeid}: it failed in the run and passed alone", red=True)
