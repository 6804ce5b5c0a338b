"""Python starts with this in the processes of a service that records neither digests nor receipts, for comparison."""

from domain.application import commands as command
from domain.application import recording

command.link = lambda event, *_: event
recording.make_receipt = lambda *_: None
