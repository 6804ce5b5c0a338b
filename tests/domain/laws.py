"""The laws that the builders and the tests of each ruleset check."""

from kifu.laws import check_refusal, check_step, check_stored_state

__all__ = ["check_refusal", "check_step", "check_stored_state"]
