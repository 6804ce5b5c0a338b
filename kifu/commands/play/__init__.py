"""Commands that play games."""
