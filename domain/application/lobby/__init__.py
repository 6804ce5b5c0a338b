"""Games before they start: who may take which seat, who may read them, and what may change."""
