"""The package on a Debian that never had Swift: a root of its own, made by debootstrap, which each test gets fresh."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from server import ROOT  # noqa: E402

PACKAGES = ROOT / ".build/package"
# Without what the root needs no test can run, and none is left out without a word.
BASE = ROOT / ".build/package-root"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")


def only(pattern):
    """The one file of a pattern that `make package` has written."""
    found = sorted(PACKAGES.glob(pattern))
    assert len(found) == 1, f"{pattern} in {PACKAGES}: {found}. Run make package first."
    return found[0]


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout.strip()


class Debian:
    """A small Debian in a folder. Programs see its files alone, and the machine's network and processes."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def words(self, *words, user=None, before=()):
        """The command line that becomes these words in the root, as this user of the root. `before`: what goes around it."""
        inside = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", f"HOME={self.home(user)}",
                  "DEBIAN_FRONTEND=noninteractive"]  # fmt: skip
        if user:
            inside = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", *inside]
        enter = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"'
        return ["unshare", "--mount", *before, "sh", "-c", enter,
                str(self.folder), *inside, *map(str, words)]  # fmt: skip

    def home(self, user):
        """The home folder of a user of the root, who is root where nobody is named."""
        entries = [line.split(":") for line in self.path("/etc/passwd").read_text().splitlines()]
        return next(entry[5] for entry in entries if entry[0] == (user or "root"))

    def __call__(self, *words, user=None, code=0, **options):
        """Runs a program to its end, and returns what it wrote."""
        line = self.words(*words, user=user)
        done = subprocess.run(line, capture_output=True, text=True, **options)
        assert done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    def path(self, path):
        return self.folder / str(path).lstrip("/")

    def put(self, file):
        """Copies a file of this machine into the root, and returns its path there."""
        target = self.path(f"/tmp/{Path(file).name}")
        target.write_bytes(Path(file).read_bytes())
        return f"/tmp/{target.name}"


@pytest.fixture(scope="session")
def base():
    assert os.geteuid() == 0, "a root of another Debian is made and entered by root alone: sudo make package-test"
    depends = field(only("*.deb"), "Depends")
    # Of each choice the first, without its version.
    names = [choice.split("|")[0].split()[0] for choice in depends.split(",")]
    wanted = ",".join([*names, "ca-certificates", "curl"])
    stamp = BASE / "etc/daybook-test"
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run(["rm", "-rf", BASE], check=True)
        options = ["--variant=minbase", f"--include={wanted}", "bookworm", str(BASE), MIRROR]
        subprocess.run(["debootstrap", *options], check=True, stdout=subprocess.DEVNULL)
        stamp.write_text(wanted)
    return BASE


@pytest.fixture
def debian(base, tmp_path):
    # The folder must be searchable for the users of the root.
    folder = tmp_path / "root"
    for above in (tmp_path, *list(tmp_path.parents)[:2]):
        above.chmod(0o755)
    subprocess.run(["cp", "--archive", "--reflink=auto", base, folder], check=True)
    return Debian(folder)
