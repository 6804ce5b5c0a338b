// What is known of the step that is shown: who, why, by which clause, and how it can be checked.

export function AuditPanel() {
  return null;
}
