"""Re-deals what a viewer may not know, for branches of running games."""
