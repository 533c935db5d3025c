"""The README's table of settings matches the program."""

import re
import subprocess

from server import ROOT

# The defaults that the table describes in other words than the help.
IN_OTHER_WORDS = {"data": "$XDG_DATA_HOME/daybook", "web": "`daybook-web` beside the program",
                  "config": "~/.config/daybook/config.json", "tls-key": "no TLS"}  # fmt: skip


def helped(binary):
    """The options of `daybook serve --help`, each with its default."""
    text = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    found = {}
    for part in re.split(r"\n  (?=-)", text):
        # A flag takes no value. It is a setting if it has a default, unlike --version.
        option = re.match(r"--([a-z-]+) +(<?)", part)
        default = re.search(r"\(default: (.*)\)", " ".join(part.split()))
        if option and (option[2] or default):
            found[option[1]] = IN_OTHER_WORDS.get(option[1]) or default[1]
    return found


def described():
    """The rows of the README's table: variable and default by option."""
    rows = re.findall(r"^\| `--([a-z-]+)` \| `([A-Z_]+)` \| .* \| (.*) \|$", (ROOT / "README.md").read_text(), re.M)
    return {option: (variable, default) for option, variable, default in rows}


def test_the_readmes_table_has_every_setting_with_its_default(server):
    options, rows = helped(server.binary), described()
    assert len(options) > 15
    assert rows.keys() == options.keys()
    for option, default in options.items():
        variable, documented = rows[option]
        prefix = "" if option in ("host", "port") else "DAYBOOK_"
        assert variable == prefix + option.upper().replace("-", "_")
        assert default.strip("`") in documented, option


def test_each_variable_of_the_table_is_read(server, tmp_path):
    """A wrong value of a setting is refused. The message has the setting's name or the value."""
    for option, (variable, _) in described().items():
        name = re.sub("-(.)", lambda letter: letter[1].upper(), option)
        nonsense = "" if option in ("host", "data") else "/nowhere/at all"
        environment = {"HOME": str(tmp_path), "PORT": "0", variable: nonsense}
        ended = subprocess.run([server.binary, "serve"], env=environment, capture_output=True, text=True, timeout=120)
        assert ended.returncode == 1, ended.stderr
        named = [f"setting {name} ", f"--{option}", *([nonsense] if nonsense else [])]
        assert any(word in ended.stderr for word in named), (option, ended.stderr)
