/** What differs from UTC in Japan, all year round, in milliseconds. */
const JAPAN_MS = 9 * 3_600_000

/** A moment as a clock in Japan shows it, e.g. 2026年11月21日 18時20分, wherever the device is. */
export function formatInJapan(date: Date): string {
  const japan = new Date(date.getTime() + JAPAN_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${japan.getUTCFullYear()}年${japan.getUTCMonth() + 1}月${japan.getUTCDate()}日`
  return `${day} ${two(japan.getUTCHours())}時${two(japan.getUTCMinutes())}分`
}
