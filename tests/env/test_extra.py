import subprocess
import sys

import pytest

SCRIPT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Without())
from referee.cli.app import run
sys.exit(run({arguments!r}))
"""


@pytest.mark.parametrize("library", ["numpy", "gymnasium", "pettingzoo"])
def test_a_missing_extra_is_one_error(library: str, tmp_path: object) -> None:
    """Without one of the libraries the command that needs them names it and how to install the extra."""
    script = SCRIPT.format(library=library, arguments=["cup", "export", str(tmp_path), "--trajectories"])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    wanted = f'Error: learning needs {library}, which is not installed: pip install "ticket-referee[rl]"\n'
    assert (done.stdout, done.stderr) == ("", wanted)
