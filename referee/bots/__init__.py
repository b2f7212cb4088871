"""Bots as processes: starting, talking over gRPC, timing, ending them. Knows no rules and no tournament."""

import os

# gRPC reads these once, when it is loaded. Bots are started without running Python in a fork, so its fork handlers
# would only cost; and its own log lines would stand between the referee's.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

from referee.bots.builds import build
from referee.bots.errors import BotError, BotFault, BuildError, SpecError
from referee.bots.faults import Detail, Fault, FaultCode
from referee.bots.spec import BotSpec, Limits, builtin_bots, resolve

__all__ = [
    "BotError",
    "BotFault",
    "BotSpec",
    "BuildError",
    "Detail",
    "Fault",
    "FaultCode",
    "Limits",
    "SpecError",
    "build",
    "builtin_bots",
    "resolve",
]
