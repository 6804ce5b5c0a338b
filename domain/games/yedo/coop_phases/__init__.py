"""The set-up and the phases that Shogun Must Die replaces."""
