"""The processes of a service: settings, keys, logging, metrics, checkpoints. No HTTP."""
