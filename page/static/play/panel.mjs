// What a player is asked at the table, and their answers.

export function PlayPanel() {
  return null;
}
