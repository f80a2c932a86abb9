/** What p95 must keep to, in milliseconds: usually a wait that most visitors bear; from what nobody notices to what nobody waits for. */
export const TIME_LIMIT = { usual: 2_000, min: 10, max: 600_000 }
