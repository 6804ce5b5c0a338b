"""What the commands for who runs a service do."""
