"""PostgreSQL itself: connections, the embedded server, roles and migrations."""
