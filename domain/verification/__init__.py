"""Verification: does the record hold, and does it follow from the rules?"""
