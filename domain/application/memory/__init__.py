"""What a process keeps in memory so as not to read or compute it anew, within bounds in bytes."""
