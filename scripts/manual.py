#!/usr/bin/env python3
"""Writes the manual pages of all commands, from the program's own help.

    daybook --experimental-dump-help | scripts/manual.py VERSION FOLDER

The page of `daybook note add` is daybook-note-add(1). Pages are in the format of man(7).
"""

import json
import re
import sys
from pathlib import Path

# The parts of the first page that `--help` lacks.
ENDING = """\
.SH "EXIT STATUS"
.TP
.B 0
It is done.
.TP
.B 1
The notebook or the server's data cannot be read or written.
.TP
.B 2
The request does not fit: nothing or several have the ID, or a rule is broken. Nothing was changed; only
.BR daybook\\-photo\\-add (1)
keeps the pictures before the refused one.
.TP
.B 3
The server did not answer, cannot serve now, or is not Daybook. What was not sent waits in the notebook.
.TP
.B 4
The notebook is not signed in.
.TP
.B 5
It is synced, and the server refuses changes.
.TP
.B 64
The command line was not understood.
.SH ENVIRONMENT
.TP
.B DAYBOOK_NOTEBOOK
The folder of the notebook.
.TP
.BR VISUAL ", " EDITOR
The editor of
.BR daybook\\-edit (1),
.BR daybook\\-note\\-add (1)
and
.BR daybook\\-note\\-edit (1).
.TP
.B NO_COLOR
Without colours, if it is set.
.TP
.B SSL_CERT_FILE
A file with the authorities to trust in place of the system's.
.TP
.BR HOST ", " PORT ", " DAYBOOK_ ...
The settings of the server: see
.BR daybook\\-serve (1).
.SH FILES
.TP
.I ~/.local/share/daybook\\-notebook
The notebook, and beside it the copy of the day and the session with the server.
.TP
.I ~/.local/share/daybook
The data of a server that a person runs.
.TP
.I ~/.config/daybook/config.json
The settings of that server.
"""


def escaped(text):
    """Text as it stands: no macro, no escape, and hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def paragraphs(text):
    return "\n.PP\n".join(escaped(part) for part in text.strip().split("\n\n"))


def names(argument):
    return [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]


def shown(argument):
    return argument.get("shouldDisplay", True) and argument["kind"] in ("positional", "option", "flag")


def heading(argument):
    """What a person types for an argument, in bold, and what they put there, in italics."""
    value = f"\\fI{escaped(argument['valueName'])}\\fP"
    if argument["kind"] == "positional":
        return value + (" ..." if argument.get("isRepeating") else "")
    bold = ", ".join(f"\\fB{escaped(name)}\\fP" for name in names(argument))
    return bold if argument["kind"] == "flag" else f"{bold} {value}"


def explanation(argument):
    """What an argument does. The first words of a default are left out when the text names them already."""
    text = argument.get("abstract", "")
    values, default = argument.get("allValues"), argument.get("defaultValue")
    if values and not all(value in text for value in values):
        text += f" (values: {', '.join(values)})"
    if default and "(default:" not in text:
        text += f" (default: {default})"
    return escaped(text.strip())


def grouped(arguments):
    """Arguments by the title of their section, those without one first. Flags of one choice stand together."""
    sections = {}
    for argument in arguments:
        lines = sections.setdefault(argument.get("sectionTitle") or "", [])
        text = explanation(argument)
        if lines and argument["kind"] == "flag" and lines[-1][1] == text:
            lines[-1] = (f"{lines[-1][0]}, {heading(argument)}", text)
        else:
            lines.append((heading(argument), text))
    return sorted(sections.items(), key=lambda section: section[0] != "")


def synopsis(words, arguments, has_commands):
    parts = [f"\\fB{escaped(' '.join(words))}\\fP"]
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fP]")
    for argument in arguments:
        if argument["kind"] == "positional":
            text = heading(argument)
            parts.append(f"[{text}]" if argument.get("isOptional") else text)
    if has_commands:
        parts.append("[\\fIcommand\\fP]")
    return " ".join(parts)


def page(command, words, version):
    """The page of a command, as text."""
    arguments = [argument for argument in command.get("arguments", []) if shown(argument)]
    commands = commands_of(command)
    title = "-".join(words)
    lines = [
        f'.TH "{escaped(title.upper())}" 1 "" "Daybook {version}" "Daybook manual"',
        ".nh",
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        synopsis(words, arguments, bool(commands)),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", paragraphs(command["discussion"])]
    if commands:
        lines.append(".SH COMMANDS")
        for child in commands:
            isDefault = child["commandName"] == command.get("defaultSubcommand")
            text = escaped(child.get("abstract", "")) + (" This is what happens without a command." if isDefault else "")
            lines += [".TP", f"\\fB{escaped('-'.join([*words, child['commandName']]))}\\fP(1)", text]
    for section, entries in grouped(arguments):
        lines.append(f'.SH "{escaped(section.upper() or "OPTIONS")}"')
        for head, text in entries:
            lines += [".TP", head, text]
    if len(words) == 1:
        lines.append(ENDING.rstrip("\n"))
    else:
        lines += [".SH SEE ALSO", f"\\fB{escaped('-'.join(words[:-1]))}\\fP(1)"]
    return "\n".join(lines) + "\n"


def commands_of(command):
    return [child for child in command.get("subcommands", []) if child["commandName"] != "help" and child.get("shouldDisplay", True)]


def write(command, words, version, folder):
    (folder / f"{'-'.join(words)}.1").write_text(page(command, words, version))
    return 1 + sum(write(child, [*words, child["commandName"]], version, folder) for child in commands_of(command))


def main(version, folder):
    help = json.load(sys.stdin)
    if help.get("serializationVersion") != 0:
        sys.exit("manual: ArgumentParser describes commands in a newer form than this knows")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    command = help["command"]
    print(f"manual: {write(command, [command['commandName']], version, folder)} pages")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
