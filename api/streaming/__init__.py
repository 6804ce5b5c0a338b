"""Notifies clients when games change."""
