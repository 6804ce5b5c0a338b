"""PostgreSQL behind Kifu: the partitioned recorder, its feed, the embedded server and the migrations."""
