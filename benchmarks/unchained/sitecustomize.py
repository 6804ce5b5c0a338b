"""Makes a service record neither digests nor receipts, for comparison; Python imports this at the start."""

from domain.application import commands as command
from domain.application import recording

command.link = lambda event, *_: event
recording.make_receipt = lambda *_: None
