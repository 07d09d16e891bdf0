"""An independent judge of crowds: it sees a level, and how discs moved, and shares nothing with what moved them."""

from sandbox.agents.check.judge import Fault, FaultKind, Judge

__all__ = ["Fault", "FaultKind", "Judge"]
