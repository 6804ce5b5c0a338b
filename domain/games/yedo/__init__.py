"""Yedo Deluxe: clans of old Edo bid for assets, place their Disciples and complete Missions; 2 to 5 players."""
