/** Japan's offset from UTC, which never changes, in milliseconds. */
export const JAPAN_MS = 9 * 3_600_000
export const DAY_MS = 86_400_000

/** The day in Japan, e.g. 2026-11-22, at a Unix time in milliseconds. */
export function japanDay(time: number): string {
  return new Date(time + JAPAN_MS).toISOString().slice(0, 10)
}

/** When a day in Japan ends, in Unix milliseconds. */
export function endOfJapanDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - JAPAN_MS + DAY_MS
}
