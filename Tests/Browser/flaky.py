"""A pytest plugin that tells a flaky test from a wrong one.

No test is repeated to make a run pass. When tests have failed, `scripts/pytest.sh` runs them again with `--name-flaky`,
one after another. This plugin then names each test that passes: its result depends on what else runs. The run has failed
all the same.
"""


def pytest_addoption(parser):
    parser.addoption("--name-flaky", action="store_true", help="name each test that passes: it has failed before")


def pytest_terminal_summary(terminalreporter, config):
    if not config.getoption("--name-flaky"):
        return
    for report in terminalreporter.getreports("passed"):
        if report.when == "call":
            terminalreporter.write_line(f"FLAKY {report.nodeid}: it failed in the run and passed alone", red=True)
